//! An edge of the tree of the search with a network: a move and everything known about it.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::float::Float;
use super::node::NodeInfo;
use crate::search::atomics::{AtomicU8, AtomicU32, Ordering};
use crate::search::edge_point::EdgePoint;
use crate::search::link::{LEAF, Link, NodeId};
use crate::search::standing::Standing;
use crate::search::tree::Branch;
use crate::vocabulary::Point;

/// A move with its probability according to the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LikelyMove {
    /// The point, or `None` for a pass.
    pub(super) point: Option<Point>,
    /// The probability, 0 to 1.
    pub(super) policy: f32,
}

/// A move available at a node.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(C)]
pub(super) struct PuctEdge {
    /// Written before the edge is published, and again where its node becomes the root.
    policy: Float,
    /// The node below the edge.
    pub(super) link: Link,
    /// The number of completed simulations through the edge.
    visits: AtomicU32,
    /// The point of the move.
    point: EdgePoint,
    /// Whether the move is proved to win or to lose, or forbidden.
    pub(super) standing: Standing,
    /// The number of threads whose simulations are passing through the edge. With more than 255
    /// threads it may wrap around, which only misleads some of them.
    running: AtomicU8,
}

const _: () = assert!(cfg!(loom) || size_of::<PuctEdge>() == 16);

impl PuctEdge {
    /// The probability of the move according to the network, 0 to 1.
    #[inline(always)]
    pub(super) fn policy(&self) -> f32 {
        self.policy.get()
    }

    /// Changes the probability. Must not be called while a search is running.
    pub(super) fn set_policy(&self, policy: f32) {
        self.policy.set(policy);
    }

    /// The number of threads whose simulations are passing through the edge.
    #[inline(always)]
    pub(super) fn running(&self) -> u8 {
        self.running.load(Ordering::Relaxed)
    }

    /// Begins a simulation through the edge.
    pub(super) fn enter(&self) {
        self.running.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends a simulation that has [entered](Self::enter) the edge; `is_complete` tells whether it
    /// found something.
    pub(super) fn leave(&self, is_complete: bool) {
        self.visits.fetch_add(u32::from(is_complete), Ordering::Relaxed);
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Branch for PuctEdge {
    type Move = LikelyMove;
    type Info = NodeInfo;

    fn set(&self, mv: &LikelyMove) {
        self.policy.set(mv.policy);
        self.link.publish(None);
        self.visits.store(0, Ordering::Relaxed);
        self.point.set(mv.point);
        self.standing.clear();
        self.running.store(0, Ordering::Relaxed);
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

    #[inline(always)]
    fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    fn move_from(&self, other: &Self, child: u32) {
        self.policy.set(other.policy());
        self.link.set(child);
        // The values of a move are in its node: without the node, the move starts anew.
        let visits = if child == LEAF { 0 } else { other.visits() };
        self.visits.store(visits, Ordering::Relaxed);
        self.point.set(other.point.get());
        self.standing.copy_from(&other.standing);
        self.running.store(0, Ordering::Relaxed);
    }
}
