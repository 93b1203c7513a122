//! The `mengxi` program, except for its `main` function.
//!
//! | module | purpose |
//! | --- | --- |
//! | [`command_line`] | the command line: the playing options and the tasks |
//! | `config` | the configuration file, turned into arguments |
//! | `go_options` | the options of play that other games have too, and those that only Go has |
//! | `katago_spelling` | KataGo's spelling of the options of the tasks `analysis` and `gtp` |
//! | [`interrupts`] | signals that end long tasks, such as a match or a review |
//! | [`manual`] | manual pages, and completion in shells |
//! | [`options`] | the tables of options and parameters in Markdown |
//! | [`other_games`] | the tasks that play games other than Go |
//! | [`setup`] | this program in the configuration of clients |
//! | [`terminal`] | line editing at a terminal |
//! | [`diagnostics`] | the log on standard error |
//!
//! All of these modules handle input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod command_line;
mod config;
pub mod diagnostics;
mod go_options;
pub mod interrupts;
mod katago_spelling;
pub mod manual;
pub mod options;
pub mod other_games;
pub mod setup;
pub mod terminal;
