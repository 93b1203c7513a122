//! Games other than Go, played by the searches of `classical`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`board_game`] | what the protocols and the player need of a game |
//! | [`connection`] | a connection to a board or a controller |
//! | [`othello`] | Othello: board, rules, evaluation, exact endgame, its own protocol |
//! | [`xiangqi`] | Chinese chess: board, rules, repetitions, evaluation, its own protocols |
//! | [`record`] | the moves of a game so far |
//! | [`settings`] | the settings of a player, and the arguments that set them |
//! | `searcher` | the searches behind one function |
//! | [`player`] | a player with its game and its clock |
//! | [`perft`](mod@perft) | counts of move sequences, which check the rules |
//! | [`fitting`] | what the laboratory needs to fit an evaluation |
//! | [`gtp`] | the Go Text Protocol for any game, with GoGui's commands for its rules |
//!
//! All of these modules handle input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod board_game;
pub mod connection;
pub mod fitting;
pub mod gtp;
pub mod othello;
pub mod perft;
pub mod player;
pub mod record;
mod searcher;
pub mod settings;
pub mod xiangqi;
