//! The path of a simulation down the tree.

use super::edge::Edge;

/// A step on the path: a node's moves, and the move chosen from them.
#[derive(Clone, Copy)]
pub(super) struct PathStep<'a> {
    pub(super) edges: &'a [Edge],
    pub(super) edge: &'a Edge,
}
