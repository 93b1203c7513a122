//! Game records in SGF: reads the main line of a file as a [`GameState`](crate::rules::GameState),
//! and writes a game as a file.
//!
//! We use our own reader because files written over forty years follow no single standard. The
//! crate `sgf-parse` was tested on such files. It accepts only UTF-8 without a byte order mark and
//! without text around the game, loses lower-case properties, reports errors without their
//! position, and overflows the stack on 100,000 nodes, because each node owns the next. Our reader
//! reads only the main line, straight from the text. It therefore never needs much more memory than
//! the text itself, however deeply the variations are nested.

mod annotation;
mod collection;
mod encoding;
mod parser;
mod reader;
mod writer;

pub use annotation::{Note, annotate};
pub use collection::{decode, games, move_count, properties};
pub use reader::{RecordedGame, read, read_under};
pub use writer::{Heading, letters, write, write_headed};

use thiserror::Error;

use crate::rules::{HandicapError, IllegalMove, SetUpError};
use crate::vocabulary::{Color, Move, SizeError};

/// The reason why a text cannot be read as a game. Offsets count bytes from the start of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The text contains nothing that looks like a record.
    #[error("no game record: '(;' was expected")]
    NoGame,
    /// An unexpected character.
    #[error("offset {offset}: '{found}' found, {expected} was expected")]
    Unexpected {
        /// The offset of the character.
        offset: usize,
        /// The character.
        found: char,
        /// What was expected instead.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} was expected")]
    End {
        /// What was expected next.
        expected: &'static str,
    },
    /// A value without a closing bracket.
    #[error("offset {offset}: this value has no ']'")]
    Unterminated {
        /// The offset of the value.
        offset: usize,
    },
    /// A value that cannot be read.
    #[error("offset {offset}: {property}[{value}], {expected} was expected")]
    Value {
        /// The offset of the value.
        offset: usize,
        /// The name of the property.
        property: String,
        /// The value, truncated.
        value: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// A board size that is not supported.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A handicap that does not fit on the board.
    #[error("handicap: {0}")]
    Handicap(#[from] HandicapError),
    /// A position that cannot be set up.
    #[error("set-up before move {number}: {error}")]
    SetUp {
        /// The number of the next move, counted from 1.
        number: usize,
        /// The reason.
        error: SetUpError,
    },
    /// An illegal move.
    #[error("move {number}, {color} {mv}: {rule}")]
    IllegalMove {
        /// The number of the move in the record, counted from 1.
        number: usize,
        /// The player.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that the move breaks.
        rule: IllegalMove,
    },
    /// A move to a point that is not on the board.
    #[error("move {number}, {color} '{point}': a point of the board was expected")]
    OffBoard {
        /// The number of the move in the record, counted from 1.
        number: usize,
        /// The player.
        color: Color,
        /// The point as it is written, truncated.
        point: String,
    },
    /// A text that ends inside a node after the first, as after an interrupted download.
    #[error("the record is cut off before move {number}")]
    Cut {
        /// The number of the first move that is missing, counted from 1.
        number: usize,
    },
}

impl SgfError {
    /// The number of the move that cannot be played or is cut off, counted from 1, if that is the
    /// problem. The moves before it can be read.
    pub fn move_number(&self) -> Option<usize> {
        match *self {
            Self::IllegalMove { number, .. }
            | Self::OffBoard { number, .. }
            | Self::Cut { number } => Some(number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
