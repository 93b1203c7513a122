//! Standard error: the log, and what `echo_err` writes.
//!
//! Controllers look for answers and analysis on standard error too, so no line there may begin
//! like one of those.

use std::io::{self, Write};
use std::panic;

use log::LevelFilter;

/// What a line must not begin with.
const TAKEN: [&str; 4] = ["=", "?", "info", "play"];

/// Writes lines to standard error. That this may fail concerns nobody.
pub(crate) fn write(text: &str) {
    let _ = io::stderr().lock().write_all(harmless(text).as_bytes());
}

/// The text with a line feed, and a space before each line that would begin like an answer.
fn harmless(text: &str) -> String {
    text.split('\n')
        .map(|line| {
            let taken = TAKEN.iter().any(|beginning| line.starts_with(beginning));
            format!("{}{line}\n", if taken { " " } else { "" })
        })
        .collect()
}

/// Sends the log up to `level` to standard error, panics included.
pub fn start(level: LevelFilter) {
    let started = env_logger::Builder::new()
        .filter_level(level)
        .format(|out, record| {
            let message = record.args().to_string().replace('\n', "\n    ");
            let time = out.timestamp_seconds();
            writeln!(out, "[{time} {} {}] {message}", record.level(), record.target())
        })
        .try_init();
    if started.is_ok() {
        panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_like_an_answer() {
        assert_eq!(harmless("hello"), "hello\n");
        assert_eq!(harmless("= 1\ninfo x\n? y\nplaying"), " = 1\n info x\n ? y\n playing\n");
        assert_eq!(harmless(""), "\n");
    }
}
