//! Tests of the program in a terminal, either used interactively or with a pipe as its input or
//! output.

use std::process::Command;

use rexpect::process::Signal;
use rexpect::session::PtySession;
use tests::program::{PATIENCE, Program, path};

use crate::pseudo_terminal::{ends_well, run, type_keys, until};

const FAST: [&str; 9] =
    ["--gtp", "--size", "9", "--threads", "1", "--playouts", "50", "--seed", "1"];
const PROMPT: &str = "mengxi> ";

/// Starts the program in a terminal and waits until it has shown its prompt.
fn by_hand() -> PtySession {
    let mut session = run(Command::new(path()).args(FAST));
    let greeting = session.exp_string(PROMPT).expect("a prompt");
    assert!(greeting.contains("speaks the Go Text Protocol"), "{greeting}");
    assert_eq!(greeting.lines().filter(|line| line.contains("Mengxi")).count(), 1, "{greeting}");
    session
}

#[test]
fn names_are_completed_and_earlier_lines_recalled() {
    let mut session = by_hand();
    type_keys(&mut session, "protocol_v\t\r");
    until(&mut session, "= 2\r\n");
    until(&mut session, PROMPT);
    type_keys(&mut session, "3 name\r");
    until(&mut session, "=3 Mengxi\r\n");
    until(&mut session, PROMPT);
    let up = "\x1b[A";
    type_keys(&mut session, &format!("{up}{up}\r"));
    until(&mut session, "= 2\r\n");
    type_keys(&mut session, "quit\r");
    until(&mut session, "= \r\n");
    ends_well(&mut session);
}

#[test]
fn lines_typed_ahead_are_executed() {
    let mut session = by_hand();
    type_keys(&mut session, "1 play b D4\r2 list_stones b\r3 quit\r");
    until(&mut session, "=2 D4\r\n");
    until(&mut session, "=3 \r\n");
    ends_well(&mut session);
}

#[test]
fn a_person_leaves_in_several_ways() {
    for key in ['d', 'c'] {
        let mut session = by_hand();
        session.send_control(key).expect("a terminal that takes keys");
        ends_well(&mut session);
    }
    let mut session = by_hand();
    session.process_mut().signal(Signal::SIGTERM).expect("a running process");
    ends_well(&mut session);
}

#[test]
fn an_analysis_goes_on_while_a_line_is_typed() {
    let mut session = by_hand();
    type_keys(&mut session, "lz-analyze b 1\r");
    until(&mut session, "info move ");
    type_keys(&mut session, "na");
    until(&mut session, "info move ");
    type_keys(&mut session, "me\r");
    until(&mut session, "= Mengxi\r\n");
    type_keys(&mut session, "quit\r");
    ends_well(&mut session);
}

/// The output has no prompt, no greeting and no colours: it is exactly what a controller receives.
#[test]
fn nothing_changes_where_one_end_is_a_pipe() {
    let program = path().display();
    let options = FAST.join(" ");
    let mut to_program = run(Command::new("sh")
        .args(["-c", &format!("printf 'name\\nquit\\n' | '{program}' {options}")]));
    let mut from_program =
        run(Command::new("sh").args(["-c", &format!("'{program}' {options} | cat")]));
    type_keys(&mut from_program, "name\nquit\n");
    for session in [&mut to_program, &mut from_program] {
        let said = session.exp_eof().expect("the end");
        // The terminal itself echoes what is typed before the program is ready.
        let answers = said.strip_prefix("name\r\nquit\r\n").unwrap_or(&said);
        assert_eq!(answers, "= Mengxi\r\n\r\n= \r\n\r\n");
    }
    let mut piped = Program::start("--gtp");
    piped.send(b"quit\n");
    assert_eq!(piped.response(), "= \n\n");
    assert!(piped.end_within(PATIENCE).is_some_and(|status| status.success()));
    assert_eq!(piped.errors(), "");
}
