//! `mengxi match`: plays the program against itself, with both sides in one process.
//!
//! | module | contents |
//! | --- | --- |
//! | `side` | the parameters of one side, and the settings on which the results depend |
//! | `game` | one game |
//! | `statistics` | wins, win rates and Elo differences, computed from the games played |
//!
//! As many games run in parallel as there are threads, and each game uses one thread. This keeps
//! all cores busy all the time. [`write()`] is the entry point, and [`jobs`] that of a rank which
//! helps another.

mod game;
mod side;
mod statistics;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use assembly::options::Options;
use assembly::parameters::{Assignment, PARAMETERS, ParameterValues};
use assembly::values::{self, expecting};
use clap::Args;
use parking_lot::Mutex;
use playouts::Origin;
use serde_json::Value;

pub(crate) use game::{Conditions, Record, seed_from};
pub(crate) use side::{common, origin, with_common};
pub(crate) use statistics::Tally;

use statistics::Standing;

use crate::hands::{Hands, Jobs, Worker, unknown};
use crate::interruption::Interruption;
use crate::long_tasks::{ResultFile, bar, naming};
use crate::run_log::RunLog;

/// The arguments of the task `match`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct MatchOptions {
    /// Sets a parameter of side A, by its name in `kata-list-params`; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub a: Vec<Assignment>,

    /// Sets a parameter of side B; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub b: Vec<Assignment>,

    /// Number of games; --threads is the number of games at once.
    #[arg(long, value_name = "N", default_value = "100", value_parser = expecting(values::count::<NonZeroU32>))]
    pub games: NonZeroU32,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = expecting(values::whole::<u16>))]
    pub opening_moves: u16,

    /// Writes each game to a file in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub sgf: Option<PathBuf>,

    /// Saves each finished game to a file, and continues from it.
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
}

/// The default seed. A match consists of the same games each time unless another seed is given.
pub(crate) const SEED: u64 = 1;

/// The indicatif template that shows the progress of the games.
pub(crate) const GAMES_LEFT: &str = "{pos}/{len} games, {eta} left";

/// Plays the games of a match that are not in its log yet, and writes the result of all games to
/// `output`. After an interruption, writes the result of the games finished so far.
///
/// # Errors
/// If a game record, the log or `output` cannot be written, or the log belongs to another match.
pub fn write(
    asked: &MatchOptions,
    options: &Options,
    hands: &Hands<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let game = Match::new(asked, options);
    let (log, mut records) = game.resume()?;
    game.play(log, &mut records, hands)?;
    for (name, assignments) in [("A", &asked.a), ("B", &asked.b)] {
        writeln!(output, "{name}: {}", listed(assignments))?;
    }
    let (all, played) = (records.len(), records.iter().flatten().count());
    let games = if played < all { format!("{played} of {all}") } else { all.to_string() };
    writeln!(output, "{games} games {}, seed {}", conditions_in_words(options), game.seed)?;
    write!(output, "{}", Standing::of(&records))
}

/// The games of a match, for a process that plays some of them for another.
pub fn jobs<'a>(asked: &'a MatchOptions, options: &'a Options) -> Box<dyn Jobs + 'a> {
    Box::new(Match::new(asked, options))
}

/// A match, with everything that is the same for all its games.
struct Match<'a> {
    asked: &'a MatchOptions,
    options: &'a Options,
    conditions: Conditions,
    /// The parameters of side A and side B.
    sides: [ParameterValues; 2],
    seed: u64,
}

impl<'a> Match<'a> {
    fn new(asked: &'a MatchOptions, options: &'a Options) -> Self {
        let common = common(options);
        Self {
            asked,
            options,
            conditions: Conditions::new(options, asked.opening_moves),
            sides: [&asked.a, &asked.b].map(|assignments| side::with(&common, assignments)),
            seed: options.seed.unwrap_or(SEED),
        }
    }

    /// Everything that a game depends on, apart from its number.
    fn origin(&self) -> Origin {
        let (common, [a, b]) = (common(self.options), &self.sides);
        let origin = side::origin("match", self.options, self.asked.opening_moves, self.seed);
        side::with_side(side::with_side(origin, "a", a, &common), "b", b, &common)
    }

    /// Opens the log and returns all games in the order of their numbers, with `None` for each
    /// missing game. If there is a folder for game records, also checks that files can be written
    /// to it, and adds any games from the log that are missing there.
    fn resume(&self) -> io::Result<(RunLog, Vec<Option<Record>>)> {
        let mut seen = BTreeSet::new();
        let entry = |_, line: &Value| {
            let entry = Record::of_json(line).ok_or("expected a finished game")?;
            match seen.insert(entry.0) {
                true => Ok(entry),
                false => Err(format!("expected each game once, but game {} is repeated", entry.0)),
            }
        };
        let (log, past) = RunLog::open(self.asked.log_file.as_deref(), &self.origin(), entry)?;
        let mut records = vec![None; self.asked.games.get() as usize];
        if let Some(folder) = &self.asked.sgf {
            fs::create_dir_all(folder).map_err(|error| naming(folder, &error))?;
            // This file is created only to check that the folder can be written to, and is removed
            // immediately.
            ResultFile::create(Some(&folder.join("game.sgf")))?;
        }
        for (number, record) in past {
            // The log may contain more games than are requested now.
            let Some(place) = records.get_mut(number as usize) else { continue };
            if let Some(folder) = &self.asked.sgf
                && !record_path(folder, number, &record).exists()
            {
                keep(folder, number, &record)?;
            }
            *place = Some(record);
        }
        Ok((log, records))
    }

    /// Has the missing games played until none is left or the match is interrupted.
    fn play(
        &self,
        log: RunLog,
        records: &mut [Option<Record>],
        hands: &Hands<'_>,
    ) -> io::Result<()> {
        let mut tally = Tally::default();
        records.iter().flatten().for_each(|record| tally.add(record.won_by_a()));
        let bar = bar(records.len() as u64, GAMES_LEFT);
        bar.set_position(tally.games().into());
        bar.reset_eta();
        let games = records.iter().zip(0_u32..).filter(|(record, _)| record.is_none());
        let games: Vec<Value> = games.map(|(_, number)| number.into()).collect();
        let shared = Mutex::new((log, tally, records));
        hands.share_out(self.options, self, games.into_iter(), |line| {
            let read = Record::of_json(&line);
            let (number, record) = read.ok_or_else(|| unknown("a finished game", &line))?;
            if let Some(folder) = &self.asked.sgf {
                keep(folder, number, &record)?;
            }
            let mut shared = shared.lock();
            let (log, tally, records) = &mut *shared;
            log.add(&line)?;
            tally.add(record.won_by_a());
            bar.set_message(format!("A {tally}"));
            bar.inc(1);
            if let Some(place) = records.get_mut(number as usize) {
                *place = Some(record);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        Ok(())
    }
}

/// A job is the number of a game, and its result the game's line in the log.
impl Jobs for Match<'_> {
    fn digest(&self) -> String {
        self.origin().digest()
    }

    fn worker<'a>(&'a self, interruption: &'a Interruption) -> Worker<'a> {
        let [a, b] = &self.sides;
        Box::new(move |job| {
            let number = job.as_u64().and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| unknown("the number of a game", job))?;
            let record = self.conditions.play(self.seed, number, [a, b], interruption);
            Ok(record.map(|record| record.json(number)))
        })
    }
}

/// The path of a game's file. The file name shows which side was Black.
fn record_path(folder: &Path, number: u32, record: &Record) -> PathBuf {
    folder.join(format!("{number:05}-{}-black.sgf", record.black()))
}

/// Writes a game to its file in `folder`.
fn keep(folder: &Path, number: u32, record: &Record) -> io::Result<()> {
    let path = record_path(folder, number, record);
    ResultFile::write(ResultFile::create(Some(&path))?, &mut io::sink(), &record.sgf)
}

fn listed(assignments: &[Assignment]) -> String {
    if assignments.is_empty() {
        return "as the options say".to_owned();
    }
    assignments.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The limits set for a move, each with the name of its parameter.
pub(crate) fn limits(options: &Options) -> impl Iterator<Item = (&'static str, String)> {
    let limits = PARAMETERS.iter().filter(|parameter| parameter.is_limit());
    let limits = limits.map(|parameter| (parameter.name, parameter.get(&options.values)));
    limits.filter(|(_, limit)| limit != "0")
}

/// Describes in words the board, the rules, the komi and the limits for a move.
pub(crate) fn conditions_in_words(options: &Options) -> String {
    let Options { size, komi, .. } = options;
    let limits = limits(options).map(|(name, limit)| format!("{limit} {name}"));
    let limits: Vec<String> = limits.collect();
    let limits = match limits.is_empty() {
        true => "5 seconds".to_owned(),
        false => limits.join(", "),
    };
    let rules = options.rules.name().unwrap_or("other");
    format!("on {size}, {rules} rules, komi {komi}, {limits} a move")
}

#[cfg(test)]
mod tests;
