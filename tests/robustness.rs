//! Tests of `quit`, signals, the end of the input, and malformed input. In all cases, the program
//! must answer, preserve its state, and end only when told to.

use std::process::Command;
use std::time::{Duration, Instant};

use engine::vocabulary::Random;
use tests::program::{END, Program};

const FAST: &str = "--threads 1 --playouts 20 --seed 1 --size 9 --resign-threshold 0";

/// Options for a search so long that only a command or a signal can end it in time.
const SLOW: &str = "--threads 1 --seconds 60 --size 9";

fn assert_ends_well(program: &mut Program, why: &str) {
    let start = Instant::now();
    let status = program.end_within(END);
    let status = status.unwrap_or_else(|| panic!("{why}: still there after {:?}", start.elapsed()));
    assert_eq!(status.code(), Some(0), "{why}: {}", program.errors());
}

#[test]
fn quit_is_answered_and_ends_the_program() {
    let mut program = Program::start(FAST);
    assert_eq!(program.respond("9 quit"), "=9 \n\n");
    assert_ends_well(&mut program, "quit");
    assert_eq!(program.rest_within(Duration::from_millis(10)), "", "output after quit");
}

/// Commands sent together get the same answers as commands sent one at a time.
#[test]
fn what_was_sent_before_quit_or_the_end_is_carried_out_in_full() {
    let options = "--threads 1 --playouts 3000 --seed 1 --size 9 --resign-threshold 0";
    let commands = ["genmove b", "genmove w", "uct_value"];
    let mut patient = Program::start(options);
    let expected: Vec<String> = commands.iter().map(|command| patient.ask(command)).collect();
    for end in ["quit\n", ""] {
        let mut program = Program::start(options);
        program.send(format!("{}\n{end}", commands.join("\n")));
        program.close_input();
        for (command, expected) in commands.iter().zip(&expected) {
            assert_eq!(program.response(), format!("= {expected}\n\n"), "{command} before '{end}'");
        }
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut program = Program::start(FAST);
    assert_eq!(program.respond("protocol_version"), "= 2\n\n");
    program.close_input();
    assert_ends_well(&mut program, "end of input");
    assert_eq!(program.rest_within(Duration::from_millis(10)), "", "output after the end");
}

#[test]
fn commands_before_the_end_of_the_input_are_answered() {
    let mut program = Program::start(FAST);
    program.send("1 genmove b\n2 protocol_version\n3 protocol_version");
    program.close_input();
    assert!(program.response().starts_with("=1 "));
    assert_eq!(program.response(), "=2 2\n\n");
    assert_eq!(program.response(), "=3 2\n\n", "a last line without a line feed");
    assert_ends_well(&mut program, "end of input behind a search");
}

#[cfg(unix)]
fn send_signal(signal: &str, program: &Program) {
    let process = program.id().to_string();
    let sent = Command::new("kill").args([&format!("-{signal}"), &process]).status();
    assert!(sent.is_ok_and(|status| status.success()), "no signal was sent");
}

#[cfg(unix)]
#[test]
fn sigint_only_interrupts_after_gogui_sigint() {
    let mut program = Program::start(SLOW);
    assert_eq!(program.ask("gogui-sigint"), program.id().to_string());
    send_signal("INT", &program);
    for id in [1, 2] {
        program.send(format!("{id} genmove b\n"));
        std::thread::sleep(Duration::from_millis(200));
        let start = Instant::now();
        send_signal("INT", &program);
        assert!(program.response().starts_with(&format!("={id} ")));
        assert!(start.elapsed() < END, "{:?}", start.elapsed());
    }
    assert_eq!(program.ask("protocol_version"), "2");
    send_signal("TERM", &program);
    assert!(program.end_within(END).is_some());
}

#[cfg(unix)]
#[test]
fn signals_end_the_program() {
    for (signal, options, line) in [
        ("TERM", FAST, "name\n"),
        ("INT", FAST, "name\n"),
        ("TERM", SLOW, "1 genmove b\n"),
        ("INT", SLOW, "1 genmove b\n"),
    ] {
        let mut program = Program::start(options);
        program.ask("protocol_version");
        program.send(line);
        std::thread::sleep(Duration::from_millis(200));
        send_signal(signal, &program);
        let start = Instant::now();
        assert!(
            program.end_within(END).is_some(),
            "SIG{signal}: still there after {:?}",
            start.elapsed()
        );
        let answer = program.rest_within(Duration::from_millis(100));
        assert!(answer.starts_with('=') && answer.ends_with("\n\n"), "SIG{signal}: {answer:?}");
    }
}

#[test]
fn the_program_ends_when_its_reader_has_gone() {
    use std::process::Stdio;
    let mut child = Command::new(tests::program::path())
        .args(FAST.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        // The program may already have ended.
        std::io::Write::write_all(&mut input, b"name\n").ok();
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() < Duration::from_secs(10), "still running without a reader");
    }
}

/// A program in the middle of a game, and its state, which the tests try to corrupt.
fn program_in_play() -> (Program, String) {
    let mut program = Program::start(FAST);
    for line in ["komi 6.5", "play b E5", "play w C3", "play b pass", "play w G7"] {
        program.ask(line);
    }
    let state = program.state();
    (program, state)
}

/// Checks that the output consists of responses and nothing else.
fn assert_responses(output: &str, context: &str) {
    for block in output.split_inclusive("\n\n") {
        let first = block.chars().next();
        let whole = matches!(first, Some('=' | '?')) && block.ends_with("\n\n");
        assert!(whole && !block.contains('\r'), "{context}: {block:?}");
    }
}

/// Sends bytes, followed by a command whose answer marks the end of the output for these bytes.
/// Returns this output.
fn answers_to(program: &mut Program, bytes: &[u8]) -> String {
    program.send(bytes);
    program.send("\n987654321 protocol_version\n");
    let mut output = String::new();
    loop {
        let response = program.response();
        if response == "=987654321 2\n\n" {
            return output;
        }
        output += &response;
    }
}

#[test]
fn random_bytes_change_nothing() {
    let (mut program, state) = program_in_play();
    for seed in 0..40 {
        let mut random = Random::new(seed, 0);
        let length = 1 + random.below(20_000);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let output = answers_to(&mut program, &bytes);
        assert_responses(&output, &format!("seed {seed}"));
        assert!(!output.contains("\n=") && !output.starts_with('='), "seed {seed}: a success");
        assert_eq!(program.state(), state, "seed {seed}");
    }
}

#[test]
fn lines_of_megabytes_change_nothing() {
    let (mut program, state) = program_in_play();
    let long = |byte: u8| vec![byte; 3 << 20];
    let play = [b"play b A1 ".to_vec(), long(b'x')].concat();
    let id = long(b'7');
    let zeros = long(0);
    let arguments = [b"set_free_handicap ".to_vec(), b"A1 ".repeat(1 << 19)].concat();
    for bytes in [play, id, zeros, arguments, long(b' '), long(b'#'), long(0xff)] {
        let output = answers_to(&mut program, &bytes);
        assert_responses(&output, "a long line");
        assert_eq!(program.state(), state, "a long line changed the game");
    }
}

/// Arguments at or beyond the limits of what commands accept.
const ARGUMENTS: &[&str] = &[
    "",
    "b",
    "w",
    "black",
    "x",
    "A1",
    "T19",
    "Z25",
    "I5",
    "pass",
    "resign",
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "25",
    "26",
    "361",
    "1e9",
    "1e308",
    "-1e308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "0.5",
    "18446744073709551616",
    "-9223372036854775808",
    "4294967296",
    "\"",
    "\"a b\"",
    "\\",
    "é",
    "#",
    "%s",
    "../..",
    "dead",
    "alive",
    "A0",
    "A26",
    "a1",
    "B2",
    "C3 C3",
];

/// Commands that end the program, write files, or change how long the program thinks.
const NOT_TRIED: &[&str] = &["quit", "printsgf", "time_settings", "kgs-time_settings"];

#[test]
fn commands_with_any_arguments_are_answered() {
    let folder = tempfile::tempdir().expect("a folder for files");
    // A command that reads out a position may take as long as a search for a move, so this test
    // allows little time for a move. The results of the test do not depend on that time.
    let mut program = Program::start_in(&format!("{FAST} --seconds 0.1"), folder.path());
    let commands = program.ask("list_commands");
    let commands: Vec<&str> = commands.lines().filter(|name| !NOT_TRIED.contains(name)).collect();
    let mut random = Random::new(11, 0);
    for number in 0..3_000 {
        let command = commands[random.below(commands.len())];
        let count = random.below(4);
        let arguments: Vec<&str> =
            (0..count).map(|_| ARGUMENTS[random.below(ARGUMENTS.len())]).collect();
        let line = format!("{command} {}", arguments.join(" "));
        let response = answers_to(&mut program, line.as_bytes());
        assert_responses(&response, &format!("line {number}, '{line}'"));
        assert_eq!(response.split_inclusive("\n\n").count(), 1, "'{line}': {response:?}");
        assert!(!response.contains("internal error"), "'{line}': {}", program.errors());
    }
}

#[test]
fn standard_error_cannot_be_taken_for_an_answer() {
    let mut program = Program::start(&format!("{FAST} --log trace"));
    for line in ["play b D4", "genmove w", "foo", "final_score", "loadsgf /no/such.sgf", "quit"] {
        program.respond(line);
    }
    assert!(program.end_within(END).is_some());
    for line in program.errors().lines() {
        let taken = ["=", "?", "info", "play"].iter().any(|start| line.starts_with(start));
        assert!(!taken, "on standard error: {line}");
    }
}
