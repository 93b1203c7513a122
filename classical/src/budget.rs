//! Limits on the work of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// The number of positions between two checks of the clock. It is small because, on a large board,
/// proof-number search may spend tens of milliseconds on one position.
const CLOCK_INTERVAL: u64 = 8;

/// The error returned by a search that ended before it found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search ran out of its budget")]
pub struct OutOfBudget;

/// The limits of a search, in positions and in time, and the number of positions searched so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// A flag that, once set, stops the search.
    pub stop: Option<&'a AtomicBool>,
    /// Another flag that, once set, stops the search. It is usually set by a parallel search that
    /// has found the result first.
    pub enough: Option<&'a AtomicBool>,
    spent: u64,
}

impl<'a> Budget<'a> {
    /// A budget without limits.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A budget of this many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A budget of this much time, starting now.
    pub fn time(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// The number of positions searched so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Runs `work` with a budget of at most `nodes` of the remaining positions, and charges the
    /// positions that `work` searches to this budget.
    pub fn share<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let most = self.spent.saturating_add(nodes);
        let mut part = Self { nodes: Some(self.nodes.map_or(most, |all| all.min(most))), ..*self };
        let done = work(&mut part);
        self.spent = part.spent;
        done
    }

    /// Returns a budget with all of the remaining positions but only a fraction of the remaining
    /// time. `share` is this fraction, from 0 to 1.
    pub fn part_of_time(&self, share: f32) -> Self {
        let now = Instant::now();
        let part = |end: Instant| now + end.saturating_duration_since(now).mul_f32(share);
        Self { deadline: self.deadline.map(part), ..*self }
    }

    /// Counts one position.
    ///
    /// # Errors
    /// If the budget is exhausted.
    #[inline]
    pub fn spend(&mut self) -> Result<(), OutOfBudget> {
        if self.nodes.is_some_and(|nodes| self.spent >= nodes)
            || self.is_stopped()
            || (self.spent.is_multiple_of(CLOCK_INTERVAL) && self.is_late())
        {
            return Err(OutOfBudget);
        }
        self.spent += 1;
        Ok(())
    }

    /// Counts positions that were searched without asking this budget.
    pub(super) fn charge(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
    }

    fn is_stopped(&self) -> bool {
        [self.stop, self.enough].into_iter().flatten().any(|end| end.load(Ordering::Relaxed))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_ends_a_search_at_the_next_position() {
        let (stop, enough) = (AtomicBool::new(false), AtomicBool::new(false));
        for signal in [&stop, &enough] {
            let mut budget =
                Budget { stop: Some(&stop), enough: Some(&enough), ..Budget::unlimited() };
            assert_eq!((budget.spend(), budget.spend()), (Ok(()), Ok(())));
            signal.store(true, Ordering::Relaxed);
            assert_eq!(budget.spend(), Err(OutOfBudget));
            assert_eq!(budget.spent(), 2);
            signal.store(false, Ordering::Relaxed);
        }
    }
}
