//! Noughts and crosses, whose positions are few enough to know all their values.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use classical::{Bounds, Game, Score, Scored, Selective, minimax};

use super::{empty, grow, plan};
use crate::{
    AlphaBetaValues, Book, BookGame, Choice, End, Evaluation, Evaluator, Grid, NoChoice,
    NormalForm, Symmetry, Value, Variety,
};

const GRID: Grid = Grid::symmetric(3, 3);
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The points of the player to move and of the opponent.
#[derive(Clone, Debug, Default)]
pub(super) struct Crosses {
    own: u16,
    opponent: u16,
    pub(super) moves: Vec<u16>,
}

impl Crosses {
    fn is_lost(&self) -> bool {
        LINES.iter().any(|line| self.opponent & line == *line)
    }
}

impl Game for Crosses {
    type Move = u16;

    fn moves(&mut self, into: &mut Vec<u16>) {
        if !self.is_lost() {
            into.extend((0..9).filter(|point| (self.own | self.opponent) >> point & 1 == 0));
        }
    }

    fn play(&mut self, point: u16) {
        self.moves.push(point);
        (self.own, self.opponent) = (self.opponent, self.own | 1 << point);
    }

    fn undo(&mut self) {
        let point = self.moves.pop().unwrap();
        (self.own, self.opponent) = (self.opponent & !(1 << point), self.own);
    }

    fn key(&self) -> u64 {
        u64::from(self.own) << 9 | u64::from(self.opponent)
    }

    fn index(point: u16) -> usize {
        usize::from(point)
    }
}

impl Scored for Crosses {
    fn bounds(&self) -> Bounds {
        match (self.is_lost(), self.own | self.opponent) {
            (true, _) => Bounds::exactly(-1000),
            (false, 0o777) => Bounds::exactly(0),
            _ => Bounds { low: -1000, high: 1000 },
        }
    }

    /// The centre and the corners are good to have, and this is all that is known.
    fn estimate(&self) -> Score {
        let worth = |points: u16| {
            (5 * (points & 0o020).count_ones() + (points & 0o505).count_ones()) as Score
        };
        worth(self.own) - worth(self.opponent)
    }

    fn circle(&self) -> Score {
        0
    }
}

impl Selective for Crosses {}

impl BookGame for Crosses {
    fn normal_form(&self) -> NormalForm {
        let piece = |column, row| {
            let point = 3 * row + column;
            (self.own >> point & 1) as u8 + 2 * (self.opponent >> point & 1) as u8
        };
        GRID.normal_form(piece, 0)
    }

    fn code(&self, point: u16, symmetry: Symmetry) -> u16 {
        let point = usize::from(point);
        GRID.image(symmetry, point % 3, point / 3) as u16
    }
}

/// All positions by the keys of their normal forms.
fn all() -> HashMap<u64, Crosses> {
    let mut found = HashMap::new();
    let mut waiting = vec![Crosses::default()];
    while let Some(mut game) = waiting.pop() {
        if found.insert(game.normal_form().key, game.clone()).is_some() {
            continue;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for mv in moves {
            let mut next = game.clone();
            next.play(mv);
            waiting.push(next);
        }
    }
    found
}

fn value(game: &Crosses) -> Score {
    let mut budget = classical::Budget::unlimited();
    minimax(&mut game.clone(), 9, &mut budget).unwrap()
}

#[test]
fn symmetries_are_folded() {
    assert_eq!(all().len(), 765, "the known number of positions up to symmetry");
    let mut book = empty();
    grow::<Crosses>(&mut book, Vec::new(), plan(Some(40)), 1);
    let moves = book.moves(&Crosses::default());
    assert!((2..=3).contains(&moves.len()), "a corner, a side and the centre: {moves:?}");
}

#[test]
fn proved_values_are_those_of_minimax_and_the_best_line_is_a_draw() {
    let mut book = empty();
    assert_eq!(grow::<Crosses>(&mut book, Vec::new(), plan(None), 1), End::Complete);
    let positions = all();
    let mut proved = 0;
    for position in book.positions() {
        let game = &positions[&position.key];
        if position.value.is_exact {
            proved += 1;
            assert_eq!(position.value.score, value(game), "{game:?}");
        }
        for choice in &position.choices {
            let mut next = game.clone();
            next.play(game.decode(choice.code, game.normal_form().symmetry).unwrap());
            if choice.value.is_exact {
                assert_eq!(choice.value.score, -value(&next), "{game:?} {choice:?}");
            }
            if let Some(at) = choice.next {
                assert_eq!(book.get(at).unwrap().key, next.normal_form().key);
            }
        }
    }
    assert!(proved > 50, "{proved} of {}", book.positions().len());
    assert_eq!(book.positions()[0].value.score, 0);
    // The opponent of the book may play anything.
    let mut waiting = vec![(Crosses::default(), true), (Crosses::default(), false)];
    let mut chosen = 0;
    while let Some((mut game, is_book_to_move)) = waiting.pop() {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if is_book_to_move {
            let best = book.choose(&game, Variety::default()).ok();
            chosen += usize::from(best.is_some());
            moves = best.map(|best| best.mv).into_iter().collect();
        }
        let before = value(&game);
        for mv in moves {
            let mut next = game.clone();
            next.play(mv);
            assert!(!is_book_to_move || -value(&next) >= before.min(0), "{game:?} {mv}");
            waiting.push((next, !is_book_to_move));
        }
    }
    assert!(chosen > 10, "{chosen}");
}

#[test]
fn the_same_searches_make_the_same_book_and_growth_can_be_resumed() {
    let make = |searches| {
        let mut book = empty();
        assert_eq!(grow::<Crosses>(&mut book, Vec::new(), plan(Some(searches)), 1), End::Searches);
        book
    };
    let whole = make(60);
    assert_eq!(make(60), whole);
    let mut book = Book::from_bytes(&make(25).to_bytes()).unwrap();
    grow::<Crosses>(&mut book, Vec::new(), plan(Some(35)), 1);
    assert_eq!(book, whole);
}

#[test]
fn several_threads_fill_one_book() {
    let mut book = empty();
    assert_eq!(grow::<Crosses>(&mut book, Vec::new(), plan(None), 3), End::Complete);
    assert_eq!(book.positions()[0].value.score, 0);
    assert_eq!(Book::from_bytes(&book.to_bytes()).unwrap(), book);
}

#[test]
fn lines_come_first() {
    let line = vec![1, 0, 3, 8];
    let mut book = empty();
    grow::<Crosses>(&mut book, vec![line.clone()], plan(Some(5)), 1);
    let mut game = Crosses::default();
    for mv in line {
        let moves = book.moves(&game);
        let code = |mv| {
            let mut next = game.clone();
            next.play(mv);
            next.normal_form().key
        };
        assert!(moves.iter().any(|known| code(known.mv) == code(mv)), "{game:?}");
        game.play(mv);
        assert!(book.find(game.normal_form().key).is_some());
    }
    assert_eq!(book.positions().len(), 5);
}

#[test]
fn a_lost_position_and_a_better_move_elsewhere_are_left_to_the_search() {
    let mut book = empty();
    book.count(&Crosses::default(), 4, 3);
    book.count(&Crosses::default(), 0, 5);
    let choose = |book: &Book, variety| book.choose(&Crosses::default(), variety);
    assert_eq!(choose(&book, Variety::default()).map(|best| best.mv % 2), Ok(0));
    let drawn = |seed| choose(&book, Variety { margin: 1, seed }).unwrap().weight;
    let drawn: Vec<u32> = (0..20).map(drawn).collect();
    assert!(drawn.contains(&3) && drawn.contains(&5), "{drawn:?}");
    book.set_rest(0, Some(1));
    assert!(book.settle());
    assert_eq!(choose(&book, Variety::default()), Err(NoChoice::OtherMove));
    assert_eq!(book.rest(&Crosses::default()), Some(1));
    book.set_rest(0, None);
    for code in [4, 0] {
        book.choice_mut(0, code).unwrap().searched.score = -900;
    }
    assert!(book.settle());
    assert_eq!(choose(&book, Variety::default()), Err(NoChoice::Lost));
}

#[test]
fn the_values_of_a_search_have_one_depth_and_the_rest_is_worth_less() {
    let game = Crosses::default();
    let stop = AtomicBool::new(false);
    for nodes in 20..200 {
        let mut evaluator = AlphaBetaValues::new(nodes, 1 << 14, 3, 7);
        let found = evaluator.evaluate(&game, &[], 0, &stop).unwrap();
        let depths: Vec<u32> = found.candidates.iter().map(|one| one.weight).collect();
        assert!(depths.iter().all(|&depth| depth == depths[0]), "{nodes}: {found:?}");
        assert!(depths[0] == 1 || depths[0].is_multiple_of(2), "{nodes}: {found:?}");
        let scores = || found.candidates.iter().map(|one| one.value.score);
        assert!(scores().is_sorted_by(|one, next| one >= next), "{nodes}: {found:?}");
        assert_eq!(found.rest, scores().min().map(|worst| worst - 7));
    }
}

#[test]
fn a_further_search_spends_nothing_on_moves_that_have_values() {
    let game = Crosses::default();
    let stop = AtomicBool::new(false);
    let mut evaluator = AlphaBetaValues::new(150, 1 << 14, 2, 7);
    let first: Evaluation<u16> = evaluator.evaluate(&game, &[], 0, &stop).unwrap();
    let known = [0, 1, 2, 3, 4, 5];
    let further = evaluator.evaluate(&game, &known, 0, &stop).unwrap();
    let moves: Vec<u16> = further.candidates.iter().map(|one| one.mv).collect();
    assert_eq!(moves.len(), 2);
    assert!(moves.iter().all(|mv| !known.contains(mv)), "{moves:?}");
    assert!(further.candidates[0].weight >= first.candidates[0].weight, "{first:?} {further:?}");
    let none: Evaluation<u16> =
        evaluator.evaluate(&game, &[0, 1, 2, 3, 4, 5, 6, 7, 8], 0, &stop).unwrap();
    assert_eq!((none.candidates.len(), none.rest), (0, None));
}

#[test]
fn moves_that_were_only_searched_and_other_moves_than_the_best_are_not_chosen() {
    let game = Crosses::default();
    let choose = |book: &Book, margin| {
        let choose = |seed| book.choose(&game, Variety { margin, seed });
        (0..20).map(choose).collect::<Result<Vec<_>, _>>()
    };
    let mut book = empty();
    book.count(&game, 4, 3);
    book.count(&game, 0, 5);
    let mut after = game.clone();
    after.play(4);
    book.count(&after, 0, 1);
    book.link(0, 4, 1);
    assert!(book.settle());
    let chosen = choose(&book, 10).unwrap();
    assert_eq!(chosen.len(), 20);
    assert!(chosen.iter().all(|found| found.mv == 4), "the other is not followed: {chosen:?}");
    book.choice_mut(0, 0).unwrap().searched.score = 5;
    assert!(book.settle());
    assert_eq!(choose(&book, 10), Err(NoChoice::OtherMove), "it was only searched");
    // Nine is the code of no move.
    let mut book = empty();
    book.count(&game, 4, 1);
    book.add_choice(0, Choice::new(9, Value { score: 50, is_exact: false }, 1));
    assert!(book.settle());
    assert_eq!(book.moves(&game).len(), 1);
    for margin in [0, 10] {
        assert_eq!(choose(&book, margin), Err(NoChoice::Forbidden));
    }
    let unknown = empty().choose(&game, Variety::default());
    assert_eq!(unknown, Err(NoChoice::Unknown));
}

#[test]
fn equivalent_moves_are_counted_together() {
    let mut book = empty();
    for (mv, weight) in [(0, 1), (2, 1), (8, 1), (6, 1), (4, 2), (1, 1)] {
        book.count(&Crosses::default(), mv, weight);
    }
    let weights: Vec<u32> = book.moves(&Crosses::default()).iter().map(|mv| mv.weight).collect();
    assert_eq!(weights, [4, 2, 1], "corners, the centre, an edge");
}
