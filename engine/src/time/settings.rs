//! Time systems.

use std::time::Duration;

/// How much time each player has for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSettings {
    /// No clock.
    #[default]
    Unlimited,
    /// All moves in `main`.
    Absolute {
        /// The time for the whole game.
        main: Duration,
    },
    /// After `main`, periods in each of which `stones` moves must be made.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The moves of a period, at least 1.
        stones: u32,
    },
}

impl TimeSettings {
    /// The settings that `time_settings MAIN PERIOD STONES` of the Go Text Protocol means, in
    /// seconds: no stones in a period that has time is no limit, no period at all is absolute
    /// time. Negative times count as 0.
    pub fn from_protocol(main: f64, period: f64, stones: u32) -> Self {
        let seconds = |value: f64| Duration::try_from_secs_f64(value).unwrap_or_default();
        match (seconds(main), seconds(period), stones) {
            (main, period, 0) if period.is_zero() => Self::Absolute { main },
            (_, _, 0) => Self::Unlimited,
            (main, period, stones) => Self::Canadian { main, period, stones },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocol_has_three_systems() {
        let seconds = Duration::from_secs;
        assert_eq!(TimeSettings::from_protocol(0.0, 1.0, 0), TimeSettings::Unlimited);
        assert_eq!(
            TimeSettings::from_protocol(300.0, 0.0, 0),
            TimeSettings::Absolute { main: seconds(300) }
        );
        assert_eq!(
            TimeSettings::from_protocol(60.0, 30.0, 5),
            TimeSettings::Canadian { main: seconds(60), period: seconds(30), stones: 5 }
        );
        assert_eq!(
            TimeSettings::from_protocol(-1.0, 0.0, 0),
            TimeSettings::Absolute { main: Duration::ZERO }
        );
    }
}
