//! From names to a player: the parameters, the options of play, and what they ask for.
//!
//! | module | holds |
//! | --- | --- |
//! | [`values`] | numbers with their ranges, for options that set no parameter |
//! | [`knowledge`] | what a player knows of Go |
//! | [`parameters`] | the table of what may change in play |
//! | [`options`] | the options of play |
//! | [`compose`] | the player that the options ask for |
//! | [`output_file`] | files that results are written to |
//!
//! The generics of the search end in `compose`. Input reaches all of this; that is why what could
//! panic is denied here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod compose;
pub mod knowledge;
pub mod options;
pub mod output_file;
pub mod parameters;
pub mod values;
