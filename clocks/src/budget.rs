//! The time that one move may take.

use std::time::{Duration, Instant};

/// When a search should end and when it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// When thinking began.
    pub start: Instant,
    /// The time after which the move is played, unless it is not clear.
    pub soft: Duration,
    /// The time that must never be overrun; at least `soft`.
    pub hard: Duration,
}

impl TimeBudget {
    /// A fixed time, from now.
    pub fn fixed(time: Duration) -> Self {
        Self { start: Instant::now(), soft: time, hard: time }
    }

    /// The time thought so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time until the soft end, zero after it.
    pub fn remaining(&self) -> Duration {
        self.soft.saturating_sub(self.elapsed())
    }

    /// The same budget, with no more than `cap` in all.
    pub fn capped(self, cap: Duration) -> Self {
        Self { soft: self.soft.min(cap), hard: self.hard.min(cap), ..self }
    }
}
