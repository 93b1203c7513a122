//! Values within the principal variation search.

use crate::game::Score;

/// An infinite score. Its negation is a valid score as well.
pub(super) const INFINITE: Score = Score::MAX - 1;

/// The score of a position, together with what it depends on. It is exact inside the search window
/// and a bound outside it. Wins are counted from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether the score depends on an estimate.
    pub(super) is_estimate: bool,
    /// One more than the distance from the root of the earliest position whose repetition the score
    /// depends on; 0 for a position before the root.
    pub(super) earliest: usize,
}

impl Value {
    /// The value of `earliest` for a score that does not depend on a repetition.
    pub(super) const ON_ANY_PATH: usize = usize::MAX;

    pub(super) fn certain(score: Score) -> Self {
        Self { score, is_estimate: false, earliest: Self::ON_ANY_PATH }
    }

    pub(super) fn estimate(score: Score) -> Self {
        Self { is_estimate: true, ..Self::certain(score) }
    }

    /// The same value from the opponent's perspective.
    pub(super) fn negated(self) -> Self {
        Self { score: -self.score, ..self }
    }

    /// The same value for the positions before distance `ply` from the root. For them, it no longer
    /// depends on repetitions of positions at or after that distance.
    pub(super) fn seen_before(self, ply: usize) -> Self {
        let earliest = if self.earliest > ply { Self::ON_ANY_PATH } else { self.earliest };
        Self { earliest, ..self }
    }
}

/// A position to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Scores up to this one need not be told apart.
    pub(super) alpha: Score,
    /// Scores from this one on need not be told apart.
    pub(super) beta: Score,
    /// The remaining depth in moves.
    pub(super) depth: u32,
    /// The distance from the root.
    pub(super) ply: usize,
    /// Whether the position may be cut by a null move or a prediction.
    pub(super) may_cut: bool,
    /// Whether the player to move must answer a threat.
    pub(super) is_forced: bool,
    /// Whether the score is expected to be at least `beta`, so that one good move causes a cutoff.
    pub(super) is_cut: bool,
    /// Whether the player to move stands better than before his last move, as far as is known.
    pub(super) is_improving: bool,
}

impl Node {
    pub(super) fn new(alpha: Score, beta: Score, depth: u32, ply: usize) -> Self {
        Self {
            alpha,
            beta,
            depth,
            ply,
            may_cut: true,
            is_forced: false,
            is_cut: false,
            is_improving: true,
        }
    }

    /// The same position with a window within these bounds. Scores outside them are impossible, so
    /// they need not be refuted.
    pub(super) fn within(self, low: Score, high: Score) -> Self {
        Self { alpha: self.alpha.max(low - 1), beta: self.beta.min(high), ..self }
    }

    /// Whether the window is wider than a null window, so that an exact score is wanted.
    pub(super) fn is_principal(&self) -> bool {
        self.alpha + 1 < self.beta
    }
}

/// The quiet moves that are left out near the leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Futility {
    /// The number of moves to be tried first.
    pub(super) first: usize,
    /// The score that the others are unlikely to reach.
    pub(super) unlikely: Score,
}
