//! The limits of a search.

use clocks::TimeBudget;

/// The limits of a search, which ends as soon as one of them is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    /// The exact number of new simulations. With this limit, the search does not stop early.
    pub playouts: Option<u64>,
    /// The number of simulations, including those reused from earlier searches.
    pub visits: Option<u64>,
    /// The time budget.
    pub time: Option<TimeBudget>,
    /// The time budget while the best move is a pass, because the stones must then be judged in the
    /// rest of the time; `None` if it is the usual one.
    pub time_with_pass: Option<TimeBudget>,
    /// Whether the search ends when the tree is full. Otherwise the tree is pruned, which may take
    /// longer than a controller is willing to wait.
    pub ends_when_full: bool,
    /// Whether the simulations of other ranks, as far as they are known, count for the limits on
    /// simulations.
    pub counts_all_ranks: bool,
}

impl SearchLimits {
    /// A limit on new simulations only.
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::default() }
    }

    /// The maximum number of new simulations in addition to `reused` visits; `None` means
    /// unlimited.
    pub(super) fn simulations(&self, reused: u64) -> Option<u64> {
        let by_visits = self.visits.map(|visits| visits.saturating_sub(reused));
        match (self.playouts, by_visits) {
            (Some(playouts), Some(visits)) => Some(playouts.min(visits)),
            (playouts, visits) => playouts.or(visits),
        }
    }
}
