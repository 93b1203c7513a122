//! Alpha-beta: minimax without the moves that cannot change its result (Knuth and Moore, An Analysis
//! of Alpha-Beta Pruning, Artificial Intelligence, 1975), fail-soft (Fishburn, 1983), with a table
//! of positions.
//!
//! Positions may come back. What a position is worth then depends on the way to it, and must not be
//! noted for other ways: so each value carries the earliest position on the way on which it depends,
//! and only values that depend on nothing before their own position enter the table. As a circle
//! has one worth wherever it begins, a value in the table is right on every way.

use super::budget::{Budget, OutOfBudget};
use super::dependence::Dependence;
use super::game::{Bounds, Game, Score, Scored};
use super::ordering::Ordering;
use super::table::{Record, Table};

/// The depth of what does not depend on how deep the search looked.
const SETTLED: u32 = u32::MAX;

/// What alpha-beta may use: all by default. To leave something out changes no score, only what it
/// takes to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// The table of positions. MTD(f) is no use without it.
    pub table: bool,
    /// The order of moves by what the search has learned; otherwise that of the game.
    pub ordering: bool,
}

impl Default for Means {
    fn default() -> Self {
        Self { table: true, ordering: true }
    }
}

/// What is known of the score of a position: between which bounds it lies, looked so deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    low: Score,
    high: Score,
    depth: u32,
    /// The look that found it. A later one needs estimates of more moves ahead, and where positions
    /// come back, estimates of earlier looks would be taken for new ones for ever.
    look: u32,
    best: Option<M>,
}

impl<M: Copy> Record for Known<M> {
    fn worth(&self) -> u32 {
        self.depth
    }
}

/// The score of a position, a bound only where it is outside the window asked for, and what it
/// depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether it depends on an estimate.
    pub(super) is_estimate: bool,
    /// Where it depends on the way here.
    dependence: Dependence,
}

impl Value {
    pub(super) fn certain(score: Score) -> Self {
        Self { score, is_estimate: false, dependence: Dependence::NONE }
    }

    /// The same for the other player.
    fn turned(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The part of the scores that matters at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// All scores. The least one has no opposite number and is no score.
    pub(super) const ALL: Self = Self { alpha: -Score::MAX, beta: Score::MAX };

    /// Asks only whether the score is at least `beta`.
    pub(super) fn at_least(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether a score is no mere bound.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    fn within(self, bounds: Bounds) -> Self {
        Self { alpha: self.alpha.max(bounds.low - 1), beta: self.beta.min(bounds.high) }
    }
}

/// The search, with what it has learned: the table serves the next search too.
#[derive(Debug)]
pub struct AlphaBeta<G: Game> {
    means: Means,
    table: Table<Known<G::Move>>,
    ordering: Ordering<G>,
    /// The number of the present look.
    look: u32,
    /// The moves of the positions on the way, one after the other.
    moves: Vec<G::Move>,
}

impl<G: Scored> AlphaBeta<G> {
    /// A search with a table of so many bytes.
    pub fn new(means: Means, bytes: usize) -> Self {
        let bytes = if means.table { bytes } else { 0 };
        let (table, ordering) = (Table::with_memory(bytes), Ordering::new());
        Self { means, table, ordering, look: 0, moves: Vec::new() }
    }

    /// Forgets which moves were good, and lets what is in the table give way to new positions.
    pub(super) fn begin(&mut self) {
        self.table.grow_old();
        self.ordering = Ordering::new();
        self.moves.clear();
    }

    /// Begins a new look, deeper than the last one.
    pub(super) fn look_deeper(&mut self) {
        self.look += 1;
    }

    /// The score of `game` for the player to move, `depth` moves ahead.
    pub(super) fn search(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Value, OutOfBudget> {
        self.moves.clear();
        self.visit(game, window, depth, 0, budget)
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
        if let Some(before) = game.repeats() {
            let dependence = Dependence::on(ply, before);
            return Ok(Value { dependence, ..Value::certain(game.circle()) });
        }
        let bounds = game.bounds();
        if bounds.are_equal() || bounds.low >= window.beta {
            return Ok(Value::certain(bounds.low));
        }
        if bounds.high <= window.alpha {
            return Ok(Value::certain(bounds.high));
        }
        let known = if self.means.table { self.table.find(game.key()) } else { None };
        if let Some(value) = known.and_then(|known| self.answer(known, window, depth)) {
            return Ok(value);
        }
        if depth == 0 {
            return Ok(Value { is_estimate: true, ..Value::certain(game.estimate()) });
        }
        let first = known.and_then(|known| known.best).map(|mv| game.actual(mv));
        // Scores that are impossible anyway need no refutation.
        let window = window.within(bounds);
        let (value, best) = self.expand(game, window, depth, ply, first, budget)?;
        let value = Value { dependence: value.dependence.before(ply), ..value };
        if self.means.table && value.dependence == Dependence::NONE {
            let best = best.map(|mv| game.normal(mv));
            self.note(game.key(), bounds, window, depth, value, best);
        }
        Ok(value)
    }

    /// Looks at the moves one after the other until one is good enough.
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
        game.moves(&mut self.moves);
        let to = self.moves.len();
        if self.means.ordering {
            self.ordering.sort(&mut self.moves[from..], first, ply);
        }
        let mut alpha = window.alpha;
        let mut best: Option<(Value, G::Move)> = None;
        // What the score depends on if no move is good enough: all of them.
        let (mut is_estimate, mut dependence) = (false, Dependence::NONE);
        for at in from..to {
            let mv = self.moves[at];
            game.play(mv);
            let inner = Window { alpha, beta: window.beta }.turned();
            let answer = self.visit(game, inner, depth - 1, ply + 1, budget);
            game.undo();
            let value = answer?.turned();
            is_estimate |= value.is_estimate;
            dependence = dependence.min(value.dependence);
            if best.is_none_or(|(best, _)| value.score > best.score) {
                best = Some((value, mv));
            }
            alpha = alpha.max(value.score);
            if value.score >= window.beta {
                // It alone refutes what was played before.
                (is_estimate, dependence) = (value.is_estimate, value.dependence);
                if self.means.ordering {
                    self.ordering.note(mv, ply, depth);
                }
                break;
            }
        }
        self.moves.truncate(from);
        let score = best.map_or_else(|| game.bounds().low, |(value, _)| value.score);
        Ok((Value { score, is_estimate, dependence }, best.map(|(_, mv)| mv)))
    }

    fn note(
        &mut self,
        key: u64,
        bounds: Bounds,
        window: Window,
        depth: u32,
        value: Value,
        best: Option<G::Move>,
    ) {
        let depth = if value.is_estimate { depth } else { SETTLED };
        let Bounds { mut low, mut high } = bounds;
        if value.score > window.alpha {
            low = low.max(value.score);
        }
        if value.score < window.beta {
            high = high.min(value.score);
        }
        let mut best = best;
        if let Some(old) = self.table.find(key) {
            // Looks of the same depth agree, but where one of them has used what a deeper one noted.
            let is_alike = depth == SETTLED || old.look == self.look;
            if old.depth == depth && is_alike && old.low <= high && low <= old.high {
                (low, high) = (low.max(old.low), high.min(old.high));
            }
            if value.score <= window.alpha {
                // No move was good enough: the one that was before says more.
                best = old.best.or(best);
            }
        }
        self.table.note(key, Known { low, high, depth, look: self.look, best });
    }

    /// The line that both play if they play their best, from a `score` for the player to move on, as
    /// far as the table knows it, at most `longest` moves.
    pub(super) fn variation(&self, game: &mut G, score: Score, longest: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut score = score;
        while line.len() < longest as usize && game.repeats().is_none() {
            let Some(known) = self.table.find(game.key()) else { break };
            let Some(mv) = known.best.map(|mv| game.actual(mv)) else { break };
            if (known.low, known.high) != (score, score) || game.bounds().are_equal() {
                break;
            }
            game.play(mv);
            line.push(mv);
            score = -score;
        }
        for _ in &line {
            game.undo();
        }
        line
    }

    /// What the table knows, where that answers the question.
    fn answer(&self, known: Known<G::Move>, window: Window, depth: u32) -> Option<Value> {
        let is_settled = known.depth == SETTLED;
        if !is_settled && (known.depth < depth || known.look != self.look) {
            return None;
        }
        let Known { low, high, .. } = known;
        let score = if low >= window.beta || low >= high {
            low
        } else if high <= window.alpha {
            high
        } else {
            return None;
        };
        Some(Value { is_estimate: !is_settled, ..Value::certain(score) })
    }
}
