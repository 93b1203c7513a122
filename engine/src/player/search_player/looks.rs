//! Divides the limits of a move among its searches where a player may choose another move than the
//! best one: first the search for the best move, and then short searches, called looks, each of
//! which evaluates one move. All of them together keep to the limits.

use clocks::TimeBudget;

use crate::player::softening::MOST_LOOKS;
use crate::search::SearchLimits;

/// The numbers of simulations that the searches of a move should have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The number for the search for the best move, at least 1.
    pub(super) main: u64,
    /// The number for each look.
    pub(super) look: u64,
    /// The number below which a look tells nothing; at most `look`.
    pub(super) fewest: u64,
}

/// The searches of a move, and what is left for the looks.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// The numbers of simulations that the limits allow each search.
    each: Wanted,
    /// The share of the time, 0 to 1, for the search for the best move.
    share: f64,
    /// The number of simulations left for all looks.
    simulations: u64,
    /// The number of looks that may still follow, at least 1.
    count: u32,
    /// The time for the whole move.
    time: Option<TimeBudget>,
}

impl Looks {
    /// Divides the limits of a move: `most` simulations, if their number is limited, and `time`. If
    /// there are fewer simulations than all searches want, each search gets the same part of what
    /// it wants, but no look gets so few that it would tell nothing.
    pub(super) fn new(wanted: Wanted, most: Option<u64>, time: Option<TimeBudget>) -> Self {
        let Wanted { main, look, fewest } = wanted;
        let all = main + u64::from(MOST_LOOKS) * look;
        let most = most.unwrap_or(u64::MAX);
        let part = |number: u64| if most < all { number * most / all } else { number };
        let each = Wanted { main: part(main).max(1), look: part(look).max(fewest), fewest };
        Self {
            each,
            share: main as f64 / all.max(1) as f64,
            simulations: most.saturating_sub(each.main),
            count: MOST_LOOKS,
            time,
        }
    }

    /// The limits of the search for the best move, which leave enough for the looks. `limits` are
    /// those that it would have without them.
    pub(super) fn leave_enough(&self, limits: SearchLimits) -> SearchLimits {
        let time = limits.time.map(|time| time.reduced(self.share));
        SearchLimits { playouts: Some(self.each.main), time, ..limits }
    }

    /// The limits of the next look, which are taken from what is left, or `None` if too little is
    /// left.
    pub(super) fn take(&mut self) -> Option<SearchLimits> {
        let simulations = self.each.look.min(self.simulations);
        let is_late = self.time.is_some_and(|time| time.remaining().is_zero());
        if is_late || !self.is_enough(simulations) {
            return None;
        }
        let count = self.count;
        let part = |time: TimeBudget| time.capped(time.elapsed() + time.remaining() / count);
        let time = self.time.map(part);
        self.simulations -= simulations;
        self.count = count.saturating_sub(1).max(1);
        Some(SearchLimits { time, ..SearchLimits::playouts(simulations) })
    }

    /// Whether this number of simulations tells anything about a move.
    pub(super) fn is_enough(&self, simulations: u64) -> bool {
        simulations >= self.each.fewest
    }
}

#[cfg(test)]
mod tests {
    use std::iter::from_fn;
    use std::time::Duration;

    use super::*;

    /// What the searches want at the lowest level on 9x9, with a network and without.
    const WANTED: [Wanted; 2] =
        [Wanted { main: 10, look: 3, fewest: 1 }, Wanted { main: 400, look: 100, fewest: 25 }];

    /// The numbers of simulations of the search for the best move and of all looks.
    fn simulations(wanted: Wanted, most: Option<u64>) -> (u64, Vec<u64>) {
        let mut looks = Looks::new(wanted, most, None);
        let main = looks.leave_enough(SearchLimits::default()).playouts;
        let looks = from_fn(|| looks.take()?.playouts).take(MOST_LOOKS as usize);
        (main.unwrap(), looks.collect())
    }

    #[test]
    fn limits_that_suffice_change_nothing() {
        for wanted in WANTED {
            let Wanted { main, look, .. } = wanted;
            let all = (main, vec![look; MOST_LOOKS as usize]);
            for most in [None, Some(u64::MAX), Some(main + u64::from(MOST_LOOKS) * look)] {
                assert_eq!(simulations(wanted, most), all, "{most:?}");
            }
        }
    }

    #[test]
    fn all_searches_together_keep_to_a_limit_on_simulations() {
        for wanted in WANTED {
            for most in 1..1200 {
                let (main, looks) = simulations(wanted, Some(most));
                let all = main + looks.iter().sum::<u64>();
                assert!(main >= 1 && all <= most, "{most}: {main} and {looks:?}");
                assert!(looks.iter().all(|&look| look >= wanted.fewest), "{most}: {looks:?}");
            }
        }
        assert_eq!(simulations(WANTED[0], Some(16)), (5, vec![1; 7]));
        assert_eq!(simulations(WANTED[1], Some(100)), (36, vec![25, 25]));
        assert_eq!(simulations(WANTED[1], Some(30)), (10, vec![]), "too few for a look");
    }

    #[test]
    fn all_searches_together_keep_to_the_time() {
        let hour = Duration::from_secs(3600);
        let time = TimeBudget::fixed(hour);
        let mut looks = Looks::new(WANTED[0], None, Some(time));
        let limits = SearchLimits { time: Some(time), ..SearchLimits::default() };
        assert_eq!(looks.leave_enough(limits).time, Some(time.reduced(10.0 / 31.0)));
        let first = looks.take().and_then(|limits| limits.time).unwrap();
        let last = from_fn(|| looks.take()?.time).take(6).last().unwrap();
        assert!(first.start == time.start && first.hard > hour / 8 && first.hard < hour / 6);
        assert!(last.hard > hour / 2 && last.hard <= hour, "all that is left: {last:?}");
        let late = TimeBudget::fixed(Duration::ZERO);
        assert!(Looks::new(WANTED[0], None, Some(late)).take().is_none());
    }
}
