//! The reasons why commands fail. `Display` gives the text of the response.
//!
//! The protocol prescribes some messages: `unknown command`, `syntax error`, `unacceptable size`,
//! `illegal move`, `cannot undo`, `cannot load file`. Where one of these messages applies, the
//! response starts with it, followed by a colon and the reason or the expected input.

use assembly::rules::RulesError;
use engine::player::MemoryShortage;
use engine::rules::{HandicapError, IllegalMove, SetUpError};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use network::inputs::WrongSize;
use protocol::{ArgumentError, Failure};
use thiserror::Error;

/// The reason why a command failed. A command that fails leaves the state unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A failure that does not depend on the game.
    #[error(transparent)]
    General(#[from] Failure),
    /// Boards of this size are not supported.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The rules forbid the move.
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    /// The move is not on the board.
    #[error("illegal move: {vertex} is outside the {size} board")]
    OutsideBoard {
        /// The vertex.
        vertex: Vertex,
        /// The size of the board.
        size: BoardSize,
    },
    /// The rules forbid a move in a sequence.
    #[error("illegal move: {color} {mv}, number {number} of the sequence: {why}")]
    IllegalInSequence {
        /// The number of the move in the sequence, counting from 1.
        number: usize,
        /// The player who makes the move.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that the move would break.
        why: IllegalMove,
    },
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The command asks to take back more moves than have been played.
    #[error("cannot undo: only {0} moves were played")]
    TooFewMoves(usize),
    /// These rules cannot be set.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// This position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// These handicap stones cannot be placed.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// There is not enough memory for the tree.
    #[error(transparent)]
    Memory(#[from] MemoryShortage),
    /// The file cannot be read, or is not a game record.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The file cannot be written.
    #[error("cannot write file: {0}")]
    CannotWrite(String),
    /// No parameter has this name.
    #[error("unknown parameter '{0}': one of `kata-list-params` was expected")]
    UnknownParameter(String),
    /// The parameter does not allow this value.
    #[error("{name}: expected {expected}, got '{found}'")]
    BadParameter {
        /// The name of the parameter.
        name: &'static str,
        /// The value.
        found: String,
        /// The allowed values.
        expected: String,
    },
    /// There is no stone at the vertex.
    #[error("a vertex with a stone was expected, {0} is empty")]
    NoStone(Vertex),
    /// There is no stone of the required colour at the vertex.
    #[error("a vertex with a stone of {color} was expected, {vertex} has none")]
    NoStoneOf {
        /// The required colour.
        color: Color,
        /// The vertex.
        vertex: Vertex,
    },
    /// The program was started without a neural network.
    #[error(
        "no network: start with --network FILE, a file in KataGo's format, or --network built-in"
    )]
    NoNetwork,
    /// The board is too small or too large for a neural network.
    #[error(transparent)]
    NotForNetworks(#[from] WrongSize),
    /// The command was interrupted.
    #[error("interrupted")]
    Interrupted,
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
