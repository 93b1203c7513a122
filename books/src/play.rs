//! The moves of a book for a position, and the choice among them.

use classical::Score;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::book::{Book, Choice, Position, Value};
use crate::book_game::BookGame;
use crate::grid::Symmetry;

/// An odd number that spreads small ones over all 64 bits: 2^64 over the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A move of a book, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub value: Value,
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

impl Variety {
    /// The choice in one of several games that begin with the same seed. Neighbouring seeds share no
    /// games.
    #[must_use]
    pub fn in_game(self, number: u64) -> Self {
        Self { seed: self.seed.wrapping_add(number.wrapping_mul(SPREAD)), ..self }
    }
}

/// Why a book chooses no move for a position. A search may then find a better one, or the one that
/// is hardest to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoChoice {
    /// The book has no moves there.
    #[error("the book has no moves here")]
    Unknown,
    /// A move outside the book, or one that has not been followed, seems better.
    #[error("another move seems better")]
    OtherMove,
    /// The position is lost.
    #[error("the position is lost")]
    Lost,
    /// The path to the position, or a limit of the search, forbids the best move.
    #[error("the best move is not allowed here")]
    Forbidden,
}

impl Book {
    /// The moves that the book has for a position, the best first. Equivalent moves are listed
    /// once.
    pub fn moves<G: BookGame>(&self, game: &G) -> Vec<BookMove<G::Move>> {
        let form = game.normal_form();
        let position = self.find(form.key).and_then(|index| self.get(index));
        let choices = position.into_iter().flat_map(|position| &position.choices);
        choices.filter_map(|choice| described(game, choice, form.symmetry)).collect()
    }

    /// The value of the best of all other moves of a position, if there are any.
    pub fn rest<G: BookGame>(&self, game: &G) -> Option<Score> {
        self.get(self.find(game.normal_form().key)?)?.rest
    }

    /// Chooses a move for a position. With a margin of 0, it is the best move, and among equal ones
    /// the most searched. Otherwise it is drawn from the moves within the margin, with
    /// probabilities that grow with their weights. Once the book has followed some moves of a
    /// position, other moves are chosen only if they are closed, proved or decided.
    ///
    /// # Errors
    /// Says why there is no choice.
    pub fn choose<G: BookGame>(
        &self,
        game: &G,
        variety: Variety,
    ) -> Result<BookMove<G::Move>, NoChoice> {
        let form = game.normal_form();
        let position = self.find(form.key).and_then(|index| self.get(index));
        let position = position.ok_or(NoChoice::Unknown)?;
        let choices = self.tested(position);
        let best = choices.first().ok_or(NoChoice::Unknown)?;
        if position.value.score > best.value.score {
            return Err(NoChoice::OtherMove);
        }
        if best.value.score < 0 && self.subject.is_decided(best.value.score) {
            return Err(NoChoice::Lost);
        }
        let best_move = described(game, best, form.symmetry).ok_or(NoChoice::Forbidden)?;
        if variety.margin <= 0 {
            return Ok(best_move);
        }
        let least = best.value.score.saturating_sub(variety.margin);
        let good = choices.into_iter().filter(|choice| choice.value.score >= least);
        let good: Vec<BookMove<G::Move>> =
            good.filter_map(|choice| described(game, choice, form.symmetry)).collect();
        let mut random = Pcg64Mcg::seed_from_u64(variety.seed ^ form.key);
        let weight = |mv: &BookMove<G::Move>| u64::from(mv.weight) + 1;
        let mut drawn = random.random_range(0..good.iter().map(weight).sum());
        let found = good.into_iter().find(|mv| {
            let is_drawn = drawn < weight(mv);
            drawn = drawn.saturating_sub(weight(mv));
            is_drawn
        });
        Ok(found.unwrap_or(best_move))
    }

    /// The choices of a position whose values have stood a test, the best first, or all of them if
    /// none was followed. A move seems worth less once it has been followed, because most searches
    /// favour the player to move, so the value of a search alone is no reason to play one.
    fn tested<'a>(&self, position: &'a Position) -> Vec<&'a Choice> {
        let choices = &position.choices;
        let is_tested = |choice: &&Choice| {
            let Choice { value, next, is_closed, .. } = choice;
            next.is_some() || *is_closed || value.is_exact || self.subject.is_decided(value.score)
        };
        match choices.iter().any(|choice| choice.next.is_some()) {
            true => choices.iter().filter(is_tested).collect(),
            false => choices.iter().collect(),
        }
    }
}

/// A choice as a move of this position; `None` if the game does not allow it.
fn described<G: BookGame>(
    game: &G,
    choice: &Choice,
    symmetry: Symmetry,
) -> Option<BookMove<G::Move>> {
    Some(BookMove {
        mv: game.decode(choice.code, symmetry)?,
        value: choice.value,
        weight: choice.weight,
        is_followed: choice.next.is_some(),
    })
}
