//! The vocabulary of alpha-beta: values, windows and bounds.

use super::conditions;
use super::dependence::Dependence;
use super::game::{Bounds, Score};

/// The score of a position, together with its dependence on estimates and on the path. The score is
/// exact inside the search window and a bound outside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether the score depends on an estimate.
    pub(super) is_estimate: bool,
    /// The positions on the path that the score depends on.
    pub(super) dependence: Dependence,
}

impl Value {
    pub(super) fn certain(score: Score) -> Self {
        Self { score, is_estimate: false, dependence: Dependence::NONE }
    }

    /// The same value from the opponent's perspective.
    pub(super) fn negated(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The range of scores that matters at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// All scores. The smallest integer is excluded because it has no negation.
    pub(super) const ALL: Self = Self { alpha: -Score::MAX, beta: Score::MAX };

    /// A null window that only tests whether the score is at least `beta`.
    pub(super) fn at_least(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether a score is inside the window and therefore exact rather than a bound.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    pub(super) fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) fn within(self, bounds: Bounds) -> Self {
        Self { alpha: self.alpha.max(bounds.low - 1), beta: self.beta.min(bounds.high) }
    }
}

/// A lower or an upper bound on the value of a position for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreBound {
    pub(super) is_least: bool,
    pub(super) score: Score,
    /// The possible values of a repetition.
    pub(super) repetitions: Bounds,
}

impl ScoreBound {
    /// Whether a repetition may have produced the bound.
    pub(super) fn may_rest_on_repetition(self) -> bool {
        match self.is_least {
            true => self.score <= self.repetitions.high,
            false => self.score >= self.repetitions.low,
        }
    }
}

impl conditions::Claim for ScoreBound {
    fn turned(self) -> Self {
        let repetitions = self.repetitions.turned();
        Self { is_least: !self.is_least, score: -self.score, repetitions }
    }
}

/// A query about a position: whether its score, counted from the root, is below, inside or above a
/// window, at a given depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowQuery {
    pub(super) key: u64,
    /// The possible values of a repetition.
    pub(super) repetitions: Bounds,
    pub(super) window: Window,
    pub(super) depth: u32,
    /// The distance from the root.
    pub(super) ply: usize,
}
