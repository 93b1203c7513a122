//! The statistics of an edge: visits and a value sum in one atomic word.
//!
//! The low 30 bits count visits, the high 34 hold the signed sum of values in 32nds. One load
//! reads both as they were at one moment, one addition changes both. The sum wraps into nothing:
//! the visits are below it. Where visits near their limit, 134 million, both are halved, which
//! leaves the mean as it is.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU64, Ordering};

const VISIT_BITS: u32 = 30;
const VISITS: u64 = (1 << VISIT_BITS) - 1;
/// Visits at which both numbers are halved; threads in flight may overrun it a little.
const LIMIT: u64 = 1 << (VISIT_BITS - 3);
/// The units of a value of 1.
const UNITS: f32 = 32.0;

/// Visits and value sum of one edge, shared by all threads.
///
/// Written by every thread with relaxed additions: no other memory is published through it.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct Stats(AtomicU64);

/// What [`Stats`] held at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    /// Simulations through the edge, those still running included.
    pub(super) visits: u32,
    /// The mean value from the side of the player that moves along the edge, -1 to 1; 0 without
    /// visits. A running simulation counts as lost.
    pub(super) value: f32,
}

impl Stats {
    /// Visits and the sum of the values, both as they were at one moment.
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

    /// A simulation goes through and counts as lost until it is [settled](Self::settle): the
    /// virtual loss that keeps other threads from following. Returns the visits before.
    #[inline(always)]
    pub(super) fn enter(&self) -> u32 {
        let before = self.add(1, -1.0) & VISITS;
        if before >= LIMIT {
            self.halve();
        }
        before as u32
    }

    /// The simulation that [entered](Self::enter) has ended with this value for the player that
    /// moved along the edge, -1 to 1.
    #[inline(always)]
    pub(super) fn settle(&self, value: f32) {
        self.add(0, value + 1.0);
    }

    /// Adds a value that counts as so many visits. Two threads that add at once may count as one:
    /// for what many simulations add to from afar, that is exact enough, and much cheaper.
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

    /// The simulation that [entered](Self::enter) is taken back.
    pub(super) fn cancel(&self) {
        self.add(0, 1.0);
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// No visits.
    pub(super) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Takes over another edge's numbers, while no search runs.
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
        // Fails where another thread has halved it.
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
