//! Experiments with the engine. Each task is in one module with its arguments.
//!
//! | module | holds |
//! | --- | --- |
//! | `long_tasks` | threads, progress and result files of long tasks |
//! | [`interruption`] | the request to end a long task early |
//! | `run_log` | the log from which a match or a tuning continues |
//! | [`mod@bench`] | the speed of the program on this machine, and the node total of fixed searches |
//! | [`learn`] | weights of the features of moves, from games |
//! | [`learn_rules`] | rules of reading, from the positions of games |
//! | [`mod@matches`] | matches of the program against itself |
//! | [`tuning`] | better values of parameters, found by such matches |
//!
//! Input reaches all of this code, so anything that could panic is denied.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod bench;
pub mod interruption;
pub mod learn;
pub mod learn_rules;
mod long_tasks;
pub mod matches;
mod run_log;
#[cfg(test)]
mod test_line;
pub mod tuning;
