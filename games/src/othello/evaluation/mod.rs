//! Estimates of positions in which the game is not over.
//!
//! | evaluation | contents |
//! | --- | --- |
//! | [`Fitted`] | what shapes on the board contain, fitted to games: the default |
//! | [`Simple`] | 3 x weights of squares + 7 x frontier discs |
//! | [`WeightsAndMobility`] | weights of squares + mobility |
//! | [`Mobile`] | mobility, corners and stable discs; orders the moves of the endgame |

mod fitted;
mod mobile;
mod shapes;
mod simple;

use classical::Score;

use super::board::Board;

pub use fitted::{Fitted, PARTS, Weights, features};
pub use mobile::Mobile;
pub use simple::{Simple, WeightsAndMobility};

/// A way to estimate the result of a game.
pub trait Evaluation: Clone + Default + Send + 'static {
    /// Whether the search may rely on predictions of its scores, which were measured with it.
    const IS_PREDICTED: bool = false;

    /// The estimated result for the player to move, in hundredths of a disc. The game is not over.
    fn evaluate(&self, board: Board) -> Score;
}
