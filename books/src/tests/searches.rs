//! Growths with searches that fail, find nothing, or take long.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use classical::Game;

use super::crosses::Crosses;
use super::{NODES, empty, plan};
use crate::{AlphaBetaValues, Book, BookGame, End, Evaluation, Evaluator, Growth};

/// Searches as the others do. `before` is called with each position before the search, and tells
/// whether the moves of the position get values.
struct Watched<F> {
    values: AlphaBetaValues,
    before: F,
}

fn watched<F: FnMut(&Crosses) -> bool + Send>(before: F) -> Watched<F> {
    Watched { values: AlphaBetaValues::new(NODES, 1 << 10, 2, 1), before }
}

impl<F: FnMut(&Crosses) -> bool + Send> Evaluator<Crosses> for Watched<F> {
    fn evaluate(
        &mut self,
        game: &Crosses,
        known: &[u16],
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Evaluation<u16>> {
        let are_valued = (self.before)(game);
        let found = self.values.evaluate(game, known, seed, stop)?;
        let candidates = if are_valued { found.candidates } else { Vec::new() };
        Some(Evaluation { candidates, ..found })
    }
}

#[test]
fn a_stop_and_a_fault_end_the_growth() {
    let (start, lines) = (Crosses::default(), Vec::new());
    let stop = AtomicBool::new(true);
    let growth =
        Growth { start: start.clone(), lines: lines.clone(), plan: plan(None), stop: &stop };
    let mut book = empty();
    assert_eq!(growth.run(&mut book, &mut [watched(|_| true)], &mut |_| {}), End::Stopped);
    assert!(book.is_empty());
    let stop = AtomicBool::new(false);
    let growth = Growth { start, lines, plan: plan(None), stop: &stop };
    let mut left: u64 = 4;
    let faulty = watched(|_| {
        left = left.checked_sub(1).expect("no fault before");
        true
    });
    let mut saved = 0;
    let mut after = |book: &Book| saved = book.positions().len();
    assert_eq!(growth.run(&mut book, &mut [faulty], &mut after), End::Fault);
    assert!(saved > 0 && saved == book.positions().len(), "{saved}");
}

#[test]
fn positions_without_valued_moves_are_not_searched_again() {
    let run = |book: &mut Book, lines| {
        let stop = AtomicBool::new(false);
        let growth = Growth { start: Crosses::default(), lines, plan: plan(None), stop: &stop };
        let mut searches = 0;
        let passing = watched(|game| {
            searches += 1;
            game.moves.len() < 2
        });
        assert_eq!(growth.run(book, &mut [passing], &mut |_| {}), End::Complete);
        searches
    };
    let mut book = empty();
    assert!(run(&mut book, vec![vec![4, 0, 8], vec![1, 8, 0]]) > 5);
    let mut book = Book::from_bytes(&book.to_bytes()).unwrap();
    assert_eq!(run(&mut book, Vec::new()), 0);
}

#[test]
fn other_lines_go_on_while_one_is_being_searched() {
    let (count, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let lines = vec![vec![1, 0, 3], vec![0, 1, 5]];
    let plan = plan(Some(5));
    let growth = Growth { start: Crosses::default(), lines: lines.clone(), plan, stop: &stop };
    // The search after the first one waits until others have begun.
    let wait = |_: &Crosses| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        while number == 1 && count.load(Ordering::SeqCst) < 5 {
            std::thread::yield_now();
        }
        true
    };
    let mut evaluators = [watched(wait), watched(wait)];
    let mut book = empty();
    growth.run(&mut book, &mut evaluators, &mut |_| {});
    let is_of_a_line = |key: u64| {
        lines.iter().any(|line| {
            let mut game = Crosses::default();
            let mut keys = vec![game.normal_form().key];
            for &mv in line {
                game.play(mv);
                keys.push(game.normal_form().key);
            }
            keys.contains(&key)
        })
    };
    assert!(book.positions().iter().all(|position| is_of_a_line(position.key)));
}
