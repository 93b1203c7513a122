//! Parses the command line of a task, for use in tests.

use assembly::options::Options;
use clap::{Args, Parser};

#[derive(Parser)]
struct Line<A: Args> {
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    asked: A,
}

/// Returns the playing options and the arguments of a task, given a command line that begins with
/// the name of the task.
pub(crate) fn read<A: Args>(line: &str) -> (Options, A) {
    let line = Line::parse_from(line.split_whitespace());
    (line.options, line.asked)
}
