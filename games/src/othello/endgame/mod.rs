//! The exact result of a game near its end.
//!
//! [`Solver`] searches null windows with negamax until the game is over. Boards with many empty
//! squares order their moves by a shallow search with an evaluation, those with fewer by the
//! opponent's mobility, and the last ones by the parity of the quadrants. A transposition table and
//! bounds from stable discs cut off much of the rest.

mod last;
mod ordering;
mod search;
mod table;
#[cfg(test)]
mod tests;

use classical::{Budget, OutOfBudget};

use super::board::Board;
use super::evaluation::Evaluation;
use super::square::Move;
use search::Search;
use table::Table;

/// The results that a search tells apart, in discs for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// All results up to this one are alike.
    pub low: i32,
    /// All results from this one on are alike.
    pub high: i32,
}

impl Window {
    /// Every result is told apart.
    pub const FULL: Self = Self { low: -64, high: 64 };
    /// Win, draw or loss.
    pub const OUTCOME: Self = Self { low: -1, high: 1 };
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The result of the game in discs for the player to move, with the empty squares counted for
    /// the winner. If it is at or below the window, it is an upper bound of the true result; if it
    /// is at or above the window, it is a lower bound.
    pub score: i32,
    /// The best move. If the score is at or below the window, it is only some legal move. `None` if
    /// the game is over.
    pub best: Option<Move>,
    /// The number of positions searched, including those that the budget was not charged for.
    pub nodes: u64,
}

/// Solves endgames, and remembers what it has found in a table.
#[derive(Clone, Debug)]
pub struct Solver<E> {
    table: Table,
    evaluation: E,
}

impl<E: Evaluation> Solver<E> {
    /// Creates a solver whose table takes at most `bytes` bytes. The evaluation affects only the
    /// order of moves, so it changes the time but never the result.
    pub fn new(evaluation: E, bytes: usize) -> Self {
        Self { table: Table::with_memory(bytes), evaluation }
    }

    /// Forgets all results.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds the result of the game within a window. The budget is charged for the positions with
    /// at least five empty squares and for those of the searches that order moves.
    ///
    /// # Errors
    /// If the budget runs out. What has been found until then remains in the table, so a second
    /// attempt takes less time.
    pub fn solve(
        &mut self,
        board: Board,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<Solution, OutOfBudget> {
        self.table.start_search();
        let mut search = Search::new(&mut self.table, &self.evaluation, budget);
        let low = window.low.clamp(-64, 63);
        let (score, best) = search.root(board, low, window.high.clamp(low + 1, 64))?;
        Ok(Solution { score, best, nodes: search.nodes })
    }
}
