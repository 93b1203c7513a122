//! The exchange of a search with a network: ranks send one another the nodes that they have
//! evaluated.
//!
//! An evaluation costs as much as thousands of steps in the tree, but fits into a few hundred
//! bytes. Each rank therefore sends all of its evaluations, and every tree becomes the union of all
//! trees. A node that is already in a tree stays as it is, so nothing counts twice, however often
//! it is sent.
//!
//! Until a rank receives the results of the others, [ghosts](super::ghosts) distort its tree.
//! Messages are therefore frequent, especially while the tree is small.
//!
//! Messages can be lost, and ranks can join late or come from another position. If a rank has not
//! been heard from at the last root, each message therefore also contains upper nodes, regardless
//! of which rank has evaluated them, until all of them have been sent; afterwards, only an
//! occasional message does. A rank that evaluates faster than it can send prefers the nodes nearest
//! to the root, and gives up the deepest.

use std::collections::VecDeque;
use std::time::Duration;

use super::adding::{add, node_at};
use super::backup::Backup;
use super::edge::PuctEdge;
use super::node::Outlook;
use super::peers::Peers;
use super::root::PuctRoot;
use crate::search::exchange::{
    Body, Correspondence, EvaluatedNode, MoveNumber, Post, RankId, RootKey, number, number_at,
};
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, BoardSize, Move};

/// The least and the largest time between two messages.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);
const LARGEST_INTERVAL: Duration = Duration::from_millis(100);
/// Messages are spaced so that, within the limits above, all ranks together evaluate the root's
/// visits divided by this number between two of them. The larger the fraction of a tree that is
/// still unknown, the more it is distorted by ghosts.
const FRESH: f32 = 64.0;
/// The largest number of nodes that wait to be told.
const MOST_UNTOLD: usize = 4096;
/// Once in this many messages, upper nodes are told again after all of them have been told.
const REPAIRS: u64 = 64;
/// A node is an upper one if it has at least the visits of the root divided by this number.
const SHARE: u64 = 500;
/// The largest number of upper nodes.
const MOST_UPPER: usize = 1024;
/// The number of messages before a new root whose nodes are sent once more, because they may have
/// arrived too late.
const LAST_MESSAGES: u64 = 16;

/// The exchange of one search with others.
pub(super) struct NetworkExchange {
    id: RankId,
    correspondence: Correspondence,
    /// The number of messages sent so far.
    told: u64,
    /// The time of the last look.
    time: Duration,
    /// The other ranks, as far as they are known.
    peers: Peers,
    /// The paths to the nodes that this rank has evaluated and not told yet.
    untold: Vec<Vec<MoveNumber>>,
    /// The paths that the last messages have told, each with the number of messages before it.
    recent: VecDeque<(u64, Vec<MoveNumber>)>,
    /// The number of messages since all upper nodes became due by [`tell_all`](Self::tell_all).
    sent: u64,
    /// The number of upper nodes sent so far in the current round through all of them.
    repaired: usize,
    /// Whether all upper nodes have been sent since they became due.
    is_told: bool,
    /// The number of all ranks at the last look.
    ranks: u32,
}

impl NetworkExchange {
    /// Begins the exchange of a rank, whose tree is to be [started](Self::restart).
    pub(super) fn new(id: RankId, post: Box<dyn Post>) -> Self {
        let correspondence = Correspondence::new(id, post);
        Self {
            id,
            correspondence,
            told: 0,
            time: Duration::ZERO,
            peers: Peers::of(id.rank),
            untold: Vec::new(),
            recent: VecDeque::new(),
            sent: 0,
            repaired: 0,
            is_told: false,
            ranks: 1,
        }
    }

    /// The number of all ranks, 1 if there are no others now.
    pub(super) fn ranks(&self) -> u32 {
        self.correspondence.ranks()
    }

    /// The time of the last look.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// The share, 0 to 1, of the positions that belong to this rank.
    pub(super) fn own_share(&self) -> f32 {
        self.peers.own_share(self.correspondence.ranks(), self.time)
    }

    /// Whether the position with this hash belongs to another rank.
    pub(super) fn is_anothers(&self, hash: u64) -> bool {
        self.peers.owner_of(hash, self.correspondence.ranks(), self.time) != self.id.rank
    }

    /// Notes that the search has begun a new tree with this root.
    pub(super) fn restart(&mut self, root: RootKey) {
        self.correspondence.restart(root);
        self.untold.clear();
        self.recent.clear();
        self.peers = Peers::of(self.id.rank);
        self.peers.set_absent(self.correspondence.absent());
        self.tell_all();
    }

    /// Notes that the node to which these moves lead from the last root is now the root. The nodes
    /// in recent messages are sent once more, because messages about the earlier root may have been
    /// dropped. All upper nodes are sent as well, unless all ranks have been heard from lately: a
    /// silent rank may come from another position.
    pub(super) fn advance(&mut self, root: RootKey, moves: impl Iterator<Item = Move>) {
        let first: Vec<_> = moves.map(|mv| number(mv, root.size)).collect();
        self.correspondence.root = root;
        if self.is_told && self.peers.all_have_been_heard(self.correspondence.ranks(), self.time) {
            self.peers.begin(self.time);
            self.repaired = 0;
        } else {
            self.tell_all();
        }
        self.untold.extend(self.recent.drain(..).map(|(_, path)| path));
        self.untold.retain_mut(|path| {
            let is_below = path.len() > first.len() && path.starts_with(&first);
            if is_below {
                path.drain(..first.len());
            }
            is_below
        });
    }

    /// From the next message on, tells all upper nodes.
    fn tell_all(&mut self) {
        self.peers.begin(self.time);
        self.tell_upper_nodes();
    }

    /// The same for a rank that is there but may lack what has been told before.
    fn tell_upper_nodes(&mut self) {
        (self.sent, self.repaired, self.is_told) = (0, 0, false);
    }

    /// Notes that this rank has evaluated the node to which these edges lead from the root.
    pub(super) fn note<'a>(&mut self, path: impl Iterator<Item = &'a PuctEdge>) {
        self.peers.note();
        let size = self.correspondence.root.size;
        self.untold.push(path.map(|edge| number_at::<AnySize>(edge.point(), size)).collect());
        if self.untold.len() > MOST_UNTOLD {
            self.untold.sort_by_key(Vec::len);
            self.untold.truncate(MOST_UNTOLD / 2);
        }
    }

    /// Whether a message is due after `made` simulations of this search, when the root has this
    /// number of visits. A rank that takes turns with others waits here for its turn.
    pub(super) fn is_due(&mut self, made: u64, visits: u64) -> bool {
        let ranks = self.correspondence.ranks();
        if ranks > self.ranks {
            // Those who have come know nothing yet.
            self.tell_all();
        }
        self.ranks = ranks;
        let is_due = self.correspondence.is_due(made, self.interval(visits));
        self.time = self.correspondence.now();
        self.peers.look(self.time);
        self.peers.set_absent(self.correspondence.absent());
        is_due
    }

    /// The time between two messages, when the root has this number of visits.
    fn interval(&self, visits: u64) -> Duration {
        let pace = self.peers.pace_of_all(self.correspondence.ranks(), self.time);
        let fresh = pace.map(|pace| Duration::from_secs_f32(visits as f32 / FRESH / pace));
        fresh.unwrap_or_default().clamp(LEAST_INTERVAL, LARGEST_INTERVAL)
    }

    /// Adds the nodes that others have told.
    pub(super) fn merge(&mut self, root: &PuctRoot, backup: &mut Backup<'_>) {
        let (mut merged, mut told) = (0, Vec::new());
        while let Some(message) = self.correspondence.receive(merged) {
            // Even a message without nodes takes some time.
            merged += 1 + message.body.nodes();
            if let Body::Evaluated { pace, nodes } = message.body {
                if self.peers.hear(message.sender, pace, self.time) {
                    self.tell_upper_nodes();
                }
                told.extend(nodes);
            }
        }
        if !told.is_empty() {
            add(&told, root, backup, self.correspondence.root.size);
        }
    }

    /// Tells the nodes that have not been told yet and, where it is time, upper nodes again, as far
    /// as there is room.
    pub(super) fn send(&mut self, tree: &Tree<PuctEdge>) {
        let size = self.correspondence.root.size;
        let room = self.correspondence.room();
        let mut telling = Telling { tree, size, nodes: Vec::new(), bytes: Vec::new() };
        let repairs = !self.is_told || self.sent.is_multiple_of(REPAIRS);
        let upper = if repairs { upper_nodes(tree, size) } else { Vec::new() };
        // Upper nodes come first, because those that have not been told yet may be below them.
        self.repair(&mut telling, &upper, room / 2);
        // Nodes follow their parents.
        self.untold.sort_by_key(Vec::len);
        let told = telling.add(&self.untold, room);
        while self.recent.pop_front_if(|(at, _)| *at + LAST_MESSAGES <= self.told).is_some() {}
        self.recent.extend(self.untold.drain(..told).map(|path| (self.told, path)));
        if !self.is_told {
            self.repair(&mut telling, &upper, room);
        }
        if repairs && self.repaired >= upper.len() {
            (self.repaired, self.is_told) = (0, true);
        }
        self.sent += 1;
        self.told += 1;
        let pace = self.peers.tell(self.correspondence.now());
        self.correspondence.send(Body::Evaluated { pace, nodes: telling.nodes });
    }

    /// Tells the next upper nodes while the message has at most `room` bytes.
    fn repair(&mut self, telling: &mut Telling<'_>, upper: &[Vec<MoveNumber>], room: usize) {
        self.repaired += telling.add(upper.get(self.repaired..).unwrap_or_default(), room);
    }
}

/// A message that is being written.
struct Telling<'a> {
    tree: &'a Tree<PuctEdge>,
    size: BoardSize,
    nodes: Vec<EvaluatedNode>,
    bytes: Vec<u8>,
}

impl Telling<'_> {
    /// Adds the nodes at the ends of these paths while the message has at most `room` bytes.
    /// Returns the number of paths that are settled.
    fn add(&mut self, paths: &[Vec<MoveNumber>], room: usize) -> usize {
        for (settled, path) in paths.iter().enumerate() {
            // The tree may have dropped the node.
            let Some(node) = evaluated(self.tree, path, self.size) else { continue };
            let before = self.bytes.len();
            node.write(&mut self.bytes);
            // The first one is sent in any case, so that each message says something.
            if self.bytes.len() > room && !self.nodes.is_empty() {
                self.bytes.truncate(before);
                return settled;
            }
            self.nodes.push(node);
        }
        paths.len()
    }
}

/// The paths to the upper nodes of the tree except its root, each after its parent.
fn upper_nodes(tree: &Tree<PuctEdge>, size: BoardSize) -> Vec<Vec<MoveNumber>> {
    let least = (tree.root_visits() / SHARE).max(1);
    let mut upper: Vec<Vec<MoveNumber>> = Vec::new();
    let mut below: VecDeque<_> = tree.root().map(|root| (Vec::new(), root)).into_iter().collect();
    while let Some((path, node)) = below.pop_front() {
        for edge in tree.edges(node).1 {
            if upper.len() < MOST_UPPER
                && u64::from(edge.visits()) >= least
                && let Some(child) = edge.child()
            {
                let mut longer = path.clone();
                longer.push(number_at::<AnySize>(edge.point(), size));
                upper.push(longer.clone());
                below.push_back((longer, child));
            }
        }
    }
    upper
}

/// The node at the end of a path, in the form in which it is told.
fn evaluated(tree: &Tree<PuctEdge>, path: &[MoveNumber], size: BoardSize) -> Option<EvaluatedNode> {
    let node = node_at(tree, path, size)?;
    let (Outlook { win_loss, score, score_square, lead }, weight) = tree.info(node).own();
    let edges = tree.edges(node).1.iter();
    let moves = edges.map(|edge| (number_at::<AnySize>(edge.point(), size), edge.policy()));
    let outlook = [win_loss, score, score_square, lead];
    Some(EvaluatedNode { path: path.to_vec(), outlook, weight, moves: moves.collect() })
}

#[cfg(all(test, not(loom)))]
mod tests;
