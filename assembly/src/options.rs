//! The options of play, as the command line and the configuration file name them.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clocks::Allocation;
use engine::player::Level;
use engine::rules::Rules;
use engine::vocabulary::BoardSize;
use log::LevelFilter;

use crate::compose::{self, Table};
use crate::values::{self, Read};

/// How to play: each field is an option of the command line and a key of the configuration file.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Threads that search; by default all cores.
    #[arg(long, global = true, value_name = "N", value_parser = expecting(values::threads))]
    pub threads: Option<NonZeroUsize>,

    /// New simulations a move, exactly.
    #[arg(long, global = true, value_name = "N")]
    pub playouts: Option<NonZeroU64>,

    /// Simulations a move, those reused from the move before included.
    #[arg(long, global = true, value_name = "N")]
    pub visits: Option<NonZeroU64>,

    /// Strength of play: 1 is a beginner's, 15 all that it has.
    #[arg(long, global = true, value_name = "N", default_value_t = Level::FULL, value_parser = expecting(values::level))]
    pub level: Level,

    /// Most seconds a move, with a clock too. Without clock and limits, 5.
    #[arg(long, global = true, value_name = "S", value_parser = expecting(values::some_seconds))]
    pub seconds: Option<f64>,

    /// Seconds kept back of each move's time on a clock, for the way to the controller and back.
    #[arg(long, global = true, value_name = "SECONDS", default_value = "0.1", value_parser = expecting(values::lag))]
    pub lag: f64,

    /// How the time of a clock is shared among the moves.
    #[arg(long, global = true, value_name = "NAME", default_value = "adaptive")]
    pub time_allocation: AllocationName,

    /// Most memory of the search tree, in MiB.
    #[arg(long, global = true, value_name = "MIB", default_value = "512", value_parser = expecting(values::memory))]
    pub memory: usize,

    /// Appends the conversation to a file, with times.
    #[arg(long, global = true, value_name = "FILE")]
    pub gtp_log: Option<PathBuf>,

    /// What the command `name` answers.
    #[arg(long, global = true, default_value = "Mengxi", value_parser = name)]
    pub name: String,

    /// Seed of the random numbers: with one thread and --playouts, the same seed is the same game.
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,

    /// Board size at the start: lines, or WIDTHxHEIGHT.
    #[arg(long, global = true, default_value = "19", value_parser = size)]
    pub size: BoardSize,

    /// Komi at the start, in points.
    #[arg(
        long, global = true, value_name = "POINTS", default_value = "7.5",
        allow_negative_numbers = true, value_parser = expecting(values::komi)
    )]
    pub komi: f64,

    // The names are the engine's own, so the help asks for them.
    #[arg(
        long, global = true, value_name = "NAME", default_value = "chinese", value_parser = rules,
        help = format!("Rules of the game: {}", rules_names())
    )]
    #[expect(missing_docs, reason = "a doc comment here would replace the help")]
    pub rules: Rules,

    /// How playouts choose their moves.
    #[arg(long, global = true, value_name = "NAME", default_value = "heavy")]
    pub policy: PolicyName,

    /// Knows moves by a table that the task `learn` has made, instead of those built in.
    #[arg(long, global = true, value_name = "FILE", value_parser = compose::read_table)]
    pub table: Option<&'static Table>,

    /// Resigns below this chance to win, 0 to 1; 0 is never.
    #[arg(long, global = true, value_name = "P", default_value = "0.1", value_parser = expecting(values::chance))]
    pub resign_threshold: f32,

    /// Thinks in the opponent's time.
    #[arg(long, global = true, overrides_with = "no_ponder")]
    pub ponder: bool,

    /// Thinks in its own time only (the default).
    #[arg(long, global = true, overrides_with = "ponder")]
    pub no_ponder: bool,

    /// Most seconds that it ponders about a position.
    #[arg(long, global = true, value_name = "S", default_value = "60", value_parser = expecting(values::seconds))]
    pub ponder_seconds: f64,

    /// Draws a running search on GoGui's board.
    #[arg(long, global = true)]
    pub live_graphics: bool,

    /// Writes the best variations of each move to standard error, as gtp2ogs reads them.
    #[arg(long, global = true)]
    pub pv_lines: bool,

    /// How much goes to standard error.
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    pub log: LogLevel,

    /// Reads options from a TOML file; the command line wins.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// A way to share time, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AllocationName {
    /// By the moves still expected, less in the opening, more for a move that is not clear.
    Adaptive,
    /// A 35th of what is left for each move, to measure the other against.
    Uniform,
}

impl From<AllocationName> for Allocation {
    fn from(name: AllocationName) -> Self {
        match name {
            AllocationName::Adaptive => Self::Adaptive,
            AllocationName::Uniform => Self::Uniform,
        }
    }
}

/// A playout policy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// What the last move asks for first, then any move that is not bad, guided by knowledge of shapes
    /// and tactics.
    Heavy,
    /// Any legal move that fills no eye of its own player, with equal chances.
    Uniform,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "each says all by its name, here and in the help")]
pub enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Off => Self::Off,
            LogLevel::Error => Self::Error,
            LogLevel::Warn => Self::Warn,
            LogLevel::Info => Self::Info,
            LogLevel::Debug => Self::Debug,
            LogLevel::Trace => Self::Trace,
        }
    }
}

/// Reads a value for the command line, whose errors are sentences of their own.
pub fn expecting<T>(
    read: fn(&str) -> Read<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| read(text).map_err(|expected| format!("{expected} was expected"))
}

fn size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', ':']).unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides
        .and_then(|(width, height)| BoardSize::new(width, height).ok())
        .ok_or_else(|| "1 to 25, or a width and a height as in 9x13, was expected".to_owned())
}

fn rules(text: &str) -> Result<Rules, String> {
    Rules::preset(text).ok_or_else(|| format!("one of {} was expected", rules_names()))
}

fn rules_names() -> String {
    let names: Vec<&str> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// A name ends up on one line of an answer.
fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err("a name on one line was expected".to_owned());
    }
    Ok(text.to_owned())
}
