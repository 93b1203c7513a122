//! Books of small games: noughts and crosses against plain minimax, and a game that repeats itself.

mod crosses;
mod damage;
mod ring;
mod searches;

use std::sync::atomic::AtomicBool;

use crate::{AlphaBetaValues, Book, BookGame, End, Growth, Plan, Priorities, Subject};

/// The number of positions of a search.
const NODES: u64 = 12;

fn plan(searches: Option<usize>) -> Plan {
    let priorities = Priorities { ply: 30, deepest: 100 };
    Plan { priorities, searches, deadline: None, seed: 1 }
}

/// Lets a book grow with so many threads, each of which values two moves of a position at a time.
fn grow<G>(book: &mut Book, lines: Vec<Vec<G::Move>>, plan: Plan, threads: usize) -> End
where
    G: BookGame + classical::Selective + Default,
{
    let stop = AtomicBool::new(false);
    let growth = Growth { start: G::default(), lines, plan, stop: &stop };
    let mut evaluators: Vec<_> =
        (0..threads).map(|_| AlphaBetaValues::new(NODES, 1 << 12, 2, 1)).collect();
    growth.run(book, &mut evaluators, &mut |_| {})
}

fn empty() -> Book {
    let game = "test".to_owned();
    Book::new(Subject { game, decided: 900, ..Subject::default() })
}
