//! `mengxi learn`: learns the weights of move features from games.

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use assembly::options::Options;
use assembly::values::{self, expecting};
use clap::Args;
use engine::vocabulary::BoardSize;
use playouts::learning::{self, Game, LearnSettings, Learned};

use crate::long_tasks::{ResultFile, bar, naming, pool};
use crate::output_lock::OutputLock;

/// The input and output of the task `learn`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LearnOptions {
    /// Labelled games (.jsonl.gz), game records (.sgf), or folders of them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,

    /// Games for testing, in the same forms. None of them may be among the games to learn from.
    #[arg(long, value_name = "GAMES")]
    pub held_out: Vec<PathBuf>,

    /// File for the table; by default, standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Saves the state of learning to a file, and continues from it.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Minimum number of good moves with a feature for it to get a weight.
    #[arg(long, value_name = "N", default_value = "100", value_parser = expecting(values::count::<NonZeroU32>))]
    pub least: NonZeroU32,

    /// Maximum number of positions to learn from.
    #[arg(long, value_name = "N", default_value = "200000", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub positions: NonZeroUsize,

    /// How often each weight is set.
    #[arg(long, value_name = "N", default_value = "12", value_parser = expecting(values::count::<NonZeroU32>))]
    pub rounds: NonZeroU32,
}

/// Learns from the given games and writes the table, which begins with its origin, to the requested
/// file or to `output`.
///
/// # Errors
/// If a file cannot be read or written, another run is writing it, or no game has the requested
/// size.
pub fn write(asked: &LearnOptions, options: &Options, output: &mut dyn Write) -> io::Result<()> {
    let size = options.size;
    let out = ResultFile::create(asked.out.as_deref())?;
    let checkpoint = asked.checkpoint.as_deref();
    let _lock = checkpoint.map(OutputLock::take).transpose()?;
    let games = games(&asked.games, size)?;
    let held_out = games_or_none(&asked.held_out, size)?;
    let settings = LearnSettings {
        least: asked.least.get(),
        positions: asked.positions.get(),
        rounds: asked.rounds.get(),
        seed: options.seed.unwrap_or(1),
    };
    let bar = bar(0, "{pos}/{len}");
    let show = |part: &'static str, done: usize, all: usize| {
        bar.set_message(part);
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let learned = pool(options)?
        .install(|| learning::learn(size, &games, &held_out, settings, checkpoint, &show))
        .map_err(|error| naming(checkpoint.unwrap_or(Path::new("checkpoint")), &error))?;
    bar.finish_and_clear();
    let text = format!("{}{}", head(asked, size, settings, &learned), learned.table);
    ResultFile::write(out, output, &text)
}

fn games_or_none(paths: &[PathBuf], size: BoardSize) -> io::Result<Vec<Game>> {
    if paths.is_empty() { Ok(Vec::new()) } else { games(paths, size) }
}

/// Reads the games on boards of `size` from files and folders.
///
/// # Errors
/// If a file or folder cannot be read, or there are no such games.
pub(crate) fn games(paths: &[PathBuf], size: BoardSize) -> io::Result<Vec<Game>> {
    let games = Game::read_all(paths, size)?;
    if games.is_empty() {
        let problem = format!("games on {size} were expected in {}", names(paths));
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(games)
}

/// The comments at the head of a table: how it was made, and how well it predicts good moves.
fn head(
    asked: &LearnOptions,
    size: BoardSize,
    settings: LearnSettings,
    learned: &Learned,
) -> String {
    let LearnSettings { least, positions, rounds, seed } = settings;
    let Learned { features, positions: used, prediction, .. } = learned;
    let mut head = format!(
        "# What features of moves add to the logarithm of their chance to be the best, on {size}.\n\
         # mengxi learn --size {size} --least {least} --positions {positions} --rounds {rounds} \
         --seed {seed} {}\n\
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

/// Returns the names of files, without their folders, because these differ from machine to machine.
pub(crate) fn names(paths: &[PathBuf]) -> String {
    let name =
        |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into();
    paths.iter().map(name).collect::<Vec<String>>().join(" ")
}
