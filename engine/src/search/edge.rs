//! An edge of the tree of the search with playouts: a move and everything known about it.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU32, Ordering};
use super::edge_point::EdgePoint;
use super::link::{Link, NodeId};
use super::standing::Standing;
use super::stats::Stats;
use super::tree::Branch;
use crate::knowledge::{Candidate, Prior};
use crate::vocabulary::Point;

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
    /// The node below the edge.
    pub(super) link: Link,
    /// The point of the move.
    point: EdgePoint,
    /// Whether the move is proved to win or to lose, or forbidden.
    pub(super) standing: Standing,
    unused: u8,
}

const _: () = assert!(cfg!(loom) || size_of::<Edge>() == 32);

impl Edge {
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
}

impl Branch for Edge {
    type Move = Candidate;
    type Info = ();

    fn set(&self, candidate: &Candidate) {
        self.stats.clear();
        self.amaf.clear();
        self.set_prior(candidate.prior);
        self.link.publish(None);
        self.point.set(candidate.point);
        self.standing.clear();
    }

    #[inline(always)]
    fn point(&self) -> Option<Point> {
        self.point.get()
    }

    #[inline(always)]
    fn standing(&self) -> &Standing {
        &self.standing
    }

    #[inline(always)]
    fn child(&self) -> Option<NodeId> {
        self.link.child()
    }

    fn visits(&self) -> u32 {
        self.stats.load().visits
    }

    fn move_from(&self, other: &Self, child: u32) {
        self.stats.copy_from(&other.stats);
        self.amaf.copy_from(&other.amaf);
        self.set_prior(other.prior());
        self.link.set(child);
        self.point.set(other.point.get());
        self.standing.copy_from(&other.standing);
    }
}
