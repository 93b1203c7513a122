//! A game that repeats itself: a piece on a ring of points, which each player in turn moves one
//! point to either side. It never ends by itself.

use std::collections::HashSet;

use classical::{Bounds, Game, Score, Scored, Selective};

use super::{empty, grow, plan};
use crate::{Book, BookGame, End};

const POINTS: u16 = 7;

/// The points of the piece so far.
#[derive(Clone, Debug)]
struct Ring(Vec<u16>);

impl Default for Ring {
    fn default() -> Self {
        Self(vec![0])
    }
}

impl Ring {
    fn at(&self) -> u16 {
        self.0.last().copied().unwrap()
    }
}

impl Game for Ring {
    type Move = u16;

    fn moves(&mut self, into: &mut Vec<u16>) {
        into.extend([(self.at() + 1) % POINTS, (self.at() + POINTS - 1) % POINTS]);
    }

    fn play(&mut self, point: u16) {
        self.0.push(point);
    }

    fn undo(&mut self) {
        self.0.pop();
    }

    fn key(&self) -> u64 {
        u64::from(self.at()) << 1 | (self.0.len() % 2) as u64
    }

    fn index(point: u16) -> usize {
        usize::from(point)
    }
}

impl Scored for Ring {
    fn bounds(&self) -> Bounds {
        Bounds { low: -100, high: 100 }
    }

    fn estimate(&self) -> Score {
        Score::from(self.at() % 3)
    }

    fn circle(&self) -> Score {
        0
    }
}

impl Selective for Ring {}

impl BookGame for Ring {}

#[test]
fn repetitions_are_closed_and_the_growth_ends() {
    let mut book = empty();
    assert_eq!(grow::<Ring>(&mut book, Vec::new(), plan(None), 1), End::Complete);
    let count = book.positions().len();
    assert!((5..=2 * usize::from(POINTS)).contains(&count), "{count} points for either player");
    let keys: HashSet<u64> = book.positions().iter().map(|position| position.key).collect();
    assert_eq!(keys.len(), book.positions().len());
    let closed = book.positions().iter().flat_map(|position| &position.choices);
    assert!(closed.filter(|choice| choice.is_closed).count() > 0);
    assert_eq!(Book::from_bytes(&book.to_bytes()).unwrap(), book);
}
