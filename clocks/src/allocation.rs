//! The allocation of the time left on a clock to one move.
//!
//! Nothing is measured here: numbers go in and numbers come out. The hard limit always leaves a
//! reserve before the time of the move runs out, at least the lag if there is room for it.

use std::time::Duration;

use super::TimeSettings;
use super::time_left::TimeLeft;

/// How time is shared among the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// According to the number of moves still expected, with less time in the opening than after
    /// it, and more for an unclear move.
    #[default]
    Adaptive,
    /// The same small share of the remaining time for each move: a baseline for measurements.
    Uniform,
}

/// How a player manages its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// The time kept back from each move for the transmission to the controller and back.
    pub lag: Duration,
    /// How the rest is shared.
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

/// The progress of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number of empty points.
    pub empty: usize,
    /// The number of points on the board.
    pub area: usize,
}

impl Stage {
    /// The share of the points that are still empty when a game ends.
    const EYES: f64 = 0.2;
    /// The minimum number of moves still expected. For large boards it is this share of all points
    /// instead.
    const LEAST_MOVES_LEFT: f64 = 12.0;
    const LEAST_SHARE_LEFT: f64 = 1.0 / 12.0;
    /// The weight of the first move relative to a move after the opening.
    const OPENING_WEIGHT: f64 = 0.6;
    const MIDDLE_WEIGHT: f64 = 1.3;
    /// The share of the points that are occupied when the opening is over.
    const OPENING: f64 = 0.15;

    /// The number of moves that one player is still expected to make: half of the points that are
    /// empty now and will not become eyes.
    fn moves_left(self) -> f64 {
        let (empty, area) = (self.empty as f64, self.area as f64);
        let least = (area * Self::LEAST_SHARE_LEFT).max(Self::LEAST_MOVES_LEFT);
        ((empty - area * Self::EYES) / 2.0).max(least)
    }

    /// The weight of the next move, where 1 is an average move. Opening moves weigh less, because
    /// many are equally good and the fights come later.
    fn weight(self) -> f64 {
        let taken = 1.0 - self.empty as f64 / self.area.max(1) as f64;
        let rise = (Self::MIDDLE_WEIGHT - Self::OPENING_WEIGHT) * taken / Self::OPENING;
        (Self::OPENING_WEIGHT + rise).min(Self::MIDDLE_WEIGHT)
    }
}

/// The thinking time of a move: its soft and its hard limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) soft: Duration,
    pub(super) hard: Duration,
}

/// The number of moves among which uniform allocation divides the remaining time.
const UNIFORM_MOVES_LEFT: f64 = 35.0;
/// The maximum time of an unclear move, as a multiple of its share.
const LONGEST: f64 = 2.0;
/// The maximum share of the remaining main time for one move.
const LARGEST_SHARE: f64 = 0.25;
/// The same with Fischer time, where each move adds time.
const LARGEST_FISCHER_SHARE: f64 = 0.75;
/// The maximum share of a clock that is kept back for the lag, so that a short time is not given
/// away entirely.
const LARGEST_LAG: f64 = 0.25;
/// The same for a byo-yomi period, in which each move keeps back the lag.
const LARGEST_PERIOD_LAG: f64 = 0.5;
/// The reserve of a Fischer clock, in lags. In a long game the clock runs down to this reserve,
/// which must outlast a move for which the machine had no time.
const FISCHER_LAGS: u32 = 3;
/// The cost of a move that has no time at all: the work of the program and the smallest search.
const LEAST_COST: Duration = Duration::from_millis(5);
/// The number of moves for which absolute time reserves this cost, so that the clock outlasts any
/// game.
const MOVES_RESERVED: u32 = 250;
/// The maximum share of absolute time in this reserve.
const LARGEST_RESERVE: f64 = 0.3;

/// The share of the time `left` for the next move, or `None` without a clock.
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
            let reserve = (LEAST_COST * MOVES_RESERVED).min(main.mul_f64(LARGEST_RESERVE));
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
            let kept = Pacing { lag: pacing.lag * FISCHER_LAGS, ..pacing };
            let usable = kept.usable(time, cap.unwrap_or(main + increment));
            let most = usable.mul_f64(LARGEST_FISCHER_SHARE);
            let most = longest_move.map_or(most, |end| most.min(pacing.usable(end, end)));
            let steady = pacing.usable(increment, increment) + surplus;
            share(usable).followed_by(steady).at_most(most)
        }
    };
    Some(match pacing.allocation {
        Allocation::Adaptive => found,
        Allocation::Uniform => Share::exactly(found.soft),
    })
}

impl Pacing {
    /// The usable part of a time that was `full` at its start.
    fn usable(self, time: Duration, full: Duration) -> Duration {
        time.saturating_sub(self.lag.min(full.mul_f64(LARGEST_LAG)))
    }

    /// The usable part of a time in which `moves` moves must be made, each of which keeps back the
    /// lag.
    fn usable_by_moves(self, time: Duration, full: Duration, moves: u32) -> Duration {
        time.saturating_sub((self.lag * moves).min(full.mul_f64(LARGEST_PERIOD_LAG)))
    }

    /// A move's share of a time that has to last for the rest of the game.
    fn share(self, time: Duration, stage: Stage) -> Share {
        let part = match self.allocation {
            Allocation::Adaptive => stage.weight() / stage.moves_left(),
            Allocation::Uniform => 1.0 / UNIFORM_MOVES_LEFT,
        };
        let share = Share { soft: time.mul_f64(part), hard: time.mul_f64(part * LONGEST) };
        share.at_most(time.mul_f64(LARGEST_SHARE))
    }
}

impl Share {
    /// A fixed time, whether the move is clear or not.
    fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// Adds a time that each move gets anew. A move that overruns the lasting time goes on in the
    /// added time.
    fn followed_by(self, steady: Duration) -> Self {
        Self { soft: self.soft + steady, hard: self.hard + steady }
    }

    /// Limits the share to `most`.
    fn at_most(self, most: Duration) -> Self {
        Self { soft: self.soft.min(most), hard: self.hard.min(most) }
    }
}

/// The share of one of `stones` moves that must be made within `time`, none of which can be saved
/// for later.
///
/// An unclear move leaves each of the others at least half of an equal share.
fn of_period(time: Duration, stones: u32) -> Share {
    let soft = time / stones;
    let most = time.saturating_sub(soft / 2 * (stones - 1));
    Share { soft, hard: soft.mul_f64(LONGEST).min(most) }
}
