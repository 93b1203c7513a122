//! From options to a player: the parameters, the playing options, and the resulting player.
//!
//! | module | contents |
//! | --- | --- |
//! | [`values`] | numbers with ranges, for options that are not parameters |
//! | [`knowledge`] | a player's Go knowledge |
//! | [`file_choice`] | a choice between something inside the program, a file, and nothing |
//! | [`network_choice`] | the network of a player: none, the one inside the program, or one from a file |
//! | [`openings`] | opening books for Go |
//! | [`parameters`] | the table of parameters, which may change during play |
//! | [`options`] | the playing options |
//! | [`ranks`] | several processes that search as one |
//! | [`rules`] | rules in KataGo's notation: names and JSON |
//! | [`compose`] | the player for given options |
//! | [`child_process`] | child processes that this process talks to through pipes |
//! | [`input_file`] | files that a user names to be read |
//! | [`output_file`] | result files |
//! | [`user_folders`] | the folders of the user, as the environment names them |
//!
//! The generic types of the search are hidden behind `compose`. The crate handles input, so lints
//! deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod child_process;
pub mod compose;
pub mod file_choice;
pub mod input_file;
pub mod knowledge;
pub mod network_choice;
pub mod openings;
pub mod options;
pub mod output_file;
pub mod parameters;
pub mod ranks;
pub mod rules;
pub mod user_folders;
pub mod values;
