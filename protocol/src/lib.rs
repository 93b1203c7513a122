//! The Go Text Protocol, implemented without any knowledge of Go: lines on standard input become
//! commands of a [`Session`], and the results of these commands become answers. The session
//! contains the game, which need not be Go.
//!
//! | module | contents |
//! | --- | --- |
//! | [`input_line`] | lines of input, of which only so many bytes are kept |
//! | `wire` | the conversion of lines to requests and of results to responses |
//! | `arguments` | the arguments of a command, read as typed values |
//! | `failure` | the reasons for command failures, as worded by the protocol |
//! | `interrupts` | the flags that tell a running command to end |
//! | `session` | the trait for the state of a connection |
//! | `stream` | answers that are written while a command runs |
//! | `command` | the command table and the execution of requests |
//! | `administration` | the commands that need no game |
//! | `queue` | the queue of pending requests, and the signals that cut requests short |
//! | `conversation_log` | the log of a conversation |
//! | `server` | the input thread, the order of execution, interrupts and shutdown |
//! | `signals` | the handling of SIGINT and SIGTERM |
//! | [`diagnostics`] | the lines written to standard error |
//!
//! A line passes through `server`, `wire` and `command` to a handler, and its answer returns the
//! same way. No input may crash the process, so lints deny code that could panic.

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
pub mod input_line;
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
pub use command::{Command, Ending, Group, Handler, StreamHandler, Table, TableHandler};
pub use conversation_log::ConversationLog;
pub use failure::Failure;
pub use interrupts::Interrupts;
pub use server::{Control, Server, serve};
pub use session::Session;
#[cfg(unix)]
pub use signals::obey;
pub use stream::Stream;
pub use wire::{LONGEST_LINE, Line, RawLine, Request, Response, read_line};
