//! The statistics of an edge: visits and a sum of values, packed into one atomic word.
//!
//! The low 30 bits count visits; the high 34 bits hold the signed sum of values in units of 1/32.
//! One load reads both consistently, and one addition changes both. The sum can wrap around without
//! affecting the visits in the bits below it. When the visits reach their limit of 134 million,
//! both are halved, which preserves the mean.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU64, Ordering};
use super::sum::Sum;

const VISIT_BITS: u32 = 30;
const VISITS: u64 = (1 << VISIT_BITS) - 1;
/// The number of visits at which the visits and the sum are halved. Concurrent threads can exceed
/// it slightly.
const LIMIT: u64 = 1 << (VISIT_BITS - 3);
/// The number of units in a value of 1.
const UNITS: f32 = super::sum::UNITS as f32;

/// The visits and the sum of values of one edge, shared by all threads.
///
/// Relaxed memory ordering suffices, because no other memory is published through this word.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct Stats(AtomicU64);

/// A snapshot of [`Stats`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    /// The number of simulations through the edge, including those still running.
    pub(super) visits: u32,
    /// The mean value from the perspective of the edge's player, -1 to 1; 0 if there are no visits.
    /// A running simulation counts as lost.
    pub(super) value: f32,
}

impl Stats {
    /// The visits and the sum of values, from one consistent read.
    #[inline(always)]
    pub(super) fn sums(&self) -> (f32, f32) {
        let word = self.0.load(Ordering::Relaxed);
        ((word & VISITS) as f32, (word as i64 >> VISIT_BITS) as f32 / UNITS)
    }

    #[inline(always)]
    pub(super) fn load(&self) -> Mean {
        let word = self.0.load(Ordering::Relaxed);
        let visits = (word & VISITS) as u32;
        let sum = (word as i64 >> VISIT_BITS) as f32;
        Mean { visits, value: sum / (UNITS * visits.max(1) as f32) }
    }

    /// Begins a simulation, which counts as lost until it is [settled](Self::settle): this virtual
    /// loss discourages other threads from following the same edge. Returns the previous number of
    /// visits.
    #[inline(always)]
    pub(super) fn enter(&self) -> u32 {
        let before = self.add(1, -1.0) & VISITS;
        if before >= LIMIT {
            self.halve();
        }
        before as u32
    }

    /// Ends a simulation that has [entered](Self::enter) the edge, with this value for the edge's
    /// player, -1 to 1.
    #[inline(always)]
    pub(super) fn settle(&self, value: f32) {
        self.add(0, value + 1.0);
    }

    /// Adds a value with the weight of `visits` visits. If two threads add values at the same time,
    /// one of the additions may be lost. This is accurate enough for statistics with many
    /// contributions, and much cheaper than an atomic addition.
    #[inline(always)]
    pub(super) fn add_from_afar(&self, visits: u32, value: f32) {
        let word = self.0.load(Ordering::Relaxed);
        let units = (value * UNITS * visits as f32) as i64;
        let sum = word.wrapping_add(((units << VISIT_BITS) as u64).wrapping_add(u64::from(visits)));
        self.0.store(sum, Ordering::Relaxed);
        if sum & VISITS >= LIMIT {
            self.halve();
        }
    }

    /// Undoes a simulation that has [entered](Self::enter) the edge.
    pub(super) fn cancel(&self) {
        self.add(0, 1.0);
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// The visits and the sum of values, exactly.
    pub(super) fn sum(&self) -> Sum {
        let word = self.0.load(Ordering::Relaxed);
        Sum { visits: word & VISITS, units: word as i64 >> VISIT_BITS }
    }

    /// Adds the visits and values of simulations that another tree has seen. No concurrent addition
    /// is lost, except by [`add_from_afar`](Self::add_from_afar). Returns what was added: the mean
    /// of fewer visits, if there is no room for so many.
    pub(super) fn merge(&self, sum: Sum) -> Sum {
        let sum = sum.at_most(LIMIT);
        let word = ((sum.units << VISIT_BITS) as u64).wrapping_add(sum.visits);
        let before = self.0.fetch_add(word, Ordering::Relaxed) & VISITS;
        if before + sum.visits >= LIMIT {
            self.halve();
        }
        sum
    }

    /// Removes all visits and values.
    pub(super) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Copies the visits and the sum of values from another edge. Must not be called while a search
    /// is running.
    pub(super) fn copy_from(&self, other: &Self) {
        self.0.store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    #[inline(always)]
    fn add(&self, visits: u64, value: f32) -> u64 {
        let units = (value * UNITS).round_ties_even() as i64;
        self.0.fetch_add(((units << VISIT_BITS) as u64).wrapping_add(visits), Ordering::Relaxed)
    }

    #[cold]
    fn halve(&self) {
        let halved = |word: u64| {
            let (visits, sum) = (word & VISITS, word as i64 >> VISIT_BITS);
            (visits >= LIMIT).then_some(((sum / 2) << VISIT_BITS) as u64 | (visits / 2))
        };
        // This fails if another thread has already halved the visits and the sum.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, halved);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn settled_visits_give_the_mean() {
        let stats = Stats::default();
        assert_eq!(stats.load(), Mean { visits: 0, value: 0.0 });
        for (index, value) in [1.0, 1.0, -1.0, 0.0, 0.5].into_iter().enumerate() {
            assert_eq!(stats.enter(), index as u32);
            stats.settle(value);
        }
        assert_eq!(stats.load(), Mean { visits: 5, value: 0.3 });
    }

    #[test]
    fn running_simulations_count_as_lost_for_either_sign() {
        for value in [1.0, -1.0] {
            let stats = Stats::default();
            stats.enter();
            stats.settle(value);
            stats.enter();
            assert_eq!(stats.load(), Mean { visits: 2, value: (value - 1.0) / 2.0 });
            stats.cancel();
            assert_eq!(stats.load(), Mean { visits: 1, value });
        }
    }

    #[test]
    fn merged_sums_are_added_exactly_up_to_the_limit() {
        let stats = Stats::default();
        stats.enter();
        stats.settle(-0.25);
        assert_eq!(stats.merge(Sum { visits: 3, units: -70 }), Sum { visits: 3, units: -70 });
        assert_eq!(stats.sum(), Sum { visits: 4, units: -78 });
        let many = Sum { visits: 1 << 40, units: -(32 << 40) };
        for _ in 0..20 {
            let added = stats.merge(many);
            assert!(added.visits <= LIMIT && added.units == -32 * added.visits as i64);
            let sum = stats.sum();
            assert!(sum.visits <= LIMIT && sum.units.abs_diff(-32 * sum.visits as i64) < 100);
        }
    }

    #[test]
    fn near_the_limit_the_mean_stays() {
        let word = ((-3 * (LIMIT as i64)) << VISIT_BITS) as u64 | LIMIT;
        let stats = Stats(AtomicU64::new(word));
        let before = stats.load();
        stats.enter();
        stats.settle(before.value);
        let after = stats.load();
        assert!(after.visits <= before.visits / 2 + 2);
        assert!((after.value - before.value).abs() < 1e-3);
    }
}
