//! The interface of a search, which hides its geometry and its playouts.

use super::params::SearchParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};
use super::shortage::MemoryShortage;
use super::tree::Tree;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The maximum size of the tree, in bytes.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The parameters of the tree search.
    pub params: SearchParams,
}

impl SearchSettings {
    /// The memory, in bytes, that must remain for threads (each of which reserves some for its own
    /// allocations), for positions and for answers.
    const RESERVE: usize = 128 << 20;

    /// Checks whether the system has enough memory for the tree, without keeping any.
    ///
    /// # Errors
    /// The available memory, if it is not enough.
    pub fn check_memory(&self) -> Result<(), MemoryShortage> {
        let (_, available) = Tree::new(self.memory, Self::RESERVE);
        let shortage = MemoryShortage { wanted: self.memory, available };
        if available < self.memory { Err(shortage) } else { Ok(()) }
    }
}

/// A search that hides its geometry and playouts.
pub trait Searcher: Send {
    /// Searches until a limit is reached or `stopped` returns true, which is called often. Some
    /// simulations are made in any case. The observer is called at its intervals, in this thread.
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        watch: Option<&mut Watch<'_>>,
    ) -> SearchReport;

    /// Forgets the results of earlier searches and restarts the random numbers from `seed`.
    fn forget(&mut self, seed: u64);
}
