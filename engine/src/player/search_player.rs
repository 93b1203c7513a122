//! The player that chooses its moves by tree search.

mod book_move;
mod handicap;
mod looks;
mod passing;
mod studied;
mod study;
mod weaker;

use std::sync::Arc;
use std::time::Duration;

use clocks::{Clock, TimeBudget};
use handicap::handicap_points;
use studied::Studied;

use super::decision::{HopelessTurns, Resignation, Turn};
use super::judge::{judge, stands};
use super::lateness::Lateness;
use super::settings::PlayerSettings;
use super::{
    Decision, Judgement, Opening, OpeningMove, Player, SearcherFactory, StopSignal, Wishes,
};
use crate::rules::GameState;
use crate::search::{
    MemoryShortage, PLAYOUTS_A_VISIT, SearchLimits, SearchReport, SearchRequest, Searcher,
};
use crate::vocabulary::{BoardSize, Color, Move, Vertex};

/// A player that chooses its moves by tree search.
pub struct SearchPlayer {
    settings: PlayerSettings,
    factory: SearcherFactory,
    game: GameState,
    clock: Clock,
    lateness: Lateness,
    /// The searcher, created when first needed, and the board size for which it was created.
    searcher: Option<(BoardSize, Box<dyn Searcher>)>,
    hopeless_turns: HopelessTurns,
    last_report: Option<SearchReport>,
    studied: Option<Studied>,
    opening: Option<Arc<dyn Opening>>,
    opening_move: Option<OpeningMove>,
    /// The number of the game, counted since the seed was set.
    game_number: u64,
    stop: StopSignal,
}

/// The response of a search to the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnStop {
    /// It goes on.
    GoOn,
    /// It ends as soon as there is a result.
    Conclude,
    /// It ends, with or without a result.
    Leave,
}

impl SearchPlayer {
    /// The number of simulations used to determine the status of the stones.
    const JUDGING_SIMULATIONS: u64 = 2000;
    /// The minimum number of simulations used to determine the status of the stones. They are run
    /// even after a stop signal.
    const FEWEST_JUDGING_SIMULATIONS: u64 = 200;

    /// Creates a player at the start of `game`. If there is not enough memory for the tree, the
    /// tree is limited to the available memory, and a warning is logged.
    pub fn new(mut settings: PlayerSettings, game: GameState, factory: SearcherFactory) -> Self {
        if let Err(shortage) = settings.search.check_memory() {
            log::warn!("{shortage}; play goes on with that");
            settings.search.memory = shortage.available;
        }
        Self {
            settings,
            factory,
            game,
            clock: Clock::default(),
            lateness: Lateness::default(),
            searcher: None,
            hopeless_turns: HopelessTurns::default(),
            last_report: None,
            studied: None,
            opening: None,
            opening_move: None,
            game_number: 0,
            stop: StopSignal::default(),
        }
    }

    /// Searches for `color`.
    fn search(
        &mut self,
        color: Color,
        limits: SearchLimits,
        on_stop: OnStop,
        wishes: &mut Wishes<'_>,
    ) -> SearchReport {
        let stops = on_stop != OnStop::GoOn;
        self.prepare_searcher();
        let Some((_, searcher)) = &mut self.searcher else { return SearchReport::default() };
        let request = SearchRequest {
            restrictions: &wishes.restrictions,
            ownership_by_move: wishes.ownership_by_move,
            stop: stops.then(|| self.stop.flag()),
            owes_a_move: on_stop != OnStop::Leave,
            ..SearchRequest::new(&self.game, color, limits)
        };
        let stopped = || stops && self.stop.is_raised();
        searcher.search(&request, &stopped, wishes.watch.as_mut())
    }

    /// Creates the searcher for the size of the game, unless there is one.
    fn prepare_searcher(&mut self) -> &mut dyn Searcher {
        let size = self.game.size();
        let fitting = self.searcher.take().filter(|(made_for, _)| *made_for == size);
        let made = fitting.unwrap_or_else(|| (size, (self.factory)(size, self.settings.search)));
        &mut *self.searcher.insert(made).1
    }

    /// The number of simulations by the current searcher that are worth as much as `playouts`
    /// simulations with playouts.
    fn worth(&mut self, playouts: u64) -> u64 {
        self.prepare_searcher().simulations_worth(playouts)
    }

    /// The limits of a search for a move; `clock` is the time budget from the clock, if there is a
    /// clock.
    fn limits(&mut self, clock: Option<TimeBudget>) -> SearchLimits {
        let level = self.level_simulations();
        self.settings.limits(level, clock)
    }

    /// The number of simulations that the level allows for the search for a move, or `None` if the
    /// level has no limit.
    fn level_simulations(&mut self) -> Option<u64> {
        let visits = self.settings.level.visits(self.game.size());
        visits.map(|visits| self.worth(visits * PLAYOUTS_A_VISIT))
    }

    /// Clears the tree and resets the random numbers, so that the next search starts like the first
    /// one.
    fn clear_tree(&mut self) {
        let seed = self.seed();
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.forget(seed);
        }
    }

    /// Searches for a move for `color` within these limits and decides what to do. Also returns the
    /// number of consecutive hopeless turns.
    fn think(
        &mut self,
        color: Color,
        limits: SearchLimits,
        wishes: &mut Wishes<'_>,
    ) -> (Decision, u32) {
        if !self.settings.level.is_full() {
            // Reusing results from the last search would make the player stronger on some moves
            // than on others.
            self.clear_tree();
        }
        let is_free = wishes.restrictions.is_empty();
        let looks = self.looks(color, wishes.cleans_up, limits.time);
        let within = if is_free { self.less_time_for_passing(limits) } else { limits };
        let within = looks.as_ref().map_or(within, |looks| looks.leave_enough(within));
        let report = self.search(color, within, OnStop::Conclude, wishes);
        if let Some(watch) = &mut wishes.watch {
            watch.tell(&report);
        }
        let resignation = Resignation {
            threshold: self.settings.resign_threshold,
            least_deficit: self.settings.level.least_deficit(),
            hopeless_turns: self.hopeless_turns.before(&self.game, color),
        };
        let mut passing = self.passing(color, &report, limits.time);
        let is_settled = is_free && !wishes.cleans_up && passing.is_settled();
        let stays_won = is_free && !is_settled && passing.stays_won();
        let judged = || self.judgement(report.ownership.clone(), limits.time);
        let turn = Turn {
            game: &self.game,
            color,
            report: &report,
            resignation,
            cleans_up: wishes.cleans_up,
            is_settled,
            stays_won,
        };
        let decision = if is_free { turn.decide(judged) } else { Decision::Move(turn.best()) };
        let softness = self.settings.level.softness();
        let decision = if softness.is_some() { turn.sparing_eyes(decision) } else { decision };
        let free = turn.free_choice(decision);
        let hopeless_turns = resignation.turns(&report);
        let softened = free.zip(softness).zip(looks).map(|((best, softness), looks)| {
            self.choose_softly(softness, color, (&report, best), looks)
        });
        self.remember(color, is_free, report);
        (softened.map_or(decision, |vertex| Decision::Move(Move::Play(vertex))), hopeless_turns)
    }

    /// The status of the stones, determined from Black's ownership of each point, and by reading
    /// within its own limits and `time`.
    fn judgement(&self, ownership: Vec<f32>, time: Option<TimeBudget>) -> Judgement {
        let reads = self.settings.judge_by_reading;
        let left = || time.map_or(Duration::MAX, |time| time.hard.saturating_sub(time.elapsed()));
        judge(&self.game, ownership, |stone, share| {
            reads && stands(&self.game, stone, share, left(), self.stop.flag())
        })
    }

    /// The result of a search for the opponent after a move by `color`, or `None` if the move is
    /// illegal.
    fn search_after(
        &mut self,
        color: Color,
        mv: Move,
        limits: SearchLimits,
    ) -> Option<SearchReport> {
        let mut after = self.game.clone();
        after.play(color, mv).ok()?;
        let before = std::mem::replace(&mut self.game, after);
        let report = self.search(!color, limits, OnStop::Conclude, &mut Wishes::default());
        self.game = before;
        Some(report)
    }
}

impl Player for SearchPlayer {
    fn game(&self) -> &GameState {
        &self.game
    }

    fn game_mut(&mut self) -> &mut GameState {
        &mut self.game
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn generate(&mut self, color: Color, mut wishes: Wishes<'_>) -> Decision {
        let delay = TimeBudget::fixed(self.settings.delay);
        self.clock.start(color);
        let pacing = self.lateness.pace(self.settings.pacing);
        let stage = self.settings.stage(&self.game);
        let budget = self.clock.budget(color, stage, pacing);
        if let Some(TimeBudget { soft, hard, .. }) = budget {
            let left = self.clock.left(color).unwrap_or_default();
            log::info!("{color}: {soft:.2?}, {hard:.2?} at most, of {left:.2?}");
        }
        let decision = match self.look_up(color, &wishes) {
            Some(known) => Decision::Move(Move::Play(known.vertex)),
            None => {
                let limits = self.limits(budget);
                let (decision, hopeless_turns) = self.think(color, limits, &mut wishes);
                self.hopeless_turns.set(&self.game, color, hopeless_turns);
                decision
            }
        };
        if let Decision::Move(mv) = decision
            && let Err(broken) = self.game.play(color, mv)
        {
            log::error!("the search chose {mv}, which breaks a rule: {broken}");
        }
        self.keep_back(budget.map_or(delay, |budget| delay.capped(budget.soft)));
        self.clock.stop();
        if let Some(budget) = budget {
            self.lateness.note(budget.hard, budget.elapsed());
        }
        decision
    }

    fn suggest(&mut self, color: Color, mut wishes: Wishes<'_>) -> Decision {
        self.clear_tree();
        let limits = self.limits(None);
        let (decision, _) = self.think(color, limits, &mut wishes);
        self.clear_tree();
        decision
    }

    fn analyze(&mut self, color: Color, mut wishes: Wishes<'_>) {
        self.search_idly(color, SearchLimits::default(), &mut wishes);
    }

    fn ponder(&mut self) {
        if !self.settings.ponders() || self.game.is_over() {
            return;
        }
        let color = self.game.to_move();
        let left = self.settings.ponder_seconds.saturating_sub(self.time_spent(color));
        if left.is_zero() {
            return;
        }
        let time = Some(TimeBudget::fixed(left));
        // With only a time limit, the search would end as soon as the best move is decided. The
        // playout limit prevents this.
        let limits =
            SearchLimits { time, ends_when_full: true, ..SearchLimits::playouts(u64::MAX) };
        self.search_idly(color, limits, &mut Wishes::default());
    }

    fn look(&mut self) -> &SearchReport {
        self.look_at_position()
    }

    fn study(&mut self, share: f64) -> &SearchReport {
        self.study_position(share)
    }

    fn study_move(&mut self, mv: Move, share: f64) -> Option<SearchReport> {
        self.study_after(mv, share)
    }

    fn last_report(&self) -> Option<&SearchReport> {
        self.last_report.as_ref()
    }

    fn settings(&self) -> &PlayerSettings {
        &self.settings
    }

    fn set_settings(&mut self, settings: PlayerSettings) -> Result<(), MemoryShortage> {
        // The present tree goes first, even if the new memory is refused: while it exists, its
        // memory cannot be had.
        if settings.search != self.settings.search {
            self.searcher = None;
        }
        if settings.search.memory != self.settings.search.memory {
            settings.search.check_memory()?;
        }
        self.settings = settings;
        Ok(())
    }

    fn set_factory(&mut self, factory: SearcherFactory) {
        self.factory = factory;
        self.searcher = None;
        self.studied = None;
    }

    fn set_opening(&mut self, opening: Option<Arc<dyn Opening>>) {
        self.opening = opening;
    }

    fn opening_move(&self) -> Option<&OpeningMove> {
        self.opening_move.as_ref()
    }

    fn begin_game(&mut self, number: u64) {
        self.game_number = number;
    }

    fn choose_handicap(&mut self, stones: usize) -> Vec<Vertex> {
        handicap_points(self.game.size(), stones)
    }

    fn judge(&mut self) -> Judgement {
        self.judge_stones()
    }

    fn forget(&mut self) {
        self.last_report = None;
        self.studied = None;
        self.clear_tree();
    }

    fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }
}
