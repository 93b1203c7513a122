//! How much of what is left on a clock goes to one move.
//!
//! Nothing is measured here: numbers go in, numbers come out. The hard end always lies before the
//! end of the time that the move has, by the lag at least where there is room for it.

use std::time::Duration;

use super::TimeSettings;
use super::time_left::TimeLeft;

/// How time is shared among the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// By the moves that are expected still to come, with less in the opening than after it, and
    /// more for a move that is not clear.
    #[default]
    Adaptive,
    /// The same small share of what is left for each move: something to measure the other against.
    Uniform,
}

/// How a player deals with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// Kept back of each move's time, for the way to the controller and back.
    pub lag: Duration,
    /// How the rest is shared.
    pub allocation: Allocation,
}

impl Pacing {
    /// The lag where nothing else is known: enough for a busy machine, not for a slow network.
    pub const DEFAULT_LAG: Duration = Duration::from_millis(100);
}

impl Default for Pacing {
    fn default() -> Self {
        Self { lag: Self::DEFAULT_LAG, allocation: Allocation::default() }
    }
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The empty points.
    pub empty: usize,
    /// All points.
    pub area: usize,
}

impl Stage {
    /// The share of the points that are still empty when a game ends.
    const EYES: f64 = 0.2;
    /// At least so many moves are always expected still to come, or this share of all points.
    const LEAST_MOVES_LEFT: f64 = 12.0;
    const LEAST_SHARE_LEFT: f64 = 1.0 / 12.0;
    /// The weight of the first move, and that of a move after the opening.
    const OPENING_WEIGHT: f64 = 0.6;
    const MIDDLE_WEIGHT: f64 = 1.3;
    /// The share of the points that are taken when the opening is over.
    const OPENING: f64 = 0.15;

    /// The moves that one player is expected still to make: half of the points that are now empty
    /// and will not be eyes.
    fn moves_left(self) -> f64 {
        let (empty, area) = (self.empty as f64, self.area as f64);
        let least = (area * Self::LEAST_SHARE_LEFT).max(Self::LEAST_MOVES_LEFT);
        ((empty - area * Self::EYES) / 2.0).max(least)
    }

    /// What a move now is worth, where 1 is a move like any other: in the opening much is equally
    /// good, and the fights come after it.
    fn weight(self) -> f64 {
        let taken = 1.0 - self.empty as f64 / self.area.max(1) as f64;
        let rise = (Self::MIDDLE_WEIGHT - Self::OPENING_WEIGHT) * taken / Self::OPENING;
        (Self::OPENING_WEIGHT + rise).min(Self::MIDDLE_WEIGHT)
    }
}

/// A move's thinking time: its soft and its hard end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) soft: Duration,
    pub(super) hard: Duration,
}

/// The moves that uniform allocation divides what is left by.
const UNIFORM_MOVES_LEFT: f64 = 35.0;
/// A move that is not clear takes so many times its share at most.
const LONGEST: f64 = 2.0;
/// A move takes at most this share of what is left of a time that has to last.
const LARGEST_SHARE: f64 = 0.25;
/// The same of a clock to which each move adds.
const LARGEST_FISCHER_SHARE: f64 = 0.75;
/// The lag takes at most this share of a clock, so that a small one is not given away whole.
const LARGEST_LAG: f64 = 0.25;
/// The same of a period, where each of its moves keeps back the lag.
const LARGEST_PERIOD_LAG: f64 = 0.5;
/// The lags that a clock keeps to which each move adds: it runs down to them in a long game, and must
/// outlast a move for which the machine had no time.
const FISCHER_LAGS: u32 = 3;
/// What a move costs even where it has no time: the way through the program and the least search.
const LEAST_COST: Duration = Duration::from_millis(5);
/// The moves for which absolute time keeps back their least cost, so that it outlasts any game.
const MOVES_RESERVED: u32 = 250;
/// The largest share of absolute time that is kept back so.
const LARGEST_RESERVE: f64 = 0.3;

/// What of `left` the next move takes; `None` without a clock.
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
            // What the cap would take away after this move costs nothing to use.
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
    /// What may be used of a time, which is `full` when nothing of it has been used.
    fn usable(self, time: Duration, full: Duration) -> Duration {
        time.saturating_sub(self.lag.min(full.mul_f64(LARGEST_LAG)))
    }

    /// The same for all of so many moves to be made in a time, each of which keeps back the lag.
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
    /// So much, clear or not.
    fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// The same with a time on top that each move has anew. A move that overruns what has to last
    /// goes on in it.
    fn followed_by(self, steady: Duration) -> Self {
        Self { soft: self.soft + steady, hard: self.hard + steady }
    }

    /// No more than `most`.
    fn at_most(self, most: Duration) -> Self {
        Self { soft: self.soft.min(most), hard: self.hard.min(most) }
    }
}

/// One of `stones` moves that must be made within `time`, of which nothing can be kept for later.
///
/// A move that is not clear leaves each of the others at least half of an equal share.
fn of_period(time: Duration, stones: u32) -> Share {
    let soft = time / stones;
    let most = time.saturating_sub(soft / 2 * (stones - 1));
    Share { soft, hard: soft.mul_f64(LONGEST).min(most) }
}
