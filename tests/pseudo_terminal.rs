//! A program in a terminal of its own, as a person uses it: what is typed there, and what is shown.

use std::process::Command;

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};
use tests::program::PATIENCE;

/// Runs a command with its arguments in a terminal of its own.
pub(crate) fn run(command: &mut Command) -> PtySession {
    command.env("TERM", "xterm");
    let patience = u64::try_from(PATIENCE.as_millis()).expect("a short time");
    let command = std::mem::replace(command, Command::new(""));
    spawn_command(command, Some(patience)).expect("the program starts on a terminal")
}

/// Waits for `text` in the output and returns the output before it.
pub(crate) fn until(session: &mut PtySession, text: &str) -> String {
    session.exp_string(text).unwrap_or_else(|error| panic!("'{text}' was expected: {error}"))
}

pub(crate) fn type_keys(session: &mut PtySession, keys: &str) {
    session.send(keys).expect("a terminal that takes keys");
    session.flush().expect("a terminal that takes keys");
}

/// Waits for the end of the program, which must report success.
pub(crate) fn ends_well(session: &mut PtySession) {
    session.exp_eof().expect("the end");
    let status = session.process().wait().expect("an end of the process");
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
}
