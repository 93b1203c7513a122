//! What searches have found, entered in a book: positions with their moves, further moves of known
//! positions, and moves after which nothing is left to search.
//!
//! `growth` enters the result of each search in this way, and then lets the book derive all values
//! again.

use std::collections::HashSet;

use crate::book::{Book, Choice, Position, Value};
use crate::book_game::{BookGame, key_after};
use crate::evaluator::{Candidate, Evaluation};

impl Book {
    /// Adds a position with what its first search has found. `from` is the position and the code of
    /// the move that led here, if there is one.
    pub(crate) fn enter<G: BookGame>(
        &mut self,
        key: u64,
        from: Option<(usize, u16)>,
        game: &G,
        found: &Evaluation<G::Move>,
    ) {
        let choices = choices(game, found, &[]);
        let &Evaluation { rest, is_solved, effort, .. } = found;
        let value = Value::default();
        let index = self.insert(Position { key, effort, rest, is_solved, choices, value });
        if let Some((from, code)) = from {
            self.follow(from, code, index);
        }
    }

    /// Adds to a position the moves that a further search has valued.
    pub(crate) fn extend<G: BookGame>(
        &mut self,
        index: usize,
        game: &G,
        found: &Evaluation<G::Move>,
    ) {
        let before = self.get(index).and_then(|position| position.rest);
        let known = self.known_moves(index, game);
        let mut has_grown = false;
        for choice in choices(game, found, &known) {
            has_grown |= self.add_choice(index, choice);
        }
        // The rest was worth no more than the moves that were listed before.
        let rest = found.rest.zip(before).map(|(rest, before)| rest.min(before));
        let rest = rest.filter(|_| has_grown);
        self.set_rest(index, rest);
    }

    /// Closes a move that leads to `game`, where a search has valued no move.
    pub(crate) fn close<G: BookGame>(&mut self, from: usize, code: u16, game: &G) {
        let mut moves = Vec::new();
        game.clone().moves(&mut moves);
        if let Some(choice) = self.choice_mut(from, code) {
            // The file keeps this, so that no later run searches the position again.
            choice.is_closed = true;
            // If the game is over after a move, its value is as good as proved.
            choice.searched.is_exact |= moves.is_empty();
        }
    }

    /// Whether a move of a position is closed.
    pub(crate) fn is_closed(&self, index: usize, code: u16) -> bool {
        let mut choices = self.get(index).into_iter().flat_map(|position| &position.choices);
        choices.any(|choice| choice.code == code && choice.is_closed)
    }

    /// Links a move of a line to the position after it, and adds the move if no search has listed
    /// it.
    pub(crate) fn follow(&mut self, from: usize, code: u16, to: usize) {
        let Some(next) = self.get(to) else { return };
        let searched = Value { score: -next.value.score, ..next.value };
        let known = self.choice_mut(from, code);
        if known.is_some_and(|choice| choice.next.is_some() || choice.is_closed) {
            return;
        }
        self.add_choice(from, Choice::new(code, searched, 0));
        self.link(from, code, to);
        self.settle();
    }

    /// The moves that a position has already, with all that are equivalent to them.
    pub(crate) fn known_moves<G: BookGame>(&self, index: usize, game: &G) -> Vec<G::Move> {
        let symmetry = game.normal_form().symmetry;
        let choices = self.get(index).into_iter().flat_map(|position| &position.choices);
        let choices = choices.filter_map(|choice| game.decode(choice.code, symmetry));
        let mut game = game.clone();
        let known: HashSet<u64> = choices.map(|mv| key_after(&mut game, mv)).collect();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|&mv| known.contains(&key_after(&mut game, mv)));
        moves
    }
}

/// The moves that a search has valued, as choices. Of those that lead to equivalent positions, the
/// first one stands for all, and those equivalent to a known one are left out.
fn choices<G: BookGame>(game: &G, found: &Evaluation<G::Move>, known: &[G::Move]) -> Vec<Choice> {
    let symmetry = game.normal_form().symmetry;
    let mut after = game.clone();
    let mut seen: HashSet<u64> = known.iter().map(|&mv| key_after(&mut after, mv)).collect();
    let is_new = |one: &&Candidate<G::Move>| seen.insert(key_after(&mut after, one.mv));
    let choice =
        |one: &Candidate<G::Move>| Choice::new(game.code(one.mv, symmetry), one.value, one.weight);
    found.candidates.iter().filter(is_new).map(choice).collect()
}
