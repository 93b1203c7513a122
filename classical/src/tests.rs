//! Compares the searches with plain minimax on random graphs: small games in which a position can
//! be reached by several paths and may repeat.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::*;

mod circles;
mod leaves;
mod principal;

/// Reproducible random numbers.
struct Random(Pcg32);

impl Random {
    fn new(seed: u64, stream: u64) -> Self {
        let mut mixer = Pcg32::seed_from_u64(seed);
        Self(Pcg32::new(mixer.next_u64(), stream))
    }

    /// Returns true with this probability, in percent.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A number from 0 to `bound - 1`.
    fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }
}

/// A walk on a graph in which the players take turns choosing the next step. Some places end the
/// walk with a score for the first player.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    next: Vec<Vec<usize>>,
    scores: Vec<Option<Score>>,
    estimates: Vec<Score>,
    /// The places visited so far.
    path: Vec<usize>,
}

const MOST: Score = 9;
/// The value of a repetition for the first player.
const CIRCLE: Score = 2;

impl Walk {
    /// Creates a random walk on `places` places, with `steps` steps from each place that does not
    /// end the walk. The steps lead only to later places, or to any place if `in_circles` is true.
    fn new(random: &mut Random, places: usize, steps: usize, in_circles: bool) -> Self {
        let score = |random: &mut Random| random.below(2 * MOST as usize + 1) as Score - MOST;
        let mut walk = Self { next: vec![], scores: vec![], estimates: vec![], path: vec![0] };
        for place in 0..places {
            let first = if in_circles { 0 } else { place + 1 };
            let ends = first >= places || (place > 0 && random.percent(20));
            let step = |random: &mut Random| first + random.below(places - first);
            let next = (0..if ends { 0 } else { steps }).map(|_| step(random)).collect();
            walk.next.push(next);
            walk.scores.push(ends.then(|| score(random)));
            walk.estimates.push(score(random));
        }
        walk
    }

    fn here(&self) -> usize {
        *self.path.last().unwrap()
    }

    fn sign(&self) -> Score {
        if self.path.len() % 2 == 1 { 1 } else { -1 }
    }
}

impl Game for Walk {
    type Move = usize;

    fn moves(&mut self, into: &mut Vec<usize>) {
        into.extend(&self.next[self.here()]);
    }

    fn play(&mut self, place: usize) {
        self.path.push(place);
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn key(&self) -> u64 {
        let number = (self.here() * 2 + self.path.len() % 2) as u64;
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn repeats(&self) -> Option<usize> {
        let mut earlier = self.path.iter().rev().enumerate().skip(2).step_by(2);
        earlier.find(|&(_, &place)| place == self.here()).map(|(before, _)| before)
    }

    fn index(place: usize) -> usize {
        place
    }
}

impl Scored for Walk {
    fn bounds(&self) -> Bounds {
        match self.scores[self.here()] {
            Some(score) => Bounds::exactly(self.sign() * score),
            None => Bounds { low: -MOST, high: MOST },
        }
    }

    fn estimate(&self) -> Score {
        self.sign() * self.estimates[self.here()]
    }

    fn circle(&self) -> Score {
        self.sign() * CIRCLE
    }

    fn history_key(&self) -> u64 {
        let before = self.path.iter().rev().skip(1);
        before.fold(0, |key: u64, &place| {
            key.wrapping_add(place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

/// The prover, who moves first, wants a score above zero.
impl Goal for Walk {
    type Zone = ();

    fn is_prover_to_move(&self) -> bool {
        self.sign() == 1
    }

    fn status(&self) -> GoalStatus {
        self.scores[self.here()].map_or(GoalStatus::UNKNOWN, |score| GoalStatus::Decided(score > 0))
    }

    fn zone_of_goal(&self) {}

    fn zone_before(&self, _: usize, (): ()) {}

    fn zone_of_all(&self, _: impl Iterator<Item = ()>) {}

    fn replies(&self, (): (), _: &mut Vec<usize>) {}
}

/// A line with more moves than would fit on a small stack.
#[test]
fn a_proof_may_be_longer_than_the_stack_is_deep() {
    const LENGTH: usize = 10_001;
    let mut walk = Walk {
        next: (1..=LENGTH).map(|place| vec![place]).chain([vec![]]).collect(),
        scores: (0..=LENGTH).map(|place| (place == LENGTH).then_some(1)).collect(),
        estimates: vec![0; LENGTH + 1],
        path: vec![0],
    };
    let prove = move || {
        let mut search = ProofNumberSearch::new(1 << 22);
        search.prove(&mut walk, &mut Budget::unlimited())
    };
    let thread = std::thread::Builder::new().stack_size(1 << 17).spawn(prove);
    let proof = thread.unwrap().join().unwrap();
    assert_eq!((proof.verdict, proof.variation.len()), (Some(true), LENGTH));
}

/// Whether the prover reaches its goal, determined by trying every move in every position.
fn reaches(walk: &mut Walk) -> bool {
    if walk.repeats().is_some() {
        return false;
    }
    if let Some(verdict) = walk.status().verdict() {
        return verdict;
    }
    let wanted = walk.is_prover_to_move();
    let moves = walk.next[walk.here()].clone();
    let any = moves.into_iter().any(|mv| {
        walk.play(mv);
        let found = reaches(walk);
        walk.undo();
        found == wanted
    });
    any == wanted
}

/// Random games with and without cycles, small enough for minimax.
pub(crate) fn walks(count: usize) -> impl Iterator<Item = Walk> {
    let mut random = Random::new(7, 0);
    (0..count).map(move |number| match number % 3 {
        0 => Walk::new(&mut random, 7, 2, true),
        1 => Walk::new(&mut random, 9, 3, false),
        _ => Walk::new(&mut random, 30, 2, false),
    })
}

const DEEP: u32 = 64;

#[test]
fn every_search_finds_the_score_of_minimax() {
    let mut circles = 0;
    for mut walk in walks(600) {
        let expected = minimax(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        circles += usize::from(expected == CIRCLE);
        for method in [Method::AlphaBeta, Method::Mtdf] {
            for enhancements in [(true, true), (true, false), (false, true), (false, false)] {
                let enhancements = Enhancements { table: enhancements.0, ordering: enhancements.1 };
                let mut search = AlphaBeta::new(enhancements, 1 << 12);
                let found = solve(&mut walk, method, &mut search, DEEP, &mut Budget::unlimited());
                assert_eq!((found.score, found.is_exact), (expected, true), "{method:?} {walk:?}");
                assert_eq!(walk.path, [0]);
            }
        }
    }
    assert!(circles > 20, "{circles} circles");
}

#[test]
fn a_shallow_search_finds_the_estimates_of_minimax() {
    let mut random = Random::new(8, 0);
    for _ in 0..200 {
        // Each place is always reached after the same number of moves, so no iteration searches
        // deeper than requested.
        let mut walk = Walk::new(&mut random, 40, 3, false);
        walk.next = (0..40).map(|place| (1..4).map(|step| place * 3 + step).collect()).collect();
        walk.scores = (0..40).map(|place| (place > 12 && random.percent(9)).then_some(1)).collect();
        for depth in 0..4 {
            let expected = minimax(&mut walk, depth, &mut Budget::unlimited()).unwrap();
            for method in [Method::AlphaBeta, Method::Mtdf] {
                let mut search = AlphaBeta::new(Enhancements::default(), 1 << 12);
                let found = solve(&mut walk, method, &mut search, depth, &mut Budget::unlimited());
                assert_eq!((found.score, found.depth), (expected, depth));
                assert!(!found.is_exact);
            }
        }
    }
}

#[test]
fn each_enhancement_saves_work() {
    let mut total = [0; 5];
    let mut random = Random::new(9, 0);
    for _ in 0..60 {
        let mut walk = Walk::new(&mut random, 60, 4, false);
        let mut budget = Budget::unlimited();
        minimax(&mut walk, 9, &mut budget).unwrap();
        total[0] += budget.spent();
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        for ((table, ordering), total) in ways.into_iter().zip(&mut total[1..]) {
            let mut search = AlphaBeta::new(Enhancements { table, ordering }, 1 << 16);
            let mut budget = Budget::unlimited();
            solve(&mut walk, Method::AlphaBeta, &mut search, 9, &mut budget);
            *total += budget.spent();
        }
    }
    let [minimax, plain, ordered, with_table, with_both] = total;
    assert!(plain * 2 < minimax && ordered < plain, "{total:?}");
    assert!(with_table * 2 < plain && with_both < with_table, "{total:?}");
}

#[test]
fn the_variation_leads_to_the_score() {
    let mut played = 0;
    for mut walk in walks(300).filter(|walk| !walk.next[0].is_empty()) {
        let mut search = AlphaBeta::new(Enhancements::default(), 1 << 16);
        let found =
            solve(&mut walk, Method::AlphaBeta, &mut search, DEEP, &mut Budget::unlimited());
        for &mv in &found.variation {
            assert!(walk.next[walk.here()].contains(&mv));
            walk.play(mv);
        }
        if let Some(score) = walk.scores[walk.here()] {
            assert_eq!(score, found.score);
            played += 1;
        }
    }
    assert!(played > 150, "{played} lines to their ends");
}

#[test]
fn goals_are_reached_or_not_by_every_search() {
    let mut reached = 0;
    for mut walk in walks(900) {
        let expected = reaches(&mut walk);
        reached += usize::from(expected);
        let forced = backtrack(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        assert_eq!(forced.verdict, Some(expected));
        for bytes in [0, 1 << 16] {
            let mut search = ProofNumberSearch::new(bytes);
            let proof = search.prove(&mut walk, &mut Budget::unlimited());
            assert_eq!(proof.verdict, Some(expected), "{bytes} {walk:?}");
            assert_eq!(walk.path, [0]);
        }
    }
    assert!((300..600).contains(&reached), "{reached} reached");
}

#[test]
fn proofs_find_scores() {
    for mut walk in walks(300) {
        let expected = minimax(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        let by_backtracking = score_by_proofs(walk.clone(), |goal| {
            backtrack(goal, DEEP, &mut Budget::unlimited()).unwrap()
        });
        let mut search = ProofNumberSearch::new(1 << 16);
        let unlimited = &mut Budget::unlimited();
        let by_numbers = score_by_proofs(walk.clone(), |goal| search.prove(goal, unlimited));
        let found = [by_backtracking, by_numbers].map(|proved| proved.bounds);
        assert_eq!(found, [Bounds::exactly(expected); 2], "{walk:?}");
    }
}

#[test]
fn a_forced_line_is_played_to_its_end() {
    for mut walk in walks(300) {
        let proof = backtrack(&mut walk, DEEP, &mut Budget::unlimited()).unwrap();
        for &mv in &proof.variation {
            walk.play(mv);
        }
        let ends = walk.status().verdict().or(walk.repeats().map(|_| false));
        assert_eq!(ends, proof.verdict);
    }
}

#[test]
fn goals_beyond_the_depth_stay_open() {
    let mut walk = Walk::new(&mut Random::new(1, 1), 3, 1, false);
    walk.next = vec![vec![1], vec![2], vec![]];
    walk.scores = vec![None, None, Some(5)];
    let open = backtrack(&mut walk, 1, &mut Budget::unlimited()).unwrap();
    assert_eq!(open.verdict, None);
    let proved = backtrack(&mut walk, 2, &mut Budget::unlimited()).unwrap();
    assert_eq!((proved.verdict, proved.variation), (Some(true), vec![1, 2]));
}

#[test]
fn every_search_ends_with_its_budget() {
    let mut random = Random::new(10, 0);
    let mut walk = Walk::new(&mut random, 60, 4, false);
    walk.scores = vec![None; 60];
    walk.next = (0..60).map(|place| vec![(place + 1) % 60, (place * 7 + 3) % 60]).collect();
    for nodes in [0, 1, 10] {
        let mut budget = Budget::nodes(nodes);
        assert_eq!(minimax(&mut walk, DEEP, &mut budget), Err(OutOfBudget));
        assert_eq!(budget.spent(), nodes);
        assert_eq!(backtrack(&mut walk, DEEP, &mut Budget::nodes(nodes)), Err(OutOfBudget));
        let mut search = AlphaBeta::new(Enhancements::default(), 0);
        let found = solve(&mut walk, Method::Mtdf, &mut search, DEEP, &mut Budget::nodes(nodes));
        assert!(!found.is_exact && found.nodes == nodes);
        let proof = ProofNumberSearch::new(0).prove(&mut walk, &mut Budget::nodes(nodes));
        assert_eq!(proof.verdict, None);
        assert_eq!(walk.path, [0]);
    }
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut stopped = Budget::unlimited();
    stopped.stop = Some(&stop);
    assert_eq!(minimax(&mut walk, DEEP, &mut stopped), Err(OutOfBudget));
    let mut late = Budget::time(std::time::Duration::ZERO);
    assert_eq!(minimax(&mut walk, DEEP, &mut late), Err(OutOfBudget));
}
