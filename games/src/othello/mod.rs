//! Othello (Reversi): board, rules, evaluation and exact endgame.
//!
//! | module | contents |
//! | --- | --- |
//! | [`bitboard`] | sets of squares, moves and flips |
//! | [`evaluation`] | estimates of unfinished games |
//! | [`endgame`] | the exact result of a game near its end |
//! | [`task`] | `mengxi othello` |

pub mod bitboard;
mod board;
mod diagram;
pub mod endgame;
pub mod evaluation;
mod ggf;
mod nboard;
mod position;
mod prob_cuts;
mod rules;
mod square;
mod stability;
pub mod task;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use diagram::{Color, Diagram, DiagramError};
pub use position::{DISC, Position};
pub use square::{Move, MoveError};
