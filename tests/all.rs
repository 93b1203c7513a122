//! All tests that involve more than one crate, in one binary.

mod analysis;
mod bench;
mod books;
mod clients;
#[cfg(unix)]
mod cluster;
mod conformance;
mod corpus;
mod documents;
mod endgames;
#[cfg(unix)]
mod game_in_terminal;
mod gomoku;
mod integer_networks;
mod labelling;
mod layering;
mod levels;
mod network_files;
mod network_search;
mod networks;
mod othello;
mod parameters;
mod play;
mod position_counts;
#[cfg(unix)]
mod pseudo_terminal;
mod reading;
mod records;
mod robustness;
mod search;
mod tactics;
#[cfg(unix)]
mod terminal;
mod thinking;
mod training;
mod xiangqi;
