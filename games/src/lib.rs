//! Games other than Go, played by the searches of `classical`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`board_game`] | what the protocols and the player need of a game |
//! | [`othello`] | Othello: board, rules, evaluation, exact endgame, its own protocol |
//! | [`gomoku`] | Gomoku: board, rules, evaluation, wins by threats, its own protocol |
//! | [`xiangqi`] | Chinese chess: board, rules, repetitions, evaluation, its own protocols |
//! | [`opening`] | the opening book of a player |
//! | [`record`] | the moves of a game so far |
//! | [`settings`] | the settings of a player, and the arguments that set them |
//! | `searcher` | the searches behind one function |
//! | [`player`] | a player with its game and its clock |
//! | [`connection`] | a connection to a controller |
//! | `lines` | the lines of the protocols other than GTP, and their log |
//! | `stops` | the commands that end a search and are still to be answered |
//! | [`perft`](mod@perft) | counts of move sequences, which check the rules |
//! | [`task`] | the tasks that play a game, with their arguments |
//! | [`fitting`] | what the laboratory needs to fit an evaluation |
//! | [`weight_file`] | files of weights |
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
pub mod gomoku;
pub mod gtp;
mod lines;
pub mod opening;
pub mod othello;
pub mod perft;
pub mod player;
pub mod record;
mod searcher;
pub mod settings;
mod stops;
pub mod task;
#[cfg(test)]
mod test_random;
pub mod weight_file;
pub mod xiangqi;
