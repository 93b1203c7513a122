//! Searches a position without deciding on a move, for judgement and explanation.

use std::time::Duration;

use super::studied::Studied;
use super::{OnStop, SearchPlayer};
use crate::player::PlayerSettings;
use crate::player::{Judgement, Wishes};
use crate::search::{SearchLimits, SearchReport};
use crate::vocabulary::{Color, Move};
use clocks::TimeBudget;

/// The minimum number of simulations from which the speed of a search can be estimated.
const PACED: u64 = 1000;
/// The number of visits beyond which a quick look at a position needs no further search.
const LEAST_VISITS: u64 = 50_000;
/// The maximum time for a quick look.
const LOOKING_TIME: Duration = Duration::from_millis(500);

impl SearchPlayer {
    /// Stores the report on a search for `color` in the current game. `is_free` indicates that no
    /// moves were excluded.
    pub(super) fn remember(
        &mut self,
        color: Color,
        is_free: bool,
        report: SearchReport,
    ) -> &SearchReport {
        // Only a search that has reused an earlier tree has more visits than simulations. The time
        // spent on that tree counts too.
        let goes_on = report.visits > report.simulations;
        let time = report.time + if goes_on { self.time_spent(color) } else { Duration::ZERO };
        let game = &self.game;
        self.studied = is_free.then(|| Studied {
            setup: game.setup().to_vec(),
            moves: game.moves().to_vec(),
            rules: game.rules(),
            komi: game.full_komi(),
            color,
            time,
        });
        self.last_report.insert(report)
    }

    /// Searches for `color` when no move has to be chosen, as in analysis and pondering. Stores the
    /// report if it contains any moves.
    pub(super) fn search_idly(
        &mut self,
        color: Color,
        limits: SearchLimits,
        wishes: &mut Wishes<'_>,
    ) {
        let report = self.search(color, limits, OnStop::Leave, wishes);
        if !report.moves.is_empty() {
            self.remember(color, wishes.restrictions.is_empty(), report);
        }
    }

    /// The time spent on the last report, or zero if the report is not about the current game.
    pub(super) fn time_spent(&self, color: Color) -> Duration {
        let about = self.studied.as_ref().filter(|known| known.is_about(&self.game, color));
        about.map_or(Duration::ZERO, |known| known.time)
    }

    /// Returns the fraction `share` of the per-move limits, as a time and a number of visits. The
    /// level is ignored. The number of visits is the lowest of these three numbers: the given
    /// fraction of the playout limit, the given fraction of the visit limit, and the number of
    /// simulations that a search is expected to run in the returned time.
    fn limits_of_study(&mut self, share: f64) -> (Option<Duration>, Option<u64>) {
        let visits = self.settings.simulations();
        let default = visits.is_none().then_some(PlayerSettings::DEFAULT_TIME);
        let time = self.settings.seconds.or(default);
        let time = time.map(|time| time.mul_f64(share));
        let visits = visits.map(|visits| ((visits as f64 * share).ceil() as u64).max(1));
        let area = self.game.size().area();
        let fewest = self.worth(PACED);
        let is_paced = |report: &&SearchReport| {
            report.simulations >= fewest && !report.time.is_zero() && report.ownership.len() == area
        };
        let pace = self.last_report.as_ref().filter(is_paced);
        let pace = pace.map(|report| report.simulations as f64 / report.time.as_secs_f64());
        let by_time = pace.zip(time).map(|(pace, time)| (pace * time.as_secs_f64()) as u64);
        (time, visits.into_iter().chain(by_time).min())
    }

    /// See [`Player::study`](crate::player::Player::study).
    pub(super) fn study_position(&mut self, share: f64) -> &SearchReport {
        let color = self.game.to_move();
        let (time, visits) = self.limits_of_study(share);
        let spent = self.time_spent(color);
        let is_enough = |report: &&SearchReport| {
            visits.is_some_and(|visits| report.visits >= visits)
                || time.is_some_and(|time| spent >= time)
        };
        if self.last_report.as_ref().filter(|_| !spent.is_zero()).filter(is_enough).is_none() {
            let left = time.map(|time| TimeBudget::fixed(time.saturating_sub(spent)));
            let limits = SearchLimits { visits, time: left, ..SearchLimits::default() };
            let report = self.search(color, limits, OnStop::Conclude, &mut Wishes::default());
            self.remember(color, true, report);
            // Even a search that ends early or builds on an existing tree is recorded as having
            // used the whole time.
            if let (Some(studied), false) = (&mut self.studied, self.stop.is_raised()) {
                studied.time = studied.time.max(time.unwrap_or_default());
            }
        }
        self.last_report.get_or_insert_default()
    }

    /// See [`Player::study_move`](crate::player::Player::study_move).
    pub(super) fn study_after(&mut self, mv: Move, share: f64) -> Option<SearchReport> {
        let (time, visits) = self.limits_of_study(share);
        let time = time.map(TimeBudget::fixed);
        let limits = SearchLimits { visits, time, ..SearchLimits::default() };
        self.search_after(self.game.to_move(), mv, limits)
    }

    /// See [`Player::look`](crate::player::Player::look).
    pub(super) fn look_at_position(&mut self) -> &SearchReport {
        let visits = self.worth(LEAST_VISITS);
        let limits = SearchLimits {
            visits: Some(visits),
            time: Some(TimeBudget::fixed(LOOKING_TIME)),
            ..SearchLimits::playouts(visits)
        };
        let color = self.game.to_move();
        let report = self.search(color, limits, OnStop::Conclude, &mut Wishes::default());
        self.remember(color, true, report)
    }

    /// See [`Player::judge`](crate::player::Player::judge).
    pub(super) fn judge_stones(&mut self) -> Judgement {
        let color = self.game.to_move();
        let fewest = SearchLimits::playouts(self.worth(Self::FEWEST_JUDGING_SIMULATIONS));
        self.search(color, fewest, OnStop::GoOn, &mut Wishes::default());
        let limits = SearchLimits {
            time: self.settings.judging_time.map(TimeBudget::fixed),
            ..SearchLimits::playouts(self.worth(Self::JUDGING_SIMULATIONS))
        };
        let report = self.search(color, limits, OnStop::Conclude, &mut Wishes::default());
        let lead = report.expected_black_lead(color) + self.game.full_komi();
        Judgement { black_lead: Some(lead), ..self.judgement(report.ownership, None) }
    }
}
