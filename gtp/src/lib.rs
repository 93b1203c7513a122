//! Mengxi's Go Text Protocol: from lines on standard input to commands of a
//! [`Player`](engine::player::Player) and back.
//!
//! | module | holds |
//! | --- | --- |
//! | `args` | colours, vertices and moves among the arguments of a command |
//! | [`error`] | why a command failed, in the words of the protocol |
//! | `analysis` | what a controller wants to be told of a search, and in which words |
//! | `graphics` | what a window draws on its board |
//! | [`rules`] | rules in KataGo's words: names and JSON |
//! | [`commands`] | the table of all commands, and their handlers by subject |
//! | [`session`] | the state of a connection |
//! | `text` | pieces of answers |
//!
//! The crate `protocol` reads the lines, finds the command in the table and runs its handler, which
//! knows the session; the session knows neither the table nor the handlers. No input ends the
//! process; that is why what could panic is denied here.

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
pub mod rules;
pub mod session;
#[cfg(test)]
mod test_player;
mod text;
