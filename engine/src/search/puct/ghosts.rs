//! The ghosts of other ranks, which keep ranks from evaluating the same positions.
//!
//! Until messages arrive, the trees of all ranks are much the same, and all would choose the same
//! positions. So each rank follows, besides its own simulations, those that the others are likely to
//! make, in the same order on all ranks. A ghost evaluates nothing: it only leaves a virtual loss on
//! its way, as a thread at work does, until the rank in question tells what it has really found.

use super::edge::PuctEdge;

/// The largest number of virtual losses of all ghosts on one edge: edges count threads in a byte.
const MOST: u32 = 200;
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
    /// The ghosts that haunt rank `own` of `ranks`.
    pub(super) fn of(own: u32, ranks: u32) -> Self {
        // The order is that of turns after the rank's own.
        let others = (1..ranks).map(|turn| (own + turn) % ranks);
        let ghost = |rank| Ghost { rank, heard: 0, made: 0, edges: Vec::new() };
        let patience = PATIENCE.min(MOST / ranks.saturating_sub(1).max(1));
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
