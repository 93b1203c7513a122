//! Exact reading: what the searches of the crate `classical` are asked about Go.
//!
//! | part | holds |
//! | --- | --- |
//! | [`WholeBoard`] | a small board played to its end, for a score |
//! | [`Fight`] | a fight on a part of the board, for an [`Aim`]: [`Capture`], [`Connection`], [`Death`]; with the zone on which a proof rests |
//! | [`solve_position`] | the score of a small board, or of a part of one, by the search that is asked for |
//! | [`consequences`] | what a move does to the chains and groups around it |
//! | [`fight_for`], [`connect`], [`kill`], [`race`], [`fate`] | questions about a game and their answers |

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
