//! Exact reading: the searches of the `classical` crate applied to Go.
//!
//! | part | provides |
//! | --- | --- |
//! | [`WholeBoard`] | a small board, played to the end and scored |
//! | [`Fight`] | a local fight for an [`Aim`]: [`Capture`], [`Connection`] or [`Death`] |
//! | [`solve_position`] | the score of a small board or part of one, found by a chosen search |
//! | [`consequences`] | the effects of a move on the chains and groups around it |
//! | [`fight_for`], [`connect`], [`kill`], [`race`], [`fate`] | queries about a position |

mod answer;
mod capture;
mod connection;
mod consequence;
mod fight;
mod life;
mod line;
mod solution;
mod surroundings;
mod whole_board;
mod zone;

pub use answer::{
    Answer, Fate, ReadingLimits, Success, connect, fate, fight_for, groups, kill, race,
};
pub use capture::Capture;
pub use connection::Connection;
pub use consequence::{Consequence, Stake, consequences};
pub use fight::{Aim, AllReplies, Fight, KoThreats, NearReplies, Replies, Width};
pub use life::Death;
pub use solution::{Solution, Solver, solve_position, solve_without_cycles};
pub(crate) use surroundings::groups_of;
pub use whole_board::{LongCycle, WholeBoard, certain_lead};
