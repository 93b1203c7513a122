//! Tactical queries that need no game tree, such as unconditional life and ladders.

mod benson;
mod chase;
mod ladder;
mod nakade;
mod self_atari;

pub use benson::{SafeArea, parts, parts_within, safe_among, safe_area};
pub use chase::{catching_move, gets_away, net_moves};
pub use ladder::{captured_in_ladder, escape_from_ladder};
pub use nakade::{is_nakade, vital_point};
pub use self_atari::{chain_after, is_self_atari, liberties_after};
