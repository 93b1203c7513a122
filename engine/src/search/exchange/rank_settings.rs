//! The settings of virtual ranks.

use std::time::Duration;

/// The settings of virtual ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSettings {
    /// The number of ranks; 1 means an ordinary search.
    pub ranks: u32,
    /// Whether the ranks exchange nothing, and their visits are added up at the end.
    pub votes: bool,
    /// The time that a message takes, apart from its length.
    pub delay: Duration,
    /// The bytes a second that a rank can send; 0 means no limit.
    pub bandwidth: f32,
    /// The time between two messages of a rank; 0 means that of ranks in real time.
    pub interval: Duration,
    /// The number of simulations that a rank makes in a second.
    pub speed: f32,
}

impl Default for RankSettings {
    fn default() -> Self {
        Self {
            ranks: 1,
            votes: false,
            delay: Duration::from_millis(1),
            bandwidth: 0.0,
            interval: Duration::ZERO,
            speed: 5000.0,
        }
    }
}
