//! Chinese chess (Xiangqi): board, rules, repetitions, evaluation, and its own protocols.
//!
//! | module | contents |
//! | --- | --- |
//! | [`square`] | points, sets of points, moves and their names |
//! | [`piece`] | the pieces |
//! | [`evaluation`] | estimates of positions |
//! | [`task`] | `mengxi xiangqi` |

mod attacks;
mod board;
mod chase;
pub mod evaluation;
mod exchange;
mod fen;
mod history;
pub mod piece;
mod position;
mod repetition;
mod rules;
mod searching;
pub mod square;
pub mod task;
#[cfg(test)]
mod tests;
mod uci;

pub use board::Board;
pub use fen::FenError;
pub use position::Position;
pub use repetition::Verdict;
pub use searching::WIN;
