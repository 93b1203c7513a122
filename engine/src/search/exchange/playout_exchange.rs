//! The exchange of a search with playouts: collects the sums of the upper nodes for messages to
//! other ranks, and merges the messages of those ranks into the tree.
//!
//! Only the leading thread of a search runs this code, between two simulations. Meanwhile the other
//! threads go on adding to the tree. Additions to a move's own sums are atomic, so none is lost;
//! additions to its AMAF sums can be lost, as in any search with several threads.

use std::cmp::Reverse;
use std::time::Duration;

use super::correspondence::Correspondence;
use super::ledger::Ledger;
use super::message::{Body, Message, RootKey, Sender};
use super::move_number::{DEEPEST, MoveNumber, MovePath, number, number_at, point};
use super::node_news::NodeNews;
use super::outcomes::OutcomeSums;
use super::planting::Planting;
use super::post::{Post, RankId};
use crate::knowledge::PriorKnowledge;
use crate::search::edge::Edge;
use crate::search::link::NodeId;
use crate::search::sum::EdgeSums;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{BoardSize, Geometry, Move};

/// A node is told if it has at least the visits of the root divided by this number.
const SHARE: u64 = 100;
/// The time between two messages.
const INTERVAL: Duration = Duration::from_millis(100);
/// Once in this many messages, all totals are due again, for ranks that have missed messages.
const TELLS_ALL: u64 = 32;
/// The outcomes are sent only once in this many messages: they take time to add up, and change
/// slowly.
const TELLS_OUTCOMES: u64 = 8;

/// The exchange of one search with others.
pub(in crate::search) struct PlayoutExchange {
    correspondence: Correspondence,
    ledger: Ledger,
}

impl PlayoutExchange {
    /// Begins the exchange of a rank, whose tree is to be [started](Self::restart).
    pub(in crate::search) fn new(id: RankId, post: Box<dyn Post>) -> Self {
        let correspondence = Correspondence::new(id, post);
        Self { correspondence, ledger: Ledger::default() }
    }

    /// The largest number of simulations between two looks, at least 1.
    pub(in crate::search) fn most_between_looks(&self) -> u64 {
        self.correspondence.most_between_looks()
    }

    /// Notes that the search has begun a new tree with this root.
    pub(in crate::search) fn restart(&mut self, root: RootKey) {
        self.ledger.restart();
        self.correspondence.restart(root);
    }

    /// Notes that the node to which these moves lead from the last root is now the root. All is
    /// told once more, because messages for the earlier root may have been dropped, or messages
    /// lost while no rank was searching.
    pub(in crate::search) fn advance(&mut self, root: RootKey, moves: impl Iterator<Item = Move>) {
        let moves: Vec<_> = moves.map(|mv| number(mv, root.size)).collect();
        self.ledger.advance(&moves);
        self.correspondence.root = root;
    }

    /// Notes that the tree has dropped nodes.
    pub(in crate::search) fn forget_lost<G: Geometry>(&mut self, tree: &Tree<Edge>) {
        let size = self.correspondence.root.size;
        self.ledger.forget_lost(|path| node_at::<G>(tree, path, size).is_none());
    }

    /// The outcomes that the other ranks have told of simulations from this root.
    pub(in crate::search) fn outcomes(&self) -> impl Iterator<Item = &OutcomeSums> {
        self.ledger.outcomes()
    }

    /// Merges the messages that have arrived and, if one is due after `made` simulations of this
    /// search, sends one. `outcomes` adds up those of this rank since the root was set.
    pub(in crate::search) fn look<G: Geometry, K: PriorKnowledge>(
        &mut self,
        made: u64,
        planting: &Planting<'_, G, K>,
        outcomes: impl FnOnce() -> Option<OutcomeSums>,
    ) {
        let is_due = self.correspondence.is_due(made, INTERVAL);
        let mut merged = 0;
        while let Some(message) = self.correspondence.receive(merged) {
            // Even a message without nodes takes some time.
            merged += 1 + message.body.nodes();
            self.merge(message, planting);
        }
        if is_due {
            let body = self.collect::<G>(planting.tree, outcomes);
            self.correspondence.send(body);
        }
    }

    /// Collects the contents of the next message: the nodes with the most news, as far as there is
    /// room.
    fn collect<G: Geometry>(
        &mut self,
        tree: &Tree<Edge>,
        outcomes: impl FnOnce() -> Option<OutcomeSums>,
    ) -> Body {
        let number = self.correspondence.next_number();
        if number.is_multiple_of(TELLS_ALL) {
            self.ledger.tell_again();
        }
        let mut paths = self.note_upper_nodes::<G>(tree);
        paths.sort_by_key(|path| Reverse(self.ledger.untold(path)));
        let outcomes = number.is_multiple_of(TELLS_OUTCOMES).then(outcomes).flatten();
        let mut bytes = Vec::new();
        outcomes.iter().for_each(|outcomes| outcomes.write(&mut bytes));
        let mut nodes: Vec<NodeNews> = Vec::new();
        for news in paths.iter().filter_map(|path| self.ledger.news(path)) {
            news.write(&mut bytes);
            // The first one is sent in any case, so that each message says something.
            if bytes.len() > self.correspondence.room() && !nodes.is_empty() {
                break;
            }
            nodes.push(news);
        }
        nodes.iter().for_each(|news| self.ledger.told(news));
        nodes.sort_by(|one, other| one.path.cmp(&other.path));
        Body::Sums { outcomes, nodes }
    }

    /// Notes the sums of all upper nodes, and returns their paths.
    fn note_upper_nodes<G: Geometry>(&mut self, tree: &Tree<Edge>) -> Vec<MovePath> {
        let size = self.correspondence.root.size;
        let least = tree.root_visits() / SHARE;
        let mut nodes: Vec<_> =
            tree.root().map(|root| (MovePath::new(), root)).into_iter().collect();
        let mut next = 0;
        while next < nodes.len() {
            let (path, node) = nodes[next].clone();
            for edge in tree.edges(node).1 {
                let mv = edge_number::<G>(edge, size);
                let now = sums(edge);
                self.ledger.note(&path, mv, now);
                if let Some(child) = edge.child()
                    && now.own.visits >= least
                    && path.len() < DEEPEST
                {
                    let mut below = path.clone();
                    below.push(mv);
                    nodes.push((below, child));
                }
            }
            next += 1;
        }
        nodes.into_iter().map(|(path, _)| path).collect()
    }

    /// Adds a message to the tree: the excess of its totals over those already added for its
    /// sender.
    fn merge<G: Geometry, K: PriorKnowledge>(
        &mut self,
        message: Message,
        planting: &Planting<'_, G, K>,
    ) {
        let Message { sender, number, body: Body::Sums { outcomes, nodes }, .. } = message else {
            return;
        };
        if !self.ledger.welcomes(sender, number) {
            return;
        }
        if let Some(outcomes) = outcomes {
            self.ledger.set_outcomes(sender, outcomes);
        }
        for news in &nodes {
            let Some(node) = self.node_for(&news.path, planting) else { continue };
            self.merge_node::<G>(sender, news, planting.tree.edges(node).1);
        }
    }

    /// The node at the end of a path, which is created if its parent exists.
    fn node_for<G: Geometry, K: PriorKnowledge>(
        &self,
        path: &MovePath,
        planting: &Planting<'_, G, K>,
    ) -> Option<NodeId> {
        let size = self.correspondence.root.size;
        let Some((last, parents)) = path.split_last() else { return planting.tree.root() };
        let parent = node_at::<G>(planting.tree, parents, size)?;
        let edge = edge_of::<G>(planting.tree, parent, *last, size)?;
        edge.child().or_else(|| planting.plant(edge, path.iter().map(|&mv| point::<G>(mv, size))))
    }

    fn merge_node<G: Geometry>(&mut self, sender: Sender, news: &NodeNews, edges: &[Edge]) {
        let size = self.correspondence.root.size;
        let mut places = vec![None; size.area() + 1];
        for edge in edges {
            places[usize::from(edge_number::<G>(edge, size))] = Some(edge);
        }
        for &(mv, totals) in &news.moves {
            let Some(edge) = places.get(usize::from(mv)).copied().flatten() else { continue };
            let owed = self.ledger.owed(sender, &news.path, (mv, totals));
            if owed == EdgeSums::default() {
                continue;
            }
            let added =
                EdgeSums { own: edge.stats.merge(owed.own), amaf: edge.amaf.merge(owed.amaf) };
            self.ledger.add(sender, &news.path, (mv, owed, added));
        }
    }
}

/// The sums of a move, all ranks together.
fn sums(edge: &Edge) -> EdgeSums {
    EdgeSums { own: edge.stats.sum(), amaf: edge.amaf.sum() }
}

/// The number of the move of an edge.
fn edge_number<G: Geometry>(edge: &Edge, size: BoardSize) -> MoveNumber {
    number_at::<G>(edge.point(), size)
}

/// The edge of a node with this move, if it has one.
fn edge_of<G: Geometry>(
    tree: &Tree<Edge>,
    node: NodeId,
    mv: MoveNumber,
    size: BoardSize,
) -> Option<&Edge> {
    tree.edges(node).1.iter().find(|edge| edge.point() == point::<G>(mv, size))
}

/// The node to which these moves lead from the root, if it exists.
fn node_at<G: Geometry>(tree: &Tree<Edge>, path: &[MoveNumber], size: BoardSize) -> Option<NodeId> {
    path.iter().try_fold(tree.root()?, |node, &mv| edge_of::<G>(tree, node, mv, size)?.child())
}
