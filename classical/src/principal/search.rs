//! Principal variation search of one thread (Marsland and Campbell, Parallel Search of Strongly
//! Ordered Game Trees, 1982; Reinefeld, NegaScout, 1983): the first move is searched with the full
//! window, and each other move only to show that it is no better. The search is fail-soft.

use super::order::{Order, Ranked, next_best};
use super::root_move::RootMove;
use super::selective::{Selective, Selectivity};
use super::shared_table::SharedTable;
use super::value::{Futility, Node, Value};
use crate::budget::{Budget, OutOfBudget};
use crate::game::Score;
use crate::won::{from_root, is_decisive};

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
    /// The quiet moves of these positions that have been searched without a cutoff.
    pub(super) tried: Vec<G::Move>,
    /// A buffer for the moves of one position.
    list: Vec<G::Move>,
    /// The principal variation from each distance from the root.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// The moves at the root, the best first.
    pub(super) roots: Vec<RootMove<G::Move>>,
    /// Whether these are all moves of the position at the root.
    pub(super) has_all_roots: bool,
    /// The distance from the root up to which positions may be searched more deeply.
    pub(super) longest_extended: usize,
    /// The longest line searched in this iteration.
    pub(super) selective_depth: usize,
    /// A lower bound, above alpha, that was proved for the current move at the root.
    pub(super) raised: Option<Score>,
    /// The natural logarithms of small numbers.
    pub(super) logs: [f32; 64],
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
            tried: Vec::new(),
            list: Vec::new(),
            lines: Vec::new(),
            roots: Vec::new(),
            has_all_roots: true,
            longest_extended: 0,
            selective_depth: 0,
            raised: None,
            logs: std::array::from_fn(|n| libm::logf(n.max(1) as f32)),
        };
        search.game.moves(&mut search.list);
        search.roots.extend(search.list.iter().map(|&mv| RootMove::unknown(mv)));
        search
    }

    /// The same search without some of the moves at the root.
    pub(super) fn without(mut self, avoided: &[G::Move]) -> Self {
        self.roots.retain(|root| !avoided.contains(&root.mv));
        self.has_all_roots = avoided.is_empty();
        self
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
        let repeated = self.game.repeats();
        if let Some(value) = repeated.and_then(|length| self.repetition(length, node.ply)) {
            return Ok(value);
        }
        let bounds = self.game.quick_bounds();
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
        let node = node.within(low, high);
        let may_cut = !is_principal && node.may_cut && !node.is_forced;
        if may_cut && let Some(value) = self.clearly_above(node) {
            // The table is neither probed nor changed: a probe takes longer than the estimate, and
            // an entry is worth more than an estimate, which can be computed again at any time.
            return Ok(value);
        }
        let key = self.game.key();
        let known = self.table.find(key);
        // The table does not know that the game has been here before and may end soon.
        if !is_principal
            && repeated.is_none()
            && let Some(value) = self.stored_answer(known, node)
        {
            return Ok(value);
        }
        let first = known.and_then(|known| known.best);
        self.expand(node, key, first, may_cut)
    }

    /// The value of the position if it is a repetition of one this number of moves ago.
    fn repetition(&self, length: usize, ply: usize) -> Option<Value> {
        let first = self.path.len().checked_sub(length);
        // No player would have to accept a repetition that a null move is part of.
        if first.is_none() && (self.is_after_null || !self.game.repeats_history()) {
            return None;
        }
        let path = self.path.get(first.unwrap_or(0)..).unwrap_or_default();
        let score = from_root::<G>(self.game.repetition(path), ply);
        // The rules may ask which move led to the first occurrence.
        let earliest = if first.is_some() { ply - length } else { 0 };
        Some(Value { earliest, ..Value::certain(score) })
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
        let wanted = match may_stand_pat {
            true => node.alpha.saturating_sub(self.estimate(node.ply)),
            false => Score::MIN,
        };
        self.game.noisy_candidates(wanted, &mut self.list);
        if self.list.is_empty() {
            return Ok(match may_stand_pat {
                true => Value::estimate(self.estimate(node.ply)),
                false => self.without_moves(node),
            });
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
        let (value, best) = self.try_moves(node, from, stand_pat, None)?;
        let is_kept = G::KEEPS_LEAVES;
        Ok(if is_kept { self.store(node, key, value, best) } else { value.seen_before(node.ply) })
    }

    /// Searches the moves of a position that is not a leaf.
    fn expand(
        &mut self,
        node: Node,
        key: u64,
        first: Option<u16>,
        may_cut: bool,
    ) -> Result<Value, OutOfBudget> {
        let mut node = node;
        if may_cut && let Some(value) = self.cut(node)? {
            return Ok(self.store(node, key, value, None));
        }
        // If no move is expected to be good enough, an earlier search would not have found a best
        // move either, so the lack of one means nothing.
        let is_worth_one = !G::IS_LIKE_CHESS || node.is_principal() || node.is_cut;
        let is_unknown = first.is_none() && node.depth >= LEAST_UNKNOWN;
        if self.selectivity.unknown_positions && is_unknown && is_worth_one {
            node.depth -= 1;
        }
        let from = self.ranked.len();
        let known = first.and_then(|index| self.game.move_with(index.into()));
        match known {
            Some(mv) => self.ranked.push(Ranked { rank: u64::MAX, mv, is_quiet: None }),
            None => self.list_moves(node.ply, first, None),
        }
        let (value, best) = self.try_moves(node, from, None, known)?;
        Ok(self.store(node, key, value, best))
    }

    /// Appends the moves with their ranks, except one that is there already. `first` is the table's
    /// index of the best move.
    fn list_moves(&mut self, ply: usize, first: Option<u16>, known: Option<G::Move>) {
        self.list.clear();
        self.game.moves(&mut self.list);
        if let Some(at) = self.list.iter().position(|&mv| Some(mv) == known) {
            self.list.remove(at);
        }
        let last = self.path.last().copied();
        self.order.rank(&self.game, &self.list, first, ply, last, &mut self.ranked);
    }

    /// Searches the ranked moves beginning at index `from` until one causes a cutoff, and removes
    /// them. Returns the value, and the best move if it is better than alpha. If only the best move
    /// of an earlier search, `known`, has been ranked, the others are listed when they are needed.
    fn try_moves(
        &mut self,
        node: Node,
        from: usize,
        stand_pat: Option<Value>,
        known: Option<G::Move>,
    ) -> Result<(Value, Option<G::Move>), OutOfBudget> {
        let is_leaf = node.depth == 0;
        let is_improving = is_leaf || !G::IS_LIKE_CHESS || self.is_improving(node.ply);
        let node = Node { is_improving, ..node };
        let (mut best, mut best_move) = (stand_pat, None);
        let mut alpha = stand_pat.map_or(node.alpha, |value| node.alpha.max(value.score));
        // Without a cutoff, the score depends on all moves. At a leaf, it is an estimate because
        // only the noisy moves are searched.
        let leaves_out_moves = is_leaf || !self.game.lists_all_moves();
        let (mut is_estimate, mut earliest) = (leaves_out_moves, Value::ON_ANY_PATH);
        let futility = self.futility(node);
        let first_tried = self.tried.len();
        for at in from.. {
            if at == from + 1 && known.is_some() {
                self.list_moves(node.ply, None, known);
            }
            let Some(next) = next_best(&mut self.ranked[at..]) else { break };
            let mv = next.mv;
            let is_quiet = !is_leaf && next.is_quiet.unwrap_or_else(|| self.game.is_quiet(mv));
            if let Some(pat) = stand_pat
                && !self.game.may_gain(mv, alpha - pat.score)
            {
                continue;
            }
            if let Some(Futility { first, unlikely }) = futility
                && is_quiet
                && at - from >= first
                && self.game.is_negligible(mv)
            {
                is_estimate = true;
                if best.is_none_or(|best| unlikely > best.score) {
                    best = Some(Value::estimate(unlikely));
                }
                continue;
            }
            if node.is_principal() {
                self.line(node.ply + 1).clear();
            }
            self.play(mv);
            let answer = self.answer(Node { alpha, ..node }, at - from, is_quiet.then_some(mv));
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
                    let tried = self.tried.get(first_tried..).unwrap_or_default();
                    let last = self.path.last().copied();
                    self.order.record_cutoff(tried, mv, last, node.ply, node.depth);
                }
                break;
            }
            if is_quiet {
                self.tried.push(mv);
            }
        }
        self.tried.truncate(first_tried);
        self.ranked.truncate(from);
        let Some(best) = best else { return Ok((self.without_moves(node), None)) };
        if best.score > 0 && is_decisive::<G>(best.score) {
            // A forced win is proved by its own line; other moves could only win sooner.
            is_estimate = best.is_estimate;
        }
        Ok((Value { score: best.score, is_estimate, earliest }, best_move))
    }

    /// The value of a position in which there was no move to try.
    fn without_moves(&self, node: Node) -> Value {
        let lists_all = node.depth > 0 || !self.game.may_stand_pat();
        match G::WIN.filter(|_| G::LOSES_WITHOUT_MOVES && lists_all) {
            Some(win) => Value::certain(from_root::<G>(-win, node.ply)),
            None => Value::estimate(self.game.estimate()),
        }
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
}
