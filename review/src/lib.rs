//! Judgement, explanation and review: describes the results of searches in terms that players use.
//!
//! | module | purpose |
//! | --- | --- |
//! | [`judgement`] | judges a position in points and in plain sentences |
//! | [`words`] | words that several sentences use |
//! | [`game`] | reviews a whole game: as data, in words, as a record, and as a page |
//!
//! Nothing here prints or creates a player: the functions work with what they are given. The crate
//! handles input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod game;
pub mod judgement;
pub mod words;
