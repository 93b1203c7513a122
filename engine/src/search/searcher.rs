//! The interface to a search. It hides the search's geometry and playouts from the caller.

use super::edge::Edge;
use super::exchange::{Post, RankId, RankSettings};
use super::params::SearchParams;
use super::puct::PuctParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};
use super::shortage::MemoryShortage;
use super::tree::{Branch, Tree};

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The maximum size of the tree, in bytes.
    pub memory: usize,
    /// The seed for the random numbers.
    pub seed: u64,
    /// The parameters of the tree search.
    pub params: SearchParams,
    /// The parameters of the search with a network.
    pub puct: PuctParams,
    /// The ranks among which a search is divided in simulated time, for experiments. A single
    /// searcher is one of these ranks and ignores this.
    pub ranks: RankSettings,
}

/// One thread, and half a gibibyte.
impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 512 << 20,
            seed: 0,
            params: SearchParams::default(),
            puct: PuctParams::default(),
            ranks: RankSettings::default(),
        }
    }
}

impl SearchSettings {
    /// An empty tree. If the system does not have enough memory, the tree is smaller than
    /// requested, and a warning is logged.
    pub(super) fn new_tree<E: Branch>(&self) -> Tree<E> {
        let (tree, available) = Tree::new(self.memory, 0);
        if available < self.memory {
            let shortage = MemoryShortage { wanted: self.memory, available };
            log::warn!("{shortage}; the search goes on with that");
        }
        tree
    }

    /// The memory, in bytes, that must remain free for positions, for answers, and for the threads,
    /// each of which reserves memory for its own allocations.
    const RESERVE: usize = 128 << 20;

    /// Checks whether the system has enough memory for the tree. The memory requested for this
    /// check is released again.
    ///
    /// # Errors
    /// If less memory is available than the settings request. The error states the available
    /// amount.
    pub fn check_memory(&self) -> Result<(), MemoryShortage> {
        let (_, available) = Tree::<Edge>::new(self.memory, Self::RESERVE);
        let shortage = MemoryShortage { wanted: self.memory, available };
        if available < self.memory { Err(shortage) } else { Ok(()) }
    }
}

/// A search whose geometry and playouts are hidden from the caller.
pub trait Searcher: Send {
    /// Searches until a limit is reached or `stopped`, which is called often, returns true. A few
    /// simulations are run in any case. The observer is called at its own interval, in the calling
    /// thread.
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        watch: Option<&mut Watch<'_>>,
    ) -> SearchReport;

    /// Forgets the results of earlier searches and restarts the random numbers from `seed`.
    fn forget(&mut self, seed: u64);

    /// Connects this searcher to other ranks, with which it exchanges results from the next search
    /// on. Returns whether this kind of search supports that.
    fn connect(&mut self, id: RankId, post: Box<dyn Post>) -> bool {
        let _ = (id, post);
        false
    }

    /// The number of simulations that tell as much as this number of simulations with playouts.
    fn simulations_worth(&self, playouts: u64) -> u64 {
        playouts
    }
}
