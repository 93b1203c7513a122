//! The arguments of `mengxi book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

/// The arguments of the task `book`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct BookOptions {
    /// What to do.
    #[command(subcommand)]
    pub task: BookTask,
}

/// What can be done with books.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum BookTask {
    /// Grows a book by searches, or goes on with one. In Go, the board, komi and rules are those of
    /// --size, --komi and --rules, the network is that of --network, and --visits sets the size of
    /// each search. The other games have none of these options, and --nodes sets the size.
    Build(BuildOptions),
    /// Shows what a book is about, its moves in a position, and the lines that it plays.
    Show(ShowOptions),
}

/// The arguments of `book build`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct BuildOptions {
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "go")]
    pub game: BookOf,

    /// File for the book. If it exists, the book in it grows further.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Ends after this many hours, such as 0.5.
    #[arg(long, value_name = "H", value_parser = hours)]
    pub hours: Option<Duration>,

    /// Ends after this many searches.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: Option<u64>,

    /// Size of each search in positions, in games other than Go; 2000000 by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Moves of a position that one search values.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub moves: u32,

    /// Loss of value that counts as much as a move of depth, in the unit of the values; by default
    /// it depends on the game, and in Go it is 400, a win rate of 2 %.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    pub ply: Option<i32>,

    /// Greatest depth of the book in moves.
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub deepest: u32,

    /// Searches the positions of a text book of Fuego or Pachi, of a game record or of a folder of
    /// records first; for Go.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// The arguments of `book show`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct ShowOptions {
    /// The book, in any form that --book takes. For one that serves all sizes, --size sets that of
    /// the board.
    #[arg(value_name = "FILE")]
    pub file: String,

    /// Moves from the start to the position to be shown.
    pub moves: Vec<String>,
}

/// A game that has books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BookOf {
    /// Go, with the values of the network's search.
    Go,
    /// Gomoku.
    Gomoku,
    /// Othello.
    Othello,
    /// Chinese chess.
    Xiangqi,
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: Option<f64> = text.parse().ok().filter(|hours| *hours > 0.0 && *hours <= 1e5);
    hours
        .and_then(|hours| Duration::try_from_secs_f64(3600.0 * hours).ok())
        .ok_or_else(|| format!("expected a number of hours such as 0.5, got '{text}'"))
}
