//! Judgement and explanation: describes the result of a search in terms that players use.
//!
//! | module | purpose |
//! | --- | --- |
//! | [`judgement`] | judges a position in points and in plain sentences |
//!
//! Nothing here searches or prints: the functions work with the game and the report that they are
//! given. The crate handles input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod judgement;
