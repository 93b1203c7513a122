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
/// What a move costs even where it has no time: the way through the program and the least search.
const LEAST_COST: Duration = Duration::from_millis(5);
/// The moves for which absolute time keeps back their least cost, so that it outlasts any game.
const MOVES_RESERVED: u32 = 250;
/// The largest share of absolute time that is kept back so.
const LARGEST_RESERVE: f64 = 0.25;

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
    /// Without settings, the numbers still bound a move, and the opponent has as much until its
    /// own are told.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        let left = TimeLeft { time, stones };
        if self.settings == TimeSettings::Unlimited {
            self.settings = TimeSettings::Absolute { main: time };
            self.left[!color] = left;
        }
        self.left[color] = left;
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
        let usable = |time: Duration| time.saturating_sub(LAG * 2);
        let (soft, hard) = match (self.settings, stones) {
            (TimeSettings::Unlimited, _) => return None,
            (_, 1..) => (usable(time) / stones, usable(time) / stones),
            (TimeSettings::Canadian { period, stones, .. }, 0) => {
                // Main time comes on top of what the periods give to each move, and a move that
                // overruns it goes on in the first period.
                let (main, steady) = (usable(time), usable(period) / stones.max(1));
                (main.mul_f64(1.0 / to_come) + steady, main.mul_f64(LARGEST_SHARE) + steady)
            }
            (TimeSettings::Absolute { main }, 0) => {
                let reserve = LEAST_COST * MOVES_RESERVED;
                let time = usable(time).saturating_sub(reserve.min(main.mul_f64(LARGEST_RESERVE)));
                (time.mul_f64(1.0 / to_come), time.mul_f64(LARGEST_SHARE))
            }
        };
        let [soft, hard] = [soft, hard].map(|time| time.saturating_sub(LAG / 4));
        Some(TimeBudget { start: Instant::now(), soft, hard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    const LATENESS: Duration = Duration::from_millis(2);

    #[test]
    fn absolute_time_lasts_for_a_long_game() {
        for seconds in [5, 10, 60, 300, 1800] {
            for area in [81_usize, 169, 361] {
                let mut clock = Clock::new(TimeSettings::Absolute { main: seconds * SECOND });
                for move_number in 0..400 {
                    let empty = area.saturating_sub(2 * move_number);
                    let budget = clock.budget(Color::Black, empty, area).unwrap();
                    assert!(budget.soft <= budget.hard);
                    clock.spend(Color::Black, budget.hard + LATENESS);
                }
                let left = clock.left(Color::Black).unwrap();
                assert!(!left.is_zero(), "{seconds} s, area {area}");
                assert_eq!(clock.left(Color::White), Some(seconds * SECOND));
            }
        }
    }

    #[test]
    fn absolute_time_is_used() {
        let mut clock = Clock::new(TimeSettings::Absolute { main: 60 * SECOND });
        for move_number in 0..35 {
            let budget = clock.budget(Color::Black, 81 - 2 * move_number, 81).unwrap();
            assert!(budget.soft > SECOND / 3, "move {move_number}: {:?}", budget.soft);
            clock.spend(Color::Black, budget.soft);
        }
        assert!(clock.left(Color::Black).unwrap() < 20 * SECOND);
    }

    #[test]
    fn no_period_is_lost_from_one_second_a_move_on() {
        for (seconds, stones) in [(1, 1), (10, 10), (30, 25), (600, 25), (1800, 10)] {
            for main in [0, 1, 60] {
                let (main, period) = (main * SECOND, seconds * SECOND);
                let mut clock = Clock::new(TimeSettings::Canadian { main, period, stones });
                for _ in 0..300 {
                    let budget = clock.budget(Color::White, 200, 361).unwrap();
                    let TimeLeft { time, stones } = clock.left[Color::White];
                    let all = if stones == 0 { time + period } else { time };
                    assert!(budget.hard + LATENESS < all, "{budget:?} of {all:?}");
                    clock.spend(Color::White, budget.hard + LATENESS);
                }
                let budget = clock.budget(Color::White, 200, 361).unwrap();
                assert!(budget.soft > period / stones / 2, "{seconds} s for {stones}");
            }
        }
    }

    #[test]
    fn who_has_not_been_told_its_time_has_as_much_as_the_opponent() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, 20 * SECOND, 0);
        assert_eq!(clock.left(Color::White), Some(20 * SECOND));
        clock.set_left(Color::White, 7 * SECOND, 0);
        clock.set_left(Color::Black, 6 * SECOND, 0);
        assert_eq!(clock.left(Color::White), Some(7 * SECOND));
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
