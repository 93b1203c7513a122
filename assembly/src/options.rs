//! The playing options, on the command line and in the configuration file.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use clocks::Allocation;
use engine::rules::Rules;
use engine::vocabulary::BoardSize;
use log::LevelFilter;

use crate::knowledge::{self, Table};
use crate::parameters::ParameterValues;
use crate::ranks::CommandWords;
use crate::values::{self, expecting};

pub use crate::knowledge::PolicyName;

/// The playing options. Each field is both a command-line option and a key in the configuration
/// file.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// The parameters.
    #[command(flatten)]
    pub values: ParameterValues,

    /// How the time of a clock is shared among the moves.
    #[arg(long, global = true, value_name = "NAME", default_value = "adaptive")]
    pub time_allocation: AllocationName,

    /// Appends the conversation to a file, with timestamps.
    #[arg(long, global = true, value_name = "FILE")]
    pub gtp_log: Option<PathBuf>,

    /// The answer to the command `name`.
    #[arg(long, global = true, default_value = "Mengxi", value_parser = name)]
    pub name: String,

    /// Seed of the random numbers. With one thread and --playouts, the same seed gives the same
    /// game, on every machine unless --network names a file.
    #[arg(
        long, global = true, value_name = "N", allow_negative_numbers = true,
        value_parser = expecting(values::whole::<u64>)
    )]
    pub seed: Option<u64>,

    /// Board size at the start: a number of lines, or WIDTHxHEIGHT.
    #[arg(long, global = true, default_value = "19", value_parser = size)]
    pub size: BoardSize,

    /// Komi at the start, in points.
    #[arg(
        long, global = true, value_name = "POINTS", default_value = "7.5",
        allow_negative_numbers = true, value_parser = expecting(values::komi)
    )]
    pub komi: f64,

    // The engine defines the names, so the help text is generated from them.
    #[arg(
        long, global = true, value_name = "NAME", default_value = "chinese", value_parser = rules,
        help = format!("Rules of the game: {}", rules_names())
    )]
    #[expect(missing_docs, reason = "a doc comment here would replace the help")]
    pub rules: Rules,

    /// How playouts choose their moves, where the search uses playouts.
    #[arg(long, global = true, value_name = "NAME", default_value = "heavy")]
    pub policy: PolicyName,

    /// Table of move weights for the search by playouts, made by the task `learn`, in place of the
    /// built-in ones.
    #[arg(long, global = true, value_name = "FILE", value_parser = knowledge::read_table)]
    pub table: Option<&'static Table>,

    /// Writes the best variations of each move to standard error, in the format that gtp2ogs reads.
    #[arg(long, global = true)]
    pub pv_lines: bool,

    /// How much is written to standard error.
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    pub log: LogLevel,

    /// Starts helpers on this machine or others, by this command, and searches with them.
    #[arg(long, global = true, value_name = "COMMAND", value_parser = CommandWords::from_str)]
    pub cluster: Option<CommandWords>,

    /// Reads options from a TOML file. Options on the command line take precedence.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The options of an empty command line.
impl Default for Options {
    fn default() -> Self {
        Self {
            values: ParameterValues::default(),
            time_allocation: AllocationName::Adaptive,
            gtp_log: None,
            name: "Mengxi".to_owned(),
            seed: None,
            size: BoardSize::square(19),
            komi: 7.5,
            rules: Rules::default(),
            policy: PolicyName::Heavy,
            table: None,
            pv_lines: false,
            log: LogLevel::Warn,
            cluster: None,
            config: None,
        }
    }
}

/// The name of a time allocation method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AllocationName {
    /// More time for unclear moves and after the opening, by the number of moves still expected.
    Adaptive,
    /// A 35th of the remaining time for each move, as a baseline.
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

/// The level of detail of the log.
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

fn size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', ':']).unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides
        .and_then(|(width, height)| BoardSize::new(width, height).ok())
        .ok_or_else(|| "expected 1 to 25, or a width and a height as in 9x13".to_owned())
}

/// Reads the name of a preset of rules.
///
/// # Errors
/// Says which names there are.
pub fn rules(text: &str) -> Result<Rules, String> {
    Rules::preset(text).ok_or_else(|| format!("expected one of {}", rules_names()))
}

/// The names of the presets of rules.
pub fn rules_names() -> String {
    let names: Vec<&str> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// Accepts only a name without line breaks, because the name is part of a one-line answer.
fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err("expected a name on one line".to_owned());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn an_empty_command_line_gives_the_defaults() {
        let Line { options } = Line::try_parse_from(["mengxi"]).unwrap();
        assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
    }
}
