//! Command failures that do not depend on the game. `Display` produces the text of the response.
//!
//! The protocol prescribes two messages that are the same for all games: `unknown command` and
//! `syntax error`. After `syntax error` and a colon, the message gives details: the name of the
//! command, the expected input and the actual input.

use thiserror::Error;

use crate::arguments::ArgumentError;
use crate::wire::LONGEST_LINE;

/// The reason why a command failed. A command that fails leaves the state unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// No command has this name.
    #[error("unknown command")]
    UnknownCommand,
    /// An argument is missing, invalid or surplus.
    #[error("syntax error: {0}")]
    Argument(#[from] ArgumentError),
    /// The line was too long to be read in full.
    #[error("syntax error: expected a line of at most {LONGEST_LINE} bytes")]
    LineTooLong,
    /// An internal error of the program.
    #[error("internal error, see the log")]
    Internal,
    /// A failure specific to the session, described in the session's own words.
    #[error("{0}")]
    Specific(String),
}
