//! The ghosts of other ranks, which keep ranks from evaluating the same positions.
//!
//! Until messages arrive, the trees of all ranks are much the same, and all would choose the same
//! positions. So each rank follows, besides its own simulations, those that the others are likely to
//! make, in the same order on all ranks. A ghost evaluates nothing: it only leaves a virtual loss on
//! its way, as a thread at work does, until the rank in question tells what it has really found.

use super::edge::PuctEdge;

/// The largest number of virtual losses on one edge, of threads and ghosts together: edges count
/// them in a byte.
const MOST: usize = u8::MAX as usize;
/// A rank that has not been heard of during so many simulations is taken to be gone.
const PATIENCE: u32 = 48;

/// The ghost of one rank.
struct Ghost<'a> {
    rank: u32,
    /// The number of messages from the rank when it was last heard of.
    heard: u64,
    /// The number of its simulations since then.
    made: u32,
    /// The edges on their ways.
    edges: Vec<&'a PuctEdge>,
}

impl Ghost<'_> {
    fn vanish(&mut self) {
        self.edges.drain(..).for_each(|edge| edge.leave(false));
    }
}

/// The ghosts of all other ranks in one thread. Their traces vanish with them.
pub(super) struct Ghosts<'a> {
    own: u32,
    ghosts: Vec<Ghost<'a>>,
    patience: u32,
    has_begun: bool,
}

impl<'a> Ghosts<'a> {
    /// The ghosts that haunt one of `threads` threads of rank `own` of `ranks`.
    pub(super) fn of(own: u32, ranks: u32, threads: usize) -> Self {
        // The order is that of turns after the rank's own.
        let others = (1..ranks).map(|turn| (own + turn) % ranks);
        let ghost = |rank| Ghost { rank, heard: 0, made: 0, edges: Vec::new() };
        // All ghosts of all threads may be on the same edge at once.
        let ghosts = threads.max(1).saturating_mul(ranks.saturating_sub(1).max(1) as usize);
        let patience = PATIENCE.min((MOST.saturating_sub(threads) / ghosts) as u32);
        Self { own, ghosts: others.map(ghost).collect(), patience, has_begun: false }
    }

    /// Lets each ghost make the simulation of its next turn, by `descend`, which returns the edges on
    /// its way. `heard` is the number of messages from a rank so far.
    pub(super) fn go_on(
        &mut self,
        heard: impl Fn(u32) -> u64,
        mut descend: impl FnMut(&mut Vec<&'a PuctEdge>),
    ) {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        for ghost in &mut self.ghosts {
            let now = heard(ghost.rank);
            if now != ghost.heard {
                (ghost.heard, ghost.made) = (now, 0);
                ghost.vanish();
            }
            // The first turns are those of the ranks before this one.
            if !has_begun && ghost.rank > self.own {
                continue;
            }
            if ghost.made < self.patience {
                ghost.made += 1;
                descend(&mut ghost.edges);
            } else {
                ghost.vanish();
            }
        }
    }
}

impl Drop for Ghosts<'_> {
    fn drop(&mut self) {
        self.ghosts.iter_mut().for_each(Ghost::vanish);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_edge_has_room_for_the_ghosts_of_all_threads() {
        for (ranks, threads) in [(2, 1), (2, 8), (4, 16), (64, 4), (3, 128), (9, 255), (2, 300)] {
            let edge = PuctEdge::default();
            let mut all: Vec<_> = (0..threads).map(|_| Ghosts::of(0, ranks, threads)).collect();
            let mut most = 0;
            for _ in 0..2 * PATIENCE {
                for ghosts in &mut all {
                    ghosts.go_on(
                        |_| 0,
                        |edges| {
                            edge.enter();
                            edges.push(&edge);
                            most += 1;
                            assert!(edge.running() > 0, "{ranks} ranks, {threads} threads");
                        },
                    );
                }
            }
            let present: usize =
                all.iter().flat_map(|one| &one.ghosts).map(|one| one.edges.len()).sum();
            assert_eq!(usize::from(edge.running()), present);
            let fits = threads * ranks as usize <= usize::from(u8::MAX);
            assert_eq!(most > 0, fits, "{ranks} ranks, {threads} threads");
            drop(all);
            assert_eq!(edge.running(), 0);
        }
    }
}
