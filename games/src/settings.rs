//! The settings of a player, and the arguments of the tasks that set them.

use std::time::Duration;

use books::Variety;
use clap::{Args, ValueEnum};
use clocks::Pacing;

use crate::opening::Opening;

/// The settings of a player. Whichever limit is reached first ends a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limit for a move in time, with a clock or without one.
    pub seconds: Option<Duration>,
    /// The limit for a move in depth, in moves.
    pub depth: Option<u32>,
    /// The limit for a move in positions.
    pub nodes: Option<u64>,
    /// The number of threads that search.
    pub threads: usize,
    /// The memory for tables of positions, in bytes.
    pub memory: usize,
    /// The search.
    pub search: SearchName,
    /// How the time of a clock is shared among the moves.
    pub pacing: Pacing,
    /// From 1 to [`FULL_STRENGTH`](Self::FULL_STRENGTH).
    pub level: u32,
    /// The opening book, which is used at full strength.
    pub opening: Option<Opening>,
    /// How a move is chosen among several of the book.
    pub variety: Variety,
}

/// One thread, 64 MiB, full strength, no limits, and no book.
impl Default for Settings {
    fn default() -> Self {
        Self {
            seconds: None,
            depth: None,
            nodes: None,
            threads: 1,
            memory: 64 << 20,
            search: SearchName::default(),
            pacing: Pacing::default(),
            level: Self::FULL_STRENGTH,
            opening: None,
            variety: Variety::default(),
        }
    }
}

impl Settings {
    /// The level without a limit of its own.
    pub const FULL_STRENGTH: u32 = 20;
    /// The limit for a move if nothing else limits it.
    pub const SECONDS: Duration = Duration::from_secs(5);

    /// The number of positions that the level allows for a move: 16 at level 1, and twice as many
    /// at every second level.
    pub fn nodes_of_level(&self) -> Option<u64> {
        let doublings = f64::from(self.level.saturating_sub(1)) / 2.0;
        (self.level < Self::FULL_STRENGTH).then(|| (16.0 * libm::exp2(doublings)) as u64)
    }
}

/// The search that finds the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SearchName {
    /// Principal variation search with reductions and forward pruning, by all threads.
    #[default]
    Pvs,
    /// Alpha-beta with a table of positions and ordered moves, without pruning by guesses.
    AlphaBeta,
    /// MTD(f), likewise.
    Mtdf,
    /// Minimax, which leaves out nothing.
    Minimax,
    /// Alpha-beta that divides a number of positions among the moves, instead of a depth.
    Divided,
}

/// The arguments that the tasks of all games have in common.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct GameOptions {
    /// Limit of each move in depth, in moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,

    /// Limit of each move in positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// How the moves are found.
    #[arg(long, value_name = "NAME", default_value = "pvs")]
    pub search: SearchName,

    /// How positions are judged.
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub evaluation: EvaluationName,
}

/// The evaluation of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EvaluationName {
    /// The program's own, fitted to its games.
    #[default]
    Best,
    /// A few rules of thumb, as in textbooks.
    Simple,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_double_the_positions_every_two_steps() {
        let settings = |level| Settings { memory: 1, level, ..Settings::default() };
        let nodes = [1, 3, 5, 19, 20].map(|level| settings(level).nodes_of_level());
        assert_eq!(nodes, [Some(16), Some(32), Some(64), Some(8192), None]);
    }
}
