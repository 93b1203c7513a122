//! The settings of a player: its search, the limits of a move, and how it resigns and ponders.

use std::time::Duration;

use clocks::{Pacing, TimeBudget};

use super::level::Level;
use crate::search::{SearchLimits, SearchParams, SearchSettings};
use crate::vocabulary::BoardSize;

/// How a [`SearchPlayer`](super::SearchPlayer) plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSettings {
    /// What it searches with.
    pub search: SearchSettings,
    /// New simulations a move, exactly.
    pub playouts: Option<u64>,
    /// Simulations a move, those of earlier searches included.
    pub visits: Option<u64>,
    /// The most time a move may take, with a clock too.
    pub time: Option<Duration>,
    /// How it shares the time of a clock.
    pub pacing: Pacing,
    /// It resigns after several turns with a chance to win below this, 0 to 1; 0 is never.
    pub resign_threshold: f32,
    /// How strongly it plays. The limits hold beside that of the level.
    pub level: Level,
    /// Whether it reads what becomes of groups that the playouts leave in doubt, when stones are judged.
    pub judge_by_reading: bool,
    /// Whether it thinks in the opponent's time, at full strength.
    pub ponder: bool,
    /// The most time that it ponders between two commands.
    pub ponder_time: Duration,
}

/// One thread, and no limits but the time of a move.
impl Default for PlayerSettings {
    fn default() -> Self {
        let params = SearchParams::default();
        Self {
            search: SearchSettings { threads: 1, memory: 512 << 20, seed: 0, params },
            playouts: None,
            visits: None,
            time: None,
            pacing: Pacing::default(),
            resign_threshold: 0.1,
            level: Level::FULL,
            judge_by_reading: true,
            ponder: false,
            ponder_time: Duration::from_secs(60),
        }
    }
}

impl PlayerSettings {
    /// The time of a move without clock and limits.
    pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

    /// What ends the search for a move on a board of this size with so much time on the clock.
    pub(super) fn limits(&self, size: BoardSize, clock: Option<TimeBudget>) -> SearchLimits {
        let capped = |cap| clock.map_or(TimeBudget::fixed(cap), |budget| budget.capped(cap));
        let unlimited = self.playouts.is_none() && self.visits.is_none() && clock.is_none();
        let cap = self.time.or(unlimited.then_some(Self::DEFAULT_TIME));
        let time = cap.map(capped).or(clock);
        // A level asks for less than the other limits allow, never for more time than they do.
        let playouts = self.playouts.into_iter().chain(self.level.simulations(size)).min();
        SearchLimits { playouts, visits: self.visits, time, ..SearchLimits::default() }
    }

    /// Whether it thinks in the opponent's time: below full strength it does not, as all that it
    /// found would be forgotten.
    pub fn ponders(&self) -> bool {
        self.ponder && self.level.is_full()
    }
}
