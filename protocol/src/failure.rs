//! Why a command failed, where no game has a part in it. `Display` is the text of the response.
//!
//! The protocol fixes two texts for all games: `unknown command` and `syntax error`. The command,
//! what was expected and what stood there follow after a colon.

use thiserror::Error;

use crate::arguments::ArgumentError;
use crate::wire::LONGEST_LINE;

/// Why a command failed. The state is then as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// No command has this name.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments are wrong.
    #[error("syntax error: {0}")]
    Argument(#[from] ArgumentError),
    /// The line was too long to be read as a whole.
    #[error("syntax error: expected a line of at most {LONGEST_LINE} bytes")]
    LineTooLong,
    /// The program is at fault.
    #[error("internal error, see the log")]
    Internal,
    /// A reason of the session's own, in its words.
    #[error("{0}")]
    Specific(String),
}
