//! Experiments with the engine. Each task has its own module, which also defines its arguments.
//!
//! | module | purpose |
//! | --- | --- |
//! | `long_tasks` | providing threads, progress bars and result files for long tasks |
//! | `output_lock` | keeping two runs from writing the same file |
//! | [`hands`] | sharing the jobs of a long task among threads and ranks |
//! | [`interruption`] | ending a long task early |
//! | `run_log` | logging a match, a tuning run or a labelling so that it can be continued |
//! | [`mod@bench`] | measuring speed on this machine |
//! | `fixed_searches` | searches whose totals show whether play has changed |
//! | `network_bench` | measuring how fast a network is evaluated on this machine |
//! | [`fitting`] | fitting the evaluation of another game to games of the program against itself |
//! | [`book_building`] | growing opening books, and showing them |
//! | [`convert`] | converting a network to the project's own format |
//! | [`labelling`] | labelling the positions of games with a network's judgement |
//! | [`learn`] | learning the weights of move features from games |
//! | [`learn_rules`] | learning rules about captures, connections and life from game positions |
//! | [`mod@matches`] | playing matches of the program against itself |
//! | [`reviewing`] | reviewing whole games: what each move was worth |
//! | [`training_rows`] | labelled games as numbers, to train networks with |
//! | [`tuning`] | finding better parameter values by playing the program against itself |
//!
//! All of these modules handle input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod bench;
pub mod book_building;
pub mod convert;
pub mod fitting;
mod fixed_searches;
pub mod hands;
pub mod interruption;
pub mod labelling;
pub mod learn;
pub mod learn_rules;
mod long_tasks;
pub mod matches;
mod network_bench;
mod output_lock;
pub mod reviewing;
mod run_log;
#[cfg(test)]
mod test_line;
pub mod training_rows;
pub mod tuning;
