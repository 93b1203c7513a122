//! The moves of a book for a position, and the choice among them.

use classical::Score;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::book::{Book, Known};
use crate::book_game::BookGame;

/// A move of a book, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub value: Known,
    /// How much a search has looked at it, or how often it was played.
    pub weight: u32,
    /// Whether the position after it is in the book.
    pub is_followed: bool,
}

/// How a move is chosen among several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variety {
    /// A move may be worth this much less than the best one.
    pub margin: Score,
    /// The seed of the choice. The same seed chooses the same move in the same position.
    pub seed: u64,
}

impl Book {
    /// The moves that the book has for a position, the best first. Equivalent moves are listed
    /// once.
    pub fn moves<G: BookGame>(&self, game: &G) -> Vec<BookMove<G::Move>> {
        let form = game.normal_form();
        let position = self.find(form.key).and_then(|index| self.get(index));
        let choices = position.into_iter().flat_map(|position| &position.choices);
        let moves = choices.filter_map(|choice| {
            Some(BookMove {
                mv: game.decode(choice.code, form.symmetry)?,
                value: choice.value,
                weight: choice.weight,
                is_followed: choice.next.is_some(),
            })
        });
        moves.collect()
    }

    /// Chooses a move for a position: with a margin of 0 the best, and of equal ones the most
    /// searched; otherwise one of those within the margin, the much searched more often. There is
    /// no choice if the position is not in the book, if a move outside the book seems better, or if
    /// the position is lost: a search may then find the move that is hardest to answer.
    pub fn choose<G: BookGame>(&self, game: &G, variety: Variety) -> Option<BookMove<G::Move>> {
        let form = game.normal_form();
        let position = self.get(self.find(form.key)?)?;
        let moves = self.moves(game);
        let best = *moves.first()?;
        let is_lost = best.value.score < 0 && self.about.is_decided(best.value.score);
        if is_lost || position.rest.is_some_and(|rest| rest > best.value.score) {
            return None;
        }
        if variety.margin <= 0 {
            return Some(best);
        }
        let least = best.value.score.saturating_sub(variety.margin);
        let good: Vec<_> = moves.into_iter().filter(|mv| mv.value.score >= least).collect();
        let mut random = Pcg64Mcg::seed_from_u64(variety.seed ^ form.key);
        let weight = |mv: &BookMove<G::Move>| u64::from(mv.weight) + 1;
        let mut drawn = random.random_range(0..good.iter().map(weight).sum());
        good.into_iter().find(|mv| {
            let is_drawn = drawn < weight(mv);
            drawn = drawn.saturating_sub(weight(mv));
            is_drawn
        })
    }
}
