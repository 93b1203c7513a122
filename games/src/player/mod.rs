//! The player of a game: its record, its clock, and the search for its moves.

#[cfg(test)]
mod tests;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use books::{BookMove, Variety};
use classical::{Budget, Score};
use clocks::{Clock, Side};
use protocol::diagnostics;

use crate::board_game::BoardGame;
use crate::record::{BadMove, Record};
use crate::searcher::{Line, Searcher};
use crate::settings::Settings;

/// The fraction of a move's limits for the first of two searches, which are made if the end of the
/// game may be in reach: one with estimates and one to the end. The rest is for the second search.
const FIRST_PART: f32 = 1.0 / PARTS_OF_NODES as f32;
/// The same part of a number of positions, as a divisor.
const PARTS_OF_NODES: u64 = 4;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found<G: BoardGame> {
    /// The position in which the search began.
    pub position: G,
    /// The best move and the replies to it.
    pub variation: Vec<G::Move>,
    /// The score for the player to move.
    pub score: Score,
    /// Whether the score depends on no estimate.
    pub is_exact: bool,
    /// Whether it comes from the opening book, and no search was made.
    pub is_from_book: bool,
    /// The depth of the last complete iteration, in moves; 0 for a search without a depth.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time that the search took.
    pub time: Duration,
}

/// A player with its game.
pub struct Player<G: BoardGame> {
    record: Arc<Record<G>>,
    clock: Clock,
    settings: Settings,
    stop: Arc<AtomicBool>,
    searcher: Searcher<G>,
    endgame: G::Endgame,
    /// The games that were begun after the first one.
    games: u64,
    last: Option<Found<G>>,
}

impl<G: BoardGame> Player<G> {
    /// Creates a player at the start of a game.
    pub fn new(settings: Settings) -> Self {
        let (searcher, endgame) = tables::<G>(&settings);
        Self {
            record: Arc::default(),
            clock: Clock::default(),
            stop: Arc::default(),
            searcher,
            endgame,
            games: 0,
            last: None,
            settings,
        }
    }

    /// The game so far. It is shared, not copied, until it changes.
    pub fn record(&self) -> &Arc<Record<G>> {
        &self.record
    }

    /// Sets the memory and the number of threads. Forgets what was found before, but not the game.
    pub fn resize(&mut self, memory: usize, threads: usize) {
        (self.settings.memory, self.settings.threads) = (memory, threads);
        self.renew_tables();
    }

    fn renew_tables(&mut self) {
        // The old tables go before there are new ones.
        self.searcher = Searcher::new(self.settings.search, 1, 0);
        self.endgame = G::endgame(0);
        (self.searcher, self.endgame) = tables::<G>(&self.settings);
    }

    /// Goes on with another game.
    pub fn set_record(&mut self, record: Arc<Record<G>>) {
        self.record = record;
    }

    /// Starts a new game, with full clocks.
    pub fn start_game(&mut self) {
        self.record = Arc::default();
        self.games = self.games.wrapping_add(1);
        self.clock.reset();
        self.searcher.forget();
        G::forget(&mut self.endgame);
        self.last = None;
    }

    /// The flag that ends a search when it is raised.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The clock.
    pub fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, to be changed. A new kind of search, memory or number of threads takes effect
    /// only when the tables are replaced, as by [`resize`](Self::resize).
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// What the last search has found.
    pub fn last(&self) -> Option<&Found<G>> {
        self.last.as_ref()
    }

    /// Plays a move of either player.
    ///
    /// # Errors
    /// As [`Record::play`].
    pub fn play(&mut self, side: Side, text: &str) -> Result<(), BadMove> {
        Arc::make_mut(&mut self.record).play(side, text)
    }

    /// Takes back the last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        Arc::make_mut(&mut self.record).undo()
    }

    /// Finds a move for the player to move, plays it for `side`, and returns its name. Once the
    /// game is over, that is a pass.
    pub fn generate(&mut self, side: Side) -> String {
        let mv = self.decide(side);
        if let Err(error) = self.play(side, &mv) {
            log::error!("the move {mv} was not played: {error}");
        }
        mv
    }

    /// Finds a move on `side`'s time and returns its name, without playing it.
    pub fn decide(&mut self, side: Side) -> String {
        self.clock.start(side);
        let mv = self.suggest();
        self.clock.stop();
        mv
    }

    /// Finds a move for the player to move and returns its name; a pass if the game is over.
    pub fn suggest(&mut self) -> String {
        let best = self.think().and_then(|found| found.variation.first().copied());
        self.name_or_pass(best)
    }

    /// Does the same by a search, whatever the book says.
    pub fn suggest_by_search(&mut self) -> String {
        let best = self.think_by_search().and_then(|found| found.variation.first().copied());
        self.name_or_pass(best)
    }

    fn name_or_pass(&self, mv: Option<G::Move>) -> String {
        mv.map_or_else(|| "pass".to_owned(), |mv| self.record.game().write_move(mv))
    }

    /// Finds the best line from here, in the book or by a search. Returns `None` if the game is
    /// over.
    pub fn think(&mut self) -> Option<&Found<G>> {
        match self.look_up() {
            Some(found) => Some(self.last.insert(found)),
            None => self.think_by_search(),
        }
    }

    /// Finds the best line from here by a search. Returns `None` if the game is over.
    pub fn think_by_search(&mut self) -> Option<&Found<G>> {
        let first = self.record.choices().into_iter().next()?;
        // The moves that the search considers, which may be fewer than the legal ones.
        let mut considered = Vec::new();
        self.record.game().clone().moves(&mut considered);
        let found = self.guard(first, |player| player.search(considered.len()));
        Some(self.last.insert(found.unwrap_or_else(|without_search| without_search)))
    }

    /// Runs a search. If it breaks off by a fault of the program, the error is a move without a
    /// search, `first`, so that a game goes on.
    fn guard<T>(
        &mut self,
        first: G::Move,
        search: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Found<G>> {
        let begun = Instant::now();
        let attempt = AssertUnwindSafe(|| search(self));
        panic::catch_unwind(attempt).map_err(|_| {
            log::error!("a search broke off by an internal error; the first legal move is taken");
            // They may have been left half changed.
            self.renew_tables();
            let line = Line { is_exact: false, ..Line::finished((vec![first], 0)) };
            found(self.record.game().clone(), line, begun.elapsed())
        })
    }

    /// The move of the opening book, if there is one. It is also reported on standard error. Within
    /// the margin, the choice varies from game to game.
    pub fn look_up(&self) -> Option<Found<G>> {
        let opening = self.settings.opening.as_ref();
        let opening = opening.filter(|_| self.settings.level >= Settings::FULL_STRENGTH)?;
        let game = self.record.game();
        let variety = self.variety();
        let BookMove { mv, value, .. } = opening.choose(game, variety).ok()?;
        let (name, score) = (game.write_move(mv), game.write_score(value.score));
        diagnostics::write(&format!("book: {name}, {score} {}", G::UNIT));
        let line = Line { is_exact: value.is_exact, ..Line::finished((vec![mv], value.score)) };
        Some(Found { is_from_book: true, ..found(game.clone(), line, Duration::ZERO) })
    }

    /// How choices vary in this game.
    pub(crate) fn variety(&self) -> Variety {
        self.settings.variety.in_game(self.games)
    }

    /// The best `count` moves with their lines, the best first; none if the game is over.
    pub fn best_lines(&mut self, count: usize) -> Vec<Found<G>> {
        self.think_aloud(count, &mut |_| {})
    }

    /// Does the same, and reports what each iteration of the default search finds. Other searches
    /// find one line. The lines that are returned have been reported, too.
    pub fn think_aloud(
        &mut self,
        count: usize,
        report: &mut dyn FnMut(&[Found<G>]),
    ) -> Vec<Found<G>> {
        let choices = self.record.choices();
        let Some(&first) = choices.first() else { return Vec::new() };
        let essence = |lines: &[Found<G>]| -> Vec<_> {
            lines.iter().map(|line| (line.variation.clone(), line.score)).collect()
        };
        let mut reported = Vec::new();
        let mut report_iteration = |lines: &[Found<G>]| {
            reported = essence(lines);
            report(lines);
        };
        let search =
            |player: &mut Self| player.search_aloud(count, choices.len(), &mut report_iteration);
        let lines = self.guard(first, search).unwrap_or_else(|without_search| vec![without_search]);
        // A move that turned out better in an unfinished iteration has not been reported yet.
        if essence(&lines) != reported {
            report(&lines);
        }
        lines
    }

    /// Searches for the best `count` of the legal moves, of which there are `choices`.
    fn search_aloud(
        &mut self,
        count: usize,
        choices: usize,
        report: &mut dyn FnMut(&[Found<G>]),
    ) -> Vec<Found<G>> {
        let begun = Instant::now();
        let position = self.record.game().clone();
        let stop = self.stop_flag();
        let (depth, budget) = self.limits(choices.max(2), &stop);
        let all = |lines: Vec<Line<G::Move>>| -> Vec<Found<G>> {
            let time = begun.elapsed();
            lines.into_iter().map(|line| found(position.clone(), line, time)).collect()
        };
        let is_near_end = G::FINISHES_FIRST && position.is_near_end(self.settings.depth, &budget);
        let first = if is_near_end { self.finish_first(&position, budget) } else { Err(0) };
        if let (Ok(line), 1) = (&first, count) {
            return all(vec![line.clone()]);
        }
        let budget = without(budget, first.as_ref().map_or_else(|&nodes| nodes, |line| line.nodes));
        let mut lines = if self.searcher.reports() {
            let report = &mut |lines| report(&all(lines));
            self.searcher.best_lines(&position, depth, budget, count.min(choices), report)
        } else {
            vec![self.searcher.search(&position, depth, budget)]
        };
        if let Ok(best) = first {
            lines.retain(|line| line.variation.first() != best.variation.first());
            lines.insert(0, best);
        }
        all(lines)
    }

    /// Searches with estimates and, if the end is in reach, without.
    fn search(&mut self, choices: usize) -> Found<G> {
        let begun = Instant::now();
        let position = self.record.game().clone();
        let stop = self.stop_flag();
        let (depth, budget) = self.limits(choices, &stop);
        let line = if choices > 1 && position.is_near_end(self.settings.depth, &budget) {
            self.search_to_end(&position, depth, budget)
        } else {
            self.searcher.search(&position, depth, budget)
        };
        found(position, line, begun.elapsed())
    }

    /// Searches with estimates for a part of the budget, so that there is a move in any case, and
    /// with the rest of it to the end of the game; or the other way round.
    fn search_to_end(&mut self, position: &G, depth: u32, budget: Budget<'_>) -> Line<G::Move> {
        if G::FINISHES_FIRST {
            return self.finish_first(position, budget).unwrap_or_else(|nodes| {
                let line = self.searcher.search(position, depth, without(budget, nodes));
                Line { nodes: nodes + line.nodes, ..line }
            });
        }
        let line = self.searcher.search(position, depth, first_part(budget));
        if line.is_exact {
            return line;
        }
        let mut rest = without(budget, line.nodes);
        let finished = position.finish(&mut self.endgame, &mut rest);
        let nodes = line.nodes + rest.spent();
        match finished {
            Some(end) => Line { depth: line.depth, nodes, ..Line::finished(end) },
            None => Line { nodes, ..line },
        }
    }

    /// Searches to the end of the game with the first part of a budget. The error is the number of
    /// positions that were searched in vain.
    fn finish_first(&mut self, position: &G, budget: Budget<'_>) -> Result<Line<G::Move>, u64> {
        let mut first = first_part(budget);
        let finished = position.finish(&mut self.endgame, &mut first);
        let nodes = first.spent();
        finished.map(|end| Line { nodes, ..Line::finished(end) }).ok_or(nodes)
    }

    /// The time that the settings and the clock allow for the next move, if they limit it.
    pub fn allowed(&self) -> Option<Duration> {
        let game = self.record.game();
        let by_clock = self.clock.budget(game.mover(), game.stage(), self.settings.pacing);
        by_clock.map(|time| time.soft).into_iter().chain(self.settings.seconds).min()
    }

    /// The limits of the search for the next move, of which there are `choices`: its depth, and its
    /// budget. A move without a choice needs no thought.
    fn limits<'a>(&self, choices: usize, stop: &'a AtomicBool) -> (u32, Budget<'a>) {
        let Settings { depth, nodes, .. } = self.settings;
        let nodes = nodes.into_iter().chain(self.settings.nodes_of_level()).min();
        let has_depth = depth.is_some() && self.searcher.has_depth();
        let is_limited = has_depth || nodes.is_some();
        let time = self.allowed().or((!is_limited).then_some(Settings::SECONDS));
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let depth = if choices == 1 { 1 } else { depth.unwrap_or(u32::MAX) };
        let mut budget = Budget::unlimited();
        (budget.nodes, budget.deadline, budget.stop) = (nodes, deadline, Some(stop));
        (depth, budget)
    }
}

/// The searches with their tables. At most half of the memory is for the end of the game.
fn tables<G: BoardGame>(settings: &Settings) -> (Searcher<G>, G::Endgame) {
    let of_end = G::MOST_MEMORY_OF_END.min(settings.memory / 2);
    let rest = settings.memory - of_end;
    (Searcher::new(settings.search, settings.threads, rest), G::endgame(of_end))
}

fn found<G: BoardGame>(position: G, line: Line<G::Move>, time: Duration) -> Found<G> {
    let Line { variation, score, is_exact, depth, nodes } = line;
    Found { position, variation, score, is_exact, is_from_book: false, depth, nodes, time }
}

/// The first part of a budget.
fn first_part(budget: Budget<'_>) -> Budget<'_> {
    let mut part = budget.part_of_time(FIRST_PART);
    part.nodes = budget.nodes.map(|nodes| nodes / PARTS_OF_NODES);
    part
}

/// A budget less some positions.
fn without(mut budget: Budget<'_>, nodes: u64) -> Budget<'_> {
    budget.nodes = budget.nodes.map(|most| most.saturating_sub(nodes));
    budget
}
