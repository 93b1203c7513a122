//! What alpha-beta asks of a position, and what it says of one: values, windows and claims.

use super::conditions;
use super::dependence::Dependence;
use super::game::{Bounds, Score};

/// The score of a position, a bound only where it is outside the window asked for, and what it
/// depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether it depends on an estimate.
    pub(super) is_estimate: bool,
    /// Where it depends on the way here.
    pub(super) dependence: Dependence,
}

impl Value {
    pub(super) fn certain(score: Score) -> Self {
        Self { score, is_estimate: false, dependence: Dependence::NONE }
    }

    /// The same for the other player.
    pub(super) fn turned(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The part of the scores that matters at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// All scores. The least one has no opposite number and is no score.
    pub(super) const ALL: Self = Self { alpha: -Score::MAX, beta: Score::MAX };

    /// Asks only whether the score is at least `beta`.
    pub(super) fn at_least(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether a score is no mere bound.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) fn within(self, bounds: Bounds) -> Self {
        Self { alpha: self.alpha.max(bounds.low - 1), beta: self.beta.min(bounds.high) }
    }
}

/// That a position is worth at least so much, or else at most so much, for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreBound {
    pub(super) is_least: bool,
    pub(super) score: Score,
    /// What repetitions may be worth.
    pub(super) repetitions: Bounds,
}

impl ScoreBound {
    /// Whether it may hold because somebody goes in a circle.
    pub(super) fn may_rest_on_circles(self) -> bool {
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

/// What is asked of a position: whether its score lies below, in or above a window, so deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowQuery {
    pub(super) key: u64,
    /// What repetitions may be worth.
    pub(super) repetitions: Bounds,
    pub(super) window: Window,
    pub(super) depth: u32,
}
