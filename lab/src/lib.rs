//! Experiments with the engine. Each task has its own module, which also defines its arguments.
//!
//! | module | holds |
//! | --- | --- |
//! | `long_tasks` | threads, progress bars and result files for long tasks |
//! | [`interruption`] | the request to end a long task early |
//! | `run_log` | the log from which a match or a tuning run continues |
//! | [`mod@bench`] | the speed of the program on this machine, and the node total of fixed searches |
//! | [`learn`] | weights of move features, learned from games |
//! | [`learn_rules`] | reading rules, learned from the positions in games |
//! | [`mod@matches`] | matches of the program against itself |
//! | [`tuning`] | better parameter values, found by playing the program against itself |
//!
//! All of these modules handle input, so lints deny code that could panic.

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
