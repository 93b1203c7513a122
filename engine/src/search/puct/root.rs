//! The root of the tree of a search with a network.

use super::backup::Backup;
use super::edge::PuctEdge;
use super::node::NO_PATTERN;
use super::owners::RootOwners;
use super::utility::Utility;
use crate::knowledge::Evaluation;
use crate::rules::GameState;
use crate::search::atomics::Ordering;
use crate::search::root::Line;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, Color, Point};

/// What is known about the root outside the tree.
pub(super) struct PuctRoot {
    /// The moves that led to the position.
    pub(super) line: Line,
    /// The game up to the root.
    pub(super) game: GameState,
    /// The player to move.
    pub(super) color: Color,
    /// The utilities of results, as seen from this root.
    pub(super) utility: Utility,
    /// The owners of the points in all simulations since this position became the root, and in its
    /// own evaluation.
    pub(super) owners: RootOwners,
}

/// Gives each move of the root the probability that an evaluation says.
pub(super) fn set_policies(tree: &Tree<PuctEdge>, game: &GameState, evaluation: &Evaluation) {
    for edge in tree.root_edges() {
        let vertex = edge.point().map(Point::vertex::<AnySize>);
        let index = vertex.map_or(game.size().area(), |vertex| vertex.index(game.size()));
        if let Some(policy) = evaluation.policy.get(index).copied().flatten() {
            edge.set_policy(policy);
        }
    }
}

/// Recomputes all values in the tree, because the utilities of results depend on the root, which
/// has changed. The table of biases must be empty; it is refilled from the nodes of the tree.
pub(super) fn recompute(backup: &mut Backup<'_>, color: Color) {
    let tree = backup.tree;
    let Some(root) = tree.root() else { return };
    let mut reached = vec![(root, color)];
    let mut next = 0;
    while let Some(&(node, color)) = reached.get(next) {
        let children = tree.edges(node).1.iter().filter_map(PuctEdge::child);
        reached.extend(children.map(|child| (child, !color)));
        next += 1;
    }
    for &(node, _) in &reached {
        let info = tree.info(node);
        let place = info.pattern.load(Ordering::Relaxed);
        if place != NO_PATTERN {
            backup.biases.add(place, info.bias_sum.get(), info.bias_weight.get());
        }
    }
    // Children come after their parents.
    for &(node, color) in reached.iter().rev() {
        backup.compute(node, color.sign());
    }
}
