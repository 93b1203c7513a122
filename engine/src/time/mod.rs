//! Clocks, and how long to think. Only vocabulary is used here, never the search.

mod allocation;
mod budget;
mod clock;
mod settings;
#[cfg(test)]
mod tests;

pub use allocation::{Allocation, Pacing, Stage};
pub use budget::TimeBudget;
pub use clock::Clock;
pub use settings::TimeSettings;
