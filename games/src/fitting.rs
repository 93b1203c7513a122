//! What the laboratory needs of a game to fit its evaluation, if that is a sum of weights selected
//! by features of the position.

use crate::board_game::BoardGame;

/// A game whose evaluation is a sum of weights.
pub trait Fitted: BoardGame {
    /// The number of steps of a weight in one unit of score.
    const PARTS: f32;

    /// The number of weights.
    fn weights() -> usize;

    /// Appends the numbers of the weights whose sum is the estimate for the player to move.
    fn features(&self, into: &mut Vec<u32>);

    /// The result for the player to move, in units of score, or `None` if the game is not over.
    fn margin(&self) -> Option<f32>;

    /// The file of an evaluation with these weights. `recipe` is a line on how they were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    fn file(weights: &[i8], recipe: &str) -> std::io::Result<Vec<u8>>;
}
