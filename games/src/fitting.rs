//! The interface through which the laboratory fits the evaluation of a game. The evaluation is a
//! sum of weights selected by features of the position, or a small network.

use std::ops::RangeInclusive;

pub use classical::Score;
use classical::moves_to_end;

use crate::board_game::BoardGame;

/// A game whose evaluation is a sum of weights.
pub trait Fitted: BoardGame {
    /// The number of steps of a weight in one unit of score.
    const PARTS: f32;

    /// The fraction of the error of an estimate that is corrected at the first position of the fit.
    /// The fraction falls to zero by the end. It should be small if the result of one game says
    /// little about the positions in that game.
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

    /// The shape of the evaluation if it is a small network rather than a sum of weights.
    const NETWORK: Option<TwoViews> = None;

    /// The number of steps of the weight with this number in one unit of score.
    fn steps(number: usize) -> f32 {
        let _ = number;
        Self::PARTS
    }

    /// Whether a score is that of a game still open, and not of a forced win or loss.
    fn is_open(score: Score) -> bool {
        moves_to_end::<Self>(score).is_none()
    }

    /// Appends the numbers of the weights whose sum is the estimate for the player to move. A
    /// weight that is subtracted has a number greater by the number of weights. If there are none,
    /// the position is unfit to learn from. For a [network](Self::NETWORK), appends the numbers of
    /// the inputs that are 1 in the view of the player to move, and then the sum of the number of
    /// inputs and the number of the phase.
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

/// The shape of an evaluation that is a small network with two views of the board, one for each
/// player, with the same weights for both, and with direct values of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct TwoViews {
    /// The number of inputs of a view.
    pub inputs: usize,
    /// The number of neurons in the hidden layer of a view.
    pub hidden: usize,
    /// The score that is 1 in the unit of the fit.
    pub unit: f32,
    /// The score from which on a game of the program against itself counts as won, if the searches
    /// of both players agree on it for [some moves](Self::AGREED).
    pub decided: Score,
    /// The number of direct values.
    pub values: usize,
    /// The number of phases of the game, each with its own weights of the output.
    pub phases: usize,
    /// The same input in the view of the other player.
    pub turned: fn(u32) -> u32,
    /// The same input in the mirrored position.
    pub mirrored: fn(u32) -> u32,
    /// The number of the direct value of an input, and whether it counts against the player.
    pub value: fn(u32) -> (usize, bool),
}

impl TwoViews {
    /// The number of searches that must agree that a game is decided.
    pub const AGREED: usize = 6;

    /// The number of the first constant of the hidden layer, after the weights of the inputs.
    pub fn constants_at(&self) -> usize {
        self.inputs * self.hidden
    }

    /// The number of the first direct value.
    pub fn values_at(&self) -> usize {
        self.constants_at() + self.hidden
    }

    /// The number of the first weight of the outputs.
    pub fn outputs_at(&self) -> usize {
        self.values_at() + self.values
    }

    /// The number of the first weight of the output in the phase that this feature stands for.
    pub fn output_at(&self, phase: u32) -> usize {
        self.outputs_at() + (phase as usize - self.inputs) * self.outputs()
    }

    /// The number of weights of the output in one phase.
    pub fn outputs(&self) -> usize {
        2 * self.hidden + 1
    }

    /// The number of all weights.
    pub fn count(&self) -> usize {
        self.outputs_at() + self.phases * self.outputs()
    }
}
