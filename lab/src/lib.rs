//! Experiments with the engine. Each task stands beside the arguments that it takes.
//!
//! | module | holds |
//! | --- | --- |
//! | `long_tasks` | threads, progress and files of tasks that take long |
//! | [`mod@bench`] | the speed of the program on this machine, and the node total of fixed searches |
//! | [`learn`] | weights of the features of moves, from games |
//! | [`learn_rules`] | rules of reading, from the positions of games |
//! | [`mod@matches`] | matches of the program against itself |
//! | [`tuning`] | the values of parameters, found by such matches |
//!
//! Input reaches all of this; that is why what could panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod bench;
pub mod learn;
pub mod learn_rules;
mod long_tasks;
pub mod matches;
#[cfg(test)]
mod test_line;
pub mod tuning;
