//! The root of the tree of a search with a network.

use super::backup::Backup;
use super::edge::PuctEdge;
use super::node::NO_PATTERN;
use super::owners::RootOwners;
use super::utility::Utility;
use crate::rules::GameState;
use crate::search::atomics::Ordering;
use crate::search::root::Line;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, Color, Point};

/// The information about the root that is kept outside the tree.
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
    /// Whether all values in the tree are for the utilities of this root.
    pub(super) is_recomputed: bool,
}

/// Gives each move of the root its probability among these, which are in the order of
/// [`Evaluation::policy`](crate::knowledge::Evaluation::policy).
pub(super) fn set_policies(tree: &Tree<PuctEdge>, game: &GameState, policy: &[Option<f32>]) {
    for edge in tree.root_edges() {
        let vertex = edge.point().map(Point::vertex::<AnySize>);
        let index = vertex.map_or(game.size().area(), |vertex| vertex.index(game.size()));
        if let Some(share) = policy.get(index).copied().flatten() {
            edge.set_policy(share);
        }
    }
}

/// How many nodes are recomputed between two calls of `enough`.
const NODES_AT_A_TIME: usize = 1 << 10;

/// Recomputes all values in the tree, because the utilities of results depend on the root, which
/// has changed. The table of biases must be empty; it is refilled from the nodes of the tree.
///
/// Gives up if `enough` returns true, because a large tree takes seconds. Only the biases, which
/// take a smaller part of the time, are refilled in any case: what is missing there would be taken
/// away twice. The nodes near the root then keep their values for the earlier root until a
/// simulation passes through them. Returns whether all values have been recomputed.
pub(super) fn recompute(backup: &mut Backup<'_>, color: Color, enough: &dyn Fn() -> bool) -> bool {
    let tree = backup.tree;
    let Some(root) = tree.root() else { return true };
    let mut reached = vec![(root, color)];
    let mut next = 0;
    while let Some(&(node, color)) = reached.get(next) {
        let (edges, info) = (tree.edges(node).1, tree.info(node));
        reached.extend(edges.iter().filter_map(PuctEdge::child).map(|child| (child, !color)));
        let place = info.pattern.load(Ordering::Relaxed);
        if place != NO_PATTERN {
            backup.biases.add(place, info.bias_sum.get(), info.bias_weight.get());
        }
        next += 1;
    }
    // Children come after their parents.
    for (done, &(node, color)) in reached.iter().rev().enumerate() {
        if done > 0 && done.is_multiple_of(NODES_AT_A_TIME) && enough() {
            return false;
        }
        backup.compute(node, color.sign());
    }
    true
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;

    use super::super::bias::Biases;
    use super::super::edge::LikelyMove;
    use super::super::node::Outlook;
    use super::super::params::PuctParams;
    use super::*;

    /// Adds a line of nodes below the root, each of which has one of these moves.
    fn add_line(tree: &Tree<PuctEdge>, points: impl Iterator<Item = usize>) {
        let mut at = tree.root().expect("a root");
        for point in points {
            let next = LikelyMove { point: Some(Point::from_bit(point)), policy: 1.0 };
            let node = tree.add_node(&[next]).expect("room");
            tree.info(node).start(&Outlook::certain(20.0), 1.0, NO_PATTERN);
            let edge = &tree.edges(at).1[0];
            assert!(edge.link.try_claim());
            edge.link.publish(Some(node));
            edge.enter();
            edge.leave(true);
            at = node;
        }
    }

    #[test]
    fn values_are_recomputed_for_a_new_root_until_it_is_enough() {
        let mut tree = Tree::<PuctEdge>::with_room(4096, 4096);
        tree.add_root(&[LikelyMove { point: None, policy: 1.0 }]);
        let root = tree.root().expect("a root");
        tree.info(root).start(&Outlook::certain(20.0), 1.0, NO_PATTERN);
        add_line(&tree, (0..2 * NODES_AT_A_TIME).map(|at| at % 81));
        let (params, biases) = (PuctParams::default(), Biases::new());
        let value_for = |expected: f32, questions: u32| {
            let utility = Utility::new(&params, 81, expected);
            let asked = Cell::new(0);
            let enough = || asked.replace(asked.get() + 1) == questions;
            let mut backup = Backup::new(&params, &utility, &tree, &biases);
            let is_whole = recompute(&mut backup, Color::Black, &enough);
            (is_whole, tree.info(root).values().utility)
        };
        let (_, old) = value_for(0.0, 9);
        for questions in [0, 1] {
            assert_eq!(value_for(20.0, questions), (false, old));
        }
        let (is_whole, new) = value_for(20.0, 2);
        assert!(is_whole && new < old, "the lead of 20 points was expected: {new}, {old}");
    }
}
