//! Code shared by this crate's tests, its examples and the fuzz targets: slow twins of tactics and
//! reading, small networks, scripts and recorded conversations, and a driver for the program.

pub mod conversations;
pub mod endgames;
pub mod exhaustive;
pub mod fuzzing;
pub mod katago_files;
pub mod networks;
pub mod program;
pub mod reading_cases;
pub mod scripts;
pub mod slow_network;
pub mod tactics;
