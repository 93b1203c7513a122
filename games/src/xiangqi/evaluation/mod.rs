//! Estimates of positions.
//!
//! | evaluation | contents |
//! | --- | --- |
//! | [`Fitted`] | pieces on their points by phases, mobility, attacks on the king: the default |
//! | [`Simple`] | a value for each kind of piece on each point |

mod fitted;
mod simple;

use classical::Score;

use super::board::Board;

pub use fitted::{Fitted, PARTS, Weights, features, first_weights};
pub use simple::Simple;

/// A way to estimate a position.
pub trait Evaluation: Clone + Default + Send + 'static {
    /// The estimate for the player to move, in hundredths of a pawn.
    fn evaluate(&self, board: &Board) -> Score;
}
