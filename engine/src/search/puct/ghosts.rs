//! The ghosts of other ranks, which keep ranks from evaluating the same positions.
//!
//! Until messages arrive, the trees of all ranks are much the same, and all ranks would choose the
//! same positions. Each position therefore [belongs](super::peers) to one of the ranks. A
//! simulation that reaches a position of another rank leaves a ghost: a virtual loss on each edge
//! of its path, like that of a running simulation. The ghost stays until the other rank has sent
//! its evaluation. Meanwhile the thread looks for a position of its own rank.
//!
//! No rank waits long for another: a rank that has been silent for some time counts as gone, and a
//! position whose evaluation does not arrive in time may be evaluated by any rank.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::edge::PuctEdge;

/// The largest number of virtual losses on one edge, of threads and ghosts together: edges count
/// them in a byte.
const MOST: usize = u8::MAX as usize;
/// The time after which a silent rank counts as gone, and after which a position whose evaluation
/// has not arrived may be evaluated by any rank.
pub(super) const PATIENCE: Duration = Duration::from_millis(400);
/// The largest number of positions that are remembered as another's.
const MOST_FOREIGN: usize = 1 << 16;
/// The number of ghosts that a simulation may leave before it evaluates whatever position it
/// reaches, times the rank's share of the positions: a rank with a smaller share tries more often.
const TRIES: f32 = 4.0;

/// A ghost at a position of another rank.
struct Ghost<'a> {
    /// The edges on its way.
    edges: Vec<&'a PuctEdge>,
    /// The time at which it came.
    since: Duration,
}

impl Ghost<'_> {
    fn vanish(&self) {
        self.edges.iter().for_each(|edge| edge.leave(false));
    }
}

/// The ghosts of all other ranks in one thread. Their traces vanish with them.
pub(super) struct Ghosts<'a> {
    /// The largest number of ghosts.
    most: usize,
    /// The oldest first.
    ghosts: VecDeque<Ghost<'a>>,
    /// For each position of another rank, by its hash, the time at which this thread first came to
    /// it.
    foreign: BTreeMap<u64, Duration>,
}

impl<'a> Ghosts<'a> {
    /// The ghosts that haunt one of `threads` threads of a rank.
    pub(super) fn of(threads: usize) -> Self {
        // All ghosts of all threads may be on the same edge at once.
        let most = MOST.saturating_sub(threads) / threads.max(1);
        Self { most, ghosts: VecDeque::new(), foreign: BTreeMap::new() }
    }

    /// The number of ghosts that one simulation may leave, where `share` of all positions, 0 to 1,
    /// belong to this one of `ranks` ranks.
    pub(super) fn tries(&self, ranks: u32, share: f32) -> usize {
        if ranks > 1 { ((TRIES / share).ceil() as usize).min(self.most) } else { 0 }
    }

    /// Whether to leave the position with this hash to the rank that owns it. Returns `false` once
    /// [`PATIENCE`] has passed since the first call for this position.
    pub(super) fn wait_for(&mut self, hash: u64, now: Duration) -> bool {
        if self.foreign.len() >= MOST_FOREIGN {
            self.foreign.clear();
        }
        now < *self.foreign.entry(hash).or_insert(now) + PATIENCE
    }

    /// Leaves a ghost on these edges, which have been entered.
    pub(super) fn haunt(&mut self, edges: impl Iterator<Item = &'a PuctEdge>, now: Duration) {
        if self.ghosts.len() >= self.most {
            self.ghosts.pop_front().iter().for_each(Ghost::vanish);
        }
        self.ghosts.push_back(Ghost { edges: edges.collect(), since: now });
    }

    /// Removes the ghosts that have waited for [`PATIENCE`], and those whose position is now known,
    /// as `is_known` reports for the last edge of their path.
    pub(super) fn let_some_vanish(&mut self, now: Duration, is_known: impl Fn(&PuctEdge) -> bool) {
        self.ghosts.retain(|ghost| {
            let waits = ghost.edges.last().is_some_and(|last| !is_known(last));
            let stays = waits && now < ghost.since + PATIENCE;
            if !stays {
                ghost.vanish();
            }
            stays
        });
    }
}

impl Drop for Ghosts<'_> {
    fn drop(&mut self) {
        self.ghosts.iter().for_each(Ghost::vanish);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_edge_has_room_for_the_ghosts_of_all_threads() {
        for (ranks, threads) in [(2, 1), (2, 8), (4, 16), (64, 4), (3, 128), (9, 255), (2, 300)] {
            let edge = PuctEdge::default();
            let mut all: Vec<_> = (0..threads).map(|_| Ghosts::of(threads)).collect();
            for _ in 0..2 * MOST {
                for ghosts in all.iter_mut().filter(|ghosts| ghosts.tries(ranks, 0.5) > 0) {
                    edge.enter();
                    ghosts.haunt([&edge].into_iter(), Duration::ZERO);
                }
            }
            let present: usize = all.iter().map(|one| one.ghosts.len()).sum();
            assert_eq!(usize::from(edge.running()), present);
            assert!(present + threads <= MOST || present == 0, "{ranks} ranks, {threads} threads");
            assert_eq!(present > 0, 2 * threads <= MOST, "{ranks} ranks, {threads} threads");
            drop(all);
            assert_eq!(edge.running(), 0);
        }
    }

    #[test]
    fn ghosts_have_room_and_vanish_while_ranks_come_and_go() {
        const THREADS: usize = 8;
        let edge = PuctEdge::default();
        let mut all: Vec<_> = (0..THREADS).map(|_| Ghosts::of(THREADS)).collect();
        // The ghosts of each thread: none alone, then four times the number of ranks, and at most
        // 30, of which the oldest go first. Those that are left when the others have gone vanish
        // in time.
        let at = Duration::from_millis;
        for (now, ranks, expected) in [
            (at(0), 1, 0),
            (at(10), 2, 8),
            (at(20), 64, 30),
            (at(30), 3, 30),
            (at(40), 1, 30),
            (at(20) + PATIENCE, 1, 12),
            (at(25) + PATIENCE, 2, 20),
            (at(30) + PATIENCE, 1, 8),
            (at(25) + 2 * PATIENCE, 1, 0),
        ] {
            for ghosts in &mut all {
                ghosts.let_some_vanish(now, |_| false);
                for _ in 0..ghosts.tries(ranks, 1.0 / ranks as f32) {
                    edge.enter();
                    ghosts.haunt([&edge].into_iter(), now);
                }
                assert_eq!(ghosts.ghosts.len(), expected, "{ranks} ranks after {now:?}");
            }
            assert_eq!(usize::from(edge.running()), THREADS * expected, "{ranks} ranks");
        }
    }

    #[test]
    fn a_position_that_its_rank_does_not_tell_is_anyones() {
        let mut ghosts = Ghosts::of(1);
        let (first, moment) = (Duration::from_millis(10), Duration::from_millis(1));
        assert!(ghosts.wait_for(7, first) && ghosts.wait_for(7, first + PATIENCE - moment));
        assert!(ghosts.wait_for(8, first + PATIENCE));
        assert!(!ghosts.wait_for(7, first + PATIENCE));
    }

    #[test]
    fn ghosts_vanish_when_their_position_is_known_or_nobody_tells_it() {
        let edges = [(); 4].map(|()| PuctEdge::default());
        let mut ghosts = Ghosts::of(1);
        let [three, four, five] = [3, 4, 5].map(Duration::from_millis);
        for (last, now) in [(1, three), (2, four), (3, four)] {
            let way = [&edges[0], &edges[last]];
            way.iter().for_each(|edge| edge.enter());
            ghosts.haunt(way.into_iter(), now);
        }
        let mut after = |now| {
            ghosts.let_some_vanish(now, |edge| std::ptr::eq(edge, &raw const edges[2]));
            edges.each_ref().map(PuctEdge::running)
        };
        assert_eq!(after(five), [2, 1, 0, 1]);
        assert_eq!(after(three + PATIENCE), [1, 0, 0, 1]);
        assert_eq!(after(four + PATIENCE), [0; 4]);
    }
}
