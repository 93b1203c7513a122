//! Tests of the tree, mostly with trees that are grown at random and then shrunk.

use std::collections::BTreeMap;

use super::*;
use crate::knowledge::Candidate;
use crate::search::edge::Edge;
use crate::search::stats::Mean;
use crate::vocabulary::Random;

/// The moves from the root to an edge.
type Line = Vec<Option<Point>>;

/// The facts about an edge: its statistics, whether it is pruned, its proved result, and whether
/// there is a node below it.
type Facts = (Mean, (bool, Option<bool>), bool);

fn moves(count: usize) -> Line {
    (1..count).map(|bit| Some(Point::from_bit(40 + bit))).chain([None]).collect()
}

fn candidates(line: &Line) -> Vec<Candidate> {
    line.iter().map(|&point| Candidate::new(point)).collect()
}

/// Repeatedly descends the tree at random until the tree is full, creating a node for each leaf on
/// the fourth visit to it. Moves that come earlier in a node are more likely to be chosen.
fn grow(tree: &Tree<Edge>, random: &mut Random) {
    loop {
        let mut node = tree.root();
        let value = random.below(3) as f32 - 1.0;
        while let Some(at) = node {
            let edges = tree.edges(at).1;
            let most = random.below(edges.len()) + 1;
            let edge = &edges[random.below(most)];
            let visits = edge.stats.enter() + 1;
            edge.stats.settle(value);
            match random.below(60) {
                0 => edge.standing.prune(),
                1 => drop(edge.standing.prove(value > 0.0)),
                _ => {}
            }
            node = edge.child();
            if node.is_none() && visits >= 4 && edge.link.try_claim() {
                let made = tree.add_node(&candidates(&moves(1 + random.below(6))));
                edge.link.publish(made);
                if made.is_none() {
                    return;
                }
            }
        }
    }
}

fn grown(seed: u64) -> (Tree<Edge>, Random) {
    let mut random = Random::new(seed, 0);
    let mut tree = Tree::<Edge>::with_room(400, 1400);
    tree.add_root(&candidates(&moves(6)));
    grow(&tree, &mut random);
    (tree, random)
}

/// The facts about all edges below the root.
fn facts(tree: &Tree<Edge>) -> BTreeMap<Line, Facts> {
    let mut found = BTreeMap::new();
    let mut open = vec![(Line::new(), tree.root().unwrap())];
    while let Some((line, node)) = open.pop() {
        for edge in tree.edges(node).1 {
            let line: Line = line.iter().copied().chain([edge.point()]).collect();
            let child = edge.child();
            let facts = (
                edge.stats.load(),
                (edge.standing.is_pruned(), edge.standing.proved()),
                child.is_some(),
            );
            let is_new = found.insert(line.clone(), facts).is_none();
            assert!(is_new, "the moves of a node differ");
            open.extend(child.map(|child| (line, child)));
        }
    }
    found
}

#[test]
fn a_smaller_tree_is_a_part_of_the_larger() {
    for seed in 0..20 {
        let (mut tree, mut random) = grown(seed);
        for _ in 0..10 {
            let before = facts(&tree);
            tree.shrink(&|| false);
            let after = facts(&tree);
            assert!(!tree.is_fuller_than(0.5));
            for (line, (mean, pruned, inner)) in &after {
                let (old_mean, old_pruned, was_inner) = &before[line];
                assert_eq!((mean, pruned), (old_mean, old_pruned), "{line:?}");
                assert!(*was_inner || !inner, "{line:?} was a leaf");
            }
            for line in before.keys() {
                let (_, parent) = line.split_last().unwrap();
                if parent.is_empty() || after.get(parent).is_some_and(|facts| facts.2) {
                    assert!(after.contains_key(line), "a node keeps all its moves");
                }
            }
            grow(&tree, &mut random);
        }
    }
}

#[test]
fn who_stops_the_shrinking_in_time_keeps_all() {
    let (mut tree, _) = grown(50);
    let before = facts(&tree);
    tree.shrink(&|| true);
    assert_eq!(facts(&tree), before);
}

#[test]
fn the_least_visited_nodes_are_dropped() {
    for seed in 20..30 {
        let (mut tree, _) = grown(seed);
        let before = facts(&tree);
        tree.shrink(&|| false);
        let after = facts(&tree);
        let (mut least_kept, mut most_dropped) = (u32::MAX, 0);
        for (line, (mean, _, _)) in before.iter().filter(|(_, facts)| facts.2) {
            if after.get(line).is_some_and(|facts| facts.2) {
                least_kept = least_kept.min(mean.visits);
            } else {
                most_dropped = most_dropped.max(mean.visits);
            }
        }
        assert!(most_dropped > 0, "a full tree loses nodes");
        assert!(most_dropped < least_kept, "{most_dropped} dropped, {least_kept} kept");
    }
}

#[test]
fn a_new_root_keeps_all_that_is_below_it() {
    for seed in 30..40 {
        let (mut tree, mut random) = grown(seed);
        let last = *moves(6).last().unwrap();
        let used = tree.nodes_used();
        assert!(tree.set_root(last), "each move of the root has been visited");
        let before = facts(&tree);
        assert_eq!(tree.nodes_used(), used, "what is above stays in place");
        tree.shrink(&|| false);
        assert_eq!(facts(&tree), before);
        let inner = before.values().filter(|facts| facts.2).count();
        assert_eq!(tree.nodes_used(), 1 + inner, "nothing else is left");
        grow(&tree, &mut random);
        let after = facts(&tree);
        assert!(before.keys().all(|line| after.contains_key(line)), "it grows on");
    }
}

#[test]
fn a_leaf_cannot_be_the_root() {
    let mut tree = Tree::<Edge>::with_room(4, 16);
    assert!(!tree.set_root(None), "an empty tree has no moves");
    tree.add_root(&candidates(&moves(3)));
    let root = tree.root();
    assert!(!tree.set_root(None));
    assert!(!tree.set_root(Some(Point::from_bit(99))), "no move of the root");
    assert_eq!(tree.root(), root);
}

#[test]
fn a_full_tree_makes_no_node() {
    let mut tree = Tree::<Edge>::with_room(8, 10);
    tree.add_root(&candidates(&moves(4)));
    assert!(tree.add_node(&candidates(&moves(4))).is_some());
    assert_eq!(tree.add_node(&candidates(&moves(3))), None, "two edges are left");
    let last = tree.add_node(&candidates(&moves(2))).unwrap();
    assert_eq!(tree.add_node(&candidates(&moves(1))), None);
    let points: Line = tree.edges(last).1.iter().map(Edge::point).collect();
    assert_eq!(points, moves(2));
    assert_eq!(tree.nodes_used(), 3);
    tree.clear();
    assert_eq!((tree.nodes_used(), tree.root()), (0, None));
}

#[test]
fn a_line_follows_the_most_visits() {
    let mut tree = Tree::<Edge>::with_room(8, 20);
    tree.add_root(&candidates(&moves(3)));
    let visit = |edge: &Edge, times: usize| {
        for _ in 0..times {
            edge.stats.enter();
            edge.stats.settle(0.0);
        }
    };
    visit(&tree.root_edges()[1], 5);
    visit(&tree.root_edges()[2], 3);
    let second = tree.add_node(&candidates(&moves(2))).unwrap();
    tree.root_edges()[1].link.publish(Some(second));
    visit(&tree.edges(second).1[1], 2);
    assert_eq!(tree.line(&tree.root_edges()[1]), [(Some(Point::from_bit(42)), 5), (None, 2)]);
    assert_eq!(tree.line(&tree.root_edges()[2]), [(None, 3)]);
    assert_eq!(tree.root_visits(), 8);
}
