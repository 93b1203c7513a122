//! Code shared by the tests of several crates: the slow reference board, games played on it and on
//! the engine's boards at the same time, test cases written as data, and a driver for the program.

pub mod agreement;
pub mod cases;
pub mod comparison;
pub mod conversations;
pub mod encounters;
pub mod endgames;
pub mod exhaustive;
pub mod fuzzing;
pub mod program;
pub mod reading_cases;
pub mod reference;
pub mod scripts;
pub mod tactics;
pub mod uses;
