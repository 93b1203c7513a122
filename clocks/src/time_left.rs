//! The remaining time of one player, and how a move consumes it.

use std::time::Duration;

use super::TimeSettings;

/// The remaining time of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeLeft {
    /// The time until the end of main time or of the current period.
    pub(super) time: Duration,
    /// After main time, the number of moves still to be made in this period or, in byo-yomi, the
    /// number of periods left, including this one; 0 in main time.
    pub(super) count: u32,
}

impl TimeLeft {
    /// A full clock.
    pub(super) fn full(settings: TimeSettings) -> Self {
        let main = match settings {
            TimeSettings::Unlimited => Duration::ZERO,
            TimeSettings::Absolute { main }
            | TimeSettings::Canadian { main, .. }
            | TimeSettings::Byoyomi { main, .. }
            | TimeSettings::Fischer { main, .. } => main,
        };
        let in_main = Self { time: main, count: 0 };
        if main.is_zero() { Self::after_main(settings).unwrap_or(in_main) } else { in_main }
    }

    /// The clock at the end of main time, if the time control continues after it.
    fn after_main(settings: TimeSettings) -> Option<Self> {
        match settings {
            TimeSettings::Canadian { period, stones, .. } => {
                Some(Self { time: period, count: stones })
            }
            TimeSettings::Byoyomi { period, periods, .. } => {
                Some(Self { time: period, count: periods })
            }
            _ => None,
        }
    }

    /// If a move that has taken `spent` exceeds main time, the clock at the end of main time and
    /// the part of `spent` that falls after it.
    fn beyond_main(self, settings: TimeSettings, spent: Duration) -> Option<(Self, Duration)> {
        let is_beyond = self.count == 0 && spent > self.time;
        let overtime = Self::after_main(settings).filter(|_| is_beyond)?;
        Some((overtime, spent - self.time))
    }

    /// The clock after a move that took `spent`. A player who has used up all of the allowed time
    /// has lost. If the game continues anyway, either no time is left or the last period starts
    /// again.
    pub(super) fn after_move(self, settings: TimeSettings, spent: Duration) -> Self {
        if let Some((overtime, spent)) = self.beyond_main(settings, spent) {
            return overtime.after_move(settings, spent);
        }
        let Self { time, count } = self;
        let time = time.saturating_sub(spent);
        match settings {
            TimeSettings::Canadian { period, stones, .. } if count == 1 => {
                Self { time: period, count: stones }
            }
            TimeSettings::Byoyomi { period, .. } if count > 0 => {
                let lost = lost_periods(self.time, period, spent);
                Self { time: period, count: count.saturating_sub(lost).max(1) }
            }
            TimeSettings::Fischer { increment, cap, .. } => {
                let time = time.saturating_add(increment);
                Self { time: cap.map_or(time, |cap| time.min(cap)), count }
            }
            _ => Self { time, count: count.saturating_sub(1) },
        }
    }

    /// The clock during a move that has taken `spent` so far. No time is left once the move has
    /// taken all of the allowed time.
    pub(super) fn during_move(self, settings: TimeSettings, spent: Duration) -> Self {
        if let Some((overtime, spent)) = self.beyond_main(settings, spent) {
            return overtime.during_move(settings, spent);
        }
        let Self { time, count } = self;
        let TimeSettings::Byoyomi { period, .. } = settings else {
            return Self { time: time.saturating_sub(spent), count };
        };
        let lost = if count > 0 { lost_periods(time, period, spent) } else { 0 };
        if lost >= count {
            let left = if count > 0 { Duration::ZERO } else { time.saturating_sub(spent) };
            return Self { time: left, count };
        }
        let time = time.saturating_add(period.saturating_mul(lost));
        Self { time: time.saturating_sub(spent), count: count - lost }
    }
}

/// The number of periods lost by a move that took `spent`, when `left` of the current period
/// remained before the move.
fn lost_periods(left: Duration, period: Duration, spent: Duration) -> u32 {
    let overrun = spent.saturating_sub(left);
    if overrun.is_zero() || period.is_zero() {
        return 0;
    }
    overrun.as_nanos().div_ceil(period.as_nanos()).try_into().unwrap_or(u32::MAX)
}
