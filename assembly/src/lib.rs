//! From names to a player: the parameters, the options of play, and what they ask for.
//!
//! | module | holds |
//! | --- | --- |
//! | [`values`] | numbers and switches with their ranges, for options and parameters alike |
//! | [`options`] | the options of play |
//! | [`parameters`] | the table of what may change in play |
//! | [`compose`] | the player that the options ask for |
//!
//! The generics of the search end in `compose`. Input reaches all of this; that is why what could
//! panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod compose;
pub mod options;
pub mod parameters;
pub mod values;
