//! Estimates of positions in which the game is not over.
//!
//! | evaluation | contents |
//! | --- | --- |
//! | [`Fitted`] | what a move to each empty point makes, fitted to games: the default |
//! | [`Simple`] | the shapes in all lines |

mod fitted;
mod lines;
mod simple;

use classical::Score;
use clocks::Side;

use super::board::{Board, Observer};
use super::point::Point;

pub use fitted::{Fitted, PARTS, Weights, features};
pub use simple::Simple;

/// A way to estimate the result of a game, which is kept up to date move by move.
pub trait Evaluation: Observer + Clone + Send + 'static {
    /// Whether positions that threats decide are recognised as such, and answered accordingly.
    const KNOWS_THREATS: bool;
    /// The unit of an estimate, in words.
    const UNIT: &'static str;
    /// The steps of an estimate in one unit.
    const PARTS: Score;
    /// Only points within this distance of a stone are considered.
    const DISTANCE: usize;
    /// The most moves that are considered in a position without threats.
    const MOST_MOVES: usize;

    /// The evaluation of this board.
    fn new(board: &Board) -> Self;

    /// The estimate for the player to move.
    fn estimate(&self, mover: Side) -> Score;

    /// What the point is worth to the player to move, to order moves by.
    fn value(&self, board: &Board, mover: Side, point: Point) -> u32;
}
