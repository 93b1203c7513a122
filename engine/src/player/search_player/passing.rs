//! Determines whether a pass would do harm, by a short search of the position after the pass.

use clocks::TimeBudget;

use super::SearchPlayer;
use crate::player::decision::is_filled;
use crate::player::judge::judge;
use crate::player::settled::{
    agree, has_closed_borders, has_owner_everywhere, has_room_for_invasion, is_idle, is_settled,
    wins_count,
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
    /// Returns the limits for the main search of a move. If a search after a pass may follow, or
    /// the opponent has passed, so that the stones have to be judged, part of the time is reserved.
    /// Otherwise it is reserved only while the search prefers a pass, which calls for a judgement
    /// too.
    pub(super) fn less_time_for_passing(&self, limits: SearchLimits) -> SearchLimits {
        let board = self.game.position().board();
        let is_late = 2 * board.empty().count() <= self.game.size().area();
        let may_ask = match self.game.rules().scoring {
            Scoring::Territory => is_late,
            Scoring::Area => is_filled(&self.game) || is_late && !self.settings.level.is_full(),
        };
        let is_offered = self.game.position().passes() > 0;
        let less = limits.time.map(|time| time.reduced(1.0 - PASSING_SHARE));
        if may_ask || is_offered {
            return SearchLimits { time: less, ..limits };
        }
        let time_with_pass = less.filter(|_| self.settings.judge_by_reading);
        SearchLimits { time_with_pass, ..limits }
    }

    /// A pass that `color` might play, given the report of the main search and the time for the
    /// whole move.
    pub(super) fn passing<'a>(
        &'a mut self,
        color: Color,
        report: &'a SearchReport,
        time: Option<TimeBudget>,
    ) -> Passing<'a> {
        Passing { player: self, color, report, time }
    }
}

/// A pass that a player might play.
pub(super) struct Passing<'a> {
    player: &'a mut SearchPlayer,
    color: Color,
    /// The report of the main search of the move.
    report: &'a SearchReport,
    /// The time for the whole move.
    time: Option<TimeBudget>,
}

impl Passing<'_> {
    /// Whether the game is won and, according to a short search, stays won after the pass. Always
    /// false unless the board is filled and the last move was not a pass.
    pub(super) fn stays_won(&mut self) -> bool {
        let game = &self.player.game;
        let is_offered = game.position().passes() > 0;
        if is_offered || !is_filled(game) || self.report.win_rate() < SURE {
            return false;
        }
        let Some(after) = self.search() else { return false };
        1.0 - after.win_rate() >= SURE && agree(&self.report.ownership, &after.ownership)
    }

    /// Whether nothing is left to play for, as far as this can be determined in the time for the
    /// move. Under area scoring, where a needless move costs nothing, a player at full strength
    /// always gets false and waits for the opponent to make a mistake. A player below full strength
    /// passes as people do.
    pub(super) fn is_settled(&mut self) -> bool {
        match self.player.game.rules().scoring {
            Scoring::Territory => self.is_free(),
            Scoring::Area => !self.player.settings.level.is_full() && self.is_over(),
        }
    }

    /// Whether the pass does no harm under territory scoring. One of two conditions must hold now
    /// and also, according to a short search, after the pass: either all points are settled, or the
    /// player is certain to win. In the second case, only a few points may be open before the pass,
    /// and the best move must be on a settled point. In both cases, the pass must not change the
    /// owner of any settled point, and all borders must be closed: a second pass would leave the
    /// points behind an open border to nobody, and so it would if reading, which decides in the
    /// end, saved stones behind that border that the search calls dead.
    fn is_free(&mut self) -> bool {
        let (game, report) = (&self.player.game, self.report);
        let is_sure = |rate: f32| rate >= SURE;
        // A second pass would end the game while points are still open.
        let is_idle =
            game.position().passes() == 0 && is_sure(report.win_rate()) && self.best_is_idle();
        let is_quiet = is_idle || is_settled(game, &report.ownership);
        if !is_quiet || !self.borders_are_closed() {
            return false;
        }
        let Some(after) = self.search() else { return false };
        let is_harmless = match is_idle {
            true => is_sure(1.0 - after.win_rate()),
            false => is_settled(&self.player.game, &after.ownership),
        };
        is_harmless && agree(&report.ownership, &after.ownership) && self.borders_stay_closed()
    }

    /// Whether all borders are closed, if the stones are dead that the search calls dead.
    fn borders_are_closed(&self) -> bool {
        let game = &self.player.game;
        has_closed_borders(game, &judge(game, self.report.ownership.clone(), |_, _| false))
    }

    /// Whether all borders are closed, if the dead stones are those that the end of the game takes
    /// off. This takes longer than [`borders_are_closed`](Self::borders_are_closed).
    fn borders_stay_closed(&self) -> bool {
        let judged = self.player.judgement(self.report.ownership.clone(), self.time);
        has_closed_borders(&self.player.game, &judged)
    }

    /// Whether the pass costs nothing under area scoring and the game is not won, so that only
    /// harmless moves would delay its end. The opponent must have no territory in which there is
    /// room for an invasion, all borders must be closed, and one of two conditions must hold, also
    /// after the pass according to a short search: each point has an owner, so that the points can
    /// be counted, or only few points are open, the best move is on a settled point, and the lead
    /// stays the same.
    fn is_over(&mut self) -> bool {
        let (game, report) = (&self.player.game, self.report);
        let is_owned = has_owner_everywhere(&report.ownership);
        let is_won = match is_owned {
            true => wins_count(game, self.color, &report.ownership),
            false => report.win_rate() > EVEN,
        };
        let is_quiet = is_owned || self.best_is_idle();
        if is_won
            || !is_quiet
            || has_room_for_invasion(game, self.color)
            || !self.borders_are_closed()
        {
            return false;
        }
        let Some(after) = self.search() else { return false };
        let is_harmless = match is_owned {
            true => has_owner_everywhere(&after.ownership),
            false => report.lead + after.lead <= HARMLESS,
        };
        is_harmless && agree(&report.ownership, &after.ownership)
    }

    /// Whether few points are open and the best move is on a settled point.
    fn best_is_idle(&self) -> bool {
        let SearchReport { moves, ownership, .. } = self.report;
        moves.first().is_some_and(|best| is_idle(&self.player.game, ownership, best.mv))
    }

    /// The result of a short search for the opponent after the pass, or `None` if the search was
    /// cut short before half of its simulations, by the time limit or by a stop signal.
    fn search(&mut self) -> Option<SearchReport> {
        let most = self.player.worth(PASSING_SIMULATIONS);
        let time = self.time.map(|time| TimeBudget { soft: time.hard, ..time });
        let limits = SearchLimits { time, ..SearchLimits::playouts(most) };
        let after = self.player.search_after(self.color, Move::Pass, limits);
        after.filter(|after| 2 * after.visits >= most)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use clocks::TimeSettings;

    use super::*;
    use crate::player::{Decision, Level, Player, PlayerSettings, Wishes};
    use crate::rules::{GameState, Rules};
    use crate::search::{MoveReport, SearchRequest, SearchSettings, Searcher, Watch};

    fn best() -> Move {
        Move::Play("A1".parse().unwrap())
    }

    /// A search that is sure of the owner of each point, and notes its limits.
    struct Sure {
        limits: Arc<Mutex<Vec<SearchLimits>>>,
        visits: u64,
        /// Black's ownership of each point, given its index.
        owner: fn(usize) -> f32,
    }

    impl Searcher for Sure {
        fn search(
            &mut self,
            request: &SearchRequest<'_>,
            _: &dyn Fn() -> bool,
            _: Option<&mut Watch<'_>>,
        ) -> SearchReport {
            self.limits.lock().unwrap().push(request.limits);
            SearchReport {
                moves: vec![MoveReport { visits: self.visits, ..MoveReport::new(best()) }],
                visits: self.visits,
                ownership: (0..request.game.size().area()).map(self.owner).collect(),
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

    /// A game on a board whose bottom row is this one.
    fn game_above(rules: &str, bottom: &str) -> GameState {
        let diagram = ".XOO.\n".repeat(4) + bottom;
        GameState::from_diagram(&diagram, Rules::preset(rules).unwrap(), Color::Black).unwrap()
    }

    /// Black owns the two columns on the left of a board with five, and White the others.
    fn columns(at: usize) -> f32 {
        if at % 5 < 2 { 1.0 } else { -1.0 }
    }

    /// The decision of a player with one second per move, and the limits of its searches. Each
    /// search reports the given number of visits.
    fn decided_in(game: GameState, visits: u64) -> (Decision, Vec<SearchLimits>) {
        let clock = TimeSettings::byoyomi(0.0, 1.0, 1);
        decided_with(PlayerSettings::default(), clock, game, visits, columns)
    }

    /// The decision of a player with these settings and this clock, and the limits of its searches.
    /// Each search reports the given number of visits and these owners.
    fn decided_with(
        settings: PlayerSettings,
        clock: TimeSettings,
        game: GameState,
        visits: u64,
        owner: fn(usize) -> f32,
    ) -> (Decision, Vec<SearchLimits>) {
        let limits = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&limits);
        let search = SearchSettings { memory: 1 << 16, ..SearchSettings::default() };
        let settings = PlayerSettings { search, ..settings };
        let factory =
            Box::new(move |_, _| Box::new(Sure { limits: Arc::clone(&noted), visits, owner }) as _);
        let mut player = SearchPlayer::new(settings, game, factory);
        player.clock_mut().set_settings(clock);
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
    fn time_is_left_to_judge_the_stones_if_the_search_prefers_a_pass() {
        let limits = decided_in(game("chinese", ".X.O.", Color::Black), 500).1[0];
        let (usual, with_pass) = (limits.time.unwrap(), limits.time_with_pass.unwrap());
        assert_eq!(with_pass.start, usual.start);
        assert_eq!(with_pass.hard, usual.hard.mul_f64(1.0 - PASSING_SHARE));
    }

    #[test]
    fn a_search_after_a_pass_that_was_cut_short_proves_nothing() {
        let (decision, limits) = decided(100);
        assert_eq!((decision, limits.len()), (Decision::Move(best()), 2));
    }

    #[test]
    fn nobody_passes_while_a_border_is_open() {
        let (open, searches) = decided_in(game_above("japanese", "...O."), 500);
        assert_eq!((open, searches.len()), (Decision::Move(best()), 1));
        let (closed, searches) = decided_in(game_above("japanese", ".X.O."), 500);
        assert_eq!((closed, searches.len()), (Decision::Move(Move::Pass), 2), "C1 is neutral");
    }

    #[test]
    fn nobody_passes_while_stones_live_in_the_opponents_territory() {
        let rules = Rules::preset("japanese").unwrap();
        let decided = |judge_by_reading| {
            // The search takes Black's stones, which have two eyes, for dead.
            let diagram = ".X.XO\nXXXXO\nOOOOO\n.....\n.....";
            let game = GameState::from_diagram(diagram, rules, Color::Black).unwrap();
            let settings =
                PlayerSettings { playouts: Some(1), judge_by_reading, ..PlayerSettings::default() };
            decided_with(settings, TimeSettings::default(), game, 500, |_| -1.0).0
        };
        assert_eq!(decided(false), Decision::Move(Move::Pass));
        assert_eq!(decided(true), Decision::Move(best()));
    }

    #[test]
    fn nobody_ends_a_lost_game_while_a_border_is_open() {
        let decided = |bottom: &str| {
            let settings = PlayerSettings { level: Level::LOWEST, ..PlayerSettings::default() };
            let (clock, game) = (TimeSettings::default(), game_above("chinese", bottom));
            let (decision, searches) = decided_with(settings, clock, game, 500, columns);
            (decision, searches.len())
        };
        assert_eq!(decided("...O."), (Decision::Move(best()), 1));
        assert_eq!(decided(".XOO."), (Decision::Move(Move::Pass), 2));
    }
}
