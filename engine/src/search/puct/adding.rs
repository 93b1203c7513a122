//! Adds nodes that other ranks have evaluated, as if simulations had ended there.

use super::backup::Backup;
use super::edge::{LikelyMove, PuctEdge};
use super::expansion::pattern;
use super::node::{NO_PATTERN, Outlook};
use super::root::PuctRoot;
use crate::rules::GameState;
use crate::search::exchange::{EvaluatedNode, MoveNumber, point};
use crate::search::link::NodeId;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, BoardSize, Move, Point};

/// Adds those of these nodes that are not there yet, and whose parents are. Returns their number.
pub(super) fn add(
    told: &[EvaluatedNode],
    root: &PuctRoot,
    backup: &mut Backup<'_>,
    size: BoardSize,
) -> usize {
    let game = root.game.clone();
    let mut adding = Adding { root, backup, size, game, above: Vec::new() };
    let added = told.iter().filter_map(|node| adding.add(node)).count();
    adding.finish();
    added
}

/// The node to which these moves lead from the root, if it exists.
pub(super) fn node_at(
    tree: &Tree<PuctEdge>,
    path: &[MoveNumber],
    size: BoardSize,
) -> Option<NodeId> {
    path.iter().try_fold(tree.root()?, |node, &mv| edge_of(tree, node, mv, size)?.child())
}

/// The edge of a node with this move, if it has one.
fn edge_of(
    tree: &Tree<PuctEdge>,
    node: NodeId,
    mv: MoveNumber,
    size: BoardSize,
) -> Option<&PuctEdge> {
    let point = point::<AnySize>(mv, size);
    tree.edges(node).1.iter().find(|edge| edge.point() == point)
}

/// A batch of nodes that are being added. The game is copied, and the values of upper nodes are
/// refreshed, only once per batch: done for each node, these steps would take longer than the rest.
struct Adding<'a, 'b> {
    root: &'a PuctRoot,
    backup: &'a mut Backup<'b>,
    size: BoardSize,
    /// Some position below the root.
    game: GameState,
    /// The nodes above those that have been added, with their distances from the root.
    above: Vec<(usize, NodeId)>,
}

impl Adding<'_, '_> {
    /// Adds a node. The values above it are refreshed later, by [`Self::finish`]. Returns `None` if
    /// the node is already in the tree, its parent is missing, a move on its path is unknown or
    /// illegal, the sender disagrees about whether the game is over, there is no room, or a thread
    /// of this rank is evaluating the node.
    fn add(&mut self, told: &EvaluatedNode) -> Option<NodeId> {
        let tree = self.backup.tree;
        // Most nodes that are sent again are already in the tree.
        if node_at(tree, &told.path, self.size).is_some() {
            return None;
        }
        self.game.return_to(&self.root.game);
        let (mut color, mut at) = (self.root.color, tree.root());
        let mut steps = Vec::new();
        for &mv in &told.path {
            let node = at?;
            let edge = edge_of(tree, node, mv, self.size);
            let edge = edge.filter(|edge| !edge.standing.is_pruned())?;
            let mv = Move::from(edge.point().map(Point::vertex::<AnySize>));
            self.game.play(color, mv).ok()?;
            color = !color;
            steps.push((node, edge));
            at = edge.child();
        }
        let (_, last) = steps.last().filter(|_| at.is_none())?;
        if self.game.is_over() != told.moves.is_empty() || !last.link.try_claim() {
            return None;
        }
        let node = self.create(told, color.sign());
        last.link.publish(node);
        node?;
        for (depth, (node, edge)) in steps.iter().enumerate() {
            edge.enter();
            edge.leave(true);
            self.above.push((depth, *node));
        }
        node
    }

    /// Creates the node, at which the game has arrived and the player with this sign is to move.
    fn create(&mut self, told: &EvaluatedNode, sign: f32) -> Option<NodeId> {
        let Backup { tree, params, .. } = *self.backup;
        let moves = told.moves.iter();
        let moves: Vec<_> = moves
            .map(|&(mv, policy)| LikelyMove { point: point::<AnySize>(mv, self.size), policy })
            .collect();
        let node = tree.add_node(&moves)?;
        let [win_loss, score, score_square, lead] = told.outlook;
        let own = Outlook { win_loss, score, score_square, lead };
        let is_over = moves.is_empty();
        let place = if is_over { NO_PATTERN } else { pattern(self.game.position(), params) };
        tree.info(node).start(&own, told.weight, place);
        self.backup.compute(node, sign);
        Some(node)
    }

    /// Computes the values of all nodes above those that have been added, each after those below
    /// it.
    fn finish(mut self) {
        self.above.sort_unstable_by(|one, other| other.cmp(one));
        self.above.dedup();
        for (depth, node) in self.above {
            let color = if depth.is_multiple_of(2) { self.root.color } else { !self.root.color };
            self.backup.refresh(node, color.sign());
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::bias::Biases;
    use super::super::owners::RootOwners;
    use super::super::params::PuctParams;
    use super::super::utility::Utility;
    use super::*;
    use crate::rules::Rules;
    use crate::search::limits::SearchLimits;
    use crate::search::request::SearchRequest;
    use crate::search::root::Line;
    use crate::vocabulary::Color;

    /// A pass on a board of 9x9.
    const PASS: MoveNumber = 81;

    fn new_root() -> PuctRoot {
        let game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
        PuctRoot {
            line: Line::of(&SearchRequest::new(&game, Color::Black, SearchLimits::default())),
            utility: Utility::new(&PuctParams::default(), game.size().area(), 0.0),
            game,
            color: Color::Black,
            owners: RootOwners::default(),
            is_recomputed: true,
        }
    }

    /// A tree that knows three moves at its root.
    fn new_tree(size: BoardSize) -> Tree<PuctEdge> {
        let mut tree = Tree::<PuctEdge>::with_room(32, 256);
        let likely = |mv| LikelyMove { point: point::<AnySize>(mv, size), policy: 0.3 };
        tree.add_root(&[3, 4, PASS].map(likely));
        let root = tree.root().unwrap();
        tree.info(root).start(&Outlook::default(), 1.0, NO_PATTERN);
        tree
    }

    fn node(path: &[MoveNumber], moves: &[MoveNumber], win_loss: f32) -> EvaluatedNode {
        let moves = moves.iter().map(|&mv| (mv, 0.5)).collect();
        let outlook = [win_loss, 1.0, 2.0, 1.0];
        EvaluatedNode { path: path.to_vec(), outlook, weight: 1.0, moves }
    }

    #[test]
    fn a_node_is_added_once_and_only_where_it_can_be() {
        let root = new_root();
        let size = root.game.size();
        let tree = new_tree(size);
        let (params, biases) = (PuctParams::default(), Biases::new());
        let mut backup = Backup::new(&params, &root.utility, &tree, &biases);
        let mut told = |path: &[MoveNumber], moves: &[MoveNumber]| {
            add(&[node(path, moves, 0.5)], &root, &mut backup, size) == 1
        };
        assert!(!told(&[5], &[PASS]), "no such move");
        assert!(!told(&[3, 4], &[PASS]), "no parent");
        assert!(!told(&[3], &[]), "the game is not over");
        assert!(told(&[3], &[3, 4, PASS]));
        assert!(!told(&[3], &[3, 4, PASS]), "it is known");
        assert!(!told(&[3, 3], &[PASS]), "occupied");
        assert!(told(&[3, 4], &[PASS]));
        assert!(told(&[PASS], &[PASS]) && !told(&[PASS, PASS], &[PASS]), "the game is over");
        assert!(told(&[PASS, PASS], &[]));
        assert_eq!(tree.root_visits(), 4);
    }

    #[test]
    fn many_nodes_at_once_give_the_values_that_they_give_one_by_one() {
        let root = new_root();
        let size = root.game.size();
        let told = [
            node(&[3], &[4, 5, PASS], 0.5),
            node(&[3, 5], &[4, PASS], -0.25),
            node(&[4], &[3, PASS], 0.125),
            node(&[3, 5, 4], &[6, PASS], 0.75),
            node(&[3, 4], &[PASS], -0.5),
        ];
        let params = PuctParams { subtree_bias: 0.0, ..PuctParams::default() };
        let values_after = |at_once: usize| {
            let (tree, biases) = (new_tree(size), Biases::new());
            let mut backup = Backup::new(&params, &root.utility, &tree, &biases);
            let added: usize =
                told.chunks(at_once).map(|some| add(some, &root, &mut backup, size)).sum();
            assert_eq!((added, tree.root_visits()), (told.len(), 5));
            let paths = told.iter().map(|node| &node.path[..]).chain([&[][..]]);
            let values = paths.map(|path| tree.info(node_at(&tree, path, size).unwrap()).values());
            values.collect::<Vec<_>>()
        };
        let (one_by_one, at_once) = (values_after(1), values_after(told.len()));
        assert_eq!(one_by_one, at_once);
        assert_eq!(at_once.last().map(|values| values.weight), Some(6.0));
    }
}
