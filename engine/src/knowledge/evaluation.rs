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

impl Evaluation {
    /// The mean of several evaluations of one position, or `None` if there are none. Errors are
    /// predicted only if all of them predict some.
    pub fn mean(all: &[Self]) -> Option<Self> {
        let first = all.first()?;
        let share = 1.0 / all.len() as f32;
        let mean = |value: &dyn Fn(&Self) -> f32| all.iter().map(value).sum::<f32>() * share;
        let score = mean(&|one| one.score);
        let square = mean(&|one| one.score * one.score + one.score_deviation * one.score_deviation);
        let has_errors = all.iter().all(|one| one.errors.is_some());
        let error = |value: fn(Errors) -> f32| mean(&|one| one.errors.map_or(0.0, value));
        let policy = first.policy.iter().enumerate().map(|(at, known)| {
            known.map(|_| mean(&|one| one.policy.get(at).copied().flatten().unwrap_or(0.0)))
        });
        let owned = |at: usize| mean(&|one| one.ownership.get(at).copied().unwrap_or(0.0));
        Some(Self {
            policy: policy.collect(),
            win: mean(&|one| one.win),
            loss: mean(&|one| one.loss),
            no_result: mean(&|one| one.no_result),
            score,
            score_deviation: (square - score * score).max(0.0).sqrt(),
            lead: mean(&|one| one.lead),
            errors: has_errors.then(|| Errors {
                time_left: error(|errors| errors.time_left),
                win: error(|errors| errors.win),
                score: error(|errors| errors.score),
            }),
            ownership: (0..first.ownership.len()).map(owned).collect(),
        })
    }
}

#[cfg(test)]
impl Evaluation {
    /// An evaluation by which the game is even, with this policy, on a board with this number of
    /// points.
    pub(crate) fn even(policy: Vec<Option<f32>>, area: usize) -> Self {
        Self {
            policy,
            win: 0.5,
            loss: 0.5,
            no_result: 0.0,
            score: 0.0,
            score_deviation: 1.0,
            lead: 0.0,
            errors: None,
            ownership: vec![0.0; area],
        }
    }
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

    /// Like [`evaluate`](Self::evaluate), but returns the mean over this number of symmetries, or
    /// over all of them if the board has fewer. An evaluator that knows no symmetries evaluates the
    /// position once.
    fn evaluate_mean(
        &mut self,
        game: &GameState,
        color: Color,
        optimism: f32,
        symmetries: usize,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        let _ = symmetries;
        self.evaluate(game, color, optimism, random, stop)
    }
}

/// A source of evaluations, which all threads of a search share.
pub trait Evaluations: Send + Sync {
    /// Creates the evaluator of one thread.
    fn evaluator(&self) -> Box<dyn Evaluator>;

    /// Whether evaluations come with [their errors](Evaluation::errors).
    fn estimates_errors(&self) -> bool {
        false
    }

    /// Forgets earlier evaluations, so that the next ones do not depend on them.
    fn forget(&self);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An evaluation of a board with one point, which is forbidden or has this probability.
    fn evaluation(share: Option<f32>, win: f32, score: f32, error: Option<f32>) -> Evaluation {
        Evaluation {
            win,
            loss: 1.0 - win,
            score,
            lead: 2.0 * score,
            errors: error.map(|error| Errors { time_left: error, win: error, score: error }),
            ownership: vec![win],
            ..Evaluation::even(vec![share, Some(1.0 - share.unwrap_or(0.0))], 1)
        }
    }

    #[test]
    fn a_mean_takes_all_evaluations_into_account() {
        let all = [(0.25, 0.5, -1.0), (0.75, 0.75, 3.0)];
        let all = all.map(|(share, win, score)| evaluation(Some(share), win, score, Some(win)));
        let mean = Evaluation::mean(&all).expect("some evaluations");
        assert_eq!(mean.policy, [Some(0.5), Some(0.5)]);
        assert_eq!((mean.win, mean.loss, mean.ownership), (0.625, 0.375, vec![0.625]));
        assert_eq!((mean.score, mean.lead), (1.0, 2.0));
        // The scores lie 2 points from their mean, apart from the deviation of each.
        assert!((mean.score_deviation - 5_f32.sqrt()).abs() < 1e-6);
        assert_eq!(mean.errors.map(|errors| errors.win), Some(0.625));
    }

    #[test]
    fn a_mean_forbids_what_is_forbidden_and_knows_no_error_that_is_missing() {
        let all = [Some(0.5), None].map(|error| evaluation(None, 0.5, 0.0, error));
        let mean = Evaluation::mean(&all).expect("some evaluations");
        assert_eq!((mean.policy, mean.errors), (vec![None, Some(1.0)], None));
        assert_eq!(Evaluation::mean(&[]), None);
    }
}
