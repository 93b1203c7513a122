//! An edge of the tree: a move and everything known about it.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU8, AtomicU16, AtomicU32, Ordering};
use super::stats::Stats;
use crate::knowledge::{Candidate, Prior};
use crate::vocabulary::Point;

/// Value of `Edge::child`: no node.
pub(super) const LEAF: u32 = 0;
/// Value of `Edge::child`: a thread is creating the node.
const CLAIMED: u32 = u32::MAX;
/// Value of `Edge::point`: a pass.
const PASS: u16 = 0;

/// Value of `Edge::standing`: nothing is proved.
const OPEN: u8 = 0;
/// Value of `Edge::standing`: the move is proved to win for its player.
const WON: u8 = 1;
/// Value of `Edge::standing`: the move is proved to lose for its player.
const LOST: u8 = 2;
/// Value of `Edge::standing`: the rules forbid the move.
const FORBIDDEN: u8 = 3;

/// The number of a node; 0 means none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(pub(super) u32);

/// A move available at a node.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(C)]
pub(super) struct Edge {
    /// Updated by every simulation that passes through the edge.
    pub(super) stats: Stats,
    /// Updated by every simulation in which the move's player is the first to play on the point of
    /// the move.
    pub(super) amaf: Stats,
    /// The prior, as a number of games and a sum of values, both stored as the bits of
    /// floating-point numbers.
    prior_games: AtomicU32,
    prior_sum: AtomicU32,
    /// At first [`LEAF`], then [`CLAIMED`] while a thread creates the node, and finally the node's
    /// number, which that thread stores with release ordering.
    child: AtomicU32,
    /// Written once, before the edge is published.
    point: AtomicU16,
    /// [`OPEN`] until the result of the move is proved or the move is found to be forbidden.
    standing: AtomicU8,
    unused: u8,
}

const _: () = assert!(cfg!(loom) || size_of::<Edge>() == 32);

impl Edge {
    /// The point of the move, or `None` for a pass.
    #[inline(always)]
    pub(super) fn point(&self) -> Option<Point> {
        match self.point.load(Ordering::Relaxed) {
            PASS => None,
            bit => Some(Point::from_bit(usize::from(bit))),
        }
    }

    /// The node below the edge, if it exists.
    #[inline(always)]
    pub(super) fn child(&self) -> Option<NodeId> {
        match self.child.load(Ordering::Acquire) {
            LEAF | CLAIMED => None,
            node => Some(NodeId(node)),
        }
    }

    /// Tries to claim a leaf, so that no other thread creates its node. Returns whether this thread
    /// claimed it.
    #[inline]
    pub(super) fn try_claim(&self) -> bool {
        self.child.compare_exchange(LEAF, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Publishes a finished node to all threads or, if `node` is `None`, turns the claimed edge
    /// back into a leaf.
    pub(super) fn publish(&self, node: Option<NodeId>) {
        self.child.store(node.map_or(LEAF, |node| node.0), Ordering::Release);
    }

    /// Whether the move has been found to be forbidden.
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.standing.load(Ordering::Relaxed) == FORBIDDEN
    }

    /// Excludes the move from the search.
    pub(super) fn prune(&self) {
        self.standing.store(FORBIDDEN, Ordering::Relaxed);
    }

    /// Whether the move is worth a simulation: neither forbidden nor proved to lose.
    #[inline(always)]
    pub(super) fn is_hopeful(&self) -> bool {
        self.standing.load(Ordering::Relaxed) < LOST
    }

    /// Whether the move is proved to win (`true`) or to lose (`false`) for its player; `None` if
    /// neither is proved.
    pub(super) fn proved(&self) -> Option<bool> {
        match self.standing.load(Ordering::Relaxed) {
            WON => Some(true),
            LOST => Some(false),
            _ => None,
        }
    }

    /// Records a proof that the move wins or loses for its player. If the move is already proved or
    /// forbidden, changes nothing and returns `false`.
    pub(super) fn prove(&self, wins: bool) -> bool {
        let known = if wins { WON } else { LOST };
        let order = Ordering::Relaxed;
        self.standing.compare_exchange(OPEN, known, order, order).is_ok()
    }

    /// The prior of the move.
    #[inline(always)]
    pub(super) fn prior(&self) -> Prior {
        Prior {
            games: f32::from_bits(self.prior_games.load(Ordering::Relaxed)),
            value_sum: f32::from_bits(self.prior_sum.load(Ordering::Relaxed)),
        }
    }

    /// Replaces the prior of the move. A thread that reads the prior during the replacement may see
    /// one old and one new number, but this misleads at most one simulation.
    pub(super) fn set_prior(&self, prior: Prior) {
        self.prior_games.store(prior.games.to_bits(), Ordering::Relaxed);
        self.prior_sum.store(prior.value_sum.to_bits(), Ordering::Relaxed);
    }

    /// Initialises the edge with a move and its prior, without statistics.
    pub(super) fn set(&self, candidate: &Candidate) {
        self.stats.clear();
        self.amaf.clear();
        self.set_prior(candidate.prior);
        self.child.store(LEAF, Ordering::Relaxed);
        let point = candidate.point.map_or(PASS, |point| point.bit() as u16);
        self.point.store(point, Ordering::Relaxed);
        self.standing.store(OPEN, Ordering::Relaxed);
    }

    /// Copies the contents of another edge, but sets the node below this edge to `child`. Must not
    /// be called while a search is running.
    pub(super) fn move_from(&self, other: &Self, child: u32) {
        self.stats.copy_from(&other.stats);
        self.amaf.copy_from(&other.amaf);
        self.set_prior(other.prior());
        self.child.store(child, Ordering::Relaxed);
        self.point.store(other.point.load(Ordering::Relaxed), Ordering::Relaxed);
        self.standing.store(other.standing.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}
