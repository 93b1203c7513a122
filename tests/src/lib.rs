//! Code shared by the tests of several crates: the slow reference board, games played on this board
//! and on the engine's boards side by side, test cases written as data, and a driver for the
//! program.

pub mod agreement;
pub mod cases;
pub mod comparison;
pub mod conversations;
pub mod encounters;
pub mod endgames;
pub mod exhaustive;
pub mod fuzzing;
pub mod katago_files;
pub mod networks;
pub mod program;
pub mod reading_cases;
pub mod reference;
pub mod scripts;
pub mod slow_network;
pub mod tactics;
pub mod uses;
