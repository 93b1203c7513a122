//! Estimates of positions.
//!
//! | evaluation | contents |
//! | --- | --- |
//! | [`Fitted`] | values of pieces on their points, corrected by a small network: the default |
//! | [`Simple`] | a value for each kind of piece on each point |

mod fitted;
mod simple;

use classical::Score;

use super::board::Board;
use super::piece::Piece;
use super::square::{Square, squares};

pub use fitted::{Fitted, SHAPE, Weights, features, first_weights, steps_at};
pub use simple::Simple;

/// A way to estimate a position. It follows the pieces as they are put and taken; the default is
/// that of an empty board.
pub trait Evaluation: Copy + Default + Send + Sync + 'static {
    /// Notes that a piece has been put on a point.
    fn put(&mut self, piece: Piece, square: Square);

    /// Notes that a piece has been taken from a point.
    fn taken(&mut self, piece: Piece, square: Square);

    /// Notes that a piece has moved.
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.taken(piece, from);
        self.put(piece, to);
    }

    /// The estimate for the player to move, in hundredths of a pawn.
    fn evaluate(&self, board: &Board) -> Score;

    /// The evaluation with the pieces of a board.
    fn of(board: &Board) -> Self {
        let mut evaluation = Self::default();
        for square in squares(board.occupied().set) {
            if let Some(piece) = board.piece_at(square) {
                evaluation.put(piece, square);
            }
        }
        evaluation
    }
}
