//! Conversations with the program, written as data.
//!
//! A file contains cases. Empty lines and lines that start with `#` are ignored. A case begins with
//! `case NUMBER: TITLE`, and the program is restarted for each case. A line `options OPTIONS` sets
//! the options of the program. Every other line has the form `LINE -> ANSWER`: LINE is sent, and
//! the response must match ANSWER. In LINE, `\t`, `\r`, `\x01` and `\\` stand for a tab, a carriage
//! return, a control character and a backslash. The possible answers are:
//!
//! | answer | meaning |
//! | --- | --- |
//! | `ok` | the empty response `= ` |
//! | `failure` | any response that begins with `? ` |
//! | `silence` | no response: the next response belongs to the next line |
//! | `move` | a vertex, `pass` or `resign` |
//! | anything else | exactly this text, on one line |
//!
//! If the expected answer is a failure, the line must not change the state of the game as shown by
//! the program.

use crate::program::Program;
use crate::sections::{self, Section};

/// Runs the cases in a file and returns their numbers.
///
/// # Errors
/// All failures, one per line, with the name of the file, the line number and the number of the
/// case. A case ends at its first failure. A line before the first case and a case without lines
/// are errors, too.
pub fn run(file: &str, text: &str, options: &str) -> Result<Vec<u32>, String> {
    let mut failures = Vec::new();
    let mut numbers = Vec::new();
    for case in sections::split(file, text, "case")? {
        let number = case.title.split(':').next().unwrap_or_default();
        match number.parse() {
            Ok(number) => numbers.push(number),
            Err(_) => failures.push(format!("{file}: 'case {}' has no number", case.title)),
        }
        if let Err((line, message)) = run_case(&case, options) {
            failures.push(format!("{file}:{line}: case {}: {message}", case.title));
        }
    }
    if failures.is_empty() { Ok(numbers) } else { Err(failures.join("\n")) }
}

fn run_case(case: &Section<'_>, options: &str) -> Result<(), (usize, String)> {
    let mut program = Program::start(&format!("{options} {}", case.options));
    for &(number, text) in &case.steps {
        let (line, answer) = text.rsplit_once(" -> ").unwrap_or((text, "an answer in the file"));
        step(&mut program, &unescape(line), answer)
            .map_err(|found| (number, format!("'{line}' was answered {found:?}")))?;
    }
    // If a line that should get no response is answered, that answer arrives before the response to
    // this command.
    match program.respond("4711 protocol_version").as_str() {
        "=4711 2\n\n" => Ok(()),
        other => Err((case.steps.last().map_or(0, |step| step.0), format!("then came {other:?}"))),
    }
}

fn step(program: &mut Program, line: &str, answer: &str) -> Result<(), String> {
    if answer == "silence" {
        program.send(format!("{line}\n"));
        return Ok(());
    }
    let fails = answer.starts_with('?') || answer == "failure";
    let before = fails.then(|| program.state());
    let found = program.respond(line);
    let good = match answer {
        "ok" => found == "= \n\n",
        "failure" => found.starts_with("? ") && found.len() > "? \n\n".len(),
        "move" => is_move(&found),
        exact => found.strip_suffix("\n\n") == Some(exact),
    };
    if !good {
        return Err(found);
    }
    match before {
        Some(before) if program.state() != before => Err(format!("{found} and the game changed")),
        _ => Ok(()),
    }
}

/// Whether a response is one that `genmove` may give.
pub fn is_move(response: &str) -> bool {
    let Some(body) = response.strip_prefix("= ").and_then(|rest| rest.strip_suffix("\n\n")) else {
        return false;
    };
    let vertex: Option<engine::vocabulary::Vertex> = body.parse().ok();
    // Parsing ignores case, so the text is compared with the canonical form.
    matches!(body, "pass" | "resign") || vertex.is_some_and(|vertex| vertex.to_string() == body)
}

fn unescape(line: &str) -> String {
    line.replace("\\t", "\t").replace("\\r", "\r").replace("\\x01", "\x01").replace("\\\\", "\\")
}
