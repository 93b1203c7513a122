//! The arguments of `mengxi fit`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use assembly::values::{self, expecting};
use clap::{Args, ValueEnum};
use games::settings::EvaluationName;

/// The arguments of the task `fit`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct FitOptions {
    /// The game.
    pub game: GameName,

    /// File of games, to which new ones are added.
    #[arg(long, value_name = "FILE")]
    pub games: PathBuf,

    /// Plays until the file holds this many games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub play: usize,

    /// The evaluation in these games.
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub evaluation: EvaluationName,

    /// The depth of the searches in these games, in moves.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,

    /// The number of passes over the positions.
    #[arg(long, value_name = "N", default_value = "20", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub rounds: NonZeroUsize,

    /// The weight of the game's result in what an estimate learns from, 0 to 1. The rest is the
    /// estimates of later positions or, in Chinese chess, what the search of the position expected.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = expecting(values::share))]
    pub lambda: f64,

    /// File for the weights; without it, games are only played.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A game with a fitted evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Gomoku.
    Gomoku,
    /// Othello.
    Othello,
    /// Chinese chess.
    Xiangqi,
}
