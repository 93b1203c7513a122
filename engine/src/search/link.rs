//! The link from an edge to the node below it.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU32, Ordering};

/// No node.
pub(super) const LEAF: u32 = 0;
/// A thread is creating the node.
const CLAIMED: u32 = u32::MAX;

/// The number of a node; 0 means none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) u32);

/// The link from an edge to the node below it: at first [`LEAF`], then [`CLAIMED`] while a thread
/// creates the node, and finally the node's number, which that thread stores with release ordering.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct Link(AtomicU32);

impl Link {
    /// The node below the edge, if it exists.
    #[inline(always)]
    pub(super) fn child(&self) -> Option<NodeId> {
        match self.0.load(Ordering::Acquire) {
            LEAF | CLAIMED => None,
            node => Some(NodeId(node)),
        }
    }

    /// Tries to claim a leaf, so that no other thread creates its node. Returns whether this thread
    /// claimed it.
    #[inline]
    pub(super) fn try_claim(&self) -> bool {
        self.0.compare_exchange(LEAF, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Whether a thread is creating the node.
    #[inline]
    pub(super) fn is_claimed(&self) -> bool {
        self.0.load(Ordering::Relaxed) == CLAIMED
    }

    /// Publishes a finished node to all threads or, if `node` is `None`, turns the claimed edge
    /// back into a leaf.
    pub(super) fn publish(&self, node: Option<NodeId>) {
        self.0.store(node.map_or(LEAF, |node| node.0), Ordering::Release);
    }

    /// Sets the number of the node. Must not be called while a search is running, except for an
    /// edge that no other thread knows of.
    pub(super) fn set(&self, node: u32) {
        self.0.store(node, Ordering::Relaxed);
    }
}
