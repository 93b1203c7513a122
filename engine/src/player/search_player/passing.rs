//! Determines whether a pass would do harm, by a short search of the position after the pass.

use clocks::TimeBudget;

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
/// The win rate above which a player counts as winning: that of a draw, plus a margin for the error
/// of a short search.
const EVEN: f32 = 0.55;
/// The maximum cost of a pass, in points, that counts as none, because short searches are inexact.
const HARMLESS: f32 = 0.6;
/// The number of simulations used to find out whether a pass would change anything.
const PASSING_SIMULATIONS: u64 = 500;
/// The share of a move's time, 0 to 1, reserved for these simulations, or for reading which stones
/// are dead, if they may be needed.
const PASSING_SHARE: f64 = 0.1;

impl SearchPlayer {
    /// Returns the limits for the main search of a move. If a search after a pass may follow, or the
    /// opponent has passed, so that the stones have to be judged, part of the time is reserved.
    pub(super) fn less_time_for_passing(&self, limits: SearchLimits) -> SearchLimits {
        let board = self.game.position().board();
        let is_late = 2 * board.empty().count() <= self.game.size().area();
        let may_ask = match self.game.rules().scoring {
            Scoring::Territory => is_late,
            Scoring::Area => is_filled(&self.game) || is_late && !self.settings.level.is_full(),
        };
        let is_offered = self.game.position().passes() > 0;
        let share = if may_ask || is_offered { 1.0 - PASSING_SHARE } else { 1.0 };
        SearchLimits { time: limits.time.map(|time| time.reduced(share)), ..limits }
    }

    /// Whether the game is won for `color` and, according to a short search, stays won after a
    /// pass. Always false unless the board is filled and the last move was not a pass.
    pub(super) fn stays_won(
        &mut self,
        color: Color,
        report: &SearchReport,
        time: Option<TimeBudget>,
    ) -> bool {
        let is_offered = self.game.position().passes() > 0;
        if is_offered || !is_filled(&self.game) || report.win_rate() < SURE {
            return false;
        }
        let Some(after) = self.search_after_pass(color, time) else { return false };
        1.0 - after.win_rate() >= SURE && agree(&report.ownership, &after.ownership)
    }

    /// Whether nothing is left to play for, as far as this can be determined in the time for the
    /// move. Under area scoring, where a needless move costs nothing, a player at full strength
    /// always gets false and waits for the opponent to make a mistake. A player below full strength
    /// passes as people do.
    pub(super) fn is_settled(
        &mut self,
        color: Color,
        report: &SearchReport,
        time: Option<TimeBudget>,
    ) -> bool {
        match self.game.rules().scoring {
            Scoring::Territory => self.may_pass_for_free(color, report, time),
            Scoring::Area => !self.settings.level.is_full() && self.is_over(color, report, time),
        }
    }

    /// Whether a pass does no harm under territory scoring. One of two conditions must hold now and
    /// also, according to a short search, after a pass by `color`: either all points are settled,
    /// or `color` is certain to win. In the second case, only a few points may be open before the
    /// pass, and the best move must be on a settled point. In both cases, the pass must not change
    /// the owner of any settled point.
    fn may_pass_for_free(
        &mut self,
        color: Color,
        report: &SearchReport,
        time: Option<TimeBudget>,
    ) -> bool {
        let is_sure = |rate: f32| rate >= SURE;
        // A second pass would end the game while points are still open.
        let is_idle = self.game.position().passes() == 0
            && is_sure(report.win_rate())
            && self.best_is_idle(report);
        if !is_idle && !is_settled(&self.game, &report.ownership) {
            return false;
        }
        let Some(after) = self.search_after_pass(color, time) else { return false };
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
    fn is_over(&mut self, color: Color, report: &SearchReport, time: Option<TimeBudget>) -> bool {
        let is_owned = has_owner_everywhere(&report.ownership);
        let is_won = match is_owned {
            true => wins_count(&self.game, color, &report.ownership),
            false => report.win_rate() > EVEN,
        };
        let is_quiet = is_owned || self.best_is_idle(report);
        if is_won || !is_quiet || has_room_for_invasion(&self.game, color) {
            return false;
        }
        let Some(after) = self.search_after_pass(color, time) else { return false };
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

    /// The result of a short search for the opponent after a pass by `color`, or `None` if the
    /// search was cut short before half of its simulations, by the time limit or by a stop signal.
    fn search_after_pass(
        &mut self,
        color: Color,
        time: Option<TimeBudget>,
    ) -> Option<SearchReport> {
        let most = self.worth(PASSING_SIMULATIONS);
        let time = time.map(|time| TimeBudget { soft: time.hard, ..time });
        let limits = SearchLimits { time, ..SearchLimits::playouts(most) };
        self.search_after(color, Move::Pass, limits).filter(|after| 2 * after.visits >= most)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use clocks::TimeSettings;

    use super::*;
    use crate::player::{Decision, Player, PlayerSettings, Wishes};
    use crate::rules::{GameState, Rules};
    use crate::search::{MoveReport, SearchRequest, SearchSettings, Searcher, Watch};

    fn best() -> Move {
        Move::Play("A1".parse().unwrap())
    }

    /// A search that finds every point to be its stone's, and notes its limits.
    struct Sure(Arc<Mutex<Vec<SearchLimits>>>, u64);

    impl Searcher for Sure {
        fn search(
            &mut self,
            request: &SearchRequest<'_>,
            _: &dyn Fn() -> bool,
            _: Option<&mut Watch<'_>>,
        ) -> SearchReport {
            self.0.lock().unwrap().push(request.limits);
            let size = request.game.size();
            let side = |at: usize| if at % 5 < 2 { 1.0 } else { -1.0 };
            SearchReport {
                moves: vec![MoveReport { visits: self.1, ..MoveReport::new(best()) }],
                visits: self.1,
                ownership: (0..size.area()).map(side).collect(),
                ..SearchReport::default()
            }
        }

        fn forget(&mut self, _: u64) {}
    }

    /// What a player decides where nothing is left to play for.
    fn decided(visits: u64) -> (Decision, Vec<SearchLimits>) {
        decided_in(game("japanese", ".XOO.", Color::Black), visits)
    }

    /// A game on a board of five such rows.
    fn game(rules: &str, row: &str, to_move: Color) -> GameState {
        let rules = Rules::preset(rules).unwrap();
        GameState::from_diagram(&format!("{row}\n").repeat(5), rules, to_move).unwrap()
    }

    /// The decision of a player with one second per move, and the limits of its searches. Each
    /// search reports the given number of visits.
    fn decided_in(game: GameState, visits: u64) -> (Decision, Vec<SearchLimits>) {
        let limits = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&limits);
        let settings = PlayerSettings {
            search: SearchSettings { memory: 1 << 16, ..SearchSettings::default() },
            ..PlayerSettings::default()
        };
        let factory = Box::new(move |_, _| Box::new(Sure(Arc::clone(&noted), visits)) as _);
        let mut player = SearchPlayer::new(settings, game, factory);
        player.clock_mut().set_settings(TimeSettings::byoyomi(0.0, 1.0, 1));
        let decision = player.generate(Color::Black, Wishes::default());
        let limits = limits.lock().unwrap().clone();
        (decision, limits)
    }

    #[test]
    fn the_search_after_a_pass_has_its_share_of_the_time_of_the_move() {
        let (decision, limits) = decided(500);
        assert_eq!(decision, Decision::Move(Move::Pass));
        let [before, after] = limits[..] else { panic!("{limits:?}") };
        let (before, after) = (before.time.unwrap(), after.time.unwrap());
        assert_eq!((before.start, after.soft), (after.start, after.hard));
        assert_eq!(before.hard, after.hard.mul_f64(1.0 - PASSING_SHARE));
    }

    #[test]
    fn time_is_left_to_judge_the_stones_if_the_opponent_has_passed() {
        let mut passed = game("chinese", ".X.O.", Color::White);
        passed.play(Color::White, Move::Pass).unwrap();
        let main_search = |game: GameState| decided_in(game, 500).1[0].time.unwrap().hard;
        let whole = main_search(game("chinese", ".X.O.", Color::Black));
        assert_eq!(main_search(passed), whole.mul_f64(1.0 - PASSING_SHARE));
    }

    #[test]
    fn a_search_after_a_pass_that_was_cut_short_proves_nothing() {
        let (decision, limits) = decided(100);
        assert_eq!((decision, limits.len()), (Decision::Move(best()), 2));
    }
}
