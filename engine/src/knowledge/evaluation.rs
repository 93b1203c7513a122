//! Evaluations of positions, and the traits through which the search asks for them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::rules::GameState;
use crate::vocabulary::{Color, Random};

/// A network's evaluation of a position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The probability of each move: first the points, row by row from the top left, and then the
    /// pass. A move that the rules forbid has `None`. The probabilities add up to 1.
    pub policy: Vec<Option<f32>>,
    /// The probability of winning, 0 to 1.
    pub win: f32,
    /// The probability of losing, 0 to 1.
    pub loss: f32,
    /// The probability of an end without a result, 0 to 1.
    pub no_result: f32,
    /// The mean final score of games between equal players, in points including komi.
    pub score: f32,
    /// The standard deviation of that score, in points.
    pub score_deviation: f32,
    /// The number of points by which the player leads, including komi.
    pub lead: f32,
    /// The predictions about later positions, or `None` from an older network, which makes none.
    pub errors: Option<Errors>,
    /// The ownership of each point, 1 for the player to move, -1 for the opponent.
    pub ownership: Vec<f32>,
}

/// A network's predictions of how long the outcome stays open and of how far its evaluation will
/// prove wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// A measure of how long the outcome will remain open, in moves.
    pub time_left: f32,
    /// The expected error of the win probability minus the loss probability, compared with
    /// positions a few moves later.
    pub win: f32,
    /// The expected error of the score, in points.
    pub score: f32,
}

/// Evaluates positions for one thread.
pub trait Evaluator: Send {
    /// Evaluates the position of `game` with `color` to move. `optimism` is the share, 0 to 1, of
    /// the optimistic policy, which some networks have. `random` supplies all random choices, such
    /// as the symmetry under which the network sees the board. Returns `None` if `stop` is set
    /// during the evaluation.
    fn evaluate(
        &mut self,
        game: &GameState,
        color: Color,
        optimism: f32,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Arc<Evaluation>>;
}

/// A source of evaluations, which all threads of a search share.
pub trait Evaluations: Send + Sync {
    /// Creates the evaluator of one thread.
    fn evaluator(&self) -> Box<dyn Evaluator>;

    /// Forgets earlier evaluations, so that the next ones do not depend on them.
    fn forget(&self);
}
