//! Tests the searches on graphs with many cycles. The expected results are fixed points computed
//! over all positions.

use super::*;

/// For each place and each player to move, whether the first player can get at least `least`. If
/// `by_cycles` is true, a repetition counts as a success, and the result is the largest set of
/// positions that the opponent cannot leave. Otherwise the result is the smallest set of positions
/// from which success can be forced.
fn places_held(walk: &Walk, least: Score, by_cycles: bool) -> Vec<[bool; 2]> {
    let mut held = vec![[by_cycles; 2]; walk.next.len()];
    loop {
        let judge = |place: usize, turn: usize| match walk.scores[place] {
            Some(score) => score >= least,
            None if turn == 0 => walk.next[place].iter().any(|&next| held[next][1]),
            None => walk.next[place].iter().all(|&next| held[next][0]),
        };
        let now: Vec<_> = (0..held.len()).map(|place| [judge(place, 0), judge(place, 1)]).collect();
        if now == held {
            return held;
        }
        held = now;
    }
}

/// The score for the first player, who is to move.
fn score(walk: &Walk) -> Score {
    let is_held = |&least: &Score| places_held(walk, least, least <= CIRCLE)[0][0];
    (1 - MOST..=MOST).rev().find(is_held).unwrap_or(-MOST)
}

/// Walks in which the steps from most places may lead to any place, so that there are many cycles.
fn tangles(count: usize) -> impl Iterator<Item = Walk> {
    let mut random = Random::new(11, 0);
    (0..count).map(move |number| {
        let (places, steps) = [(8, 2), (12, 3), (20, 2), (30, 3), (60, 2)][number % 5];
        Walk::new(&mut random, places, steps, true)
    })
}

/// Makes random moves that neither end the walk nor repeat a place.
fn walk_on(walk: &mut Walk, moves: usize, random: &mut Random) {
    for _ in 0..moves {
        let steps = &walk.next[walk.here()];
        let step = steps[random.below(steps.len())];
        walk.play(step);
        if walk.scores[step].is_some() || walk.repeats().is_some() {
            walk.undo();
        }
    }
}

#[test]
fn places_before_the_search_are_repeated_too() {
    let mut random = Random::new(14, 0);
    let (mut exact, mut changed) = (0, 0);
    for number in 0..600 {
        let mut walk = Walk::new(&mut random, 6 + number % 3, 2, true);
        walk_on(&mut walk, 4, &mut random);
        let expected = minimax(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        if walk.path.len() % 2 == 1 {
            let mut alone = Walk { path: vec![walk.here()], ..walk.clone() };
            let score = minimax(&mut alone, DEEP, &mut Budget::unlimited()).unwrap();
            changed += usize::from(score != expected);
        }
        for method in [Method::AlphaBeta, Method::Mtdf] {
            for bytes in [1 << 10, 1 << 16] {
                let mut search = AlphaBeta::new(Enhancements::default(), bytes);
                let mut budget = Budget::nodes(200_000);
                let found = solve(&mut walk, method, &mut search, DEEP, &mut budget);
                assert!(!found.is_exact || found.score == expected, "{method:?} {walk:?}");
                assert!(walk.next[walk.here()].contains(&found.variation[0]), "{found:?}");
                exact += usize::from(found.is_exact);
            }
        }
    }
    assert!(exact > 2200 && changed > 5, "{exact} of 2400, {changed} by the places before");
}

#[test]
fn what_was_proved_before_a_place_was_visited_is_not_believed_after_it() {
    // From place 0, the first player wins by way of places 1 and 2, or goes back by way of 4.
    let mut walk = Walk {
        next: vec![vec![1], vec![2], vec![3, 4], vec![], vec![0]],
        scores: vec![None, None, None, Some(MOST), None],
        estimates: vec![0; 5],
        path: vec![0],
    };
    for method in [Method::AlphaBeta, Method::Mtdf] {
        let mut search = AlphaBeta::new(Enhancements::default(), 1 << 12);
        let mut score = |walk: &mut Walk| {
            let found = solve(walk, method, &mut search, DEEP, &mut Budget::unlimited());
            assert!(found.is_exact, "{found:?}");
            found.score
        };
        assert_eq!(score(&mut walk), MOST);
        [1, 2, 4, 0].into_iter().for_each(|place| walk.play(place));
        assert_eq!(score(&mut walk), CIRCLE, "place 1 has been visited");
        walk.path.truncate(1);
    }
}

#[test]
fn one_table_serves_a_whole_game() {
    let mut random = Random::new(15, 0);
    for number in 0..100 {
        let mut walk = Walk::new(&mut random, 6 + number % 3, 2, true);
        for method in [Method::AlphaBeta, Method::Mtdf] {
            let mut search = AlphaBeta::new(Enhancements::default(), 1 << 14);
            for _ in 0..5 {
                let expected = minimax(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
                let mut budget = Budget::nodes(200_000);
                let found = solve(&mut walk, method, &mut search, DEEP, &mut budget);
                assert!(!found.is_exact || found.score == expected, "{method:?} {walk:?}");
                walk_on(&mut walk, 1, &mut random);
            }
            walk.path.truncate(1);
        }
    }
}

/// A walk whose keys also tell how long it is, and in which no place before the search is repeated.
#[derive(Clone, Debug)]
struct Dated(Walk);

impl Game for Dated {
    type Move = usize;

    fn moves(&mut self, into: &mut Vec<usize>) {
        self.0.moves(into);
    }

    fn play(&mut self, place: usize) {
        self.0.play(place);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn key(&self) -> u64 {
        self.0.key() ^ (self.0.path.len() as u64).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    fn repeats(&self) -> Option<usize> {
        self.0.repeats()
    }

    fn index(place: usize) -> usize {
        place
    }
}

impl Scored for Dated {
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    fn estimate(&self) -> Score {
        self.0.estimate()
    }

    fn circle(&self) -> Score {
        self.0.circle()
    }

    fn repeats_history(&self) -> bool {
        false
    }
}

#[test]
fn repetitions_are_seen_whatever_the_keys_tell_apart() {
    let mut random = Random::new(16, 0);
    // The players can only go to and fro.
    let to_and_fro = Walk {
        next: vec![vec![1], vec![0]],
        scores: vec![None; 2],
        estimates: vec![5; 2],
        path: vec![0],
    };
    let others = (0..200).map(|number| Walk::new(&mut random, 4 + number % 3, 2, true));
    for walk in std::iter::once(to_and_fro).chain(others) {
        let mut walk = Dated(walk);
        let expected = minimax(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        for method in [Method::AlphaBeta, Method::Mtdf] {
            let mut search = AlphaBeta::new(Enhancements::default(), 1 << 14);
            let found = solve(&mut walk, method, &mut search, DEEP, &mut Budget::unlimited());
            assert_eq!((found.score, found.is_exact), (expected, true), "{method:?} {walk:?}");
        }
    }
}

#[test]
fn proofs_are_right_whatever_comes_back() {
    let (mut reached, mut held_by_cycles) = (0, 0);
    for mut walk in tangles(3000) {
        let expected = places_held(&walk, 1, false)[0][0];
        reached += usize::from(expected);
        held_by_cycles += usize::from(expected != places_held(&walk, 1, true)[0][0]);
        for bytes in [0, 1 << 10, 1 << 16] {
            let mut search = ProofNumberSearch::new(bytes);
            let proof = search.prove(&mut walk, &mut Budget::nodes(300_000));
            assert!(proof.verdict == Some(expected) || bytes == 0, "{bytes} {walk:?}");
            assert_ne!(proof.verdict, Some(!expected));
        }
    }
    assert!((500..2500).contains(&reached) && held_by_cycles > 300, "{reached}, {held_by_cycles}");
}

#[test]
fn one_table_serves_all_places_of_a_tangle() {
    for mut walk in tangles(300) {
        let expected = places_held(&walk, 1, false);
        let mut search = ProofNumberSearch::new(1 << 14);
        for (place, expected) in expected.into_iter().enumerate() {
            walk.path = vec![place];
            let proof = search.prove(&mut walk, &mut Budget::unlimited());
            assert_eq!(proof.verdict, Some(expected[0]), "{walk:?}");
        }
    }
}

#[test]
fn scores_are_right_whatever_comes_back() {
    let (mut found_all, mut circles) = (0, 0);
    for mut walk in tangles(1000) {
        let expected = score(&walk);
        circles += usize::from(expected == CIRCLE);
        for method in [Method::AlphaBeta, Method::Mtdf] {
            for bytes in [1 << 11, 1 << 16] {
                let mut search = AlphaBeta::new(Enhancements::default(), bytes);
                let mut budget = Budget::nodes(100_000);
                let found = solve(&mut walk, method, &mut search, DEEP, &mut budget);
                assert!(!found.is_exact || found.score == expected, "{method:?} {walk:?}");
                found_all += usize::from(found.is_exact);
            }
        }
    }
    assert!(found_all > 3800 && circles > 50, "{found_all} found, {circles} circles");
}
