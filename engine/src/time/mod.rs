//! Clocks, and how long to think. Only vocabulary is used here, never the search.

mod budget;
mod clock;
mod settings;

pub use budget::TimeBudget;
pub use clock::Clock;
pub use settings::TimeSettings;
