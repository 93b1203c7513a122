//! A search as its users see it, with its geometry and its playouts hidden.

use thiserror::Error;

use super::params::SearchParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};
use super::tree::Tree;

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

/// The system has not as much memory for the tree as is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "memory: {} MiB for the tree cannot be had; set {} or less",
    mebibytes(*.wanted),
    mebibytes(*.available)
)]
pub struct MemoryShortage {
    /// The memory asked for, in bytes.
    pub wanted: usize,
    /// The memory that a tree can have: the largest half, quarter and so on that fits.
    pub available: usize,
}

/// A number of bytes in whole MiB, at least 1, as settings have it.
fn mebibytes(bytes: usize) -> usize {
    (bytes >> 20).max(1)
}

impl SearchSettings {
    /// What must be left beside the tree for threads, each of which reserves room for its own
    /// allocations, for positions and for answers, in bytes.
    const RESERVE: usize = 128 << 20;

    /// Finds out whether the system has memory for the tree. None is kept.
    ///
    /// # Errors
    /// How much there is where it is less.
    pub fn check_memory(&self) -> Result<(), MemoryShortage> {
        let (_, available) = Tree::new(self.memory, Self::RESERVE);
        let shortage = MemoryShortage { wanted: self.memory, available };
        if available < self.memory { Err(shortage) } else { Ok(()) }
    }
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
