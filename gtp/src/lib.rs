//! Mengxi's Go Text Protocol interface: turns lines on standard input into calls to a
//! [`Player`](engine::player::Player), and the results into responses.
//!
//! | module | contents |
//! | --- | --- |
//! | `args` | colours, vertices and moves as arguments of a command |
//! | [`error`] | the reasons for command failures, in the words of the protocol |
//! | `analysis` | the options of an analysis and the dialects of its reports |
//! | `graphics` | drawings on a board in a window |
//! | [`commands`] | the table of all commands, and their handlers by subject |
//! | [`session`] | the state of a connection |
//! | `text` | text shared by several commands |
//!
//! The crate `protocol` reads the lines, finds each command in the table and runs its handler.
//! Handlers depend on the session, but the session depends on neither the table nor the handlers.
//! No input may end the process, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analysis;
mod args;
pub mod commands;
pub mod error;
mod graphics;
pub mod session;
#[cfg(test)]
mod test_player;
mod text;
