//! What a search makes of a position.
//!
//! | module | holds |
//! | --- | --- |
//! | [`judgement`] | a position in points and in plain sentences |
//!
//! Nothing here searches or prints: it is given a game and a report. Input reaches it; that is why
//! what could panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod judgement;
