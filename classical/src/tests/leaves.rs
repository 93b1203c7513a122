//! Compares the searches with plain minimax on the optional parts of a game: noisy moves at the
//! leaves, and repetitions judged by their path.

use super::*;

/// A walk with noisy steps, and with steps that give check.
#[derive(Clone, Debug)]
pub(super) struct Noisy {
    pub(super) walk: Walk,
    /// Whether a player at this place may stand pat.
    may_stop: Vec<bool>,
    /// Whether the step to this place is noisy.
    is_noisy: Vec<bool>,
    /// Whether the step to this place gives check.
    gives_check: Vec<bool>,
}

impl Noisy {
    pub(super) fn new(random: &mut Random, walk: Walk, noisy: usize, checks: usize) -> Self {
        let mut flags = |percent| walk.next.iter().map(|_| random.percent(percent)).collect();
        let (may_stop, is_noisy, gives_check) = (flags(70), flags(noisy), flags(checks));
        Self { walk, may_stop, is_noisy, gives_check }
    }
}

impl Game for Noisy {
    type Move = usize;

    fn moves(&mut self, into: &mut Vec<usize>) {
        self.walk.moves(into);
    }

    fn play(&mut self, place: usize) {
        self.walk.play(place);
    }

    fn undo(&mut self) {
        self.walk.undo();
    }

    fn key(&self) -> u64 {
        self.walk.key()
    }

    fn repeats(&self) -> Option<usize> {
        self.walk.repeats()
    }

    fn index(place: usize) -> usize {
        place
    }
}

impl Scored for Noisy {
    fn bounds(&self) -> Bounds {
        self.walk.bounds()
    }

    fn estimate(&self) -> Score {
        self.walk.estimate()
    }

    fn circle(&self) -> Score {
        self.walk.circle()
    }

    /// A player loses if all of that player's moves in the cycle give check but not all of the
    /// opponent's do.
    fn repetition(&self, path: &[usize]) -> Score {
        let checks = |skip: usize| {
            path.iter().rev().skip(skip).step_by(2).all(|&place| self.gives_check[place])
        };
        match (checks(0), checks(1)) {
            (true, false) => MOST,
            (false, true) => -MOST,
            _ => self.circle(),
        }
    }

    fn repetition_bounds(&self) -> Bounds {
        Bounds { low: -MOST, high: MOST }
    }

    fn noisy_moves(&mut self, into: &mut Vec<usize>) {
        into.extend(self.walk.next[self.walk.here()].iter().filter(|&&place| self.is_noisy[place]));
    }

    fn may_stand_pat(&self) -> bool {
        self.may_stop[self.walk.here()]
    }
}

#[test]
fn leaves_settle_by_noisy_moves() {
    let mut random = Random::new(12, 0);
    let mut changed = 0;
    for number in 0..300 {
        // Each place is always reached after the same number of moves, so no iteration searches
        // deeper than requested.
        let mut walk = Walk::new(&mut random, 121, 3, false);
        walk.next = (0..121).map(|place| (1..4).map(|step| place * 3 + step).collect()).collect();
        walk.scores =
            (0..121).map(|place| (place > 39 || random.percent(5)).then_some(2)).collect();
        let mut game = Noisy::new(&mut random, walk, 40, 0);
        for depth in 1..4 {
            let plain = minimax(&mut game.walk, depth, &mut Budget::unlimited()).unwrap();
            let expected = minimax(&mut game, depth, &mut Budget::unlimited()).unwrap();
            changed += usize::from(plain != expected);
            for method in [Method::AlphaBeta, Method::Mtdf] {
                for table in [true, false] {
                    let enhancements =
                        Enhancements { table: table || method == Method::Mtdf, ordering: true };
                    let mut search = AlphaBeta::new(enhancements, 1 << 14);
                    let budget = &mut Budget::unlimited();
                    let found = solve(&mut game, method, &mut search, depth, budget);
                    assert_eq!(found.score, expected, "{number} {depth} {method:?}");
                    assert_eq!(game.walk.path, [0]);
                }
            }
        }
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn repetitions_are_judged_by_their_path() {
    let mut random = Random::new(13, 0);
    let (mut exact, mut changed, mut total) = (0, 0, 0);
    for number in 0..1500 {
        let (places, steps) = [(5, 2), (6, 2), (7, 2)][number % 3];
        let walk = Walk::new(&mut random, places, steps, true);
        let mut game = Noisy::new(&mut random, walk, 0, 50);
        let plain = minimax(&mut game.walk, DEEP, &mut Budget::unlimited()).unwrap();
        let expected = minimax(&mut game, DEEP, &mut Budget::unlimited()).unwrap();
        changed += usize::from(plain != expected);
        for method in [Method::AlphaBeta, Method::Mtdf] {
            for table in [true, false] {
                let enhancements =
                    Enhancements { table: table || method == Method::Mtdf, ordering: true };
                let mut search = AlphaBeta::new(enhancements, 1 << 14);
                let mut budget = Budget::nodes(200_000);
                let found = solve(&mut game, method, &mut search, DEEP, &mut budget);
                total += 1;
                exact += usize::from(found.is_exact);
                let is_right = !found.is_exact || found.score == expected;
                assert!(is_right, "{number} {method:?} {table} {found:?} {expected} {game:?}");
            }
        }
    }
    assert!(exact * 10 > total * 9 && changed > 100, "{exact} of {total}, {changed}");
}
