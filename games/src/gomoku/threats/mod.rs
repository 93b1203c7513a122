//! Games won by one threat after another (Allis, van den Herik and Huntjens, Go-Moku Solved by New
//! Search Techniques, Computational Intelligence, 1996).
//!
//! [`Solver`] first tries fours alone, each of which has one answer (victory by continuous fours),
//! and then fours and open threes (victory by continuous threats). Against a three, it tries every
//! move that could help, so a win that it reports is one.
//!
//! | module | contents |
//! | --- | --- |
//! | `fours` | fours alone, depth first |
//! | `attack` | fours and threes, by proof numbers |

mod attack;
mod fours;
#[cfg(test)]
mod tests;

use classical::{Budget, Game, Goal, ProofNumberSearch};
use clocks::Side;

use super::board::Board;
use super::pattern::Threat;
use super::point::Point;
use attack::Attack;
pub(super) use attack::{answers_to_threes, can_threaten};
use fours::Fours;

/// The most positions for fours alone.
const MOST_OF_FOURS: u64 = 20_000;
/// The memory for their failures, which holds those of several searches.
const MEMORY_OF_FOURS: usize = 1 << 20;
/// The most positions for fours and threes.
const MOST_OF_THREATS: u64 = 200_000;

/// A won game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The moves of both players, as far as there is a choice: after them, the winner has a move
    /// that makes five or an open four, or two ways to five.
    pub line: Vec<Point>,
    /// The number of moves to the end of the game if the opponent resists as in the line. If the
    /// line is incomplete, the game takes at least this number of moves.
    pub moves: usize,
}

/// Looks for wins by threats, and remembers what it has found.
pub struct Solver {
    /// The memory of each search by proof numbers.
    bytes: usize,
    fours: Fours,
    /// A search for each attacker.
    proofs: [ProofNumberSearch<Attack>; 2],
}

impl Solver {
    /// The memory, in bytes, beyond which more does not help.
    pub const MOST_MEMORY: usize = 64 << 20;

    /// Creates a solver whose tables take at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let of_fours = MEMORY_OF_FOURS.min(bytes / 4);
        let (fours, bytes) = (Fours::new(of_fours), (bytes - of_fours) / 2);
        Self { bytes, fours, proofs: [(); 2].map(|()| ProofNumberSearch::new(bytes)) }
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        self.fours.clear();
        self.proofs = [(); 2].map(|()| ProofNumberSearch::new(self.bytes));
    }

    /// Looks for a win of the player to move, in a game that is not over. The result is `None` if
    /// there is none by threats, or if the budget runs out.
    pub fn solve(&mut self, board: &Board, mover: Side, budget: &mut Budget<'_>) -> Option<Win> {
        self.solve_by_fours(board, mover, budget).or_else(|| {
            budget.share(MOST_OF_THREATS, |budget| self.solve_by_threats(board, mover, budget))
        })
    }

    /// The same, by fours alone.
    pub fn solve_by_fours(
        &mut self,
        board: &Board,
        mover: Side,
        budget: &mut Budget<'_>,
    ) -> Option<Win> {
        let fours = &mut self.fours;
        let line = budget.share(MOST_OF_FOURS, |budget| fours.win(board, mover, budget))?;
        Some(complete(board, mover, line))
    }

    fn solve_by_threats(
        &mut self,
        board: &Board,
        mover: Side,
        budget: &mut Budget<'_>,
    ) -> Option<Win> {
        let search = self.proofs.get_mut(super::board::number(mover))?;
        let mut attack = Attack::new(board.clone(), mover);
        let mut line = Vec::new();
        // The table may have forgotten how a line ends, which is then proved anew.
        loop {
            let proof = search.prove(&mut attack, budget);
            if line.is_empty() && proof.verdict != Some(true) {
                return None;
            }
            proof.variation.iter().for_each(|&point| attack.play(point));
            line.extend(&proof.variation);
            if proof.variation.is_empty() || attack.status().verdict().is_some() {
                return Some(complete(board, mover, line));
            }
        }
    }
}

/// Adds the move that decides, if it is the winner's turn after a line of moves, and counts the
/// moves to the end.
fn complete(board: &Board, winner: Side, mut line: Vec<Point>) -> Win {
    let mut after = Attack::new(board.clone(), winner);
    line.iter().for_each(|&point| after.play(point));
    if after.status().verdict().is_none() {
        return Win { moves: line.len() | 1, line };
    }
    let decide = |threat| after.board().threats(winner, threat).into_iter().next();
    let rest = if !line.len().is_multiple_of(2) {
        // The opponent cannot close two ways to five, or cannot prevent an open four.
        if after.board().threats(winner, Threat::Five).is_empty() { 4 } else { 2 }
    } else if let Some(five) = decide(Threat::Five) {
        line.push(five);
        0
    } else {
        line.extend(decide(Threat::OpenFour));
        2
    };
    Win { moves: line.len() + rest, line }
}
