//! The settings of a player: its search, the limits for each move, resignation and pondering.

use std::time::Duration;

use clocks::{Pacing, Stage, TimeBudget};

use super::level::Level;
use crate::rules::GameState;
use crate::search::{SearchLimits, SearchSettings};

/// The settings of a [`SearchPlayer`](super::SearchPlayer).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSettings {
    /// The settings of the search.
    pub search: SearchSettings,
    /// The exact number of new simulations per move.
    pub playouts: Option<u64>,
    /// The number of simulations per move, including those from earlier searches.
    pub visits: Option<u64>,
    /// The maximum time for a move, which also applies when there is a clock.
    pub seconds: Option<Duration>,
    /// The minimum time for a move. A move that is found sooner is held back until this time has
    /// passed, the time planned by the clock is used up, or the stop signal is raised.
    pub delay: Duration,
    /// How the time on a clock is divided among the moves.
    pub pacing: Pacing,
    /// The number of moves of both players for which the time on a clock is meant to last, in
    /// percent of the points of the board. At the end of a game, the other points are eyes.
    pub expected_moves: u8,
    /// The player resigns once the win rate, from 0 to 1, has been below this value for several
    /// consecutive turns. 0 disables resignation.
    pub resign_threshold: f32,
    /// The strength of play. The other limits apply in addition to those of the level.
    pub level: Level,
    /// Whether groups that the playouts consider dead are also read before they are judged to be
    /// dead.
    pub judge_by_reading: bool,
    /// The maximum time spent on judging the stones, if there is one.
    pub judging_time: Option<Duration>,
    /// Whether to think on the opponent's time. This has an effect only at full strength.
    pub ponder: bool,
    /// The maximum time spent on a position while pondering.
    pub ponder_seconds: Duration,
}

/// One thread, and no limits except the time for a move.
impl Default for PlayerSettings {
    fn default() -> Self {
        Self {
            search: SearchSettings::default(),
            playouts: None,
            visits: None,
            seconds: None,
            delay: Duration::ZERO,
            pacing: Pacing::default(),
            expected_moves: 80,
            resign_threshold: 0.05,
            level: Level::FULL,
            judge_by_reading: true,
            judging_time: Some(Self::JUDGING_TIME),
            ponder: false,
            ponder_seconds: Duration::from_secs(60),
        }
    }
}

impl PlayerSettings {
    /// The time for a move if there is neither a clock nor any other limit.
    pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

    /// The time for judging the stones.
    const JUDGING_TIME: Duration = Duration::from_millis(800);

    /// The number of simulations per move that the limits on playouts and visits allow, or `None`
    /// if there is neither. The level is ignored.
    pub(super) fn simulations(&self) -> Option<u64> {
        self.playouts.into_iter().chain(self.visits).min()
    }

    /// The limits of a search for a move, where the level allows `level` simulations, if it sets a
    /// limit. `clock` is the time budget from the clock, if there is a clock.
    pub(super) fn limits(&self, level: Option<u64>, clock: Option<TimeBudget>) -> SearchLimits {
        let capped = |cap| clock.map_or(TimeBudget::fixed(cap), |budget| budget.capped(cap));
        let unlimited = self.simulations().is_none() && clock.is_none();
        let cap = self.seconds.or(unlimited.then_some(Self::DEFAULT_TIME));
        let time = cap.map(capped).or(clock);
        // A level reduces what the other limits allow, and never extends the time.
        let playouts = self.playouts.into_iter().chain(level).min();
        SearchLimits { playouts, visits: self.visits, time, ..SearchLimits::default() }
    }

    /// How far `game` has gone. Points from which stones were captured will be played again.
    pub(super) fn stage(&self, game: &GameState) -> Stage {
        let area = game.size().area();
        let played = area - game.position().board().empty().count();
        Stage { played, expected: f64::from(self.expected_moves) / 100.0 * area as f64 }
    }

    /// The settings of a player that only analyses: at full strength, within these limits, without
    /// pondering or resigning. A search does not end early when the best move is clear, because the
    /// other moves and the value of the position matter too. With a limit on simulations, no result
    /// depends on the time, and so neither does a judgement.
    #[must_use]
    pub fn for_analysis(self, simulations: Option<u64>, time: Option<Duration>) -> Self {
        Self {
            // A search with a limit on simulations does not end early.
            playouts: Some(simulations.unwrap_or(u64::MAX)),
            visits: None,
            seconds: time,
            judging_time: self.judging_time.filter(|_| simulations.is_none()),
            delay: Duration::ZERO,
            level: Level::FULL,
            resign_threshold: 0.0,
            ponder: false,
            ..self
        }
    }

    /// Whether the player thinks on the opponent's time. It does so only at full strength: at lower
    /// levels, it would discard the results before its next move.
    pub fn ponders(&self) -> bool {
        self.ponder && self.level.is_full()
    }
}

#[cfg(test)]
mod tests {
    use clocks::{Clock, TimeSettings};

    use super::*;
    use crate::rules::Rules;
    use crate::vocabulary::{BoardSize, Color};

    #[test]
    fn time_that_is_to_last_for_fewer_moves_gives_each_of_them_more() {
        let game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
        let clock = Clock::new(TimeSettings::absolute(300.0));
        let soft = |expected_moves: u8| {
            let settings = PlayerSettings { expected_moves, ..PlayerSettings::default() };
            let budget = clock.budget(Color::Black, settings.stage(&game), settings.pacing);
            budget.expect("a clock").soft
        };
        assert!(soft(60) > soft(80).mul_f64(1.2), "{:?}, {:?}", soft(60), soft(80));
    }
}
