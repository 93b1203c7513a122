//! What alpha-beta keeps of a position in its table: bounds of its score.

use super::conditions::{Condition, Conditional};
use super::game::{Bounds, Score};
use super::table::Record;
use super::value::ScoreBound;

/// What is known of the score of a position: between which bounds it lies, looked so deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsRecord<M> {
    pub(super) low: Score,
    pub(super) high: Score,
    pub(super) depth: u32,
    /// The look that found it. A later one needs estimates of more moves ahead, and where positions
    /// come back, estimates of earlier looks would be taken for new ones for ever.
    pub(super) look: u32,
    pub(super) best: Option<M>,
    /// Under which condition the bounds hold, where a circle could have led to them.
    pub(super) condition: Condition,
}

impl<M: Copy> BoundsRecord<M> {
    /// What it says: that the score is at least so much, or else that it is at most so much.
    pub(super) fn bound(&self, is_least: bool, repetitions: Bounds) -> ScoreBound {
        ScoreBound { is_least, score: if is_least { self.low } else { self.high }, repetitions }
    }

    /// A claim of it, with the condition under which it holds.
    pub(super) fn conditional(&self, key: u64, bound: ScoreBound) -> Conditional<ScoreBound> {
        let condition = if bound.may_rest_on_circles() { self.condition } else { Condition::NONE };
        Conditional { key, claim: bound, condition }
    }
}

impl<M: Copy> Record for BoundsRecord<M> {
    fn worth(&self) -> u32 {
        self.depth
    }
}
