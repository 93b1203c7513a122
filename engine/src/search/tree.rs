//! The tree that all threads share: nodes and edges in two arenas of fixed size.
//!
//! An edge is a move together with everything known about it; a node is a list of possible moves,
//! stored as a run of edges. A leaf is an edge without a node. A node is created by the one thread
//! that wins [`Link::try_claim`](super::link::Link::try_claim). This thread fills in the node's
//! edges and then publishes the node through the claimed edge; until then, other threads treat that
//! edge as a leaf. While threads are searching, nodes and edges are only added. [`Tree::shrink`]
//! and [`Tree::set_root`] need exclusive access.
//!
//! A node and its edges are allocated in one step, so both arenas have the same order, and a node
//! always comes after its parent.

use std::hint::black_box;
use std::{iter, mem};

#[cfg(not(loom))]
use bytemuck::Zeroable;
use crossbeam::utils::CachePadded;

use super::atomics::{AtomicU32, AtomicU64, Ordering};
use super::link::{LEAF, NodeId};
use super::standing::Standing;
use crate::vocabulary::Point;

/// A type whose empty value can be made without initialising each place: all zeros.
#[cfg(not(loom))]
pub(super) trait Blank: Zeroable {}
#[cfg(not(loom))]
impl<T: Zeroable> Blank for T {}
/// A type that has an empty value. It is not all zeros, because the model checker's atomics have
/// no such representation.
#[cfg(loom)]
pub(super) trait Blank: Default {}
#[cfg(loom)]
impl<T: Default> Blank for T {}

/// An edge, as far as the tree knows it.
pub(super) trait Branch: Blank {
    /// The content of a new edge.
    type Move;
    /// The contents of a node besides its edges.
    type Info: Info;

    /// Initialises the edge with a move, without statistics.
    fn set(&self, mv: &Self::Move);

    /// The point of the move, or `None` for a pass.
    fn point(&self) -> Option<Point>;

    /// Whether the move is proved to win or to lose, or forbidden.
    fn standing(&self) -> &Standing;

    /// The node below the edge, if it exists.
    fn child(&self) -> Option<NodeId>;

    /// The number of simulations through the edge.
    fn visits(&self) -> u32;

    /// Copies the contents of another edge, but sets the node below this edge to `child`. Must not
    /// be called while a search is running.
    fn move_from(&self, other: &Self, child: u32);
}

/// The contents of a node besides its edges.
pub(super) trait Info: Blank {
    /// Copies another node's. Must not be called while a search is running.
    fn copy_from(&self, other: &Self);
}

impl Info for () {
    fn copy_from(&self, (): &Self) {}
}

/// The number of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

impl EdgeId {
    /// The edge `index` places after this one.
    #[inline(always)]
    pub(super) fn plus(self, index: usize) -> Self {
        Self(self.0 + index as u32)
    }
}

/// A node: the range of its edges, and its other contents. The thread that creates the node writes
/// the range before it publishes the node.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(C)]
struct Node<I> {
    first: AtomicU32,
    count: AtomicU32,
    info: I,
}

/// A tree of bounded size, shared by all threads of a search.
#[derive(Debug)]
pub(super) struct Tree<E: Branch> {
    nodes: Box<[Node<E::Info>]>,
    edges: Box<[E]>,
    /// The numbers of nodes (high half) and edges (low half) in use. They are written at each
    /// expansion and are therefore kept off the cache lines that every simulation reads.
    used: CachePadded<AtomicU64>,
    root: Option<NodeId>,
    /// A number for each node, used while the tree shrinks.
    marks: Box<[u32]>,
}

impl<E: Branch> Tree<E> {
    /// The number of places in the edge arena for each place in the node arena.
    const EDGES_PER_NODE: usize = 8;
    /// The minimum number of places in the edge arena: enough for the children of one root.
    const FEWEST_EDGES: usize = 4096;
    /// The corresponding minimum number of places in the node arena.
    const FEWEST_NODES: usize = Self::FEWEST_EDGES / Self::EDGES_PER_NODE;

    /// Creates an empty tree of `bytes` bytes. If the system does not have that much memory in
    /// addition to `reserve` bytes, tries half the size, a quarter and so on. Also returns the
    /// actual size in bytes. The tree is slightly larger than requested if a search would otherwise
    /// be impossible. The system provides the memory only as it is used.
    pub(super) fn new(bytes: usize, reserve: usize) -> (Self, usize) {
        let halves = iter::successors(Some(bytes), |&bytes| {
            (Self::nodes_in(bytes) > Self::FEWEST_NODES).then_some(bytes / 2)
        });
        let fitting = halves.filter_map(|bytes| {
            let nodes = Self::nodes_in(bytes);
            let tree = Self::try_with_room(nodes, nodes * Self::EDGES_PER_NODE)?;
            let reserve = zeroed::<u64>(reserve / size_of::<u64>())?;
            // Without this, the optimiser could remove the allocations, because they may be
            // released without having been used.
            black_box((&tree, &reserve));
            Some((tree, bytes))
        });
        let smallest = || (Self::with_room(Self::FEWEST_NODES, Self::FEWEST_EDGES), 0);
        fitting.into_iter().next().unwrap_or_else(smallest)
    }

    /// The number of nodes in a tree of this many bytes.
    fn nodes_in(bytes: usize) -> usize {
        let node_bytes = size_of::<Node<E::Info>>() + size_of::<u32>();
        let block = node_bytes + Self::EDGES_PER_NODE * size_of::<E>();
        let most = (u32::MAX - 1) as usize / Self::EDGES_PER_NODE;
        (bytes / block).clamp(Self::FEWEST_NODES, most)
    }

    /// An empty tree with room for this many nodes (including node 0) and edges, or `None` if the
    /// system does not have enough memory.
    fn try_with_room(nodes: usize, edges: usize) -> Option<Self> {
        let mut tree = Self {
            nodes: zeroed(nodes)?,
            edges: zeroed(edges)?,
            used: CachePadded::new(AtomicU64::new(0)),
            root: None,
            marks: zeroed(nodes)?,
        };
        tree.clear();
        Some(tree)
    }

    /// An empty tree with room for this many nodes (including node 0) and edges.
    ///
    /// # Panics
    /// If the system does not have enough memory.
    pub(super) fn with_room(nodes: usize, edges: usize) -> Self {
        let tree = Self::try_with_room(nodes, edges);
        tree.unwrap_or_else(|| panic!("no memory for a tree of {nodes} nodes and {edges} edges"))
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        // Node 0 is never used, because the number 0 stands for "no node".
        self.used.store(1 << 32, Ordering::Relaxed);
        self.root = None;
    }

    /// The root's node, if there is a root.
    pub(super) fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Creates a node with these moves, each without statistics. Returns `None` if the tree is
    /// full.
    pub(super) fn add_node(&self, moves: &[E::Move]) -> Option<NodeId> {
        // A plain addition could exceed the limit. Undoing that addition could free places that
        // other threads have received in the meantime, and these places would then be handed out
        // twice.
        let take = |used: u64| {
            let (node, first) = halves(used);
            let has_room = node < self.nodes.len() && first + moves.len() <= self.edges.len();
            has_room.then_some(used + (1 << 32 | moves.len() as u64))
        };
        let before = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        let (node, first) = halves(before);
        let (place, edges) = (&self.nodes[node], &self.edges[first..first + moves.len()]);
        place.first.store(first as u32, Ordering::Relaxed);
        place.count.store(moves.len() as u32, Ordering::Relaxed);
        for (edge, mv) in edges.iter().zip(moves) {
            edge.set(mv);
        }
        Some(NodeId(node as u32))
    }

    /// Starts a new tree whose root has these moves.
    pub(super) fn add_root(&mut self, moves: &[E::Move]) {
        self.clear();
        self.root = self.add_node(moves);
    }

    /// The number of a node's first edge, and all of the node's edges.
    #[inline(always)]
    pub(super) fn edges(&self, node: NodeId) -> (EdgeId, &[E]) {
        let node = &self.nodes[node.0 as usize];
        let first = node.first.load(Ordering::Relaxed);
        let count = node.count.load(Ordering::Relaxed);
        (EdgeId(first), &self.edges[first as usize..(first + count) as usize])
    }

    /// The edge with this number.
    #[inline(always)]
    pub(super) fn edge(&self, id: EdgeId) -> &E {
        &self.edges[id.0 as usize]
    }

    /// The contents of a node besides its edges.
    #[inline(always)]
    pub(super) fn info(&self, node: NodeId) -> &E::Info {
        &self.nodes[node.0 as usize].info
    }

    /// The moves of the root; none if the tree is empty.
    pub(super) fn root_edges(&self) -> &[E] {
        self.root.map_or(&[], |root| self.edges(root).1)
    }

    /// The number of simulations through the root's moves.
    pub(super) fn root_visits(&self) -> u64 {
        self.root_edges().iter().map(|edge| u64::from(edge.visits())).sum()
    }

    /// The number of nodes, including those left behind by [`set_root`](Self::set_root).
    pub(super) fn nodes_used(&self) -> usize {
        halves(self.used.load(Ordering::Relaxed)).0 - 1
    }

    /// Whether more than this fraction of the tree is in use.
    pub(super) fn is_fuller_than(&self, share: f64) -> bool {
        let (nodes, edges) = halves(self.used.load(Ordering::Relaxed));
        let over = |used: usize, size: usize| used as f64 > size as f64 * share;
        over(nodes, self.nodes.len()) || over(edges, self.edges.len())
    }

    /// The size of both arenas, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.edges)
    }

    /// Makes the node below the root's move at `point`, or below its pass if there is no point, the
    /// new root. Everything outside the new root's subtree stays in place until the tree shrinks.
    /// If there is no such node, changes nothing and returns `false`.
    pub(super) fn set_root(&mut self, point: Option<Point>) -> bool {
        let edge = self.root_edges().iter().find(|edge| edge.point() == point);
        let Some(node) = edge.and_then(E::child) else { return false };
        self.root = Some(node);
        true
    }

    /// Removes everything outside the root's subtree, and then the nodes below the least visited
    /// edges, until at least half of the room is free. If `stopped` returns true during the first
    /// half of the work, nothing is changed.
    pub(super) fn shrink(&mut self, stopped: &dyn Fn() -> bool) {
        let Some(root) = self.root else { return self.clear() };
        let (nodes, _) = halves(self.used.load(Ordering::Relaxed));
        let mut marks = mem::take(&mut self.marks);
        let moved = &mut marks[..nodes.min(self.nodes.len())];
        moved.fill(LEAF);
        if let Some(fewest_visits) = self.rank(root, moved, stopped) {
            let mut kept = 0;
            for visits in &mut *moved {
                let is_kept = *visits >= fewest_visits;
                kept += u32::from(is_kept);
                *visits = if is_kept { kept } else { LEAF };
            }
            self.slide(moved);
            self.root = Some(NodeId(moved[root.0 as usize]));
        }
        self.marks = marks;
    }

    /// For each node below `root`, records the lowest number of visits to any edge on the path to
    /// it, but at least 1. For all other nodes, records 0. Returns the smallest power of two such
    /// that the nodes for which at least that many visits are recorded take up no more than half of
    /// the room, or `None` if `stopped` returns true.
    fn rank(&self, root: NodeId, visits: &mut [u32], stopped: &dyn Fn() -> bool) -> Option<u32> {
        let mut room_by_power = [(0, 0); 32];
        visits[root.0 as usize] = u32::MAX;
        // Because a node comes after its parent, the minimum for the node is already known when the
        // loop reaches the node.
        for node in root.0 as usize..visits.len() {
            let on_the_way = visits[node];
            if on_the_way == 0 {
                continue;
            }
            if (node - root.0 as usize).is_multiple_of(1024) && stopped() {
                return None;
            }
            let children = self.edges(NodeId(node as u32)).1;
            let (nodes, edges) = &mut room_by_power[on_the_way.ilog2() as usize];
            *nodes += 1;
            *edges += children.len();
            for edge in children {
                if let Some(child) = edge.child() {
                    visits[child.0 as usize] = edge.visits().clamp(1, on_the_way);
                }
            }
        }
        let (mut nodes, mut edges) = (0, 0);
        let mut fits = |(more_nodes, more_edges): &(usize, usize)| {
            nodes += more_nodes;
            edges += more_edges;
            nodes <= self.nodes.len() / 2 && edges <= self.edges.len() / 2
        };
        // Only the root is counted under the highest power.
        let fitting = room_by_power.iter().rev().take_while(|room| fits(room)).count();
        Some(1 << (32 - fitting.max(1)))
    }

    /// Moves the marked nodes and their edges to the front, keeping their order.
    fn slide(&mut self, moved: &[u32]) {
        let (mut next_node, mut next_edge) = (1, 0);
        for (node, _) in moved.iter().enumerate().filter(|&(_, &to)| to != LEAF) {
            let (first, edges) = self.edges(NodeId(node as u32));
            for (index, edge) in edges.iter().enumerate() {
                let child = edge.child().map_or(LEAF, |child| moved[child.0 as usize]);
                self.edges[next_edge + index].move_from(self.edge(first.plus(index)), child);
            }
            let count = edges.len();
            self.nodes[next_node].first.store(next_edge as u32, Ordering::Relaxed);
            self.nodes[next_node].count.store(count as u32, Ordering::Relaxed);
            self.nodes[next_node].info.copy_from(&self.nodes[node].info);
            next_node += 1;
            next_edge += count;
        }
        self.used.store((next_node as u64) << 32 | next_edge as u64, Ordering::Relaxed);
    }

    /// The move `first` and the most visited line that follows it, with the number of visits to
    /// each move.
    pub(super) fn line(&self, first: &E) -> Vec<(Option<Point>, u32)> {
        let mut line = vec![(first.point(), first.visits())];
        let mut node = first.child();
        while let Some(at) = node {
            // If several moves tie, the first one is chosen.
            let best = self.edges(at).1.iter().rev().max_by_key(|edge| edge.visits());
            let Some(best) = best.filter(|edge| edge.visits() > 0) else { break };
            line.push((best.point(), best.visits()));
            node = best.child();
        }
        line
    }
}

/// Splits one word into the numbers of nodes and edges.
fn halves(used: u64) -> (usize, usize) {
    ((used >> 32) as usize, used as u32 as usize)
}

/// An array of `count` zeros, or `None` if the system does not have enough memory.
#[cfg(not(loom))]
fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::try_zeroed_slice_box(count).ok()
}

/// An array of `count` default values.
#[cfg(loom)]
fn zeroed<T: Default>(count: usize) -> Option<Box<[T]>> {
    Some(iter::repeat_with(T::default).take(count).collect())
}

#[cfg(all(test, not(loom)))]
mod tests;
