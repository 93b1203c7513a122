//! Code shared by this crate's tests, its examples and the fuzz targets: slow twins of tactics and
//! reading, small networks, scripts and recorded conversations, and a driver for the program, with
//! what the tests of the games other than Go have in common.

pub mod conversations;
pub mod endgames;
pub mod exhaustive;
pub mod fuzzing;
pub mod katago_files;
pub mod networks;
pub mod other_games;
pub mod program;
pub mod reading_cases;
pub mod scripts;
mod sections;
pub mod slow_network;
pub mod tactics;
