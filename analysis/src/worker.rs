//! The thread that analyses one position after another with a player of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assembly::compose;
use assembly::parameters::ParameterValues;
use engine::player::{Decision, Level, Player, PlayerSettings, SearchReport, Watch, Wishes};
use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move};

use crate::answer::{self, PositionFacts, Stage};
use crate::human_profile;
use crate::notice;
use crate::output::Output;
use crate::query::fields::FieldError;
use crate::query::{Query, Reports};
use crate::queue::{Job, Queue};

/// The interval of reports that nobody asked for, in effect never.
const NEVER: Duration = Duration::from_secs(1_000_000);

/// The problem with a player that does not say what it has found.
const NO_REPORT: &str = "a search without a report";

/// The time for a position if neither the query nor the options have a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The ownership, from 0 to 1, at which the owner of a point is certain.
const CERTAIN: f32 = 0.7;
/// A pass may count as the best move only if the owners of at least this fraction of the points are
/// certain.
const MOST_POINTS: f32 = 0.75;

/// The progress of reporting on a running search. The final report arrives in the same way as the
/// earlier ones, even if no report is due.
struct Progress {
    /// When the next report is due.
    due: Instant,
    /// The last report.
    last: Option<SearchReport>,
}

/// A worker.
pub(crate) struct Worker {
    number: usize,
    values: ParameterValues,
    queue: Arc<Queue>,
    output: Output,
    player: Box<dyn Player>,
}

impl Worker {
    /// Creates a worker whose player has these parameter values.
    pub(crate) fn new(
        number: usize,
        values: ParameterValues,
        queue: Arc<Queue>,
        output: Output,
    ) -> Self {
        Self { number, values, queue, output, player: player(&values) }
    }

    /// Analyses positions until no more will come.
    pub(crate) fn run(mut self) {
        let mut stop = self.player.stop_signal();
        while let Some(job) = self.queue.take(self.number, &stop) {
            let result = catch_unwind(AssertUnwindSafe(|| self.answer(&job)));
            let matters = self.queue.finish(self.number);
            let Job { query, turn } = &job;
            match result {
                Ok(Ok(line)) if matters => self.output.add(line),
                Ok(Ok(_)) => {}
                failed => {
                    log::error!("query {}, turn {turn}: {failed:?}", query.id);
                    self.output.add(notice::fault(&query.id, *turn));
                    self.player = player(&self.values);
                    stop = self.player.stop_signal();
                }
            }
        }
    }

    /// Analyses a position and returns the final answer.
    fn answer(&mut self, job: &Job) -> Result<String, String> {
        let Job { query, turn } = job;
        let game = query.game(*turn).map_err(|error| error.to_string())?;
        let color = game.to_move();
        let mut position = PositionFacts::of(&game);
        *self.player.game_mut() = game;
        let level = self.level(query, color);
        let settings = settings(*self.player.settings(), &self.values, query, level);
        if query.wishes.include.policy && !query.wishes.restrictions.is_empty() {
            position.keep_policy(&self.glance(color, settings)?);
        }
        self.player.set_settings(settings).map_err(|error| error.to_string())?;
        let text = |report: &SearchReport, stage| {
            answer::line(query, *turn, &position, report, stage).map_err(|error| error.to_string())
        };
        let times = query.wishes.reports.unwrap_or(Reports { first: NEVER, interval: NEVER });
        let mut progress = Progress { due: Instant::now() + times.first, last: None };
        let mut tell = |report: &SearchReport| {
            let is_due = Instant::now() >= progress.due;
            if is_due && !self.output.is_busy() {
                progress.due = Instant::now() + times.interval;
                if let Ok(line) = text(report, Stage::During) {
                    self.output.add(line);
                }
            }
            progress.last = Some(report.clone());
        };
        let watch = Watch::new(times.interval, &mut tell).starting_after(times.first);
        let wishes = Wishes {
            restrictions: query.wishes.restrictions.clone(),
            ownership_by_move: query.wishes.include.needs_ownership_by_move(),
            watch: Some(watch),
            ..Wishes::default()
        };
        let decision = self.player.suggest(color, wishes);
        let report = progress.last.ok_or(NO_REPORT)?;
        text(&report, Stage::Final(chosen(decision, query, &report)))
    }

    /// A short search without restrictions, which tells the policy of a position.
    fn glance(&mut self, color: Color, settings: PlayerSettings) -> Result<SearchReport, String> {
        let settings =
            PlayerSettings { level: Level::FULL, playouts: Some(1), visits: None, ..settings };
        self.player.set_settings(settings).map_err(|error| error.to_string())?;
        self.player.suggest(color, Wishes::default());
        self.player.last_report().cloned().ok_or(NO_REPORT.to_owned())
    }

    /// The level of play for a query, with a warning if the query asks for a human player.
    fn level(&self, query: &Query, color: Color) -> Level {
        let Some(profile) = &query.wishes.settings.profile else { return Level::FULL };
        let level = profile.levels[color];
        let warning = human_profile::warning(&profile.name, color, level);
        let warning = FieldError::new("overrideSettings", warning);
        self.output.add(notice::warning(&query.id, &warning));
        level
    }
}

/// The move that the answer presents as the player's choice, if there is one.
///
/// With restrictions, the decision is only the most visited move. In the middle of the game, a
/// player may pass because the opponent has passed and the count is won, but a better move would
/// win by more.
fn chosen(decision: Decision, query: &Query, report: &SearchReport) -> Option<Move> {
    let Decision::Move(mv) = decision else { return None };
    let is_free = query.wishes.restrictions.is_empty();
    let is_best = is_free && (mv != Move::Pass || is_decided(&report.ownership));
    let is_human = query.wishes.settings.profile.is_some();
    (is_best || is_human).then_some(mv)
}

/// Whether the owners of most points are certain, given Black's ownership of each point.
fn is_decided(ownership: &[f32]) -> bool {
    let certain = ownership.iter().filter(|own| own.abs() >= CERTAIN).count();
    certain as f32 >= MOST_POINTS * ownership.len() as f32
}

/// The player of a worker. Its game is replaced before each search.
fn player(values: &ParameterValues) -> Box<dyn Player> {
    let game = GameState::new(BoardSize::square(19), Rules::default(), 7.5);
    compose::player_with(values, game)
}

/// The settings for a query. A level has its own number of simulations, whatever a query asks for.
fn settings(
    before: PlayerSettings,
    values: &ParameterValues,
    query: &Query,
    level: Level,
) -> PlayerSettings {
    let asked = &query.wishes.settings;
    let configured = values.player;
    let visits = asked.visits.or(configured.playouts).or(configured.visits);
    let time = asked.time.or(configured.seconds);
    let time = time.or_else(|| visits.is_none().then_some(DEFAULT_TIME));
    let analysing = before.for_analysis(visits, time);
    let playouts = analysing.playouts.filter(|_| level.is_full());
    PlayerSettings { level, playouts, ..analysing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_the_best_move_only_when_the_owners_are_certain() {
        let ownership = |certain: usize| -> Vec<f32> {
            (0..100).map(|point| if point < certain { -0.9 } else { 0.1 }).collect()
        };
        assert!(is_decided(&ownership(75)) && !is_decided(&ownership(74)));
    }
}
