//! Alpha-beta: minimax without the moves that cannot change its result (Knuth and Moore, An Analysis
//! of Alpha-Beta Pruning, Artificial Intelligence, 1975), fail-soft (Fishburn, 1983), with a table
//! of positions.
//!
//! Positions may come back. What a position is worth then depends on the way to it: so each value
//! carries the positions on the way on which it rests, and enters the table with the
//! [condition](super::conditions) under which it holds. A bound on which a circle could not have led
//! needs none: who gets more than a circle is worth does not get it by going in one.

use super::bounds_record::BoundsRecord;
use super::budget::{Budget, OutOfBudget};
use super::conditions::{Condition, Conditional, Conditions, plain};
use super::dependence::Dependence;
use super::game::{Bounds, Game, Score, Scored};
use super::ordering::Ordering;
use super::table::Table;
use super::value::{ScoreBound, Value, Window, WindowQuery};

/// The depth of what does not depend on how deep the search looked.
const SETTLED: u32 = u32::MAX;

/// What alpha-beta may use: all by default. To leave something out changes no score, only what it
/// takes to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancements {
    /// The table of positions. MTD(f) is no use without it.
    pub table: bool,
    /// The order of moves by what the search has learned; otherwise that of the game.
    pub ordering: bool,
}

impl Default for Enhancements {
    fn default() -> Self {
        Self { table: true, ordering: true }
    }
}

/// What positions are taken to be worth at which the search must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// What the game guesses.
    Estimated,
    /// The least that they may be worth for the player to move at the start, or for the other one.
    WorstFor { starter: bool },
}

/// The search, with what it has learned: the table serves the next search too.
#[derive(Debug)]
pub struct AlphaBeta<G: Game> {
    enhancements: Enhancements,
    table: Table<BoundsRecord<G::Move>>,
    conditions: Conditions,
    /// The keys of the positions on the way.
    way: Vec<u64>,
    /// The moves between them, and the one that led to the present position.
    path: Vec<G::Move>,
    ordering: Ordering<G>,
    leaves: Leaves,
    /// The number of the present look.
    look: u32,
    /// The moves of the positions on the way, one after the other.
    moves: Vec<G::Move>,
}

impl<G: Scored> AlphaBeta<G> {
    /// A search with a table of so many bytes.
    pub fn new(enhancements: Enhancements, bytes: usize) -> Self {
        let bytes = if enhancements.table { bytes } else { 0 };
        let (conditions, bytes) = Conditions::beside_table(bytes);
        Self {
            enhancements,
            table: Table::with_memory(bytes),
            conditions,
            way: Vec::new(),
            path: Vec::new(),
            ordering: Ordering::new(),
            leaves: Leaves::Estimated,
            look: 0,
            moves: Vec::new(),
        }
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
        self.way.clear();
        self.path.clear();
        self.visit(game, window, depth, 0, budget)
    }

    /// Whether the score is at least so much for certain, as far as that shows so many moves ahead.
    pub(super) fn is_at_least(
        &mut self,
        game: &mut G,
        least: Score,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, OutOfBudget> {
        let value = self.doubt(game, true, Window::at_least(least), depth, budget)?;
        Ok(value.score >= least && !value.is_estimate)
    }

    /// Whether the score is at most so much for certain, as far as that shows so many moves ahead.
    pub(super) fn is_at_most(
        &mut self,
        game: &mut G,
        most: Score,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, OutOfBudget> {
        let value = self.doubt(game, false, Window::at_least(most + 1), depth, budget)?;
        Ok(value.score <= most && !value.is_estimate)
    }

    /// Looks with the worst leaves for one player, which rest on no estimate where it does well
    /// nevertheless.
    fn doubt(
        &mut self,
        game: &mut G,
        starter: bool,
        window: Window,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Value, OutOfBudget> {
        self.leaves = Leaves::WorstFor { starter };
        self.look_deeper();
        let value = self.search(game, window, depth, budget);
        self.leaves = Leaves::Estimated;
        value
    }

    /// What a position `ply` moves from the start is taken to be worth for the player to move.
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
        let key = plain(game.key());
        self.way.truncate(ply);
        if let Some(earlier) = self.way.iter().position(|&earlier| earlier == key) {
            let dependence = Dependence::on(earlier);
            let score = game.repetition(self.path.get(earlier..).unwrap_or_default());
            return Ok(Value { dependence, ..Value::certain(score) });
        }
        let bounds = game.bounds();
        if bounds.are_equal() || bounds.low >= window.beta {
            return Ok(Value::certain(bounds.low));
        }
        if bounds.high <= window.alpha {
            return Ok(Value::certain(bounds.high));
        }
        let known = if self.enhancements.table { self.table.find(key) } else { None };
        let repetitions = game.repetition_bounds();
        let query = WindowQuery { key, repetitions, window, depth };
        if let Some(value) = known.and_then(|known| self.answer(known, query)) {
            return Ok(value);
        }
        if depth == 0 && self.is_quiet(game) {
            return Ok(self.leaf(game, bounds, ply));
        }
        let first = known.and_then(|known| known.best).map(|mv| game.actual(mv));
        // Scores that are impossible anyway need no refutation.
        let query = WindowQuery { window: window.within(bounds), ..query };
        self.way.push(key);
        let (value, best) = self.expand(game, query.window, depth, ply, first, budget)?;
        self.way.truncate(ply + 1);
        let value = Value { dependence: value.dependence.before(ply), ..value };
        if self.enhancements.table {
            let best = best.map(|mv| game.normal(mv));
            self.note(query, bounds, value, best);
        }
        Ok(value)
    }

    /// Whether a leaf is worth what it is taken to be worth, without a look at noisy moves.
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

    /// Looks at the moves one after the other until one is good enough. At depth 0 these are the noisy
    /// ones, beside the estimate where the game lets the player stand pat.
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
        // What the score depends on if no move is good enough: all of them. At a leaf there are others.
        let (mut is_estimate, mut dependence) = (is_leaf, Dependence::NONE);
        for at in from..to {
            let mv = self.moves[at];
            game.play(mv);
            self.path.truncate(ply);
            self.path.push(mv);
            let inner = Window { alpha, beta: window.beta }.turned();
            let answer = self.visit(game, inner, depth.saturating_sub(1), ply + 1, budget);
            game.undo();
            let value = answer?.turned();
            is_estimate |= value.is_estimate;
            dependence = dependence.and(value.dependence);
            if best.is_none_or(|(best, _)| value.score > best.score) {
                best = Some((value, Some(mv)));
            }
            alpha = alpha.max(value.score);
            if value.score >= window.beta {
                // It alone refutes what was played before.
                (is_estimate, dependence) = (value.is_estimate, value.dependence);
                if self.enhancements.ordering {
                    self.ordering.note(mv, ply, depth);
                }
                break;
            }
        }
        self.moves.truncate(from);
        let score = best.map_or_else(|| game.bounds().low, |(value, _)| value.score);
        Ok((Value { score, is_estimate, dependence }, best.and_then(|(_, mv)| mv)))
    }

    /// Notes what was found, and the condition under which it holds.
    fn note(&mut self, query: WindowQuery, bounds: Bounds, value: Value, best: Option<G::Move>) {
        let WindowQuery { key, repetitions, window, depth } = query;
        // A condition names positions, not the moves between them, on which the worth of a repetition
        // may depend.
        if value.dependence != Dependence::NONE && !repetitions.are_equal() {
            return;
        }
        // An estimate is one on every way.
        let depends = if value.is_estimate { Dependence::NONE } else { value.dependence };
        let Some(condition) = self.conditions.keep(depends, &self.way) else { return };
        let depth = if value.is_estimate { depth } else { SETTLED };
        let Bounds { low, high } = bounds;
        let mut known = BoundsRecord { low, high, depth, look: self.look, best, condition };
        if value.score > window.alpha {
            known.low = low.max(value.score);
        }
        if value.score < window.beta {
            known.high = high.min(value.score);
        }
        if let Some(old) = self.table.find(key) {
            // Looks of the same depth agree, but where one of them has used what a deeper one noted.
            let is_alike = depth == SETTLED || old.look == self.look;
            let agree = old.low <= known.high && known.low <= old.high;
            if old.depth == depth && is_alike && agree {
                let is_free = |is_least| {
                    old.conditional(key, old.bound(is_least, repetitions)).condition
                        == Condition::NONE
                };
                known.low = if is_free(true) { known.low.max(old.low) } else { known.low };
                known.high = if is_free(false) { known.high.min(old.high) } else { known.high };
            }
            if value.score <= window.alpha {
                // No move was good enough: the one that was before says more.
                known.best = old.best.or(best);
            }
        }
        self.table.note(key, known);
    }

    /// The line that both play if they play their best, from a `score` for the player to move on, as
    /// far as the table knows it, at most `longest` moves.
    pub(super) fn variation(&self, game: &mut G, score: Score, longest: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut score = score;
        while line.len() < longest as usize && game.repeats().is_none() {
            let Some(known) = self.table.find(plain(game.key())) else { break };
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

    /// What the table knows, where that answers the query.
    fn answer(&self, known: BoundsRecord<G::Move>, query: WindowQuery) -> Option<Value> {
        let WindowQuery { key, repetitions, window, depth } = query;
        let is_settled = known.depth == SETTLED;
        if !is_settled && (known.depth < depth || known.look != self.look) {
            return None;
        }
        let met = |is_least| {
            let claim = known.bound(is_least, repetitions);
            self.met(known.conditional(key, claim)).map(|dependence| Value {
                score: claim.score,
                is_estimate: !is_settled,
                dependence,
            })
        };
        if known.low >= known.high {
            let (least, most) = (met(true)?, met(false)?);
            Some(Value { dependence: least.dependence.and(most.dependence), ..least })
        } else if known.low >= window.beta {
            met(true)
        } else if known.high <= window.alpha {
            met(false)
        } else {
            None
        }
    }

    /// On what on the way it rests that something known holds; `None` where its condition is not met.
    fn met(&self, known: Conditional<ScoreBound>) -> Option<Dependence> {
        self.conditions.met(&self.way, known, |key, claim| {
            let known = self.table.find(key)?;
            let found = known.bound(claim.is_least, claim.repetitions);
            let is_as_good = match claim.is_least {
                true => found.score >= claim.score,
                false => found.score <= claim.score,
            };
            (known.depth == SETTLED && is_as_good).then(|| known.conditional(key, found))
        })
    }
}
