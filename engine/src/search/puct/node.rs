//! The contents of a node besides its moves: its evaluation, and the values found below it.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::float::Float;
use crate::search::atomics::{AtomicU32, Ordering};
use crate::search::tree::Info;

/// The expected result of a game, from Black's perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outlook {
    /// The chance to win less that to lose, -1 to 1.
    pub(super) win_loss: f32,
    /// The mean of the final score, in points including komi.
    pub(super) score: f32,
    /// The mean of the squared score.
    pub(super) score_square: f32,
    /// The lead, in points including komi.
    pub(super) lead: f32,
}

impl Outlook {
    /// The outlook where Black is certain to lead by `lead` points.
    pub(super) fn certain(lead: f32) -> Self {
        let win_loss = f32::from(u8::from(lead > 0.0)) - f32::from(u8::from(lead < 0.0));
        Self { win_loss, score: lead, score_square: lead * lead, lead }
    }

    /// The standard deviation of the score, in points.
    pub(super) fn deviation(&self) -> f32 {
        (self.score_square - self.score * self.score).max(0.0).sqrt()
    }

    /// Adds another outlook with a weight.
    pub(super) fn add(&mut self, weight: f32, other: &Self) {
        self.win_loss += weight * other.win_loss;
        self.score += weight * other.score;
        self.score_square += weight * other.score_square;
        self.lead += weight * other.lead;
    }

    /// The outlook times a factor.
    pub(super) fn times(&self, factor: f32) -> Self {
        let mut all = Self::default();
        all.add(factor, self);
        all
    }
}

/// The values found at a node and below it, from Black's perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Values {
    /// The mean outlook.
    pub(super) outlook: Outlook,
    /// The mean utility.
    pub(super) utility: f32,
    /// The mean of the squared utility.
    pub(super) utility_square: f32,
    /// The sum of the weights of all evaluations.
    pub(super) weight: f32,
    /// The sum of the squares of these weights.
    pub(super) weight_square: f32,
}

/// An outlook that threads share.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(C)]
struct SharedOutlook {
    win_loss: Float,
    score: Float,
    score_square: Float,
    lead: Float,
}

impl SharedOutlook {
    fn get(&self) -> Outlook {
        Outlook {
            win_loss: self.win_loss.get(),
            score: self.score.get(),
            score_square: self.score_square.get(),
            lead: self.lead.get(),
        }
    }

    fn set(&self, outlook: &Outlook) {
        self.win_loss.set(outlook.win_loss);
        self.score.set(outlook.score);
        self.score_square.set(outlook.score_square);
        self.lead.set(outlook.lead);
    }
}

/// The contents of a node besides its moves.
///
/// Its own evaluation is written before the node is published. The values are computed anew from
/// the node's moves after each simulation, by one thread at a time. Another thread may read some
/// values of one computation and some of the next, which misleads at most one simulation.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(C)]
pub(super) struct NodeInfo {
    own: SharedOutlook,
    own_weight: Float,
    /// The utility of the own evaluation, computed with the values.
    own_utility: Float,
    outlook: SharedOutlook,
    utility: Float,
    utility_square: Float,
    weight: Float,
    weight_square: Float,
    /// The number of simulations since the values were computed last.
    pending: AtomicU32,
    /// The place of the node's local pattern in the table of biases; see
    /// [`Biases`](super::bias::Biases).
    pub(super) pattern: AtomicU32,
    /// The sum and the weight that the node has added to that table.
    pub(super) bias_sum: Float,
    pub(super) bias_weight: Float,
}

/// Value of `pattern`: the node takes no part in the correction of biases.
pub(super) const NO_PATTERN: u32 = u32::MAX;

impl NodeInfo {
    /// Sets the node's own evaluation and the place of its local pattern. The values are still to
    /// be computed.
    pub(super) fn start(&self, own: &Outlook, weight: f32, pattern: u32) {
        self.own.set(own);
        self.own_weight.set(weight);
        self.pending.store(0, Ordering::Relaxed);
        self.pattern.store(pattern, Ordering::Relaxed);
        self.bias_sum.set(0.0);
        self.bias_weight.set(0.0);
        self.set_values(&Values::default());
    }

    /// Gives the end of a game the weight of one more visit.
    pub(super) fn repeat(&self) {
        let (_, own) = self.own();
        self.weight.set(self.weight.get() + own);
        self.weight_square.set(self.weight_square.get() + own * own);
    }

    /// The node's own evaluation and its weight.
    pub(super) fn own(&self) -> (Outlook, f32) {
        (self.own.get(), self.own_weight.get())
    }

    /// The utility of the own evaluation for Black, without any correction.
    #[inline(always)]
    pub(super) fn own_utility(&self) -> f32 {
        self.own_utility.get()
    }

    /// Sets the utility of the own evaluation.
    pub(super) fn set_own_utility(&self, utility: f32) {
        self.own_utility.set(utility);
    }

    /// The values found so far.
    pub(super) fn values(&self) -> Values {
        Values {
            outlook: self.outlook.get(),
            utility: self.utility.get(),
            utility_square: self.utility_square.get(),
            weight: self.weight.get(),
            weight_square: self.weight_square.get(),
        }
    }

    /// The mean utility for Black, and the weight of all evaluations.
    #[inline(always)]
    pub(super) fn utility(&self) -> (f32, f32) {
        (self.utility.get(), self.weight.get())
    }

    /// Replaces the values.
    pub(super) fn set_values(&self, values: &Values) {
        self.outlook.set(&values.outlook);
        self.utility.set(values.utility);
        self.utility_square.set(values.utility_square);
        self.weight.set(values.weight);
        self.weight_square.set(values.weight_square);
    }

    /// Recomputes the values by calling `compute`. If another thread is already doing so, that
    /// thread will recompute them once more, so that no thread ever waits for another.
    pub(super) fn refresh(&self, mut compute: impl FnMut()) {
        let mut seen = 1;
        if self.pending.fetch_add(1, Ordering::AcqRel) > 0 {
            return;
        }
        while seen > 0 {
            compute();
            seen = self.pending.fetch_sub(seen, Ordering::AcqRel) - seen;
        }
    }
}

impl Info for NodeInfo {
    fn copy_from(&self, other: &Self) {
        let (own, weight) = other.own();
        self.start(&own, weight, other.pattern.load(Ordering::Relaxed));
        self.set_own_utility(other.own_utility());
        self.set_values(&other.values());
        self.bias_sum.set(other.bias_sum.get());
        self.bias_weight.set(other.bias_weight.get());
    }
}
