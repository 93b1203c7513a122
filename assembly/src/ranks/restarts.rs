//! When the helpers' command is started again after it has been lost, and who is told of it.

use std::time::Duration;

/// The first and the longest pause before the command is started again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(4));
/// The time in which the first helper must answer after the command has been started, the first time
/// and at most. Hosts may be far, programs on a slow disk, and jobs large.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(60));
/// Helpers that have been there for so long are well. Others may be lost again each time, for the
/// same reason.
const WELL: Duration = Duration::from_secs(10);

/// How a run of the command has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loss {
    /// How long helpers have been there, if any has been.
    pub(super) up: Option<Duration>,
    /// Whether none has answered in time.
    pub(super) is_late: bool,
}

/// What the next start depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Restarts {
    pause: Duration,
    /// The time in which the first helper must answer.
    pub(super) patience: Duration,
    is_reported: bool,
}

impl Restarts {
    /// Before the first loss.
    pub(super) fn new() -> Self {
        Self { pause: PAUSES.0, patience: PATIENCE.0, is_reported: false }
    }

    /// Notes a loss. Returns the pause before the next start, and whether the user should read of
    /// it: once, until helpers have been well again.
    pub(super) fn after(&mut self, loss: Loss) -> (Duration, bool) {
        if loss.up.is_some_and(|time| time >= WELL) {
            *self = Self { patience: self.patience, ..Self::new() };
        }
        if loss.is_late {
            self.patience = (self.patience + PATIENCE.0).min(PATIENCE.1);
        }
        let next = (self.pause, !self.is_reported);
        self.pause = (2 * self.pause).min(PAUSES.1);
        self.is_reported = true;
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(restarts: &mut Restarts, up: Option<u64>) -> (u128, bool) {
        let up = up.map(Duration::from_secs);
        let (pause, is_news) = restarts.after(Loss { up, is_late: up.is_none() });
        (pause.as_millis(), is_news)
    }

    #[test]
    fn pauses_grow_until_helpers_are_well_again() {
        let mut restarts = Restarts::new();
        assert_eq!(after(&mut restarts, Some(3600)), (500, true));
        for pause in [1000, 2000, 4000, 4000] {
            assert_eq!(after(&mut restarts, Some(1)), (pause, false), "lost at once");
        }
        assert_eq!(after(&mut restarts, Some(20)), (500, true));
        assert_eq!(after(&mut restarts, None), (1000, false));
    }

    #[test]
    fn a_slow_start_is_given_more_time() {
        let mut restarts = Restarts::new();
        for seconds in [20, 40, 60, 60] {
            assert_eq!(restarts.patience, Duration::from_secs(seconds));
            after(&mut restarts, None);
        }
        after(&mut restarts, Some(20));
        assert_eq!(restarts.patience, PATIENCE.1, "it is as slow as before");
    }
}
