//! Gomoku on 15x15: five or more stones in a row win (freestyle).
//!
//! | module | contents |
//! | --- | --- |
//! | [`evaluation`] | estimates of unfinished games |
//! | [`threats`] | games won by one threat after another |
//! | [`task`] | `mengxi gomoku` |

mod board;
pub mod evaluation;
mod gomocup;
mod pattern;
mod point;
mod position;
mod rules;
mod shape;
pub mod task;
#[cfg(test)]
mod tests;
pub mod threats;

pub use board::{Board, Observer};
pub use pattern::{Pattern, Threat};
pub use point::{AREA, Point, PointError, PointSet, Points, SIZE};
pub use position::{Position, WIN};
pub use shape::Shape;
