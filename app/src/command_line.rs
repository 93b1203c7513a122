//! The command line of the program: its options and its tasks.

use assembly::options::Options;
use clap::{Parser, Subcommand};
use lab::bench::BenchOptions;
use lab::learn::LearnOptions;
use lab::learn_rules::LearnRulesOptions;
use lab::matches::MatchOptions;
use lab::tuning::TuneOptions;

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
    /// Prints the tables of options and parameters in Markdown.
    #[command(hide = true)]
    Options,
    /// Prints the table of protocol commands in Markdown.
    #[command(hide = true)]
    Commands,
}

#[cfg(test)]
mod tests;
