//! Alpha-beta search: minimax without the moves that cannot change its result (Knuth and Moore, An
//! Analysis of Alpha-Beta Pruning, Artificial Intelligence, 1975), fail-soft (Fishburn, 1983), with
//! a transposition table.
//!
//! Positions may repeat, and the value of a repeated position depends on the path to it. Each value
//! therefore records which positions on the path it depends on, and is stored in the table together
//! with the [condition](super::conditions) under which it holds. A bound that no repetition can
//! produce needs no condition. For example, a lower bound above the value of any repetition must
//! have another cause. A value that depends on a repetition of a position in the game before the
//! search is not stored, because the next search may begin elsewhere. Nor is a value from an
//! earlier search used once the game has gone through more positions whose repetition counts.
//!
//! Wins are counted from the root during the search, and from the position in the table.

mod stored;

use super::bounds_record::BoundsRecord;
use super::budget::{Budget, OutOfBudget};
use super::conditions::{Conditions, position_key};
use super::dependence::Dependence;
use super::game::{Bounds, Game, Score, Scored};
use super::ordering::Ordering;
use super::repetition::repetition;
use super::table::Table;
use super::value::{Value, Window, WindowQuery};
use super::won::{bounds_from_root, from_root};

/// The enhancements of alpha-beta, all enabled by default. Disabling an enhancement never changes a
/// score, only the number of positions searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancements {
    /// Whether to use the transposition table. MTD(f) is useless without it.
    pub table: bool,
    /// Whether to order moves by statistics collected during the search instead of keeping the
    /// order in which the game lists them.
    pub ordering: bool,
}

impl Default for Enhancements {
    fn default() -> Self {
        Self { table: true, ordering: true }
    }
}

/// How a position is scored if the search must stop there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// Scored by the game's estimate.
    Estimated,
    /// Scored as the worst case for one player: the player to move at the root if `starter` is
    /// true, otherwise the opponent.
    WorstFor { starter: bool },
}

/// An alpha-beta search with its table and its statistics. The table is kept for the next search.
#[derive(Debug)]
pub struct AlphaBeta<G: Game> {
    enhancements: Enhancements,
    table: Table<BoundsRecord<G::Move>>,
    conditions: Conditions,
    /// What tells the game before this search from the games before others.
    history: u64,
    /// The keys of the positions on the current path.
    path_keys: Vec<u64>,
    /// The moves between these positions, ending with the move that led to the current position.
    path: Vec<G::Move>,
    ordering: Ordering<G>,
    leaves: Leaves,
    /// The best move at the root, as far as it is known.
    best: Option<G::Move>,
    /// The number of the current iteration.
    iteration: u32,
    /// The move lists of all positions on the path, concatenated.
    moves: Vec<G::Move>,
}

impl<G: Scored> AlphaBeta<G> {
    /// Creates a search whose table uses at most `bytes` bytes.
    pub fn new(enhancements: Enhancements, bytes: usize) -> Self {
        let bytes = if enhancements.table { bytes } else { 0 };
        let (conditions, bytes) = Conditions::beside_table(bytes);
        Self {
            enhancements,
            table: Table::with_memory(bytes),
            conditions,
            history: 0,
            path_keys: Vec::new(),
            path: Vec::new(),
            ordering: Ordering::new(),
            leaves: Leaves::Estimated,
            best: None,
            iteration: 0,
            moves: Vec::new(),
        }
    }

    /// Begins the search of a game: resets the move ordering and marks all table entries as
    /// replaceable.
    pub(super) fn begin(&mut self, game: &G) {
        self.history = game.history_key();
        self.table.start_generation();
        self.ordering = Ordering::new();
        self.best = None;
        self.moves.clear();
    }

    /// Begins the next, deeper iteration.
    pub(super) fn begin_iteration(&mut self) {
        self.iteration += 1;
    }

    /// The key of the position in the table.
    fn key(&self, game: &G) -> u64 {
        position_key(game.key() ^ self.history)
    }

    /// Returns the score of `game` for the player to move, from a search `depth` moves deep.
    pub(super) fn search(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Value, OutOfBudget> {
        self.moves.clear();
        self.path_keys.clear();
        self.path.clear();
        self.visit(game, window, depth, 0, budget)
    }

    /// Returns whether a search `depth` moves deep proves that the score is at least `least`.
    pub(super) fn is_at_least(
        &mut self,
        game: &mut G,
        least: Score,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, OutOfBudget> {
        let value = self.search_worst_case(game, true, Window::at_least(least), depth, budget)?;
        Ok(value.score >= least && !value.is_estimate)
    }

    /// Returns whether a search `depth` moves deep proves that the score is at most `most`.
    pub(super) fn is_at_most(
        &mut self,
        game: &mut G,
        most: Score,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, OutOfBudget> {
        let value =
            self.search_worst_case(game, false, Window::at_least(most + 1), depth, budget)?;
        Ok(value.score <= most && !value.is_estimate)
    }

    /// Searches with each leaf scored as the worst case for one player. If the result is still good
    /// for that player, it does not rely on estimates.
    fn search_worst_case(
        &mut self,
        game: &mut G,
        starter: bool,
        window: Window,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Value, OutOfBudget> {
        self.leaves = Leaves::WorstFor { starter };
        self.begin_iteration();
        let value = self.search(game, window, depth, budget);
        self.leaves = Leaves::Estimated;
        value
    }

    /// The value, for the player to move, of a leaf at distance `ply` from the root.
    fn leaf(&self, game: &G, bounds: Bounds, ply: usize) -> Value {
        let score = match self.leaves {
            Leaves::Estimated => game.estimate(),
            Leaves::WorstFor { starter } if starter == ply.is_multiple_of(2) => bounds.low,
            Leaves::WorstFor { .. } => bounds.high,
        };
        Value { is_estimate: true, ..Value::certain(score) }
    }

    fn visit(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Value, OutOfBudget> {
        budget.spend()?;
        let key = self.key(game);
        self.path_keys.truncate(ply);
        if let Some(value) = self.repetition(game, key, ply) {
            return Ok(value);
        }
        let bounds = bounds_from_root(game, ply);
        if bounds.are_equal() || bounds.low >= window.beta {
            return Ok(Value::certain(bounds.low));
        }
        if bounds.high <= window.alpha {
            return Ok(Value::certain(bounds.high));
        }
        let known = self.known(key, ply);
        let repetitions = game.repetition_bounds();
        let query = WindowQuery { key, repetitions, window, depth, ply };
        if let Some(value) = known.and_then(|known| self.stored_answer(known, query)) {
            if ply == 0 {
                let best = known.and_then(|known| known.best).map(|mv| game.actual(mv));
                self.note_best(window, value, best);
            }
            return Ok(value);
        }
        if depth == 0 && self.is_quiet(game) {
            return Ok(self.leaf(game, bounds, ply));
        }
        let first = known.and_then(|known| known.best).map(|mv| game.actual(mv));
        // Scores outside the bounds are impossible, so they need not be refuted.
        let query = WindowQuery { window: window.within(bounds), ..query };
        self.path_keys.push(key);
        let (value, best) = self.expand(game, query.window, depth, ply, first, budget)?;
        self.path_keys.truncate(ply + 1);
        let value = Value { dependence: value.dependence.before(ply), ..value };
        if ply == 0 {
            self.note_best(query.window, value, best);
        }
        if self.enhancements.table {
            let best = best.map(|mv| game.normal(mv));
            self.store(query, bounds, value, best);
        }
        Ok(value)
    }

    /// The value of the position if it is a repetition.
    fn repetition(&self, game: &G, key: u64, ply: usize) -> Option<Value> {
        if let Some(earlier) = self.path_keys.iter().position(|&earlier| earlier == key) {
            let score = game.repetition(self.path.get(earlier..).unwrap_or_default());
            let value = Value::certain(from_root::<G>(score, ply));
            return Some(Value { dependence: Dependence::on(earlier), ..value });
        }
        // The keys of a position may differ each time, as near a draw by a count of moves.
        let is_on_path = || game.repeats().is_some_and(|length| length <= ply);
        // The search goes on from the root, whatever has happened before.
        if ply == 0 || !game.repeats_history() && !is_on_path() {
            return None;
        }
        let value = Value::certain(repetition(game, &self.path)?);
        Some(Value { dependence: Dependence::BEFORE_PATH, ..value })
    }

    /// Notes the best move of a search at the root. If no move is better than the window, little is
    /// known of which one is best.
    fn note_best(&mut self, window: Window, value: Value, best: Option<G::Move>) {
        if value.score > window.alpha || self.best.is_none() {
            self.best = best;
        }
    }

    /// Returns whether a leaf can be scored without searching noisy moves.
    fn is_quiet(&mut self, game: &mut G) -> bool {
        if self.leaves != Leaves::Estimated {
            return true;
        }
        let from = self.moves.len();
        game.noisy_moves(&mut self.moves);
        let is_quiet = self.moves.len() == from;
        self.moves.truncate(from);
        is_quiet
    }

    /// Searches the moves in order until one causes a cutoff. At depth 0, only the noisy moves are
    /// searched, and a player who may stand pat can accept the estimate instead.
    fn expand(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
        first: Option<G::Move>,
        budget: &mut Budget<'_>,
    ) -> Result<(Value, Option<G::Move>), OutOfBudget> {
        let from = self.moves.len();
        let is_leaf = depth == 0;
        if is_leaf {
            game.noisy_moves(&mut self.moves);
        } else {
            game.moves(&mut self.moves);
        }
        let to = self.moves.len();
        if self.enhancements.ordering {
            self.ordering.sort(&mut self.moves[from..], first, ply);
        }
        let mut alpha = window.alpha;
        let mut best: Option<(Value, Option<G::Move>)> = None;
        if is_leaf && game.may_stand_pat() {
            let value = Value { is_estimate: true, ..Value::certain(game.estimate()) };
            if value.score >= window.beta {
                self.moves.truncate(from);
                return Ok((value, None));
            }
            alpha = alpha.max(value.score);
            best = Some((value, None));
        }
        // Without a cutoff, the score depends on all moves. At a leaf, it is an estimate because
        // only the noisy moves are searched.
        let (mut is_estimate, mut dependence) = (is_leaf, Dependence::NONE);
        for at in from..to {
            let mv = self.moves[at];
            game.play(mv);
            self.path.truncate(ply);
            self.path.push(mv);
            let inner = Window { alpha, beta: window.beta }.negated();
            let answer = self.visit(game, inner, depth.saturating_sub(1), ply + 1, budget);
            game.undo();
            let value = answer?.negated();
            is_estimate |= value.is_estimate;
            dependence = dependence.and(value.dependence);
            if best.is_none_or(|(best, _)| value.score > best.score) {
                best = Some((value, Some(mv)));
            }
            alpha = alpha.max(value.score);
            if value.score >= window.beta {
                // This move alone refutes the opponent's last move.
                (is_estimate, dependence) = (value.is_estimate, value.dependence);
                if self.enhancements.ordering {
                    self.ordering.record_cutoff(mv, ply, depth);
                }
                break;
            }
        }
        self.moves.truncate(from);
        let score = best.map_or_else(|| bounds_from_root(game, ply).low, |(value, _)| value.score);
        Ok((Value { score, is_estimate, dependence }, best.and_then(|(_, mv)| mv)))
    }

    /// Returns the principal variation from the root, which has this `score` for the player to
    /// move. The variation is as long as the table allows, up to `longest` moves.
    pub(super) fn variation(&self, game: &mut G, score: Score, longest: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let (mut score, mut next) = (score, self.best);
        while let Some(mv) = next.filter(|_| line.len() < longest as usize) {
            game.play(mv);
            line.push(mv);
            score = -score;
            next = self.best_known(game, score, line.len());
        }
        for _ in &line {
            game.undo();
        }
        line
    }
}
