//! The command line of the program: its options and its tasks.

use std::ffi::OsString;

use assembly::options::Options;
use clap::error::ErrorKind;
use clap::{CommandFactory, Error, Parser, Subcommand};
use lab::bench::BenchOptions;
use lab::learn::LearnOptions;
use lab::learn_rules::LearnRulesOptions;
use lab::matches::MatchOptions;
use lab::tuning::TuneOptions;

use crate::config;

/// A Go engine that speaks the Go Text Protocol on standard input and output.
#[derive(Clone, Debug, Parser)]
#[command(name = "mengxi", version, args_override_self = true)]
pub struct CommandLine {
    /// How to play.
    #[command(flatten)]
    pub options: Options,

    /// What to do; nothing is `gtp`.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// Says what is done anyway, as some engines want to hear it.
    #[arg(long, global = true, hide = true)]
    pub gtp: bool,

    /// The same in the words of GNU Go.
    #[arg(long, global = true, hide = true, value_name = "MODE", value_parser = ["gtp"])]
    pub mode: Option<String>,
}

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Task {
    /// Speaks the Go Text Protocol (the default).
    Gtp,
    /// Measures the speed of this machine and counts the nodes of fixed searches.
    Bench(BenchOptions),
    /// Learns what good moves are from games on boards of --size, and writes a table of it.
    Learn(LearnOptions),
    /// Learns rules of reading from the positions of games on boards of --size, and writes them.
    LearnRules(LearnRulesOptions),
    /// Plays itself: side A against side B, each with the options and parameters of its own.
    Match(MatchOptions),
    /// Finds values of parameters by games with a little more of each against a little less (SPSA).
    Tune(TuneOptions),
    /// Prints the manual page.
    Man,
    /// Prints the table of protocol commands in Markdown.
    #[command(hide = true)]
    Commands,
}

impl CommandLine {
    /// Reads the command line, the program's name first, and the configuration file it names.
    ///
    /// # Errors
    /// Where an option is wrong, here or there, or the file cannot be read; also where help or
    /// the version is asked for. [`Error::exit`] does what is due for each.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Error> {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        let plain = Self::try_parse_from(&arguments)?;
        let Some(path) = &plain.options.config else { return Ok(plain) };
        let configured = config::arguments(path).map_err(|problem| {
            let problem = format!("in the configuration file {}: {problem}", path.display());
            Self::command().error(ErrorKind::InvalidValue, problem)
        })?;
        let rest = arguments.split_off(arguments.len().min(1));
        Self::try_parse_from(arguments.into_iter().chain(configured).chain(rest))
    }
}

#[cfg(test)]
mod tests;
