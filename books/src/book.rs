//! The positions of a book with their moves and values.
//!
//! A position is known by the key of its normal form, so transpositions and symmetries share it.
//! Its choices are the moves that a search has valued; a choice that leads to another position of
//! the book takes its value from there (negamax). All moves that have no value of their own are
//! together worth the [`rest`](Position::rest).
//!
//! Invariant: no sequence of choices leads back to a position it has passed. A choice that would is
//! closed: it keeps the value that a search gave it. So values never depend on the path, and every
//! repetition ends.

use std::collections::HashMap;

use classical::Score;

use crate::book_game::{BookGame, key_after};
use crate::grid::NormalForm;

/// What a book is about. Everything that values depend on is named here, because a book for one
/// komi is wrong for another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game, such as `go`.
    pub game: String,
    /// The size of the board, such as `9x9`.
    pub board: String,
    /// The rules, such as `area`; empty if the game has only one kind.
    pub rules: String,
    /// The komi in points; empty in a game without one.
    pub komi: String,
    /// The unit of the values and the searches that found them, in words.
    pub values: String,
    /// A position with at least this value, or at most its negative, counts as decided; with 0,
    /// none does.
    pub decided: Score,
}

impl Subject {
    /// Whether a position with this value counts as decided.
    pub(crate) fn is_decided(&self, score: Score) -> bool {
        self.decided > 0 && score.saturating_abs() >= self.decided
    }
}

/// A value of a position or a move, for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The value.
    pub score: Score,
    /// Whether it is proved rather than estimated.
    pub is_exact: bool,
}

impl Value {
    /// The same value for the opponent.
    fn negated(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of the move in the normal form of the position.
    pub code: u16,
    /// What the search of the position has found.
    pub searched: Value,
    /// How much the search has looked at the move, in its own unit: visits, or depth.
    pub weight: u32,
    /// Whether the position after the move is never examined, because it leads back to the position
    /// of the choice or because a search has valued none of its moves.
    pub is_closed: bool,
    /// The index of the position after the move, if that is in the book.
    pub next: Option<usize>,
    /// The value, from the positions after it if there are any.
    pub value: Value,
}

impl Choice {
    /// A move that a search has valued.
    pub fn new(code: u16, searched: Value, weight: u32) -> Self {
        Self { code, searched, weight, is_closed: false, next: None, value: searched }
    }
}

/// A position of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The key of the normal form.
    pub key: u64,
    /// The size of the search, in its own unit: visits, or positions.
    pub effort: u32,
    /// An estimate of the best move that is not among the choices; `None` if there is no such move.
    pub rest: Option<Score>,
    /// Whether the search has proved the value of the position.
    pub is_solved: bool,
    /// The moves that have been valued, the best first.
    pub choices: Vec<Choice>,
    /// The value.
    pub value: Value,
}

impl Position {
    /// Derives the value from those of the choices, and sorts them: the best first, and of those
    /// the most searched.
    fn settle(&mut self) {
        self.choices.sort_by_key(|choice| {
            (-i64::from(choice.value.score), std::cmp::Reverse(choice.weight), choice.code)
        });
        let best = self.choices.first().map(|choice| choice.value.score);
        let score = best.into_iter().chain(self.rest).max().unwrap_or_default();
        let are_exact = self.rest.is_none() && !self.choices.is_empty();
        let are_exact = are_exact && self.choices.iter().all(|choice| choice.value.is_exact);
        self.value = Value { score, is_exact: self.is_solved || are_exact };
    }
}

/// A book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The subject of the book.
    pub subject: Subject,
    positions: Vec<Position>,
    places: HashMap<u64, usize>,
}

impl Book {
    /// A book without positions.
    pub fn new(subject: Subject) -> Self {
        Self { subject, ..Self::default() }
    }

    /// All positions. The first one is where the book began.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The index of the position with this key.
    pub fn find(&self, key: u64) -> Option<usize> {
        self.places.get(&key).copied()
    }

    /// The position at an index.
    pub fn get(&self, index: usize) -> Option<&Position> {
        self.positions.get(index)
    }

    /// Adds a position without links to others, unless its key is known. Returns its index.
    pub(crate) fn insert(&mut self, mut position: Position) -> usize {
        if let Some(index) = self.find(position.key) {
            return index;
        }
        position.settle();
        let index = self.positions.len();
        self.places.insert(position.key, index);
        self.positions.push(position);
        index
    }

    /// Adds a move to a position, or makes a known one heavier. Returns whether the move is new.
    pub(crate) fn add_choice(&mut self, index: usize, added: Choice) -> bool {
        let Some(position) = self.positions.get_mut(index) else { return false };
        let mut known = position.choices.iter_mut();
        if let Some(known) = known.find(|known| known.code == added.code) {
            known.weight = known.weight.saturating_add(added.weight);
            return false;
        }
        position.choices.push(added);
        true
    }

    /// The code under which the book knows a move of a position, or else that of the move itself:
    /// in a symmetric position, equivalent moves share the code of the first one. `form` is that of
    /// the position.
    pub(crate) fn code_of<G: BookGame>(&self, game: &G, form: NormalForm, mv: G::Move) -> u16 {
        let NormalForm { key, symmetry } = form;
        let code = game.code(mv, symmetry);
        let position = self.find(key).and_then(|index| self.get(index));
        let choices = position.map_or(&[][..], |position| &position.choices);
        if choices.iter().any(|choice| choice.code == code) {
            return code;
        }
        let mut after = game.clone();
        let wanted = key_after(&mut after, mv);
        let mut codes = choices.iter().map(|choice| choice.code);
        let known = codes.find(|&code| {
            let known = game.decode(code, symmetry);
            known.is_some_and(|known| key_after(&mut after, known) == wanted)
        });
        known.unwrap_or(code)
    }

    /// Counts a move in a game or in a book of moves without values. The position is created if it
    /// is new.
    pub fn count<G: BookGame>(&mut self, game: &G, mv: G::Move, weight: u32) {
        let form = game.normal_form();
        let (key, code) = (form.key, self.code_of(game, form, mv));
        let index = self.insert(Position { key, ..Position::default() });
        self.add_choice(index, Choice::new(code, Value::default(), weight));
        if let Some(position) = self.positions.get_mut(index) {
            position.effort = position.effort.saturating_add(weight);
            position.settle();
        }
    }

    /// Changes the estimate of the moves that are not among the choices.
    pub(crate) fn set_rest(&mut self, index: usize, rest: Option<Score>) {
        if let Some(position) = self.positions.get_mut(index) {
            position.rest = rest;
        }
    }

    /// The choice of a position that has this code.
    pub(crate) fn choice_mut(&mut self, index: usize, code: u16) -> Option<&mut Choice> {
        let position = self.positions.get_mut(index)?;
        position.choices.iter_mut().find(|choice| choice.code == code)
    }

    /// Links a choice to another position, or closes the choice if that position leads back to
    /// `from`.
    pub(crate) fn link(&mut self, from: usize, code: u16, to: usize) {
        let leads_back = self.leads(to, from);
        if let Some(choice) = self.choice_mut(from, code) {
            choice.is_closed = leads_back;
            choice.next = (!leads_back).then_some(to);
        }
    }

    /// Whether some sequence of choices leads from one position to another, or they are the same.
    fn leads(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.positions.len()];
        let mut waiting = vec![from];
        while let Some(index) = waiting.pop() {
            if index == to {
                return true;
            }
            if seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let choices = self.positions.get(index).into_iter().flat_map(|at| &at.choices);
            waiting.extend(choices.filter_map(|choice| choice.next));
        }
        false
    }

    /// Derives all values from those that searches have found. Returns `false` if the positions
    /// lead in a circle, and nothing is derived then.
    pub(crate) fn settle(&mut self) -> bool {
        let Some(order) = self.order() else { return false };
        for index in order {
            let Some(position) = self.positions.get(index) else { continue };
            let values: Vec<Value> = position
                .choices
                .iter()
                .map(|choice| {
                    let next = choice.next.and_then(|next| self.positions.get(next));
                    next.map_or(choice.searched, |next| next.value.negated())
                })
                .collect();
            if let Some(position) = self.positions.get_mut(index) {
                for (choice, value) in position.choices.iter_mut().zip(values) {
                    choice.value = value;
                }
                position.settle();
            }
        }
        true
    }

    /// The indices of all positions, each after those to which it leads; `None` if they lead in a
    /// circle or to a position that is missing.
    fn order(&self) -> Option<Vec<usize>> {
        /// How far a position has been followed.
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.positions.len()];
        let mut order = Vec::with_capacity(self.positions.len());
        for start in 0..self.positions.len() {
            let mut path = vec![start];
            while let Some(&index) = path.last() {
                let state = states.get_mut(index)?;
                if *state != State::New {
                    if *state == State::Open {
                        *state = State::Done;
                        order.push(index);
                    }
                    path.pop();
                    continue;
                }
                *state = State::Open;
                for next in self.positions.get(index)?.choices.iter().filter_map(|one| one.next) {
                    match states.get(next)? {
                        State::New => path.push(next),
                        State::Open => return None,
                        State::Done => {}
                    }
                }
            }
        }
        Some(order)
    }
}
