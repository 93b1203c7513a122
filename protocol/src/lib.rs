//! The Go Text Protocol without Go: lines on standard input become commands of a [`Session`], and
//! their results become answers. The game belongs to the session; any game can be spoken of so.
//!
//! | module | holds |
//! | --- | --- |
//! | `wire` | lines to requests, results to responses |
//! | `arguments` | the arguments of a command, one typed value after the other |
//! | `failure` | why a command failed, in the words of the protocol |
//! | `interrupts` | the flags by which a running command is told to end |
//! | `session` | the trait of a connection's state |
//! | `stream` | the answer of a command that is written while it runs |
//! | `command` | the command table, one row a command, and the execution of a request |
//! | `administration` | the commands that need no game |
//! | `queue` | the requests on their way from the input to the session |
//! | `conversation_log` | the record of a conversation |
//! | `server` | the input thread, the order of things, interrupts, the end |
//! | `signals` | SIGINT and SIGTERM |
//! | [`diagnostics`] | the lines that go to standard error |
//!
//! A line travels `server` -> `wire` -> `command` -> handler, and its answer back the same way. No
//! input ends the process; that is why what could panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod administration;
mod arguments;
mod command;
mod conversation_log;
pub mod diagnostics;
mod failure;
mod interrupts;
mod queue;
mod server;
mod session;
#[cfg(unix)]
mod signals;
mod stream;
#[cfg(test)]
mod test_session;
mod wire;

pub use arguments::{ArgumentError, Arguments, clip, parse_integer};
pub use command::{Command, Ending, Handler, StreamHandler, Table, TableHandler};
pub use conversation_log::ConversationLog;
pub use failure::Failure;
pub use interrupts::Interrupts;
pub use server::{Control, Server, serve};
pub use session::Session;
#[cfg(unix)]
pub use signals::obey;
pub use stream::Stream;
pub use wire::{LONGEST_LINE, Line, RawLine, Request, Response, read_line};
