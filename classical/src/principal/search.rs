//! Principal variation search of one thread (Marsland and Campbell, Parallel Search of Strongly
//! Ordered Game Trees, 1982; Reinefeld, NegaScout, 1983): the first move is searched with the full
//! window, and each other move only to show that it is no better. The search is fail-soft.

use super::order::{Order, Ranked, next_best};
use super::root_move::RootMove;
use super::selective::{Selective, Selectivity};
use super::shared_table::{BoundKind, SharedTable, Stored};
use super::value::{Node, Value};
use super::won::{from_position, from_root, is_decisive};
use crate::budget::{Budget, OutOfBudget};
use crate::game::{Bounds, Score};

/// The number of moves that are always searched to the full depth.
const FULL_DEPTH_MOVES: usize = 3;
/// The least depth at which late moves are reduced.
const LEAST_REDUCED: u32 = 3;
/// The least depth at which a position without a known best move is searched less deeply.
const LEAST_UNKNOWN: u32 = 4;

/// The state of one thread's search.
pub(super) struct Search<'a, G: Selective> {
    pub(super) game: G,
    pub(super) table: &'a SharedTable,
    pub(super) selectivity: Selectivity,
    pub(super) budget: Budget<'a>,
    pub(super) order: Order<G>,
    /// The moves since the root, or since the last null move.
    pub(super) path: Vec<G::Move>,
    /// Whether there is a null move before `path`.
    pub(super) is_after_null: bool,
    /// The estimates of the positions on the path that have been asked for, by distance from the
    /// root.
    pub(super) estimates: Vec<Option<Score>>,
    /// The remaining moves of all positions on the path, one position after the other.
    pub(super) ranked: Vec<Ranked<G::Move>>,
    /// A buffer for the moves of one position.
    list: Vec<G::Move>,
    /// The principal variation from each distance from the root.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// The moves at the root, the best first.
    pub(super) roots: Vec<RootMove<G::Move>>,
    /// The distance from the root up to which positions may be searched more deeply.
    pub(super) longest_extended: usize,
    /// The longest line searched in this iteration.
    pub(super) selective_depth: usize,
    /// A lower bound, above alpha, that was proved for the current move at the root.
    pub(super) raised: Option<Score>,
}

impl<'a, G: Selective> Search<'a, G> {
    pub(super) fn new(
        game: G,
        table: &'a SharedTable,
        selectivity: Selectivity,
        budget: Budget<'a>,
    ) -> Self {
        let mut search = Self {
            game,
            table,
            selectivity,
            budget,
            order: Order::new(),
            path: Vec::new(),
            is_after_null: false,
            estimates: Vec::new(),
            ranked: Vec::new(),
            list: Vec::new(),
            lines: Vec::new(),
            roots: Vec::new(),
            longest_extended: 0,
            selective_depth: 0,
            raised: None,
        };
        search.game.moves(&mut search.list);
        search.roots.extend(search.list.iter().map(|&mv| RootMove::unknown(mv)));
        search
    }

    /// Returns the value of the position for the player to move.
    pub(super) fn visit(&mut self, node: Node) -> Result<Value, OutOfBudget> {
        self.budget.spend()?;
        self.selective_depth = self.selective_depth.max(node.ply);
        let is_principal = node.is_principal();
        if is_principal {
            self.line(node.ply).clear();
        }
        if let Some(estimate) = self.estimates.get_mut(node.ply) {
            *estimate = None;
        }
        if let Some(value) = self.repetition(node.ply) {
            return Ok(value);
        }
        let bounds = self.game.bounds();
        let low = from_root::<G>(bounds.low, node.ply);
        let high = from_root::<G>(bounds.high, node.ply);
        if bounds.are_equal() || low >= node.beta {
            return Ok(Value::certain(low));
        }
        if high <= node.alpha {
            return Ok(Value::certain(high));
        }
        if node.depth == 0 {
            return self.settle(node, low, high);
        }
        let key = self.game.key();
        let known = self.table.find(key);
        if !is_principal && let Some(value) = self.stored_answer(known, node) {
            return Ok(value);
        }
        let first = known.and_then(|known| known.best);
        self.expand(node.within(low, high), key, first, is_principal)
    }

    /// The value of the position if it is a repetition.
    fn repetition(&self, ply: usize) -> Option<Value> {
        let length = self.game.repeats()?;
        let first = self.path.len().checked_sub(length);
        if first.is_none() && self.is_after_null {
            // No player would have to accept a repetition that a null move is part of.
            return None;
        }
        let path = self.path.get(first.unwrap_or(0)..).unwrap_or_default();
        let score = from_root::<G>(self.game.repetition(path), ply);
        let earliest = if first.is_some() { ply - length + 1 } else { 0 };
        Some(Value { earliest, ..Value::certain(score) })
    }

    /// The stored value of a position if it answers the question.
    fn stored_answer(&self, known: Option<Stored>, node: Node) -> Option<Value> {
        let known = known?;
        let depth = u32::from(known.depth);
        let is_usable = match self.selectivity.deeper_results {
            true => known.is_settled || depth >= node.depth,
            false => depth == node.depth,
        };
        let score = from_root::<G>(known.score, node.ply);
        let answers = match known.kind? {
            BoundKind::Exact => true,
            BoundKind::Lower => score >= node.beta,
            BoundKind::Upper => score <= node.alpha,
        };
        let value = Value { is_estimate: !known.is_settled, ..Value::certain(score) };
        (is_usable && answers).then_some(value)
    }

    /// Searches the noisy moves of a leaf with these bounds. A player who may stand pat can accept
    /// the estimate.
    fn settle(&mut self, node: Node, low: Score, high: Score) -> Result<Value, OutOfBudget> {
        // A list of moves, or a look into the table, takes longer than an estimate.
        let may_stand_pat = self.game.may_stand_pat();
        if may_stand_pat && self.estimate(node.ply) >= node.beta {
            return Ok(Value::estimate(self.estimate(node.ply)));
        }
        self.list.clear();
        self.game.noisy_moves(&mut self.list);
        if self.list.is_empty() {
            return Ok(Value::estimate(self.estimate(node.ply)));
        }
        let key = self.game.key();
        let known = if G::KEEPS_LEAVES { self.table.find(key) } else { None };
        if !node.is_principal()
            && let Some(value) = self.stored_answer(known, node)
        {
            return Ok(value);
        }
        let stand_pat = may_stand_pat.then(|| Value::estimate(self.estimate(node.ply)));
        let (node, first) = (node.within(low, high), known.and_then(|known| known.best));
        let from = self.ranked.len();
        Order::rank_noisy(&self.game, &self.list, first, &mut self.ranked);
        let (value, best) = self.try_moves(node, from, stand_pat)?;
        let is_kept = G::KEEPS_LEAVES;
        Ok(if is_kept { self.store(node, key, value, best) } else { value.seen_before(node.ply) })
    }

    /// Searches the moves of a position that is not a leaf.
    fn expand(
        &mut self,
        node: Node,
        key: u64,
        first: Option<u16>,
        is_principal: bool,
    ) -> Result<Value, OutOfBudget> {
        let mut node = node;
        let may_cut = !is_principal && node.may_cut && !node.is_forced;
        if may_cut && let Some(value) = self.cut(node)? {
            return Ok(self.store(node, key, value, None));
        }
        let is_unknown = first.is_none() && node.depth >= LEAST_UNKNOWN;
        if self.selectivity.unknown_positions && is_unknown {
            node.depth -= 1;
        }
        self.list.clear();
        self.game.moves(&mut self.list);
        let from = self.ranked.len();
        self.order.rank(&self.game, &self.list, first, node.ply, &mut self.ranked);
        let (value, best) = self.try_moves(node, from, None)?;
        Ok(self.store(node, key, value, best))
    }

    /// Searches the ranked moves beginning at index `from` until one causes a cutoff, and removes
    /// them. Returns the value, and the best move if it is better than alpha.
    fn try_moves(
        &mut self,
        node: Node,
        from: usize,
        stand_pat: Option<Value>,
    ) -> Result<(Value, Option<G::Move>), OutOfBudget> {
        let is_leaf = node.depth == 0;
        let (mut best, mut best_move) = (stand_pat, None);
        let mut alpha = stand_pat.map_or(node.alpha, |value| node.alpha.max(value.score));
        // Without a cutoff, the score depends on all moves. At a leaf, it is an estimate because
        // only the noisy moves are searched.
        let leaves_out_moves = is_leaf || !self.game.lists_all_moves();
        let (mut is_estimate, mut earliest) = (leaves_out_moves, Value::ON_ANY_PATH);
        let leaving_out = self.leaving_out(node);
        for at in from..self.ranked.len() {
            let Some(mv) = next_best(&mut self.ranked[at..]) else { break };
            let is_quiet = !is_leaf && self.game.is_quiet(mv);
            if node.is_principal() {
                self.line(node.ply + 1).clear();
            }
            self.play(mv);
            if let Some((first, unlikely)) = leaving_out
                && is_quiet
                && at - from >= first
                && !self.game.is_forced()
            {
                self.undo();
                is_estimate = true;
                if best.is_none_or(|best| unlikely > best.score) {
                    best = Some(Value::estimate(unlikely));
                }
                continue;
            }
            let answer = self.answer(Node { alpha, ..node }, at - from, is_quiet);
            self.undo();
            let value = answer?;
            is_estimate |= value.is_estimate;
            earliest = earliest.min(value.earliest);
            if best.is_none_or(|best| value.score > best.score) {
                best = Some(value);
            }
            if value.score > alpha {
                (alpha, best_move) = (value.score, Some(mv));
                if node.is_principal() {
                    self.extend_line(mv, node.ply);
                }
            }
            if value.score >= node.beta {
                // This move alone refutes the opponent's last move.
                (is_estimate, earliest) = (value.is_estimate, value.earliest);
                if is_quiet {
                    self.order.record_cutoff(&self.ranked[from..at], mv, node.ply, node.depth);
                }
                break;
            }
        }
        self.ranked.truncate(from);
        let Some(best) = best else { return Ok((Value::estimate(self.game.estimate()), None)) };
        if best.score > 0 && is_decisive::<G>(best.score) {
            // A forced win is proved by its own line; other moves could only win sooner.
            is_estimate = best.is_estimate;
        }
        Ok((Value { score: best.score, is_estimate, earliest }, best_move))
    }

    /// Searches the position after a move from `node`, the `number`-th one tried, and returns its
    /// value for the player who has moved.
    pub(super) fn answer(
        &mut self,
        node: Node,
        number: usize,
        is_quiet: bool,
    ) -> Result<Value, OutOfBudget> {
        let Node { alpha, beta, depth, ply, .. } = node;
        let selectivity = self.selectivity;
        let is_forced = depth > 0
            && (selectivity.extensions || selectivity.late_moves || selectivity.null_move)
            && self.game.is_forced();
        let is_extended = is_forced && selectivity.extensions && ply < self.longest_extended;
        let deep = depth.saturating_sub(1) + u32::from(is_extended);
        let full = Node { is_forced, ..Node::new(-beta, -alpha, deep, ply + 1) };
        if number == 0 {
            return Ok(self.visit(full)?.negated());
        }
        let question = Node { alpha: -alpha - 1, ..full };
        let may_reduce = selectivity.late_moves && is_quiet && !is_forced && !node.is_forced;
        let reduction = if may_reduce { reduction(node, number).min(deep) } else { 0 };
        let mut value = self.visit(Node { depth: deep - reduction, ..question })?.negated();
        if reduction > 0 && value.score > alpha {
            value = self.visit(question)?.negated();
        }
        if node.is_principal() && value.score > alpha {
            if ply == 0 {
                self.raised = Some(value.score);
            }
            if value.score < beta {
                value = self.visit(full)?.negated();
            }
        }
        Ok(value)
    }

    pub(super) fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.path.push(mv);
    }

    pub(super) fn undo(&mut self) {
        self.game.undo();
        self.path.pop();
    }

    /// The principal variation from this distance from the root.
    pub(super) fn line(&mut self, ply: usize) -> &mut Vec<G::Move> {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        &mut self.lines[ply]
    }

    /// Makes `mv` and the variation after it the principal variation from this distance.
    fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let rest = std::mem::take(self.line(ply + 1));
        let line = self.line(ply);
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest);
        *self.line(ply + 1) = rest;
    }

    /// Stores the value as far as it holds on any path, and returns it with its dependence on the
    /// positions before this one.
    pub(super) fn store(
        &mut self,
        node: Node,
        key: u64,
        value: Value,
        best: Option<G::Move>,
    ) -> Value {
        let mut value = value.seen_before(node.ply);
        let mut kind = Some(match value.score {
            score if score >= node.beta => BoundKind::Lower,
            score if score <= node.alpha => BoundKind::Upper,
            _ => BoundKind::Exact,
        });
        if value.earliest != Value::ON_ANY_PATH {
            let allowed = self.bound_on_any_path(value, kind, node.ply);
            if kind != Some(BoundKind::Exact) && allowed.is_some() {
                value.earliest = Value::ON_ANY_PATH;
            }
            kind = allowed;
        }
        if kind == Some(BoundKind::Exact)
            && !value.is_estimate
            && value.score > 0
            && is_decisive::<G>(value.score)
        {
            // A deeper search may find a quicker win.
            kind = Some(BoundKind::Lower);
        }
        let index = best.map(|mv| G::index(self.game.normal(mv)));
        let result = Stored {
            score: from_position::<G>(value.score, node.ply),
            depth: node.depth.min(u8::MAX.into()) as u8,
            kind,
            is_settled: !value.is_estimate,
            best: index.and_then(|index| u16::try_from(index).ok()).filter(|&at| at != u16::MAX),
        };
        self.table.store(key, result);
        value
    }

    /// The bound that holds on any path, given a value that depends on a repetition.
    fn bound_on_any_path(
        &self,
        value: Value,
        kind: Option<BoundKind>,
        ply: usize,
    ) -> Option<BoundKind> {
        let Bounds { low, high } = self.game.repetition_bounds();
        let is_above = value.score > from_root::<G>(high, ply);
        let is_below = value.score < from_root::<G>(low, ply);
        match kind? {
            BoundKind::Lower | BoundKind::Exact if is_above => Some(BoundKind::Lower),
            BoundKind::Upper | BoundKind::Exact if is_below => Some(BoundKind::Upper),
            _ => None,
        }
    }
}

/// The number of moves by which the `number`-th move of a position is searched less deeply.
fn reduction(node: Node, number: usize) -> u32 {
    if node.depth < LEAST_REDUCED || number < FULL_DEPTH_MOVES {
        return 0;
    }
    let most = (node.depth.ilog2() * (number + 1).ilog2() + 1) / 3;
    let reduction = most.min(node.depth - 2);
    if node.is_principal() { reduction.saturating_sub(1) } else { reduction }
}
