//! Time controls.

use std::time::Duration;

/// The time control, which determines how much time each player has for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSettings {
    /// No clock.
    #[default]
    Unlimited,
    /// Absolute time: all moves must be made within `main`.
    Absolute {
        /// The time for the whole game.
        main: Duration,
    },
    /// Canadian byo-yomi: after `main`, `stones` moves must be made in each period.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of moves in a period, at least 1.
        stones: u32,
    },
    /// Japanese byo-yomi: after `main`, each move made within a period restores that period. A
    /// period that is exceeded is lost, and a player who has lost the last period loses the game.
    Byoyomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods, at least 1.
        periods: u32,
    },
    /// Fischer time: the clock starts with `main`, and each move adds `increment`.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time that a move adds to the clock.
        increment: Duration,
        /// The maximum time on the clock after an increment.
        cap: Option<Duration>,
        /// The maximum time for one move.
        longest_move: Option<Duration>,
    },
}

impl TimeSettings {
    /// The settings that `time_settings MAIN PERIOD STONES` specifies in the Go Text Protocol, with
    /// times in seconds. A period with zero stones means no limit, and a period of zero means
    /// absolute time. Negative times count as 0.
    pub fn canadian(main: f64, period: f64, stones: u32) -> Self {
        match (seconds(main), seconds(period), stones) {
            (main, Duration::ZERO, _) => Self::Absolute { main },
            (_, _, 0) => Self::Unlimited,
            (main, period, stones) => Self::Canadian { main, period, stones },
        }
    }

    /// Absolute time of `main` seconds. A negative time counts as 0.
    pub fn absolute(main: f64) -> Self {
        Self::Absolute { main: seconds(main) }
    }

    /// Japanese byo-yomi with times in seconds, or absolute time if there are no periods or their
    /// length is zero. Negative times count as 0.
    pub fn byoyomi(main: f64, period: f64, periods: u32) -> Self {
        match (seconds(main), seconds(period), periods) {
            (main, Duration::ZERO, _) | (main, _, 0) => Self::Absolute { main },
            (main, period, periods) => Self::Byoyomi { main, period, periods },
        }
    }

    /// The time `main` for the whole game, to which each move adds `increment`, if that is not zero.
    pub fn with_increment(main: Duration, increment: Duration) -> Self {
        if increment.is_zero() {
            return Self::Absolute { main };
        }
        Self::Fischer { main, increment, cap: None, longest_move: None }
    }

    /// Fischer time, with times in seconds. `cap` limits the time on the clock, and `longest_move`
    /// limits the time for each move. For these two, a negative value means no limit. Other
    /// negative times count as 0.
    pub fn fischer(main: f64, increment: f64, cap: f64, longest_move: f64) -> Self {
        let bound = |value: f64| Duration::try_from_secs_f64(value).ok();
        Self::Fischer {
            main: seconds(main),
            increment: seconds(increment),
            cap: bound(cap),
            longest_move: bound(longest_move),
        }
    }
}

fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_protocol_has_three_systems() {
        let canadian = TimeSettings::canadian;
        assert_eq!(canadian(0.0, 1.0, 0), TimeSettings::Unlimited);
        assert_eq!(canadian(60.0, 0.0, 0), TimeSettings::Absolute { main: MINUTE });
        assert_eq!(
            canadian(60.0, 1.0, 5),
            TimeSettings::Canadian { main: MINUTE, period: SECOND, stones: 5 }
        );
        assert_eq!(canadian(-1.0, 0.0, 0), TimeSettings::Absolute { main: Duration::ZERO });
        assert_eq!(canadian(60.0, 0.0, 5), TimeSettings::Absolute { main: MINUTE });
    }

    #[test]
    fn byoyomi_needs_a_period() {
        assert_eq!(
            TimeSettings::byoyomi(60.0, 1.0, 5),
            TimeSettings::Byoyomi { main: MINUTE, period: SECOND, periods: 5 }
        );
        for (period, periods) in [(1.0, 0), (0.0, 5), (-1.0, 5)] {
            let settings = TimeSettings::byoyomi(60.0, period, periods);
            assert_eq!(settings, TimeSettings::absolute(60.0), "{periods} of {period} s");
        }
    }

    #[test]
    fn an_increment_of_zero_is_absolute_time() {
        let settings = |increment| TimeSettings::with_increment(MINUTE, increment);
        assert_eq!(settings(Duration::ZERO), TimeSettings::absolute(60.0));
        assert_eq!(settings(SECOND), TimeSettings::fischer(60.0, 1.0, -1.0, -1.0));
    }

    #[test]
    fn bounds_of_fischer_time_are_unused_where_they_are_negative() {
        let settings = |cap, longest_move| TimeSettings::Fischer {
            main: MINUTE,
            increment: SECOND,
            cap,
            longest_move,
        };
        assert_eq!(TimeSettings::fischer(60.0, 1.0, -1.0, -1.0), settings(None, None));
        let both = settings(Some(MINUTE), Some(Duration::ZERO));
        assert_eq!(TimeSettings::fischer(60.0, 1.0, 60.0, 0.0), both);
    }
}
