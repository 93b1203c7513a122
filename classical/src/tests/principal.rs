//! Tests the principal variation search against minimax, and each of its promises.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::leaves::Noisy;
use super::*;

mod gains;
mod wins;

impl Selective for Walk {
    /// Small, so that the window often has to be widened.
    const ASPIRATION: Score = 1;
}

impl Selective for Noisy {
    const ASPIRATION: Score = 1;
}

/// A search to this depth with one thread, and without any guesses.
fn think<G: Selective>(game: &G, bytes: usize, deepest: u32) -> Thought<G::Move> {
    let limits = Limits { deepest, ..Limits::default() };
    Thinker::new(bytes, 1, Selectivity::NONE).think(game, limits, &mut |_| ())
}

fn exactly<G: Scored>(game: &mut G, depth: u32) -> Score {
    minimax(game, depth, &mut Budget::unlimited()).unwrap()
}

#[test]
fn without_guesses_the_score_is_that_of_minimax() {
    let mut random = Random::new(21, 0);
    let mut exact = 0;
    for number in 0..300 {
        let (places, steps) = [(9, 3), (30, 2), (60, 4)][number % 3];
        let mut walk = Walk::new(&mut random, places, steps, false);
        for depth in [1, 2, 3, 4, 5, 6, DEEP] {
            if depth == DEEP && places > 30 {
                continue;
            }
            let expected = exactly(&mut walk, depth);
            for bytes in [0, 1 << 8, 1 << 16] {
                let thought = think(&walk, bytes, depth);
                assert_eq!((thought.score, thought.kind), (expected, BoundKind::Exact), "{walk:?}");
                assert!(thought.is_exact || depth != DEEP);
                assert!(thought.is_exact || thought.depth == depth);
                exact += usize::from(thought.is_exact && thought.depth < depth);
            }
        }
    }
    assert!(exact > 300, "{exact}");
}

#[test]
fn leaves_settle_by_noisy_moves_as_in_minimax() {
    let mut random = Random::new(22, 0);
    let mut changed = 0;
    for number in 0..300 {
        let (places, steps) = [(9, 3), (30, 2), (40, 4)][number % 3];
        let walk = Walk::new(&mut random, places, steps, false);
        let mut game = Noisy::new(&mut random, walk, 40, 0);
        for depth in 1..6 {
            let expected = exactly(&mut game, depth);
            changed += usize::from(expected != exactly(&mut game.walk, depth));
            for bytes in [0, 1 << 8, 1 << 16] {
                assert_eq!(think(&game, bytes, depth).score, expected, "{depth} {game:?}");
            }
        }
    }
    assert!(changed > 200, "{changed}");
}

/// Without a table, a circle is judged by the path to it, as in minimax.
#[test]
fn circles_without_a_table_have_the_score_of_minimax() {
    let mut random = Random::new(23, 0);
    for number in 0..300 {
        let (places, steps) = [(5, 2), (7, 2), (8, 3)][number % 3];
        let walk = Walk::new(&mut random, places, steps, true);
        let mut game = Noisy::new(&mut random, walk, 0, 50);
        for depth in 1..7 {
            let expected = exactly(&mut game, depth);
            assert_eq!(think(&game, 0, depth).score, expected, "{depth} {game:?}");
            let expected = exactly(&mut game.walk, depth);
            assert_eq!(think(&game.walk, 0, depth).score, expected, "{depth} {game:?}");
        }
    }
}

/// With a table, an estimate may miss a circle, but an exact score is right.
#[test]
fn exact_scores_of_circles_are_those_of_minimax() {
    let mut random = Random::new(24, 0);
    let (mut exact, mut circles) = (0, 0);
    for number in 0..600 {
        let (places, steps) = [(5, 2), (6, 2), (7, 2)][number % 3];
        let walk = Walk::new(&mut random, places, steps, true);
        let mut game = Noisy::new(&mut random, walk, 0, 50);
        let (by_path, plain) = (exactly(&mut game, DEEP), exactly(&mut game.walk, DEEP));
        circles += usize::from(plain == CIRCLE);
        for deeper_results in [true, false] {
            let selectivity = Selectivity { deeper_results, ..Selectivity::NONE };
            let limits = Limits { deepest: DEEP, budget: Budget::nodes(50_000), variations: 1 };
            let mut thinker = Thinker::new(1 << 14, 1, selectivity);
            let thought = thinker.think(&game, limits, &mut |_| ());
            assert!(!thought.is_exact || thought.score == by_path, "{thought:?} {game:?}");
            exact += usize::from(thought.is_exact);
            thinker.clear();
            let thought = thinker.think(&game.walk, limits, &mut |_| ());
            assert!(!thought.is_exact || thought.score == plain, "{thought:?} {game:?}");
            exact += usize::from(thought.is_exact);
        }
    }
    assert!(exact > 2200 && circles > 30, "{exact} of 2400, {circles} circles");
}

#[test]
fn variations_have_the_scores_of_their_moves() {
    let mut random = Random::new(25, 0);
    for number in 0..200 {
        let mut walk = Walk::new(&mut random, 40, 5, false);
        walk.next[0] = vec![1, 2, 3, 4, 5, 6];
        let limits = Limits { deepest: 5, variations: 1 + number % 7, ..Limits::default() };
        let mut thinker = Thinker::new(1 << 14, 1, Selectivity::NONE);
        let thought = thinker.think(&walk, limits, &mut |_| ());
        let mut expected = Vec::new();
        for mv in walk.next[0].clone() {
            walk.play(mv);
            expected.push((mv, -exactly(&mut walk, thought.depth - 1)));
            walk.undo();
        }
        let best = &thought.moves[..limits.variations.min(6)];
        for root in best {
            assert_eq!((root.kind, root.variation[0]), (BoundKind::Exact, root.mv));
            assert!(expected.contains(&(root.mv, root.score)), "{expected:?} {thought:?}");
        }
        for root in &thought.moves {
            let (_, score) = expected.iter().find(|(mv, _)| *mv == root.mv).unwrap();
            assert!(*score <= root.score, "{expected:?} {thought:?}");
        }
        expected.sort_by_key(|&(_, score)| -score);
        let scores = expected.iter().map(|&(_, score)| score).take(best.len());
        assert!(scores.eq(best.iter().map(|root| root.score)));
    }
}

#[test]
fn moves_can_be_left_out() {
    let mut random = Random::new(29, 0);
    for number in 0..200 {
        let mut walk = Walk::new(&mut random, 40, 5, false);
        walk.next[0] = vec![1, 2, 3, 4, 5, 6];
        let limits = Limits { deepest: 5, ..Limits::default() };
        let mut thinker = Thinker::new(1 << 14, 1 + number % 2, Selectivity::NONE);
        let whole = thinker.think(&walk, limits, &mut |_| ());
        thinker.clear();
        let avoided = [whole.best().unwrap(), 2];
        let thought = thinker.think_without(&walk, &avoided, limits, &mut |_| ());
        let mut others = walk.next[0].clone();
        others.retain(|mv| !avoided.contains(mv));
        assert_eq!(thought.moves.len(), others.len());
        let value = |mv| {
            walk.play(mv);
            let value = -exactly(&mut walk, thought.depth - 1);
            walk.undo();
            value
        };
        assert_eq!(Some(thought.score), others.into_iter().map(value).max(), "{thought:?}");
        // What was found without some moves is not taken for the value of the position.
        let again = thinker.think(&walk, limits, &mut |_| ());
        assert_eq!(again.score, whole.score);
        let none = thinker.think_without(&walk, &[1, 2, 3, 4, 5, 6], limits, &mut |_| ());
        assert_eq!((none.best(), none.depth), (None, 0));
    }
}

#[test]
fn variations_can_be_played() {
    let mut ends = 0;
    for mut walk in walks(300).filter(|walk| !walk.next[0].is_empty()) {
        let thought = think(&walk, 1 << 14, DEEP);
        assert_eq!(Some(thought.variation[0]), thought.best());
        for &mv in &thought.variation {
            assert!(walk.next[walk.here()].contains(&mv));
            walk.play(mv);
        }
        if let Some(score) = walk.scores[walk.here()] {
            assert_eq!(score, thought.score);
            ends += 1;
        }
    }
    assert!(ends > 150, "{ends}");
}

/// A walk with 8 short steps from each place, of which this percentage ends it. It is so long that
/// no search reaches its end.
fn long_walk(seed: u64, ends: usize) -> Walk {
    const PLACES: usize = 4000;
    let random = &mut Random::new(seed, 1);
    let mut walk = Walk { next: vec![], scores: vec![], estimates: vec![], path: vec![0] };
    for place in 0..PLACES {
        let score = |random: &mut Random| random.below(2 * MOST as usize + 1) as Score - MOST;
        let ends = place + 60 > PLACES || (place > 0 && random.percent(ends));
        let first = place + 1 + random.below(4);
        walk.next.push((0..if ends { 0 } else { 8 }).map(|step| first + step * 6).collect());
        walk.scores.push(ends.then(|| score(random)));
        walk.estimates.push(score(random));
    }
    walk
}

#[test]
fn one_thread_with_a_node_limit_always_finds_the_same() {
    for seed in 0..20 {
        let walk = long_walk(seed, 0);
        let thought = || {
            let mut depths = Vec::new();
            let budget = Budget::nodes(3000 + 777 * seed);
            let limits = Limits { budget, variations: 1 + seed as usize % 2, ..Limits::default() };
            let mut thinker = Thinker::new(1 << 14, 1, Selectivity::FULL);
            let thought = thinker.think(&walk, limits, &mut |thought| depths.push(thought.clone()));
            assert_eq!(depths.len(), thought.depth as usize);
            assert_eq!(thinker.table().bytes(), 1 << 14);
            (thought, depths)
        };
        assert_eq!(thought(), thought());
    }
}

#[test]
fn several_threads_find_the_same_score() {
    for seed in 0..20 {
        let walk = long_walk(seed, 0);
        let limits = Limits { deepest: 6, ..Limits::default() };
        let mut scores = Vec::new();
        for threads in [1, 2, 4] {
            let mut thinker = Thinker::new(1 << 16, threads, Selectivity::NONE);
            let thought = thinker.think(&walk, limits, &mut |_| ());
            assert_eq!((thought.depth, thought.kind), (6, BoundKind::Exact));
            scores.push(thought.score);
        }
        assert!(scores.iter().all(|&score| score == scores[0]), "{scores:?}");
    }
}

#[test]
fn budgets_are_obeyed() {
    let walk = long_walk(3, 0);
    let first = think(&walk, 1 << 14, 1);
    for threads in [1, 3] {
        for nodes in [0, 1, 10, 100, 1000, 10_000] {
            let limits = Limits { budget: Budget::nodes(nodes), ..Limits::default() };
            let mut thinker = Thinker::new(1 << 14, threads, Selectivity::FULL);
            let thought = thinker.think(&walk, limits, &mut |_| ());
            let least = nodes / threads as u64;
            let most = nodes.max(first.nodes + nodes / 3 * 2);
            assert!((least..=most).contains(&thought.nodes), "{} of {nodes}", thought.nodes);
            assert!(thought.depth >= 1 && thought.best().is_some());
            let mut moves: Vec<_> = thought.moves.iter().map(|root| root.mv).collect();
            let mut expected = walk.next[0].clone();
            moves.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moves, expected);
        }
    }
    let stop = AtomicBool::new(true);
    let (mut stopped, mut enough) = (Budget::unlimited(), Budget::unlimited());
    (stopped.stop, enough.enough) = (Some(&stop), Some(&stop));
    for budget in [stopped, enough, Budget::time(Duration::ZERO)] {
        let limits = Limits { budget, ..Limits::default() };
        let mut thinker = Thinker::new(1 << 14, 1, Selectivity::NONE);
        let thought = thinker.think(&walk, limits, &mut |_| ());
        assert_eq!((thought.depth, thought.score), (1, first.score));
    }
}

/// With any limit, the move is the best of the last completed iteration, or one that is better at
/// the next depth.
#[test]
fn a_better_move_counts_at_once() {
    let (mut changed, mut total) = (0, 0);
    for seed in 0..30 {
        let mut walk = long_walk(seed, 0);
        for nodes in (100..4000).step_by(100) {
            let limits = Limits { budget: Budget::nodes(nodes), ..Limits::default() };
            let mut thinker = Thinker::new(1 << 14, 1, Selectivity::NONE);
            let mut last = None;
            let thought = thinker.think(&walk, limits, &mut |thought| last = thought.best());
            let (best, last) = (thought.best().unwrap(), last.unwrap());
            total += 1;
            if best != last && thought.depth < 4 {
                changed += 1;
                let mut score_of = |mv| {
                    walk.play(mv);
                    let score = -exactly(&mut walk, thought.depth);
                    walk.undo();
                    score
                };
                assert!(score_of(best) > score_of(last), "{thought:?}");
                assert_eq!(thought.moves[0].depth, thought.depth + 1);
            }
        }
    }
    assert!(changed > 20, "{changed} of {total}");
}
