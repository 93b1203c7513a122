//! Judgement and explanation: the result of a search in terms that players use.
//!
//! | module | holds |
//! | --- | --- |
//! | [`judgement`] | a position in points and in plain sentences |
//!
//! Nothing here searches or prints: the functions are given a game and a report. The crate handles
//! input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod judgement;
