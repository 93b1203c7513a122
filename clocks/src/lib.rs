//! Time controls, clocks and the allocation of time to moves, for any two-player game. The crate
//! does not depend on any particular game.

#![forbid(unsafe_code)]

mod allocation;
mod budget;
mod clock;
mod settings;
mod side;
#[cfg(test)]
mod tests;
mod time_left;

pub use allocation::{Allocation, Pacing, Stage};
pub use budget::TimeBudget;
pub use clock::Clock;
pub use settings::TimeSettings;
pub use side::{BySide, Side};
