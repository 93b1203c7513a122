//! KataGo's JSON analysis protocol: one query per line on standard input, one answer per line
//! on standard output, several positions at a time.
//!
//! | module | contents |
//! | --- | --- |
//! | `katago_options` | the options and the configuration file of KataGo that have a meaning here |
//! | `settings` | settings by KataGo's names, with their defaults |
//! | `human_profile` | KataGo's profiles of human players, and the nearest levels of play |
//! | `query` | a query: a game, the positions to analyse, and what to report |
//! | `request` | one line of input: a query or an action |
//! | `answer` | the answer about a position |
//! | `notice` | answers that are no analysis: errors, warnings and echoes of actions |
//! | `queue` | the positions that wait, by priority, and those being analysed |
//! | `worker` | the thread that analyses one position after another |
//! | `output` | the lines for standard output, in the order in which they are ready |
//! | [`conversation`] | the whole conversation: threads, input and output |
//! | [`options`] | the options of the task |
//!
//! The reader of the input puts each position of a query into the queue, the workers take them out
//! and put answers into the output. No input may end the process, so lints deny code that could
//! panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod answer;
pub mod conversation;
mod human_profile;
mod katago_options;
mod notice;
pub mod options;
mod output;
mod query;
mod queue;
mod request;
mod settings;
#[cfg(test)]
mod test_line;
mod worker;
