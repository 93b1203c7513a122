//! Parses the command line of a task, for use in tests.

use std::ffi::OsString;

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
    read_words(line.split_whitespace()).unwrap()
}

/// The same for the words of a command line, which may have spaces in them.
///
/// # Errors
/// If this is not a command line of the task.
pub(crate) fn read_words<A: Args>(
    words: impl IntoIterator<Item: Into<OsString> + Clone>,
) -> Result<(Options, A), clap::Error> {
    let line = Line::<A>::try_parse_from(words)?;
    Ok((line.options, line.asked))
}
