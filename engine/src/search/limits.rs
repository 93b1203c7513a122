//! When a search ends.

use clocks::TimeBudget;

/// What ends a search: the first limit reached does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchLimits {
    /// New simulations, made exactly: the search does not stop early then.
    pub playouts: Option<u64>,
    /// Simulations, those of earlier searches that are used again included.
    pub visits: Option<u64>,
    /// Time.
    pub time: Option<TimeBudget>,
    /// Whether the search ends with a full tree, rather than making it smaller, which can take longer
    /// than a controller wants to wait.
    pub ends_when_full: bool,
}

impl SearchLimits {
    /// A limit of new simulations alone.
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::default() }
    }

    /// How many new simulations may be made on top of `reused` visits; `None` is any number.
    pub(super) fn simulations(&self, reused: u64) -> Option<u64> {
        let by_visits = self.visits.map(|visits| visits.saturating_sub(reused));
        match (self.playouts, by_visits) {
            (Some(playouts), Some(visits)) => Some(playouts.min(visits)),
            (playouts, visits) => playouts.or(visits),
        }
    }
}
