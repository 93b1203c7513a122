//! Measures by how much moves on this machine exceed their planned time, and reserves time for
//! these delays.

use std::time::Duration;

use clocks::Pacing;

/// The delay beyond the planned time that is expected for the next move of a game.
///
/// A busy machine stops a search late and schedules its threads late. The delays cannot be known in
/// advance. The player therefore expects the largest delay so far to happen again, but reduces this
/// estimate a little with each move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lateness(Duration);

impl Lateness {
    /// The fraction of the expected delay that remains after a move without a delay.
    const DECAY: f64 = 0.9;
    /// The longest delay that tells anything about the next moves. A longer one has other reasons,
    /// such as a machine that was suspended.
    const LONGEST: Duration = Duration::from_secs(1);

    /// Records that a move with the time limit `hard` took `spent`.
    pub(super) fn note(&mut self, hard: Duration, spent: Duration) {
        let delay = spent.saturating_sub(hard).min(Self::LONGEST);
        self.0 = delay.max(self.0.mul_f64(Self::DECAY));
    }

    /// The pacing for the next move, which reserves time for the expected delay in addition to the
    /// lag.
    pub(super) fn pace(self, pacing: Pacing) -> Pacing {
        Pacing { lag: pacing.lag + self.0, ..pacing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_delay_is_kept_back_and_fades() {
        let milliseconds = Duration::from_millis;
        let mut lateness = Lateness::default();
        let lag = |lateness: Lateness| lateness.pace(Pacing::default()).lag - Pacing::DEFAULT_LAG;
        lateness.note(milliseconds(200), milliseconds(150));
        assert_eq!(lag(lateness), Duration::ZERO, "in time");
        lateness.note(milliseconds(200), milliseconds(300));
        lateness.note(milliseconds(200), milliseconds(210));
        assert_eq!(lag(lateness), milliseconds(90), "the larger one, a little less");
        for _ in 0..30 {
            lateness.note(milliseconds(200), milliseconds(100));
        }
        assert!(lag(lateness) < milliseconds(5), "{lateness:?}");
        lateness.note(milliseconds(200), Duration::from_secs(3600));
        assert_eq!(lag(lateness), Lateness::LONGEST, "the machine was suspended");
    }

    /// Moves delayed by more than the lag would exceed every period if the player did not learn
    /// from the delays.
    #[test]
    fn a_period_outlasts_moves_that_are_later_than_the_lag() {
        use crate::vocabulary::Color;
        use clocks::{Clock, Stage, TimeSettings};
        let settings = TimeSettings::canadian(0.0, 2.0, 5);
        let late = Pacing::DEFAULT_LAG + Duration::from_millis(60);
        let losses = |adapts: bool| {
            let (mut lateness, mut lost) = (Lateness::default(), 0);
            for _ in 0..10 {
                // Each round plays one period; the controller reports the time left.
                let (mut clock, mut left) = (Clock::new(settings), Duration::from_secs(2));
                for count in (1..=5).rev() {
                    clock.set_left(Color::Black, left, count);
                    let pacing = Pacing::default();
                    let pacing = if adapts { lateness.pace(pacing) } else { pacing };
                    let stage = Stage { played: 41, expected: 65.0 };
                    let hard = clock.budget(Color::Black, stage, pacing).unwrap().hard;
                    let spent = hard + late;
                    lateness.note(hard, spent);
                    lost += u32::from(spent > left);
                    left = left.saturating_sub(spent);
                }
            }
            lost
        };
        assert!(losses(false) >= 10, "{}", losses(false));
        assert_eq!(losses(true), 0);
    }
}
