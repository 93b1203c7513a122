//! Tests the searches on games that prefer quick wins, and the principal variation search with all
//! of its guesses.

use super::*;

const WIN: Score = 10_000;
const PREDICTION: [ProbCut; 2] = [
    ProbCut { shallow: 1, slope: 1.0, offset: 0.0, deviation: 3.0 },
    ProbCut { shallow: 2, slope: 0.9, offset: 0.1, deviation: 2.0 },
];

/// A walk that is won or lost at its ends, or a draw, with null moves and all other options.
#[derive(Clone, Debug)]
struct Race(Walk);

impl Game for Race {
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
        self.0.key()
    }

    fn repeats(&self) -> Option<usize> {
        self.0.repeats()
    }

    fn index(place: usize) -> usize {
        place
    }
}

impl Scored for Race {
    const WIN: Option<Score> = Some(WIN);

    fn bounds(&self) -> Bounds {
        match self.0.scores[self.0.here()] {
            Some(score) if score.abs() > 3 => Bounds::exactly(self.0.sign() * score.signum() * WIN),
            Some(_) => Bounds::exactly(0),
            None => Bounds { low: -WIN, high: WIN },
        }
    }

    fn estimate(&self) -> Score {
        self.0.estimate()
    }

    fn circle(&self) -> Score {
        0
    }
}

impl Selective for Race {
    const ASPIRATION: Score = 2;

    fn try_null_move(&mut self) -> bool {
        let here = self.0.here();
        let is_tried = !here.is_multiple_of(4);
        if is_tried {
            self.0.path.push(here);
        }
        is_tried
    }

    fn is_quiet(&self, place: usize) -> bool {
        !place.is_multiple_of(3)
    }

    fn is_forced(&self) -> bool {
        self.0.here().is_multiple_of(5)
    }

    fn prob_cuts(&self, depth: u32) -> &[ProbCut] {
        if (4..=8).contains(&depth) { &PREDICTION } else { &[] }
    }
}

/// The score from a search of all moves that prefers quick wins, counted from this position.
fn quickest(race: &mut Race, depth: u32) -> Score {
    let bounds = race.bounds();
    if race.repeats().is_some() {
        return 0;
    }
    if bounds.are_equal() || depth == 0 {
        return if bounds.are_equal() { bounds.low } else { race.estimate() };
    }
    let mut moves = Vec::new();
    race.moves(&mut moves);
    let scores = moves.into_iter().map(|mv| {
        race.play(mv);
        let answer = -quickest(race, depth - 1);
        race.undo();
        if answer.abs() > WIN - 1000 { answer - answer.signum() } else { answer }
    });
    scores.max().unwrap()
}

fn races(count: usize, in_circles: bool) -> impl Iterator<Item = Race> {
    let mut random = Random::new(26, 0);
    let sizes = if in_circles { [(6, 2), (7, 2), (8, 2)] } else { [(9, 3), (30, 2), (40, 3)] };
    (0..count).map(move |number| {
        let (places, steps) = sizes[number % 3];
        Race(Walk::new(&mut random, places, steps, in_circles))
    })
}

#[test]
fn all_searches_count_the_moves_to_the_end() {
    let (mut exact, mut wins, mut losses) = (0, 0, 0);
    for in_circles in [false, true] {
        for mut race in races(300, in_circles) {
            let expected = quickest(&mut race, 24);
            assert_eq!(exactly(&mut race, 24), expected, "{race:?}");
            let after =
                |mv| minimax_after(&mut race.clone(), mv, 24, &mut Budget::unlimited()).unwrap();
            let best = race.0.next[race.0.here()].iter().map(|&mv| after(mv)).max();
            assert_eq!(best, Some(expected), "{race:?}");
            let divided = divide(&mut race, u64::MAX, &mut Budget::unlimited()).unwrap();
            assert_eq!(divided.score, expected, "{race:?}");
            for method in [Method::AlphaBeta, Method::Mtdf] {
                for bytes in [1 << 10, 1 << 16] {
                    let mut search = AlphaBeta::new(Enhancements::default(), bytes);
                    let mut budget = Budget::nodes(200_000);
                    let found = solve(&mut race, method, &mut search, 24, &mut budget);
                    assert!(!found.is_exact || found.score == expected, "{race:?} {found:?}");
                    exact += usize::from(found.is_exact);
                }
            }
            let moves = moves_to_end::<Race>(expected).unwrap_or(0);
            wins += usize::from(moves > 0);
            losses += usize::from(moves < 0);
        }
    }
    assert!(exact > 2200, "{exact} of 2400");
    assert!(wins > 100 && losses > 20, "{wins} wins, {losses} losses");
}

#[test]
fn quick_wins_are_preferred() {
    let mut wins = [0; 12];
    for mut race in races(600, false).filter(|race| !race.0.next[0].is_empty()) {
        for depth in 1..8 {
            let expected = quickest(&mut race, depth);
            for bytes in [0, 1 << 8, 1 << 16] {
                assert_eq!(think(&race, bytes, depth).score, expected, "{race:?}");
            }
            if let Some(moves @ 1..) = moves_to_end::<Race>(expected) {
                wins[moves as usize] += 1;
            }
        }
    }
    assert!(wins[1] > 100 && wins[3] > 100 && wins[5] > 10, "{wins:?}");
}

/// Plays the game out. The player to move at the start follows the search, and the opponent tries
/// every move. The game must be won within `most` moves.
fn is_won(race: &mut Race, thinker: &mut Thinker, most: i32) -> bool {
    let bounds = race.bounds();
    if bounds.are_equal() || most <= 0 {
        return bounds == Bounds::exactly(if race.0.sign() == 1 { WIN } else { -WIN });
    }
    let moves = match race.0.sign() {
        1 => vec![thinker.think(race, deep_limits(), &mut |_| ()).best().unwrap()],
        _ => race.0.next[race.0.here()].clone(),
    };
    moves.into_iter().all(|mv| {
        race.play(mv);
        let is_won = is_won(race, thinker, most - 1);
        race.undo();
        is_won
    })
}

fn deep_limits() -> Limits<'static> {
    Limits { deepest: 40, budget: Budget::nodes(200_000), variations: 1 }
}

#[test]
fn forced_wins_are_found_with_all_guesses() {
    let (mut wins, mut losses) = (0, 0);
    for in_circles in [false, true] {
        for mut race in races(300, in_circles).filter(|race| !race.0.next[0].is_empty()) {
            let expected = moves_to_end::<Race>(quickest(&mut race, 24));
            let mut thinker = Thinker::new(1 << 16, 1, Selectivity::FULL);
            let thought = thinker.think(&race, deep_limits(), &mut |_| ());
            let found = moves_to_end::<Race>(thought.score);
            assert_eq!(found.map(i32::signum), expected.map(i32::signum), "{race:?} {thought:?}");
            let Some(moves) = found else { continue };
            assert!(thought.is_exact);
            if moves > 0 {
                wins += 1;
                assert!(is_won(&mut race, &mut thinker, moves), "{race:?} {thought:?}");
            } else {
                losses += 1;
            }
        }
    }
    assert!(wins > 100 && losses > 20, "{wins} wins, {losses} losses");
}
