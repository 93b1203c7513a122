//! Tests of the shared tree under the model checker, which tries all interleavings of two threads.

use loom::sync::Arc;
use loom::thread;

use super::edge::Edge;
use super::link::NodeId;
use super::stats::{Mean, Stats};
use super::sum::Sum;
use super::tree::{Branch, Tree};
use crate::knowledge::Candidate;
use crate::vocabulary::Point;

fn moves(first: usize, count: usize) -> Vec<Option<Point>> {
    (first..first + count).map(|bit| Some(Point::from_bit(bit))).collect()
}

fn candidates(first: usize, count: usize) -> Vec<Candidate> {
    moves(first, count).into_iter().map(Candidate::new).collect()
}

fn tree(nodes: usize, edges: usize) -> Arc<Tree<Edge>> {
    let mut tree = Tree::<Edge>::with_room(nodes, edges);
    tree.add_root(&candidates(40, 1));
    Arc::new(tree)
}

/// Runs the same function in two threads and returns both results.
fn in_two_threads<S, T>(shared: &Arc<S>, run: fn(&S, usize) -> T) -> [T; 2]
where
    S: Send + Sync + 'static,
    T: Send + 'static,
{
    let other = Arc::clone(shared);
    let handle = thread::spawn(move || run(&other, 1));
    let here = run(shared, 0);
    [here, handle.join().expect("the other thread ends well")]
}

fn points(tree: &Tree<Edge>, node: NodeId) -> Vec<Option<Point>> {
    tree.edges(node).1.iter().map(|edge| edge.point()).collect()
}

/// Visits the only leaf as a simulation would. Returns whether this thread created the leaf's node.
fn visit_and_expand(tree: &Tree<Edge>, _: usize) -> bool {
    let edge = &tree.root_edges()[0];
    edge.stats.enter();
    let is_first = edge.child().is_none() && edge.link.try_claim();
    if is_first {
        edge.link.publish(tree.add_node(&candidates(50, 2)));
    }
    if let Some(node) = edge.child() {
        assert_eq!(points(tree, node), moves(50, 2), "a node is seen complete or not at all");
        tree.edges(node).1.iter().for_each(|edge| assert_eq!(edge.stats.load(), Mean::default()));
    }
    edge.stats.settle(1.0);
    is_first
}

#[test]
fn one_thread_makes_the_node_and_the_other_sees_all_of_it_or_a_leaf() {
    loom::model(|| {
        let tree = tree(4, 8);
        let made = in_two_threads(&tree, visit_and_expand);
        assert_eq!(made.into_iter().filter(|&made| made).count(), 1);
        assert_eq!(tree.nodes_used(), 2);
        let edge = &tree.root_edges()[0];
        assert_eq!(edge.stats.load(), Mean { visits: 2, value: 1.0 });
        assert_eq!(points(&tree, edge.child().expect("made")), moves(50, 2));
    });
}

/// Tries to create the leaf's node in a tree that has no room for it.
fn fail_to_expand(tree: &Tree<Edge>, _: usize) {
    let edge = &tree.root_edges()[0];
    if edge.link.try_claim() {
        edge.link.publish(tree.add_node(&candidates(50, 2)));
    }
    assert_eq!(edge.child(), None);
}

#[test]
fn without_room_a_leaf_stays_a_leaf() {
    loom::model(|| {
        let tree = tree(4, 2);
        in_two_threads(&tree, fail_to_expand);
        assert_eq!((tree.root_edges()[0].child(), tree.nodes_used()), (None, 1));
        assert!(tree.root_edges()[0].link.try_claim(), "the claim has been given back");
    });
}

fn simulate(stats: &Stats, thread: usize) {
    stats.enter();
    let running = stats.load();
    assert!((1..=2).contains(&running.visits) && (-1.0..=1.0).contains(&running.value));
    stats.settle([1.0, -0.5][thread]);
}

fn enter_and_cancel(stats: &Stats, thread: usize) {
    stats.enter();
    if thread == 0 { stats.settle(1.0) } else { stats.cancel() }
}

#[test]
fn no_visit_and_no_value_is_lost() {
    loom::model(|| {
        let stats = Arc::new(Stats::default());
        in_two_threads(&stats, simulate);
        assert_eq!(stats.load(), Mean { visits: 2, value: 0.25 });
    });
    loom::model(|| {
        let stats = Arc::new(Stats::default());
        in_two_threads(&stats, enter_and_cancel);
        assert_eq!(stats.load(), Mean { visits: 1, value: 1.0 });
    });
}

/// One thread simulates while the other adds what another rank has told.
fn simulate_or_merge(stats: &Stats, thread: usize) {
    if thread == 0 {
        stats.enter();
        stats.settle(1.0);
    } else {
        let told = Sum { visits: 5, units: -32 };
        assert_eq!(stats.merge(told), told);
    }
}

#[test]
fn what_others_tell_and_what_is_simulated_meanwhile_is_all_kept() {
    loom::model(|| {
        let stats = Arc::new(Stats::default());
        in_two_threads(&stats, simulate_or_merge);
        assert_eq!(stats.sum(), Sum { visits: 6, units: 0 });
    });
}

fn add(tree: &Tree<Edge>, thread: usize) -> Option<NodeId> {
    tree.add_node(&candidates(50 + 10 * thread, 2))
}

/// Adds two nodes with two edges each to a tree that has room for only `fitting` of them in
/// addition to the root and its only edge.
fn add_two(nodes: usize, edges: usize, fitting: usize) {
    loom::model(move || {
        let tree = tree(nodes, edges);
        let made = in_two_threads(&tree, add);
        assert_eq!(made.iter().flatten().count(), fitting);
        for (thread, node) in made.into_iter().enumerate() {
            if let Some(node) = node {
                assert_eq!(points(&tree, node), moves(50 + 10 * thread, 2), "its own edges");
            }
        }
        assert_eq!(points(&tree, tree.root().expect("made")), moves(40, 1));
        assert_eq!(tree.nodes_used(), 1 + fitting);
    });
}

#[test]
fn nodes_never_overlap_at_the_end_of_the_room() {
    add_two(4, 5, 2);
    add_two(4, 4, 1);
    add_two(3, 5, 1);
    add_two(4, 2, 0);
}
