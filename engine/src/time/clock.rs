//! The two players' clocks and the time that a move may take.

use std::time::{Duration, Instant};

use super::{TimeBudget, TimeSettings};
use crate::vocabulary::{ByColor, Color};

/// Kept back in each move for the way to the controller and back.
const LAG: Duration = Duration::from_millis(60);
/// At least this many moves are expected still to come.
const LEAST_MOVES_LEFT: f64 = 12.0;
/// A move takes at most this share of what is left of absolute time.
const LARGEST_SHARE: f64 = 0.25;

/// What is left of a player's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimeLeft {
    time: Duration,
    /// The moves still to be made in this period; 0 in main time.
    stones: u32,
}

/// Both players' time, kept by this program's own measurement until the controller says better.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: TimeSettings,
    left: ByColor<TimeLeft>,
    running: Option<(Color, Instant)>,
}

impl Clock {
    /// A clock of these settings, full for both players.
    pub fn new(settings: TimeSettings) -> Self {
        let left = match settings {
            TimeSettings::Unlimited => TimeLeft::default(),
            TimeSettings::Absolute { main } => TimeLeft { time: main, stones: 0 },
            TimeSettings::Canadian { main, period, stones } if main.is_zero() => {
                TimeLeft { time: period, stones }
            }
            TimeSettings::Canadian { main, .. } => TimeLeft { time: main, stones: 0 },
        };
        Self { settings, left: ByColor::new(left, left), running: None }
    }

    /// The settings in force.
    pub fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Both clocks full again, under the same settings.
    pub fn reset(&mut self) {
        *self = Self::new(self.settings);
    }

    /// What the controller says is left: `time` for the next `stones` moves of `color`, or of main
    /// time where `stones` is 0.
    ///
    /// Without settings, the numbers still bound a move.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        if self.settings == TimeSettings::Unlimited {
            self.settings = TimeSettings::Absolute { main: time };
        }
        self.left[color] = TimeLeft { time, stones };
    }

    /// The time that is left to `color`: until the end of its main time or of its period. `None`
    /// without a clock.
    pub fn left(&self, color: Color) -> Option<Duration> {
        (self.settings != TimeSettings::Unlimited).then(|| self.left[color].time)
    }

    /// Starts the clock of `color`.
    pub fn start(&mut self, color: Color) {
        self.running = Some((color, Instant::now()));
    }

    /// Stops the running clock after its player's move and takes off the time it ran.
    pub fn stop(&mut self) {
        if let Some((color, since)) = self.running.take() {
            self.spend(color, since.elapsed());
        }
    }

    /// Takes `spent` for one move off the time of `color`.
    fn spend(&mut self, color: Color, spent: Duration) {
        let left = &mut self.left[color];
        let overrun = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        let TimeSettings::Canadian { period, stones, .. } = self.settings else { return };
        if left.stones == 0 && !overrun.is_zero() {
            // Main time ended within this move, which is then the first of the period.
            *left = TimeLeft { time: period.saturating_sub(overrun), stones };
        }
        if left.stones > 0 {
            left.stones -= 1;
            if left.stones == 0 {
                *left = TimeLeft { time: period, stones };
            }
        }
    }

    /// The time for the next move of `color` on a board with `empty` empty points of `area`, or
    /// `None` without a clock.
    ///
    /// The moves still to come are taken to be half of the points that are now empty and will not
    /// be eyes (a fifth of the board).
    pub fn budget(&self, color: Color, empty: usize, area: usize) -> Option<TimeBudget> {
        let TimeLeft { time, stones } = self.left[color];
        let to_come = ((empty as f64 - area as f64 / 5.0) / 2.0).max(LEAST_MOVES_LEFT);
        let usable = time.saturating_sub(LAG * 2);
        let (share, most) = match (self.settings, stones) {
            (TimeSettings::Unlimited, _) => return None,
            (_, 1..) => (1.0 / f64::from(stones), 1.0 / f64::from(stones)),
            (TimeSettings::Canadian { period, stones, .. }, 0) => {
                // Main time is a reserve on top of what the periods give for each move.
                let steady = period.as_secs_f64() / f64::from(stones.max(1));
                let extra = steady / usable.as_secs_f64().max(1e-9);
                (1.0 / to_come + extra.min(LARGEST_SHARE), 2.0 * LARGEST_SHARE)
            }
            _ => (1.0 / to_come, LARGEST_SHARE),
        };
        let of_usable = |share: f64| usable.mul_f64(share.min(1.0)).saturating_sub(LAG / 4);
        let soft = of_usable(share);
        Some(TimeBudget { start: Instant::now(), soft, hard: of_usable(most).max(soft) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn absolute_time_lasts_for_a_long_game() {
        let mut clock = Clock::new(TimeSettings::Absolute { main: 5 * SECOND });
        for move_number in 0..400_usize {
            let empty = 81_usize.saturating_sub(move_number);
            let budget = clock.budget(Color::Black, empty, 81).unwrap();
            clock.spend(Color::Black, budget.hard + Duration::from_millis(2));
        }
        assert!(!clock.left(Color::Black).unwrap().is_zero());
        assert_eq!(clock.left(Color::White), Some(5 * SECOND));
    }

    #[test]
    fn canadian_periods_follow_each_other() {
        let settings = TimeSettings::Canadian { main: 2 * SECOND, period: 10 * SECOND, stones: 2 };
        let mut clock = Clock::new(settings);
        let left = |clock: &Clock| (clock.left[Color::White].time, clock.left[Color::White].stones);
        clock.spend(Color::White, SECOND);
        assert_eq!(left(&clock), (SECOND, 0));
        clock.spend(Color::White, 4 * SECOND);
        assert_eq!(left(&clock), (7 * SECOND, 1), "the first move of the period");
        clock.spend(Color::White, 6 * SECOND);
        assert_eq!(left(&clock), (10 * SECOND, 2), "unused time is lost");
    }

    #[test]
    fn a_period_is_never_overrun() {
        let settings = TimeSettings::Canadian { main: Duration::ZERO, period: SECOND, stones: 3 };
        let mut clock = Clock::new(settings);
        for _ in 0..100 {
            let before = clock.left(Color::Black).unwrap();
            let budget = clock.budget(Color::Black, 40, 81).unwrap();
            assert!(budget.hard < before);
            clock.spend(Color::Black, budget.hard);
        }
    }

    #[test]
    fn an_empty_clock_asks_for_the_fastest_move() {
        let mut clock = Clock::default();
        assert_eq!(clock.budget(Color::Black, 81, 81), None);
        clock.set_left(Color::Black, Duration::ZERO, 0);
        assert_eq!(clock.budget(Color::Black, 81, 81).unwrap().hard, Duration::ZERO);
    }
}
