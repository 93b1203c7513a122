//! Mengxi's Go Text Protocol: from lines on standard input to commands of a
//! [`Player`](engine::player::Player) and back.
//!
//! | module | holds |
//! | --- | --- |
//! | [`protocol`] | lines to requests, results to responses |
//! | [`args`] | the arguments of a command, one typed value after the other |
//! | [`error`] | why a command failed, in the words of the protocol |
//! | `analysis` | what a controller wants to be told of a search, and in which words |
//! | `graphics` | what a window draws on its board |
//! | [`rules`] | rules in KataGo's words: names and JSON |
//! | [`command`] | the table of all commands; the handlers are in `commands`, by subject |
//! | [`session`] | the state of a connection; executes one request after the other |
//! | [`stream`] | the answer of a command that is written while it runs |
//! | [`server`] | the input thread, the order of things, interrupts, the end |
//! | [`gtp_log`] | the record of a conversation |
//! | [`diagnostics`] | what goes to standard error |
//!
//! A line travels `server` -> `protocol` -> `session` -> `command` -> handler, and its answer back
//! the same way. No input ends the process; that is why what could panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analysis;
pub mod args;
pub mod command;
mod commands;
pub mod diagnostics;
pub mod error;
mod graphics;
pub mod gtp_log;
pub mod protocol;
mod queue;
pub mod rules;
pub mod server;
pub mod session;
#[cfg(unix)]
pub mod signals;
pub mod stream;
#[cfg(test)]
mod test_player;
