//! The interface of a search, which hides its geometry and its playouts.

use thiserror::Error;

use super::params::SearchParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};
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

/// The system has less memory for the tree than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "memory: {} MiB for the tree cannot be had; set {} or less",
    mebibytes(*.wanted),
    mebibytes(*.available)
)]
pub struct MemoryShortage {
    /// The requested memory, in bytes.
    pub wanted: usize,
    /// The memory that a tree can have, in bytes: the largest half, quarter and so on of the
    /// request that fits.
    pub available: usize,
}

/// A number of bytes in whole MiB, at least 1, as used in settings.
fn mebibytes(bytes: usize) -> usize {
    (bytes >> 20).max(1)
}

impl SearchSettings {
    /// The memory that must remain, in bytes, for threads, each of which reserves memory for its
    /// own allocations, for positions and for answers.
    const RESERVE: usize = 128 << 20;

    /// Checks whether the system has enough memory for the tree. None is kept.
    ///
    /// # Errors
    /// The available memory, if there is less.
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
