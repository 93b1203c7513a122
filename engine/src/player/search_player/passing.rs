//! Whether a pass does harm: questions that a short search after the pass answers.

use super::SearchPlayer;
use crate::player::decision::is_filled;
use crate::player::settled::{
    agree, has_owner_everywhere, has_room_for_invasion, is_idle, is_settled, wins_count,
};
use crate::rules::Scoring;
use crate::search::{SearchLimits, SearchReport};
use crate::vocabulary::{Color, Move};

/// The minimum win rate at which a player counts as the certain winner.
const SURE: f32 = 0.9;
/// The maximum win rate at which a player does not count as the winner: that of a draw, with a margin
/// for the error of a short search.
const EVEN: f32 = 0.55;
/// The maximum loss of a pass, in points, that short searches do not tell from none.
const HARMLESS: f32 = 0.6;
/// The number of simulations used to find out whether a pass would change anything.
const PASSING_SIMULATIONS: u64 = 500;

impl SearchPlayer {
    /// Whether the game is won for `color` and, according to a short search, stays so after a pass
    /// that nobody asks for: on a filled board, and before the opponent has passed.
    pub(super) fn stays_won(&mut self, color: Color, report: &SearchReport) -> bool {
        let is_offered = self.game.position().passes() > 0;
        if is_offered || !is_filled(&self.game) || report.win_rate() < SURE {
            return false;
        }
        let Some(after) = self.search_after_pass(color) else { return false };
        1.0 - after.win_rate() >= SURE && agree(&report.ownership, &after.ownership)
    }

    /// Whether nothing is left to play for. Under area scoring, where a needless move costs nothing,
    /// only a player below full strength asks, who then passes as people do. At full strength, the
    /// player waits for a mistake of the opponent.
    pub(super) fn is_settled(&mut self, color: Color, report: &SearchReport) -> bool {
        match self.game.rules().scoring {
            Scoring::Territory => self.may_pass_for_free(color, report),
            Scoring::Area => !self.settings.level.is_full() && self.is_over(color, report),
        }
    }

    /// Whether a pass does no harm under territory scoring. One of two conditions must hold now and
    /// also, according to a short search, after a pass by `color`: either all points are settled,
    /// or `color` is certain to win. In the second case, only a few points may be open before the
    /// pass, and the best move must be on a settled point. In both cases, the pass must not change
    /// the owner of any settled point.
    fn may_pass_for_free(&mut self, color: Color, report: &SearchReport) -> bool {
        let is_sure = |rate: f32| rate >= SURE;
        // A second pass would end the game while points are still open.
        let is_idle = self.game.position().passes() == 0
            && is_sure(report.win_rate())
            && self.best_is_idle(report);
        if !is_idle && !is_settled(&self.game, &report.ownership) {
            return false;
        }
        let Some(after) = self.search_after_pass(color) else { return false };
        let is_harmless = match is_idle {
            true => is_sure(1.0 - after.win_rate()),
            false => is_settled(&self.game, &after.ownership),
        };
        is_harmless && agree(&report.ownership, &after.ownership)
    }

    /// Whether a pass costs nothing under area scoring and the game is not won for `color`, so that
    /// only harmless moves would delay its end. The opponent must have no territory in which there
    /// is room for an invasion, and one of two conditions must hold, also after a pass according to
    /// a short search: each point has an owner, so that the points can be counted, or only few
    /// points are open, the best move is on a settled point, and the lead stays the same.
    fn is_over(&mut self, color: Color, report: &SearchReport) -> bool {
        let is_owned = has_owner_everywhere(&report.ownership);
        let is_won = match is_owned {
            true => wins_count(&self.game, color, &report.ownership),
            false => report.win_rate() > EVEN,
        };
        let is_quiet = is_owned || self.best_is_idle(report);
        if is_won || !is_quiet || has_room_for_invasion(&self.game, color) {
            return false;
        }
        let Some(after) = self.search_after_pass(color) else { return false };
        let is_harmless = match is_owned {
            true => has_owner_everywhere(&after.ownership),
            false => report.lead + after.lead <= HARMLESS,
        };
        is_harmless && agree(&report.ownership, &after.ownership)
    }

    /// Whether few points are open and the best move is on a settled point.
    fn best_is_idle(&self, report: &SearchReport) -> bool {
        let best = report.moves.first();
        best.is_some_and(|best| is_idle(&self.game, &report.ownership, best.mv))
    }

    /// The result of a short search for the opponent after a pass by `color`.
    fn search_after_pass(&mut self, color: Color) -> Option<SearchReport> {
        let limits = SearchLimits::playouts(self.worth(PASSING_SIMULATIONS));
        self.search_after(color, Move::Pass, limits)
    }
}
