//! `mengxi match`: the program against itself, both sides in one process.
//!
//! | module | holds |
//! | --- | --- |
//! | `side` | what one side plays with |
//! | `game` | one game |
//! | `statistics` | what the games say |
//!
//! As many games are played at once as there are threads, each with one thread, so that all cores
//! are busy all the time. [`write()`] is called by the program alone.

mod game;
mod side;
mod statistics;

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use assembly::options::Options;
use assembly::parameters::{Assignment, PARAMETERS};
use assembly::values::{self, expecting};
use clap::Args;
use engine::sgf;
use engine::vocabulary::Color;
use parking_lot::Mutex;
use rayon::prelude::*;

pub(crate) use game::{Conditions, Record, seed_from};
pub(crate) use side::common;
pub(crate) use statistics::Tally;

use statistics::Standing;

use crate::long_tasks::{ResultFile, about, bar, pool};

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
    #[arg(long, value_name = "N", default_value = "100", value_parser = expecting(values::count::<NonZeroU32>))]
    pub games: NonZeroU32,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = expecting(values::whole::<u16>))]
    pub opening_moves: u16,

    /// Writes each game to a file in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub sgf: Option<PathBuf>,
}

/// The seed where none is given: a match is the same each time unless another one is asked for.
pub(crate) const SEED: u64 = 1;

/// How the games still to be played are told, by indicatif's template.
pub(crate) const GAMES_LEFT: &str = "{pos}/{len} games, {eta} left";

/// Plays the match asked for and writes its result to `output`.
///
/// # Errors
/// Where a game record or `output` cannot be written.
pub fn write(asked: &MatchOptions, options: &Options, output: &mut impl Write) -> io::Result<()> {
    if let Some(folder) = &asked.sgf {
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
    }
    let conditions = Conditions::new(options, asked.opening_moves);
    let common = common(options);
    let sides = [&asked.a, &asked.b].map(|assignments| side::with(&common, assignments));
    let [a, b] = &sides;
    let seed = options.seed.unwrap_or(SEED);
    let bar = bar(asked.games.get().into(), GAMES_LEFT);
    let tally = Mutex::new(Tally::default());
    let play = |number: u32| -> io::Result<Record> {
        let record = conditions.play(seed, number, [a, b]);
        if let Some(folder) = &asked.sgf {
            keep(folder, number, &record)?;
        }
        let mut tally = tally.lock();
        tally.add(record.won_by_a());
        bar.set_message(format!("A {tally}"));
        bar.inc(1);
        Ok(record)
    };
    let games = (0..asked.games.get()).into_par_iter();
    // Games one by one: whoever is ready takes the next.
    let records: Vec<Record> =
        pool(options)?.install(|| games.with_max_len(1).map(play).collect::<io::Result<_>>())?;
    bar.finish_and_clear();
    for (name, assignments) in [("A", &asked.a), ("B", &asked.b)] {
        writeln!(output, "{name}: {}", listed(assignments))?;
    }
    let games = records.len();
    writeln!(output, "{games} games {}, seed {seed}", conditions_in_words(options))?;
    write!(output, "{}", Standing::of(&records))
}

/// Writes a game to a file whose name tells who was Black.
fn keep(folder: &Path, number: u32, record: &Record) -> io::Result<()> {
    let black = if record.color_of_a == Color::Black { "a" } else { "b" };
    let path = folder.join(format!("{number:05}-{black}-black.sgf"));
    let text = sgf::write(&record.game, Some(&record.result));
    ResultFile::write(ResultFile::create(Some(&path))?, &mut io::sink(), &text)
}

fn listed(assignments: &[Assignment]) -> String {
    if assignments.is_empty() {
        return "as the options say".to_owned();
    }
    assignments.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The limits of a move that are set, each with the name of its parameter.
pub(crate) fn limits(options: &Options) -> impl Iterator<Item = (&'static str, String)> {
    let limits = PARAMETERS.iter().filter(|parameter| parameter.is_limit());
    let limits = limits.map(|parameter| (parameter.name, parameter.get(&options.values)));
    limits.filter(|(_, limit)| limit != "0")
}

/// On which board, under which rules and with which limits is played.
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
mod tests {
    use super::*;
    use crate::test_line;

    /// What a command line prints.
    fn printed(line: &str) -> String {
        let (options, asked) = test_line::read(line);
        let mut output = Vec::new();
        write(&asked, &options, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_match_is_the_same_on_any_number_of_threads() {
        let line = "match --size 5 --komi 0.5 --playouts 40 --games 6 --a prior_features=0 \
                    --a rate_atari=0 --b rave_visits=0 --seed 3";
        let one = printed(&format!("{line} --threads 1"));
        assert_eq!(one, printed(&format!("{line} --threads 2")));
        assert!(one.starts_with("A: prior_features=0 rate_atari=0\nB: rave_visits=0\n"), "{one}");
        assert!(one.contains("6 games on 5x5, chinese rules, komi 0.5, 40 playouts"), "{one}");
        assert!(one.contains("as Black it won") && one.contains(" of 3, as White"), "{one}");
        assert_ne!(one, printed(&line.replace("--seed 3", "--seed 4")));
    }

    #[test]
    fn games_are_kept_as_records() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("new/games");
        let sgf_option = games.display();
        printed(&format!("match --size 5 --playouts 10 --games 3 --sgf {sgf_option}"));
        let names = ["00000-a-black.sgf", "00001-b-black.sgf", "00002-a-black.sgf"];
        for name in names {
            let game = sgf::read(fs::read(games.join(name)).unwrap(), None).unwrap();
            assert!(game.moves().len() > 2, "{name}");
        }
        assert_eq!(fs::read_dir(games).unwrap().count(), names.len());
    }
}
