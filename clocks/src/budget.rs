//! The time allotted to one move.

use std::time::{Duration, Instant};

/// The time after which a search should end, and the time after which it must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time at which thinking began.
    pub start: Instant,
    /// The time after which the move is played, unless the best move is unclear.
    pub soft: Duration,
    /// The time that must never be exceeded; at least `soft`.
    pub hard: Duration,
}

impl TimeBudget {
    /// A fixed time, starting now.
    pub fn fixed(time: Duration) -> Self {
        Self { start: Instant::now(), soft: time, hard: time }
    }

    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time left until the soft limit, or zero once the limit has passed.
    pub fn remaining(&self) -> Duration {
        self.soft.saturating_sub(self.elapsed())
    }

    /// The same budget, with each limit that exceeds `cap` reduced to `cap`.
    pub fn capped(self, cap: Duration) -> Self {
        Self { soft: self.soft.min(cap), hard: self.hard.min(cap), ..self }
    }

    /// The same budget, with both limits reduced to this share, 0 to 1.
    pub fn reduced(self, share: f64) -> Self {
        Self { soft: self.soft.mul_f64(share), hard: self.hard.mul_f64(share), ..self }
    }
}
