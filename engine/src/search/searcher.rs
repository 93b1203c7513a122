//! A search as its users see it, with its geometry and its playouts hidden.

use super::params::SearchParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};

/// What a search is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Threads, at least 1.
    pub threads: usize,
    /// The bound of the tree, in bytes.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The shape of the search.
    pub params: SearchParams,
}

/// A search whose geometry and playouts are hidden.
pub trait Searcher: Send {
    /// Searches until a limit is reached or `stopped` says so, which is asked often. Some simulations
    /// are made in any case. Who watches is told at its intervals, in this thread.
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        watch: Option<&mut Watch<'_>>,
    ) -> SearchReport;

    /// Forgets what earlier searches found, and begins the random numbers anew from `seed`.
    fn forget(&mut self, seed: u64);
}
