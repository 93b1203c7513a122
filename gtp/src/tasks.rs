//! What the tasks of the program are told beside the options that say how to play.
//!
//! Each field is an option or an argument of one task; its comment is the text of the help.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;

use crate::arena::Assignment;
use crate::tuning::TunedRange;
use assembly::options::expecting;
use assembly::values;

/// What the task `bench` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct BenchOptions {
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,

    /// Prints the node total alone, without measuring anything.
    #[arg(long, hide = true, conflicts_with = "json")]
    pub nodes: bool,
}

/// What the task `learn` learns from, and where it writes.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LearnOptions {
    /// Labelled games (.jsonl.gz), game records (.sgf), or folders of them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,

    /// The same to try what was learned on: no game of these may be among the others.
    #[arg(long, value_name = "GAMES")]
    pub held_out: Vec<PathBuf>,

    /// The file that the table is written to; by default standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Keeps what was learned so far in a file, and goes on from there.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// How often good moves must have a feature for it to get a weight.
    #[arg(long, value_name = "N", default_value = "100")]
    pub least: NonZeroU32,

    /// Learns from so many positions at most.
    #[arg(long, value_name = "N", default_value = "200000")]
    pub positions: NonZeroUsize,

    /// Learns who is likely to own what, too: by playouts, which take most of the time then.
    #[arg(long)]
    pub ownership: bool,

    /// How often each weight is set.
    #[arg(long, value_name = "N", default_value = "12")]
    pub rounds: NonZeroU32,
}

/// What the task `learn-rules` learns from, and where it writes.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LearnRulesOptions {
    /// Labelled games (.jsonl.gz), game records (.sgf), or folders of them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,

    /// Rules to begin with: only what they do not cover is read.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,

    /// The file that the rules are written to; by default standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Learns from so many positions at most, spread over all games.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub positions: NonZeroUsize,

    /// Looks at so many positions to answer one question.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub nodes: NonZeroU64,

    /// The points that a rule may ask for.
    #[arg(long, value_name = "N", default_value = "30")]
    pub points: NonZeroUsize,

    /// Writes the rules that cover so many questions at least.
    #[arg(long, value_name = "N", default_value = "1")]
    pub least: u32,
}

/// What the task `match` plays, and what it keeps.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct MatchOptions {
    /// Sets a parameter of side A, by its name in `kata-list-params`; may be given again.
    #[arg(long, value_name = "NAME=VALUE")]
    pub a: Vec<Assignment>,

    /// The same for side B.
    #[arg(long, value_name = "NAME=VALUE")]
    pub b: Vec<Assignment>,

    /// Games in all; --threads is how many are played at once.
    #[arg(long, value_name = "N", default_value = "100")]
    pub games: NonZeroU32,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2")]
    pub opening_moves: u16,

    /// Writes each game to a file in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub sgf: Option<PathBuf>,
}

/// What the task `tune` tunes, and how.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct TuneOptions {
    /// Parameters with the ranges to look in; START is the value in force unless it is given.
    #[arg(required = true, value_name = "PARAMETER=FROM..TO[:START]")]
    pub parameters: Vec<TunedRange>,

    /// Keeps each step in a file, and goes on from there.
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,

    /// Steps in all, those of the file included.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub steps: NonZeroU32,

    /// Pairs of games a step.
    #[arg(long, value_name = "N", default_value = "1")]
    pub pairs: NonZeroU32,

    /// Steps that are played at once, from the same values.
    #[arg(long, value_name = "N", default_value = "8")]
    pub batch: NonZeroU32,

    /// How far a value is moved up and down to be tried at first, as a share of its range.
    #[arg(long, value_name = "SHARE", default_value = "0.15", value_parser = expecting(values::share))]
    pub perturbation: f64,

    /// How far the values go at first where all games of a step are won, as a share of their ranges.
    #[arg(long, value_name = "SHARE", default_value = "0.02", value_parser = expecting(values::share))]
    pub gain: f64,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2")]
    pub opening_moves: u16,
}
