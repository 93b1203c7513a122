//! The slow twins of the board and the rules: a board without bitboards, games that are played on
//! it and on the engine's boards side by side, and test cases written as data.
//!
//! The crate depends only on the engine, so it builds quickly with the board's invariants checked.

pub mod agreement;
pub mod cases;
pub mod comparison;
pub mod encounters;
pub mod reference;
pub mod words;
