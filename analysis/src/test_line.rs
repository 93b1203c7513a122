//! Parses the command line of the task, for use in tests.

use assembly::options::Options;
use clap::Parser;

use crate::options::AnalysisOptions;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    asked: AnalysisOptions,
}

/// Returns the playing options and those of the task, given a command line that begins with the
/// name of the task.
pub(crate) fn read(line: &str) -> (Options, AnalysisOptions) {
    let line = Line::parse_from(line.split_whitespace());
    (line.options, line.asked)
}
