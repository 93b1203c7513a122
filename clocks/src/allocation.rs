//! Decides how much of the time left on a clock one move may use.
//!
//! No time is measured here: the functions only compute with the numbers that they are given. The
//! hard limit always leaves a reserve before the time for the move runs out. The reserve is at
//! least the lag, unless the full time is too short for that.

use std::time::Duration;

use super::TimeSettings;
use super::time_left::TimeLeft;

/// The method of dividing time among the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// Divides the time according to the number of moves still expected. Opening moves get less
    /// time than later moves, and unclear moves get more time than clear ones.
    #[default]
    Adaptive,
    /// Allots each move the same small fraction of the remaining time, as a baseline for
    /// measurements.
    Uniform,
}

/// The time-management settings of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// The time kept back from each move for communication with the controller.
    pub lag: Duration,
    /// The method of dividing the rest of the time among the moves.
    pub allocation: Allocation,
}

impl Pacing {
    /// The default lag: enough for a busy machine, but not for a slow network.
    pub const DEFAULT_LAG: Duration = Duration::from_millis(100);
}

impl Default for Pacing {
    fn default() -> Self {
        Self { lag: Self::DEFAULT_LAG, allocation: Allocation::default() }
    }
}

/// The progress of a game, in moves of both players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The number of moves so far.
    pub played: usize,
    /// The number of moves that a game is expected to take.
    pub expected: f64,
}

impl Stage {
    /// The minimum number of moves that one player is still expected to make. In long games, the
    /// minimum is instead `LEAST_SHARE_LEFT` times the number of moves expected in all.
    const LEAST_MOVES_LEFT: f64 = 12.0;
    const LEAST_SHARE_LEFT: f64 = 1.0 / 9.6;
    /// The weights of the first move and of a move after the opening, relative to an average move,
    /// which has weight 1.
    const OPENING_WEIGHT: f64 = 0.6;
    const MIDDLE_WEIGHT: f64 = 1.3;
    /// The fraction of the expected moves after which the opening is over.
    const OPENING: f64 = 0.1875;

    /// The number of moves that one player is still expected to make.
    fn moves_left(self) -> f64 {
        let least = (self.expected * Self::LEAST_SHARE_LEFT).max(Self::LEAST_MOVES_LEFT);
        ((self.expected - self.played as f64) / 2.0).max(least)
    }

    /// The weight of the next move, relative to an average move, which has weight 1. Opening moves
    /// have less weight, because many of them are equally good and the fights come later.
    fn weight(self) -> f64 {
        let done = self.played as f64 / self.expected.max(1.0);
        let rise = (Self::MIDDLE_WEIGHT - Self::OPENING_WEIGHT) * done / Self::OPENING;
        (Self::OPENING_WEIGHT + rise).min(Self::MIDDLE_WEIGHT)
    }
}

/// The thinking time for a move: a soft limit and a hard limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) soft: Duration,
    pub(super) hard: Duration,
}

/// The number of moves among which uniform allocation divides the remaining time.
const UNIFORM_MOVES_LEFT: f64 = 35.0;
/// The maximum time for an unclear move, as a multiple of the move's soft limit.
const LONGEST: f64 = 2.0;
/// The maximum fraction of the remaining main time that one move may use.
const LARGEST_SHARE: f64 = 0.25;
/// The corresponding maximum under Fischer time, where each move adds time.
const LARGEST_FISCHER_SHARE: f64 = 0.75;
/// The maximum fraction of a clock's full time that is kept back for the lag. This limit leaves
/// some thinking time even if the full time is short.
const LARGEST_LAG: f64 = 0.25;
/// The corresponding maximum for a period of several moves, where the lag is kept back for each
/// move.
const LARGEST_PERIOD_LAG: f64 = 0.5;
/// The reserve of a Fischer clock, as a multiple of the lag. In a long game, the clock runs down to
/// this reserve, which must be enough to absorb one long delay on a busy machine.
const FISCHER_LAGS: u32 = 3;
/// The time that a move takes even if no time is left for it, because the program still runs a
/// minimal search and has other work to do.
const LEAST_COST: Duration = Duration::from_millis(5);
/// The number of moves for which [`LEAST_COST`] is reserved under absolute time, so that the clock
/// outlasts any game.
const MOVES_RESERVED: u32 = 250;
/// The maximum fraction of the absolute time that is kept back as this reserve.
const LARGEST_RESERVE: f64 = 0.3;

/// The part of the time `left` that the next move may use, or `None` if there is no clock.
pub(super) fn allocate(
    settings: TimeSettings,
    left: TimeLeft,
    stage: Stage,
    pacing: Pacing,
) -> Option<Share> {
    let TimeLeft { time, count } = left;
    let share = |time: Duration| pacing.share(time, stage);
    let found = match settings {
        TimeSettings::Unlimited => return None,
        TimeSettings::Absolute { main } if count > 0 => {
            of_period(pacing.usable_by_moves(time, main, count), count)
        }
        TimeSettings::Absolute { main } => {
            let reserve = (LEAST_COST * MOVES_RESERVED).min(scaled(main, LARGEST_RESERVE));
            share(pacing.usable(time, main).saturating_sub(reserve))
        }
        TimeSettings::Canadian { period, .. } if count > 0 => {
            of_period(pacing.usable_by_moves(time, period, count), count)
        }
        TimeSettings::Canadian { period, stones, .. } => {
            let stones = stones.max(1);
            share(time).followed_by(pacing.usable_by_moves(period, period, stones) / stones)
        }
        TimeSettings::Byoyomi { period, .. } if count > 0 => {
            Share::exactly(pacing.usable(time, period))
        }
        TimeSettings::Byoyomi { period, .. } => {
            share(time).followed_by(pacing.usable(period, period))
        }
        TimeSettings::Fischer { main, increment, cap, longest_move } => {
            // Time above the cap would be lost after this move, so using it costs nothing.
            let surplus = cap.map_or(Duration::ZERO, |cap| time.saturating_sub(cap));
            let kept = Pacing { lag: pacing.lag.saturating_mul(FISCHER_LAGS), ..pacing };
            let full = cap.unwrap_or(main.saturating_add(increment));
            let usable = kept.usable(time, full);
            let most = scaled(usable, LARGEST_FISCHER_SHARE);
            let most = longest_move.map_or(most, |end| most.min(pacing.usable(end, end)));
            let steady = pacing.usable(increment, increment).saturating_add(surplus);
            share(usable).followed_by(steady).at_most(most)
        }
    };
    Some(match pacing.allocation {
        Allocation::Adaptive => found,
        Allocation::Uniform => Share::exactly(found.soft),
    })
}

impl Pacing {
    /// The usable part of the remaining `time`, where `full` is the time on a full clock.
    fn usable(self, time: Duration, full: Duration) -> Duration {
        time.saturating_sub(self.lag.min(scaled(full, LARGEST_LAG)))
    }

    /// The usable part of the remaining `time`, in which `moves` moves must be made. The lag is
    /// kept back once for each of these moves.
    fn usable_by_moves(self, time: Duration, full: Duration, moves: u32) -> Duration {
        time.saturating_sub(self.lag.saturating_mul(moves).min(scaled(full, LARGEST_PERIOD_LAG)))
    }

    /// One move's share of `time`, which has to last for the rest of the game.
    fn share(self, time: Duration, stage: Stage) -> Share {
        let part = match self.allocation {
            Allocation::Adaptive => stage.weight() / stage.moves_left(),
            Allocation::Uniform => 1.0 / UNIFORM_MOVES_LEFT,
        };
        let share = Share { soft: scaled(time, part), hard: scaled(time, part * LONGEST) };
        share.at_most(scaled(time, LARGEST_SHARE))
    }
}

impl Share {
    /// A fixed time that does not depend on whether the move is clear.
    fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// Adds `steady`, the time that is granted anew for every move. It remains available once all
    /// other time is used up.
    fn followed_by(self, steady: Duration) -> Self {
        let [soft, hard] = [self.soft, self.hard].map(|time| time.saturating_add(steady));
        Self { soft, hard }
    }

    /// Limits the share to `most`.
    fn at_most(self, most: Duration) -> Self {
        Self { soft: self.soft.min(most), hard: self.hard.min(most) }
    }
}

/// The share for each of `stones` moves that must be made within `time`. Unused time cannot be
/// saved for later.
///
/// Even an unclear move leaves at least half of an equal share for each of the other moves.
fn of_period(time: Duration, stones: u32) -> Share {
    let soft = time / stones;
    let most = time.saturating_sub(soft / 2 * (stones - 1));
    Share { soft, hard: scaled(soft, LONGEST).min(most) }
}

/// `time` times a factor that is not negative. A controller may report any time, so a product that
/// is too large becomes the longest time there is instead of a panic.
fn scaled(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
