//! Opening books for two-player games with perfect information, grown by drop-out expansion
//! (Lincke, Strategies for the Automatic Construction of Opening Books, Computers and Games, 2000).
//!
//! | module | contents |
//! | --- | --- |
//! | `book_game` | what a book needs of a game: normal forms of positions, codes of moves |
//! | `grid` | normal forms of boards under rotations and reflections |
//! | `book` | positions with their moves and values |
//! | `play` | the moves of a book for a position, and the choice among them |
//! | `file` | the file format |
//! | `evaluator` | where values come from; a search of `classical` as one source |
//! | `findings` | what searches have found, entered in a book |
//! | `leaf` | the move to be examined next |
//! | `growth` | the growth of a book, by several threads |
//!
//! A book knows nothing of its game but keys of positions and codes of moves, so one type holds the
//! books of all games. All values are for the player to move, in the unit of the search that found
//! them.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod book;
mod book_game;
mod evaluator;
mod file;
mod findings;
mod grid;
mod growth;
mod leaf;
mod play;
#[cfg(test)]
mod tests;

pub use book::{Book, Choice, Position, Subject, Value};
pub use book_game::BookGame;
pub use evaluator::{AlphaBetaValues, Candidate, Evaluation, Evaluator};
pub use file::BookFileError;
pub use grid::{Grid, NormalForm, Symmetry};
pub use growth::{End, Growth, Plan};
pub use leaf::Priorities;
pub use play::{BookMove, NoChoice, Variety};
