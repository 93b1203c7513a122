//! The rounds of a search. In each of them, the threads add to the tree until it is full or the
//! search is over. A full tree is pruned between two rounds, because nothing else may use it
//! meanwhile.
//!
//! Each kind of search has its own threads, its own messages and its own report. What ends a round,
//! and whether another one follows, is the same for all of them and is decided here.

use super::limits::SearchLimits;
use super::stopping::{Leaders, Stopping, may_shrink};
use super::tree::{Branch, Tree};

/// If more than this fraction of the tree is in use, the tree is pruned before a search, to remove
/// what is left over from earlier moves.
const FULL_BEFORE_SEARCH: f64 = 0.5;

/// Whether the tree should be pruned before a search. Below the root there is at most one node for
/// each `visits_a_node` of its visits.
pub(super) fn has_leftovers<E: Branch>(
    limits: &SearchLimits,
    tree: &Tree<E>,
    visits_a_node: u32,
) -> bool {
    tree.is_fuller_than(FULL_BEFORE_SEARCH)
        && !limits.ends_when_full
        && may_shrink(limits, tree, visits_a_node)
}

/// The rounds of one search.
pub(super) struct Rounds<'a> {
    stopping: Stopping<'a>,
    stopped: &'a dyn Fn() -> bool,
    visits_a_node: u32,
    /// Whether other ranks add to the visits of the root.
    has_other_ranks: bool,
    /// The number of visits that the root had before the first round.
    before: u64,
    /// The maximum number of simulations.
    most: u64,
    /// The number of simulations in the rounds that have ended.
    made: u64,
    /// Whether the current round should end because the tree is full.
    is_full: bool,
    /// Whether the current round should end for another reason, and the search with it.
    is_over: bool,
}

impl<'a> Rounds<'a> {
    /// The rounds of a search that begins now. Below the root of its tree there is at most one node
    /// for each `visits_a_node` of the root's visits.
    pub(super) fn new<E: Branch>(
        stopping: Stopping<'a>,
        stopped: &'a dyn Fn() -> bool,
        tree: &Tree<E>,
        visits_a_node: u32,
        has_other_ranks: bool,
    ) -> Self {
        let before = tree.root_visits();
        let most = stopping.limits.simulations(before).unwrap_or(u64::MAX >> 1);
        Self {
            stopping,
            stopped,
            visits_a_node,
            has_other_ranks,
            before,
            most,
            made: 0,
            is_full: false,
            is_over: false,
        }
    }

    /// The number of simulations in the rounds that have ended.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// The maximum number of simulations in the next round.
    pub(super) fn left(&self) -> u64 {
        self.most - self.made
    }

    /// Whether the current round should end, after `now` of its simulations. `is_full` tells
    /// whether a thread has found no room in the tree.
    pub(super) fn should_end<E: Branch>(
        &mut self,
        tree: &Tree<E>,
        now: u64,
        is_full: bool,
        leaders: impl Fn() -> Leaders,
    ) -> bool {
        let ends_when_full = self.stopping.limits.ends_when_full;
        self.is_full = is_full && (ends_when_full || self.may_shrink(tree));
        self.is_over = !self.is_full && self.is_search_over(tree, self.made + now, leaders);
        self.is_full || self.is_over
    }

    fn is_search_over<E: Branch>(
        &self,
        tree: &Tree<E>,
        made: u64,
        leaders: impl Fn() -> Leaders,
    ) -> bool {
        // The visits that the root has gained from other ranks and by this search.
        let gained = || match self.has_other_ranks {
            true => tree.root_visits().saturating_sub(self.before),
            false => 0,
        };
        let is_enough = self.stopping.limits.counts_all_ranks && gained() >= self.most;
        is_enough || (self.stopped)() || self.stopping.is_due(|| (leaders(), gained()), made)
    }

    /// Counts a round that has ended after `now` simulations. Returns whether the tree should be
    /// pruned for another one.
    pub(super) fn should_continue<E: Branch>(
        &mut self,
        tree: &Tree<E>,
        now: u64,
        is_full: bool,
    ) -> bool {
        self.made += now;
        // Another thread may have filled the tree after the leader looked.
        let is_full = self.is_full || is_full && !self.is_over && self.may_shrink(tree);
        let ends_when_full = self.stopping.limits.ends_when_full;
        if !is_full || ends_when_full || self.made >= self.most || (self.stopped)() {
            return false;
        }
        log::debug!("the tree is full with {} nodes", tree.nodes_used());
        true
    }

    fn may_shrink<E: Branch>(&self, tree: &Tree<E>) -> bool {
        may_shrink(self.stopping.limits, tree, self.visits_a_node)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::knowledge::Candidate;
    use crate::search::edge::Edge;
    use crate::vocabulary::Point;

    fn tree() -> Tree<Edge> {
        let mut tree = Tree::<Edge>::with_room(4, 16);
        tree.add_root(&[Some(Point::from_bit(40)), None].map(Candidate::new));
        tree
    }

    #[test]
    fn a_full_tree_is_pruned_until_all_simulations_are_made() {
        let (tree, never) = (tree(), || false);
        let leaders = || Leaders::of(&tree);
        for ends_when_full in [false, true] {
            let limits = SearchLimits { ends_when_full, ..SearchLimits::playouts(100) };
            let stopping = Stopping::new(&limits, &leaders(), 40);
            let mut rounds = Rounds::new(stopping, &never, &tree, 1, false);
            assert!(!rounds.should_end(&tree, 10, false, leaders));
            assert!(rounds.should_end(&tree, 20, true, leaders));
            assert_eq!(rounds.should_continue(&tree, 30, true), !ends_when_full);
            assert_eq!((rounds.made(), rounds.left()), (30, 70));
            assert!(!rounds.should_continue(&tree, 70, true), "all are made");
        }
    }

    #[test]
    fn a_search_that_is_over_needs_no_room() {
        let (tree, is_stopped) = (tree(), Cell::new(false));
        let (leaders, stopped) = (|| Leaders::of(&tree), || is_stopped.get());
        let limits = SearchLimits::playouts(100);
        let stopping = Stopping::new(&limits, &leaders(), 40);
        let mut rounds = Rounds::new(stopping, &stopped, &tree, 1, false);
        assert!(!rounds.should_end(&tree, 10, false, leaders));
        assert!(rounds.should_continue(&tree, 10, true), "another thread has filled the tree");
        is_stopped.set(true);
        assert!(rounds.should_end(&tree, 10, false, leaders));
        assert!(!rounds.should_continue(&tree, 10, true));
    }

    #[test]
    fn simulations_of_other_ranks_count_if_they_are_to() {
        let (tree, never) = (tree(), || false);
        let leaders = || Leaders::of(&tree);
        for (has_other_ranks, counts_all_ranks) in [(true, true), (true, false), (false, true)] {
            let limits = SearchLimits { counts_all_ranks, ..SearchLimits::playouts(1) };
            let stopping = Stopping::new(&limits, &leaders(), 40);
            let mut rounds = Rounds::new(stopping, &never, &tree, 1, has_other_ranks);
            assert!(!rounds.should_end(&tree, 0, false, leaders));
            tree.root_edges()[0].stats.enter();
            let is_enough = has_other_ranks && counts_all_ranks;
            assert_eq!(rounds.should_end(&tree, 0, false, leaders), is_enough);
        }
    }
}
