//! Replays conversations that clients have had with the program.
//!
//! A file contains games. Empty lines and lines that start with `#` are ignored. A game begins with
//! `game TITLE`, and the program is restarted for each game. A line `options OPTIONS` sets the
//! options of the program. Every other line has the form `LINE -> ANSWER`. LINE is what the client
//! sent, and ANSWER is the expected form of the program's answer:
//!
//! | answer | form |
//! | --- | --- |
//! | `ok` | an empty success |
//! | `text` | any success |
//! | `failure` | a failure |
//! | `move V` | a legal move, `pass` or `resign`; the recorded one was `V` |
//! | `analysis V` | the same as `move V`, at the end of an analysis |
//! | `handicap V V ...` | as many points as in this list, which is the recorded answer |
//!
//! Any answer may be followed by `if listed`. The line is then sent only if `list_commands`
//! includes its command. Clients do the same for commands outside the standard.
//!
//! The program's moves may differ from the recorded ones. They are taken back and replaced with the
//! recorded moves, so that the rest of the game remains legal. Because some clients do not wait for
//! answers, all lines up to and including the next one that requests a move are sent in one write.

use engine::vocabulary::Vertex;

use crate::program::{Program, points};
use crate::sections;

/// Replays all games in a file, ending each line with `line_end`. Returns the number of lines that
/// were answered.
///
/// # Errors
/// The first failure of each game, one per line, with the name of the file and the line number. A
/// line before the first game and a game without lines are errors, too.
pub fn hold(file: &str, text: &str, options: &str, line_end: &str) -> Result<usize, String> {
    let mut failures = Vec::new();
    let mut answered = 0;
    for game in sections::split(file, text, "game")? {
        let steps = game.steps.iter().map(|&(number, line)| Step::read(number, line));
        let steps: Vec<Step<'_>> = steps.collect();
        let mut talk = Talk::start(&format!("{options} {}", game.options), line_end);
        match talk.hold(&steps) {
            Ok(()) => answered += talk.answered,
            Err((line, problem)) => {
                failures.push(format!("{file}:{line}: game {}: {problem}", game.title));
            }
        }
    }
    if failures.is_empty() { Ok(answered) } else { Err(failures.join("\n")) }
}

/// A line sent by the client.
struct Step<'a> {
    /// The number of the line in the file, counting from 1.
    number: usize,
    line: &'a str,
    answer: &'a str,
    /// Whether the line is sent only if its command is listed.
    only_listed: bool,
}

impl<'a> Step<'a> {
    fn read(number: usize, text: &'a str) -> Self {
        let (line, answer) = text.split_once(" -> ").unwrap_or((text, "an answer in the file"));
        let plain = answer.strip_suffix(" if listed");
        Self { number, line, answer: plain.unwrap_or(answer), only_listed: plain.is_some() }
    }
}

struct Talk<'a> {
    program: Program,
    listed: Vec<String>,
    line_end: &'a str,
    answered: usize,
}

impl<'a> Talk<'a> {
    fn start(options: &str, line_end: &'a str) -> Self {
        let mut program = Program::start(options);
        let listed = program.ask("list_commands").lines().map(str::to_owned).collect();
        Self { program, listed, line_end, answered: 0 }
    }

    fn hold(&mut self, steps: &[Step<'_>]) -> Result<(), (usize, String)> {
        let sent: Vec<&Step<'_>> = steps.iter().filter(|step| self.is_sent(step)).collect();
        for batch in sent.split_inclusive(|step| asks_for_move(step.answer)) {
            let lines = batch.iter().map(|step| format!("{}{}", step.line, self.line_end));
            self.program.send(lines.collect::<String>());
            for step in batch {
                let found = self.program.response();
                self.check(step, &found).map_err(|problem| {
                    (step.number, format!("'{}' was answered {found:?}: {problem}", step.line))
                })?;
                self.answered += 1;
            }
        }
        Ok(())
    }

    fn is_sent(&self, step: &Step<'_>) -> bool {
        let name = step.line.split(' ').next().unwrap_or_default();
        !step.only_listed || self.listed.iter().any(|listed| listed == name)
    }

    fn check(&mut self, step: &Step<'_>, found: &str) -> Result<(), String> {
        let (kind, recorded) = step.answer.split_once(' ').unwrap_or((step.answer, ""));
        let body = found.strip_prefix('=').and_then(|rest| rest.strip_suffix("\n\n"));
        match (kind, body) {
            ("failure", None) if found.starts_with("? ") => Ok(()),
            ("text", Some(_)) | ("ok", Some(" ")) => Ok(()),
            ("move", Some(body)) => self.follow(step.line, body.trim_start(), recorded),
            ("analysis", Some(body)) => {
                let lines: Vec<&str> = body.lines().collect();
                match lines[..] {
                    ["", _, .., last] if last.starts_with("play ") => {
                        self.follow(step.line, last.trim_start_matches("play "), recorded)
                    }
                    _ => Err("lines, then 'play' and a move were expected".to_owned()),
                }
            }
            ("handicap", Some(body)) => self.place_again(points(body), points(recorded)),
            (expected, _) => Err(format!("'{expected}' was expected")),
        }
    }

    /// Checks the generated move and replaces it with the recorded one.
    fn follow(&mut self, line: &str, found: &str, recorded: &str) -> Result<(), String> {
        let color = line.split(' ').nth(1).unwrap_or_default();
        if found != "resign" {
            let vertex: Option<Vertex> = found.parse().ok();
            if found != "pass" && vertex.is_none_or(|vertex| vertex.to_string() != found) {
                return Err("not a vertex in the form that clients read".to_owned());
            }
            self.program.ask("undo");
            if self.program.ask(&format!("is_legal {color} {found}")) != "1" {
                return Err("an illegal move".to_owned());
            }
        }
        if recorded != "resign" {
            self.program.ask(&format!("play {color} {recorded}"));
        }
        Ok(())
    }

    fn place_again(&mut self, found: Vec<Vertex>, recorded: Vec<Vertex>) -> Result<(), String> {
        let mut different = found.clone();
        different.sort_unstable_by_key(ToString::to_string);
        different.dedup();
        if different.len() != recorded.len() || found.len() != recorded.len() {
            return Err(format!("{} points were expected", recorded.len()));
        }
        let stones: Vec<String> = recorded.iter().map(ToString::to_string).collect();
        self.program.ask("clear_board");
        self.program.ask(&format!("set_free_handicap {}", stones.join(" ")));
        Ok(())
    }
}

fn asks_for_move(answer: &str) -> bool {
    ["move", "analysis", "handicap"].iter().any(|kind| answer.starts_with(kind))
}
