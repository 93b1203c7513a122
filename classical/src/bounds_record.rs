//! The table record of alpha-beta: bounds on the score of a position.

use super::conditions::{Condition, Conditional};
use super::game::{Bounds, Score};
use super::table::Record;
use super::value::ScoreBound;

/// Bounds on the score of a position, found by a search to the given depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsRecord<M> {
    pub(super) low: Score,
    pub(super) high: Score,
    pub(super) depth: u32,
    /// The iteration that found the bounds. A later iteration needs estimates from deeper leaves.
    /// Without this number, estimates from earlier iterations would repeatedly be mistaken for new
    /// ones when positions repeat.
    pub(super) iteration: u32,
    pub(super) best: Option<M>,
    /// The condition under which the bounds hold, if a repetition may have produced them.
    pub(super) condition: Condition,
}

impl<M: Copy> BoundsRecord<M> {
    /// The same record with each bound changed in the same way.
    pub(super) fn with_bounds(self, change: impl Fn(Score) -> Score) -> Self {
        Self { low: change(self.low), high: change(self.high), ..self }
    }

    /// Returns the lower bound of the record if `is_least` is true, otherwise the upper bound.
    pub(super) fn bound(&self, is_least: bool, repetitions: Bounds) -> ScoreBound {
        ScoreBound { is_least, score: if is_least { self.low } else { self.high }, repetitions }
    }

    /// Pairs one of the bounds with the condition under which it holds.
    pub(super) fn conditional(&self, key: u64, bound: ScoreBound) -> Conditional<ScoreBound> {
        let condition =
            if bound.may_rest_on_repetition() { self.condition } else { Condition::NONE };
        Conditional { key, claim: bound, condition }
    }
}

impl<M: Copy> Record for BoundsRecord<M> {
    fn worth(&self) -> u32 {
        self.depth
    }
}
