//! Compares the searches with a retrograde analysis of all positions on the smallest boards. The
//! analysis is based only on the rules.

use std::collections::HashMap;

use super::*;

/// All positions that can arise from the empty board of a given size, and the positions to which
/// each of these leads.
struct Positions {
    all: Vec<Position<Small>>,
    next: Vec<Vec<usize>>,
}

impl Positions {
    fn of(width: usize, height: usize) -> Self {
        let start = Position::new(BoardSize::new(width, height).unwrap());
        let name = |position: &Position<Small>| {
            (position.board().hash(), position.to_move(), position.ko(), position.passes())
        };
        let mut numbers = HashMap::from([(name(&start), 0)]);
        let (mut all, mut next) = (vec![start], vec![]);
        while let Some(position) = all.get(next.len()).cloned() {
            let mut after = vec![];
            let points = position.board().empty().into_iter().filter(|&at| position.is_legal(at));
            let moves = points.map(Some).chain([None]);
            for mv in moves.filter(|_| position.passes() < 2) {
                let mut later = position.clone();
                match mv {
                    Some(point) => drop(later.play(point)),
                    None => later.pass(),
                }
                let number = *numbers.entry(name(&later)).or_insert(all.len());
                if number == all.len() {
                    all.push(later);
                }
                after.push(number);
            }
            next.push(after);
        }
        Self { all, next }
    }

    /// For each position, whether Black gets at least the score `least` if a cycle is worth
    /// `circle` to Black.
    fn held(&self, least: Score, circle: Score) -> Vec<bool> {
        let mut held = vec![circle >= least; self.all.len()];
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for number in (0..self.all.len()).rev() {
                let (position, next) = (&self.all[number], &self.next[number]);
                let now = match position.to_move() {
                    _ if next.is_empty() => position.board().area_score() >= least,
                    Color::Black => next.iter().any(|&next| held[next]),
                    Color::White => next.iter().all(|&next| held[next]),
                };
                is_stable &= now == held[number];
                held[number] = now;
            }
        }
        held
    }

    /// The value of each position for Black if a cycle is worth `circle` to Black.
    fn scores(&self, circle: Score) -> Vec<Score> {
        let most = self.all[0].board().size().area() as Score;
        let mut scores = vec![-most; self.all.len()];
        for least in 1 - most..=most {
            for (score, is_held) in scores.iter_mut().zip(self.held(least, circle)) {
                *score = if is_held { least } else { *score };
            }
        }
        scores
    }
}

/// Compares the results of the searches with the scores from the analysis. Each search uses one
/// table for many positions on the same board.
fn compare(positions: &Positions, cycle: LongCycle, compared: usize, random: &mut Random) {
    let circle = cycle_value(positions, cycle);
    let scores = positions.scores(circle);
    let mut proofs = ProofNumberSearch::new(1 << 18);
    let mut alpha_beta = AlphaBeta::new(Enhancements::default(), 1 << 18);
    let mut mtdf = AlphaBeta::new(Enhancements::default(), 1 << 18);
    for number in 0..compared {
        let at = if number == 0 { 0 } else { random.below(positions.all.len()) };
        let position = &positions.all[at];
        if position.passes() > 0 {
            continue;
        }
        let sign = if position.to_move() == Color::Black { 1 } else { -1 };
        let expected = Bounds::exactly(sign * scores[at]);
        let shown = format!("{}{} to move, {cycle:?}", position.board(), position.to_move());
        let budget = &mut Budget::unlimited();
        let proved = score_by_proofs(whole(position, cycle), |goal| proofs.prove(goal, budget));
        assert_eq!(proved.bounds, expected, "proofs: {shown}");
        for (search, method) in [(&mut alpha_beta, Method::AlphaBeta), (&mut mtdf, Method::Mtdf)] {
            let mut game = whole(position, cycle);
            let found = solve(&mut game, method, search, ANY_DEPTH, &mut Budget::unlimited());
            assert!(found.is_exact, "{shown}");
            assert_eq!(found.score, expected.low, "{method:?}: {shown}");
        }
    }
}

/// The value of a cycle for Black.
fn cycle_value(positions: &Positions, cycle: LongCycle) -> Score {
    whole(&positions.all[0], cycle).circle()
}

#[test]
fn the_searches_agree_with_a_look_at_all_positions() {
    let mut random = Random::new(12, 0);
    for (width, height) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 2), (3, 2)] {
        let positions = Positions::of(width, height);
        let worths = [-3, 0, 1, 2].map(LongCycle::Worth);
        for cycle in worths.into_iter().chain(Color::BOTH.map(LongCycle::LosesFor)) {
            compare(&positions, cycle, 60, &mut random);
        }
    }
    let positions = Positions::of(3, 3);
    for cycle in [LongCycle::Worth(0), LongCycle::LosesFor(Color::White)] {
        compare(&positions, cycle, 100, &mut random);
    }
}
