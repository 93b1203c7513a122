//! `mengxi learn`: weights of what moves are and do, learned from games.

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use assembly::options::Options;
use assembly::values::{self, expecting};
use clap::Args;
use engine::vocabulary::BoardSize;
use playouts::learning::{self, Game, LearnSettings, Learned};

use crate::long_tasks::{ResultFile, about, bar, pool};

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
    #[arg(long, value_name = "N", default_value = "100", value_parser = expecting(values::count::<NonZeroU32>))]
    pub least: NonZeroU32,

    /// Learns from so many positions at most.
    #[arg(long, value_name = "N", default_value = "200000", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub positions: NonZeroUsize,

    /// Learns who is likely to own what, too: by playouts, which take most of the time then.
    #[arg(long)]
    pub ownership: bool,

    /// How often each weight is set.
    #[arg(long, value_name = "N", default_value = "12", value_parser = expecting(values::count::<NonZeroU32>))]
    pub rounds: NonZeroU32,
}

/// Learns from the games asked for and writes the table, headed by where it comes from, to its file
/// or to `output`.
///
/// # Errors
/// Where a file cannot be read or written, or no game is of the size asked for.
pub fn write(asked: &LearnOptions, options: &Options, output: &mut impl Write) -> io::Result<()> {
    let size = options.size;
    let out = ResultFile::create(asked.out.as_deref())?;
    let games = games(&asked.games, size)?;
    let held_out = games_or_none(&asked.held_out, size)?;
    let settings = LearnSettings {
        least: asked.least.get(),
        positions: asked.positions.get(),
        ownership: asked.ownership,
        rounds: asked.rounds.get(),
        seed: options.seed.unwrap_or(1),
    };
    let bar = bar(0, "{pos}/{len}");
    let show = |part: &'static str, done: usize, all: usize| {
        bar.set_message(part);
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let checkpoint = asked.checkpoint.as_deref();
    let learned = pool(options)?
        .install(|| learning::learn(size, &games, &held_out, settings, checkpoint, &show))
        .map_err(|error| about(checkpoint.unwrap_or(Path::new("checkpoint")), &error))?;
    bar.finish_and_clear();
    let text = format!("{}{}", head(asked, size, settings, &learned), learned.table);
    ResultFile::write(out, output, &text)
}

fn games_or_none(paths: &[PathBuf], size: BoardSize) -> io::Result<Vec<Game>> {
    if paths.is_empty() { Ok(Vec::new()) } else { games(paths, size) }
}

/// The games on boards of `size` in files and folders.
///
/// # Errors
/// Where one cannot be read, or there is none.
pub(crate) fn games(paths: &[PathBuf], size: BoardSize) -> io::Result<Vec<Game>> {
    let games = Game::read_all(paths, size)?;
    if games.is_empty() {
        let problem = format!("games on {size} were expected in {}", names(paths));
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(games)
}

/// What is said of a table in front of it: how it was made, and how good it is.
fn head(
    asked: &LearnOptions,
    size: BoardSize,
    settings: LearnSettings,
    learned: &Learned,
) -> String {
    let LearnSettings { least, positions, ownership, rounds, seed } = settings;
    let ownership = if ownership { " --ownership" } else { "" };
    let Learned { features, positions: used, prediction, .. } = learned;
    let mut head = format!(
        "# What features of moves add to the logarithm of their chance to be the best, on {size}.\n\
         # mengxi learn --size {size} --least {least} --positions {positions} --rounds {rounds} \
         --seed {seed}{ownership} {}\n\
         # {features} features from {used} positions.\n",
        names(&asked.games)
    );
    if prediction.positions > 0 {
        let share = 100.0 * prediction.first as f64 / prediction.positions as f64;
        head += &format!(
            "# The best move of {} positions held out ({}) is the first in {share:.1} %; mean \
             logarithm of its chance {:.3}.\n",
            prediction.positions,
            names(&asked.held_out),
            -prediction.loss
        );
    }
    head
}

/// The names of files without their folders, which are other ones elsewhere.
pub(crate) fn names(paths: &[PathBuf]) -> String {
    let name =
        |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into();
    paths.iter().map(name).collect::<Vec<String>>().join(" ")
}
