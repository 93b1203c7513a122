//! Why a command failed. `Display` is the text of the response.
//!
//! The protocol fixes some texts: `unknown command`, `syntax error`, `unacceptable size`, `illegal
//! move`, `cannot undo`, `cannot load file`. They stand at the beginning; the reason, or what was
//! expected, follows after a colon.

use engine::player::MemoryShortage;
use engine::rules::{HandicapError, IllegalMove, SetUpError};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use protocol::{ArgumentError, Failure};
use thiserror::Error;

use crate::rules::RulesError;

/// Why a command failed. The state is then as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A failure that no game has a part in.
    #[error(transparent)]
    General(#[from] Failure),
    /// No board has this size.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The rules forbid the move.
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    /// The move is not on the board.
    #[error("illegal move: {vertex} is outside the {size} board")]
    OutsideBoard {
        /// The vertex given.
        vertex: Vertex,
        /// The board's size.
        size: BoardSize,
    },
    /// The rules forbid a move of a sequence.
    #[error("illegal move: {color} {mv}, number {number} of the sequence: {why}")]
    IllegalInSequence {
        /// Its number in the sequence, from 1.
        number: usize,
        /// Who was to make it.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that it would break.
        why: IllegalMove,
    },
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// There are not as many moves to take back.
    #[error("cannot undo: only {0} moves were played")]
    TooFewMoves(usize),
    /// Rules cannot be set so.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A position cannot be set up so.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// Handicap stones cannot be placed so.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// The tree cannot have so much memory.
    #[error(transparent)]
    Memory(#[from] MemoryShortage),
    /// The file cannot be read, or is no game record.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The file cannot be written.
    #[error("cannot write file: {0}")]
    CannotWrite(String),
    /// No parameter has this name.
    #[error("unknown parameter '{0}': one of `kata-list-params` was expected")]
    UnknownParameter(String),
    /// A parameter cannot have this value.
    #[error("{name}: expected {expected}, got '{found}'")]
    BadParameter {
        /// The parameter.
        name: &'static str,
        /// The value given.
        found: String,
        /// The values that it can have.
        expected: String,
    },
    /// A stone was asked about where none stands.
    #[error("a vertex with a stone was expected, {0} is empty")]
    NoStone(Vertex),
    /// A stone of one player was asked about where none of it stands.
    #[error("a vertex with a stone of {color} was expected, {vertex} has none")]
    NoStoneOf {
        /// The player.
        color: Color,
        /// The vertex given.
        vertex: Vertex,
    },
    /// The game has no moves yet.
    #[error("no previous move known")]
    NoMove,
}

impl From<ArgumentError> for CommandError {
    fn from(error: ArgumentError) -> Self {
        Self::General(error.into())
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::General(failure) => failure,
            specific => Self::Specific(specific.to_string()),
        }
    }
}
