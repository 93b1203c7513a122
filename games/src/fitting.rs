//! What the laboratory needs of a game to fit its evaluation, if that is a sum of weights selected
//! by features of the position.

use std::ops::RangeInclusive;

use crate::board_game::BoardGame;

/// A game whose evaluation is a sum of weights.
pub trait Fitted: BoardGame {
    /// The number of steps of a weight in one unit of score.
    const PARTS: f32;

    /// The part of its error that an estimate loses at the first position of the fit. It falls to
    /// zero. The less one game says of the worth of its positions, the smaller it should be.
    const STEP: f32 = 0.5;

    /// The numbers of random moves with which the games begin, which makes them differ.
    const RANDOM_MOVES: RangeInclusive<usize> = 6..=22;

    /// The moves among which the random ones are drawn; at least one unless the game is over.
    fn random_choices(&self) -> Vec<Self::Move> {
        self.clone().legal_moves()
    }

    /// The number of weights.
    fn weights() -> usize;

    /// The weights with which the fit begins, in units of score.
    fn first_weights() -> Vec<f32> {
        vec![0.0; Self::weights()]
    }

    /// Appends the numbers of the weights whose sum is the estimate for the player to move. A
    /// weight that is subtracted has a number greater by the number of weights. If there are none,
    /// the position is unfit to learn from.
    fn features(&self, into: &mut Vec<u32>);

    /// The result to be expected with this estimate, both in units of score.
    fn expected(estimate: f32) -> f32 {
        estimate
    }

    /// The result for the player to move, in the unit of what is [expected](Self::expected), or
    /// `None` if the game is not over.
    fn margin(&self) -> Option<f32>;

    /// The file of an evaluation with these weights, in steps; those too large for it are cut.
    /// `recipe` is a line on how they were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    fn file(weights: &[i32], recipe: &str) -> std::io::Result<Vec<u8>>;
}
