//! The clocks of the two players.

use std::time::{Duration, Instant};

use super::allocation::{Pacing, Share, Stage, allocate};
use super::time_left::TimeLeft;
use super::{TimeBudget, TimeSettings};
use crate::side::{BySide, Side};

/// The remaining time of both players, as measured by this program until the controller reports its
/// own measurement.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: TimeSettings,
    /// Whether nobody has set the settings, and they only stand for a reported time.
    is_assumed: bool,
    left: BySide<TimeLeft>,
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Creates a clock with these settings and the full time for both players.
    pub fn new(settings: TimeSettings) -> Self {
        let left = TimeLeft::full(settings);
        Self { settings, is_assumed: false, left: BySide::new(left, left), running: None }
    }

    /// The current settings.
    pub fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Sets the time control and resets both clocks to the full time. Setting the current time
    /// control again changes nothing, because some controllers send the settings before each move
    /// without starting a new game.
    pub fn set_settings(&mut self, settings: TimeSettings) {
        self.is_assumed = false;
        if settings != self.settings {
            *self = Self::new(settings);
        }
    }

    /// Resets both clocks to the full time without changing the settings. A time that was reported
    /// without settings belongs to its game alone, so that there is no clock any more.
    pub fn reset(&mut self) {
        *self = if self.is_assumed { Self::default() } else { Self::new(self.settings) };
    }

    /// Sets the remaining time as reported by the controller. After main time, `count` is the
    /// number of moves still to be made in this period or, in byo-yomi, the number of periods left;
    /// 0 means main time.
    ///
    /// If no time control has been set, the reported time still limits the moves, and the opponent
    /// is assumed to have the same time until the opponent's time is reported.
    pub fn set_left(&mut self, side: impl Into<Side>, time: Duration, count: u32) {
        let side = side.into();
        let left = TimeLeft { time, count };
        if self.settings == TimeSettings::Unlimited {
            self.settings = TimeSettings::Absolute { main: time };
            self.is_assumed = true;
            self.left[!side] = left;
        }
        self.left[side] = left;
    }

    /// The time that `side` has until the end of its main time or period, or `None` if there is no
    /// clock.
    pub fn left(&self, side: impl Into<Side>) -> Option<Duration> {
        (self.settings != TimeSettings::Unlimited).then(|| self.left[side.into()].time)
    }

    /// The number of moves or periods that belongs to the time returned by [`left`](Self::left). It
    /// has the same meaning as `count` in [`set_left`](Self::set_left).
    pub fn count(&self, side: impl Into<Side>) -> u32 {
        self.left[side.into()].count
    }

    /// Starts the clock of `side`.
    pub fn start(&mut self, side: impl Into<Side>) {
        self.running = Some((side.into(), Instant::now()));
    }

    /// Stops the running clock after its player's move and subtracts the elapsed time.
    pub fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            self.spend(side, since.elapsed());
        }
    }

    /// Subtracts the time `spent` on one move from the clock of `side`.
    pub(super) fn spend(&mut self, side: Side, spent: Duration) {
        self.left[side] = self.left[side].after_move(self.settings, spent);
    }

    /// The time and the periods or moves that `side` has at this moment, in the sense of
    /// [`left`](Self::left) and [`count`](Self::count), or `None` if there is no clock. A player
    /// whose time is zero while its clock is running has lost.
    pub fn reading(&self, side: impl Into<Side>) -> Option<(Duration, u32)> {
        let side = side.into();
        let running = self.running.filter(|(running, _)| *running == side);
        let spent = running.map_or(Duration::ZERO, |(_, since)| since.elapsed());
        let left = self.left[side].during_move(self.settings, spent);
        (self.settings != TimeSettings::Unlimited).then_some((left.time, left.count))
    }

    /// The time for the next move of `side`, starting now, or `None` if there is no clock.
    pub fn budget(
        &self,
        side: impl Into<Side>,
        stage: Stage,
        pacing: Pacing,
    ) -> Option<TimeBudget> {
        let Share { soft, hard } = allocate(self.settings, self.left[side.into()], stage, pacing)?;
        Some(TimeBudget { start: Instant::now(), soft, hard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The time in seconds and the count that the second side has left after its moves. `moves`
    /// contains the time that each move took, also in seconds.
    fn after(settings: TimeSettings, moves: &[f64]) -> (f64, u32) {
        let mut clock = Clock::new(settings);
        for &seconds in moves {
            clock.spend(Side::Second, Duration::from_secs_f64(seconds));
        }
        assert_eq!(clock.left[Side::First], TimeLeft::full(settings), "nobody else's time");
        (clock.left(Side::Second).unwrap().as_secs_f64(), clock.count(Side::Second))
    }

    /// The time in seconds and the count of a full clock during a move that has taken so long.
    fn during(settings: TimeSettings, spent: f64) -> (f64, u32) {
        let left = TimeLeft::full(settings).during_move(settings, Duration::from_secs_f64(spent));
        (left.time.as_secs_f64(), left.count)
    }

    #[test]
    fn a_running_clock_shows_what_is_left_of_main_time_and_periods() {
        let absolute = TimeSettings::absolute(10.0);
        assert_eq!([3.0, 10.0, 11.0].map(|spent| during(absolute, spent).0), [7.0, 0.0, 0.0]);
        let byoyomi = TimeSettings::byoyomi(5.0, 10.0, 2);
        assert_eq!(during(byoyomi, 4.0), (1.0, 0));
        assert_eq!(during(byoyomi, 6.0), (9.0, 2));
        assert_eq!(during(byoyomi, 16.0), (9.0, 1));
        assert_eq!(during(byoyomi, 26.0), (0.0, 2), "all of it is used up");
        assert_eq!(during(TimeSettings::canadian(5.0, 10.0, 2), 8.0), (7.0, 2));
        assert_eq!(Clock::default().reading(Side::First), None);
    }

    #[test]
    fn absolute_time_runs_out() {
        let settings = TimeSettings::absolute(10.0);
        assert_eq!(after(settings, &[3.0, 4.0]), (3.0, 0));
        assert_eq!(after(settings, &[3.0, 8.0]), (0.0, 0));
    }

    #[test]
    fn canadian_periods_follow_each_other() {
        let settings = TimeSettings::canadian(2.0, 10.0, 2);
        assert_eq!(after(settings, &[1.0]), (1.0, 0));
        assert_eq!(after(settings, &[1.0, 4.0]), (7.0, 1), "the first move of the period");
        assert_eq!(after(settings, &[1.0, 4.0, 6.0]), (10.0, 2), "unused time is lost");
        assert_eq!(after(TimeSettings::canadian(0.0, 10.0, 2), &[]), (10.0, 2));
    }

    #[test]
    fn byoyomi_periods_start_again_or_are_lost() {
        let settings = TimeSettings::byoyomi(5.0, 10.0, 3);
        assert_eq!(after(settings, &[5.0]), (0.0, 0), "the end of main time is still main time");
        assert_eq!(after(settings, &[6.0]), (10.0, 3), "a move that ends in the first period");
        assert_eq!(after(settings, &[5.0, 10.0, 9.0]), (10.0, 3), "periods used to their end");
        assert_eq!(after(settings, &[16.0]), (10.0, 2), "main time and a whole period");
        assert_eq!(after(settings, &[6.0, 10.5]), (10.0, 2));
        assert_eq!(after(settings, &[6.0, 25.0]), (10.0, 1));
        assert_eq!(after(settings, &[6.0, 99.0]), (10.0, 1), "the last period stays");
        assert_eq!(after(TimeSettings::byoyomi(0.0, 10.0, 3), &[]), (10.0, 3));
        let mut clock = Clock::new(settings);
        clock.set_left(Side::Second, 2 * SECOND, 3);
        clock.spend(Side::Second, 3 * SECOND);
        assert_eq!(clock.count(Side::Second), 2, "what had been used of the period counts");
    }

    #[test]
    fn fischer_time_grows_by_each_move_up_to_its_cap() {
        let settings = TimeSettings::fischer(10.0, 2.0, -1.0, -1.0);
        assert_eq!(after(settings, &[3.0, 1.0]), (10.0, 0));
        assert_eq!(after(settings, &[0.5, 0.5]), (13.0, 0));
        assert_eq!(after(settings, &[12.0]), (2.0, 0));
        assert_eq!(after(TimeSettings::fischer(10.0, 2.0, 11.0, -1.0), &[0.5, 0.5]), (11.0, 0));
    }

    #[test]
    fn the_same_settings_told_again_change_nothing() {
        for settings in [
            TimeSettings::absolute(60.0),
            TimeSettings::canadian(60.0, 30.0, 5),
            TimeSettings::byoyomi(60.0, 30.0, 5),
            TimeSettings::fischer(60.0, 1.0, 90.0, -1.0),
        ] {
            let mut clock = Clock::new(settings);
            clock.spend(Side::First, 20 * SECOND);
            let before = clock.left;
            clock.set_settings(settings);
            assert_eq!(clock.left, before, "by its own clock");
            clock.set_left(Side::First, 3 * SECOND, 0);
            clock.set_settings(settings);
            assert_eq!(clock.left(Side::First), Some(3 * SECOND), "by the controller's");
            clock.set_settings(TimeSettings::absolute(59.0));
            assert_eq!(clock.left(Side::First), Some(59 * SECOND), "others begin anew");
            clock.set_settings(settings);
            clock.reset();
            assert_eq!(clock.left(Side::First), Some(60 * SECOND));
        }
    }

    #[test]
    fn who_has_not_been_told_its_time_has_as_much_as_the_opponent() {
        let mut clock = Clock::default();
        clock.set_left(Side::First, 20 * SECOND, 0);
        assert_eq!(clock.left(Side::Second), Some(20 * SECOND));
        clock.set_left(Side::Second, 7 * SECOND, 0);
        clock.set_left(Side::First, 6 * SECOND, 0);
        assert_eq!(clock.left(Side::Second), Some(7 * SECOND));
    }

    #[test]
    fn a_time_told_without_settings_ends_with_its_game() {
        let mut clock = Clock::default();
        clock.set_left(Side::First, 20 * SECOND, 0);
        clock.reset();
        assert_eq!(clock.settings(), TimeSettings::Unlimited);
        assert_eq!(clock.left(Side::First), None);
        clock.set_left(Side::First, 20 * SECOND, 0);
        clock.set_settings(TimeSettings::absolute(20.0));
        clock.reset();
        assert_eq!(clock.left(Side::First), Some(20 * SECOND), "now they are set");
    }

    #[test]
    fn moves_told_without_settings_are_made_in_their_time() {
        let mut clock = Clock::default();
        clock.set_left(Side::First, 9 * SECOND, 2);
        clock.spend(Side::First, 3 * SECOND);
        assert_eq!((clock.left(Side::First), clock.count(Side::First)), (Some(6 * SECOND), 1));
        clock.spend(Side::First, 3 * SECOND);
        assert_eq!((clock.left(Side::First), clock.count(Side::First)), (Some(3 * SECOND), 0));
    }
}
