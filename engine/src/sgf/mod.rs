//! Game records in SGF: the main line of a file as a [`GameState`](crate::rules::GameState), and a
//! game as a file.
//!
//! The reader is our own, since the files of forty years keep to no one standard. The crate
//! `sgf-parse` was judged on such files: it takes UTF-8 without a mark and without a word around
//! the game only, loses lower-case properties, gives errors no place, and overflows the stack on
//! 100,000 nodes, for each node owns the next. Here only the main line is kept, in a flat list,
//! so that no input, however deep its variations are nested, costs more than a few times its size.

mod encoding;
mod parser;
mod reader;
mod writer;

pub use reader::read;
pub use writer::write;

use thiserror::Error;

use crate::rules::{HandicapError, IllegalMove, SetUpError};
use crate::vocabulary::{Color, Move, SizeError};

/// Why a text gives no game. Offsets count bytes from the start of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Nothing in the text looks like a record.
    #[error("no game record: '(;' was expected")]
    NoGame,
    /// A sign that has no place there.
    #[error("offset {offset}: '{found}' found, {expected} was expected")]
    Unexpected {
        /// Where it stands.
        offset: usize,
        /// The sign.
        found: char,
        /// What may stand there.
        expected: &'static str,
    },
    /// A text that stops short.
    #[error("the text ends where {expected} was expected")]
    End {
        /// What should have come next.
        expected: &'static str,
    },
    /// A value without its closing bracket.
    #[error("offset {offset}: this value has no ']'")]
    Unterminated {
        /// Where the value begins.
        offset: usize,
    },
    /// A value that cannot be read.
    #[error("offset {offset}: {property}[{value}], {expected} was expected")]
    Value {
        /// Where the value begins.
        offset: usize,
        /// The name of the property.
        property: String,
        /// The value, shortened.
        value: String,
        /// What was expected in its place.
        expected: &'static str,
    },
    /// A board size that is not played here.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A handicap that the board has no place for.
    #[error("handicap: {0}")]
    Handicap(#[from] HandicapError),
    /// A position that cannot be.
    #[error("set-up before move {number}: {error}")]
    SetUp {
        /// The number of the move to come, from 1.
        number: usize,
        /// What is wrong with it.
        error: SetUpError,
    },
    /// A move that no rules allow.
    #[error("move {number}, {color} {mv}: {rule}")]
    IllegalMove {
        /// The number of the move in the record, from 1.
        number: usize,
        /// Who moved.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        rule: IllegalMove,
    },
}

#[cfg(test)]
mod tests;
