//! One iteration at the root: each of the best moves in turn, with a window that widens until it
//! contains the score.

use super::root_move::RootMove;
use super::search::Search;
use super::selective::Selective;
use super::shared_table::BoundKind;
use super::value::{INFINITE, Node, Value};
use crate::budget::{Budget, OutOfBudget};
use crate::game::Score;
use crate::won::is_decisive;

/// The factor by which the window grows each time that the score is outside it.
const WIDENING: Score = 3;

impl<G: Selective> Search<'_, G> {
    /// Searches the position `depth` moves deep and puts the best `variations` moves in front, the
    /// best of them first.
    ///
    /// # Errors
    /// If the budget runs out. A move that has proved better than the best one of the previous
    /// iteration is in front nevertheless; all else is as it was before.
    pub(super) fn iterate(&mut self, depth: u32, variations: usize) -> Result<(), OutOfBudget> {
        let before = self.roots.clone();
        self.longest_extended = 2 * depth as usize;
        self.selective_depth = 0;
        let count = variations.clamp(1, self.roots.len().max(1));
        for skip in 0..count.min(self.roots.len()) {
            let mut found = None;
            if let Err(error) = self.search_widening(skip, depth, &mut found) {
                self.recover(before, skip, found);
                return Err(error);
            }
        }
        self.roots[..count.min(before.len())].sort_by_key(|root| -root.score);
        Ok(())
    }

    /// Does the same without limits, but charges the positions to the budget.
    pub(super) fn iterate_unlimited(&mut self, depth: u32, variations: usize) {
        let limits = std::mem::replace(&mut self.budget, Budget::unlimited());
        // Without limits there is no error.
        let _ = self.iterate(depth, variations);
        let spent = self.budget.spent();
        self.budget = limits;
        self.budget.charge(spent);
    }

    /// Returns to the moves before an iteration that was cut short, except that the move at index
    /// `found` of the current list has proved to be the best.
    fn recover(&mut self, before: Vec<RootMove<G::Move>>, skip: usize, found: Option<usize>) {
        let after = std::mem::replace(&mut self.roots, before);
        let best = if skip == 0 { found } else { Some(0) };
        let Some(better) = best.and_then(|at| after.into_iter().nth(at)) else { return };
        if let Some(at) = self.roots.iter().position(|root| root.mv == better.mv) {
            self.roots[..=at].rotate_right(1);
            self.roots[0] = better;
        }
    }

    /// Finds the best move from index `skip` on and moves it there.
    fn search_widening(
        &mut self,
        skip: usize,
        depth: u32,
        found: &mut Option<usize>,
    ) -> Result<(), OutOfBudget> {
        let guess = self.roots[skip].score;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut step = G::ASPIRATION.max(1);
        if depth > 1 && guess.abs() < INFINITE && !is_decisive::<G>(guess) {
            (alpha, beta) = (widened(guess, -step), widened(guess, step));
        }
        loop {
            let score = self.search_root(skip, Node::new(alpha, beta, depth, 0), found)?;
            *found = found.filter(|_| score > alpha).map(|at| {
                self.roots[skip..=at].rotate_right(1);
                skip
            });
            step = step.saturating_mul(WIDENING);
            if score <= alpha && alpha > -INFINITE {
                alpha = limit::<G>(widened(score, -step));
            } else if score >= beta && beta < INFINITE {
                beta = limit::<G>(widened(score, step));
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves from index `skip` on with one window. `found` becomes the index of the
    /// best move above alpha, even if the budget runs out before the last move.
    fn search_root(
        &mut self,
        skip: usize,
        node: Node,
        found: &mut Option<usize>,
    ) -> Result<Score, OutOfBudget> {
        self.path.clear();
        self.ranked.clear();
        self.tried.clear();
        // What is asked later is whether a player stands better than here.
        self.estimate(0);
        let mut alpha = node.alpha;
        let mut best = None;
        let is_estimate = !self.game.lists_all_moves();
        let mut all = Value { is_estimate, ..Value::certain(-INFINITE) };
        for at in skip..self.roots.len() {
            let mv = self.roots[at].mv;
            let is_quiet = self.game.is_quiet(mv);
            self.raised = None;
            self.line(1).clear();
            self.play(mv);
            let answer = self.answer(Node { alpha, ..node }, at - skip, is_quiet.then_some(mv));
            self.game.undo();
            let Ok(value) = answer else {
                if let Some(score) = self.raised {
                    let value = Value::estimate(score);
                    self.record(at, value, BoundKind::Lower, node.depth);
                    *found = Some(at);
                }
                return Err(OutOfBudget);
            };
            self.path.clear();
            let kind = match value.score {
                score if score >= node.beta => BoundKind::Lower,
                score if score <= alpha => BoundKind::Upper,
                _ => BoundKind::Exact,
            };
            self.record(at, value, kind, node.depth);
            all.earliest = all.earliest.min(value.earliest);
            all.is_estimate |= value.is_estimate;
            all.score = all.score.max(value.score);
            if value.score > alpha {
                (alpha, best) = (value.score, Some(mv));
                *found = Some(at);
            }
            if value.score >= node.beta {
                (all.is_estimate, all.earliest) = (value.is_estimate, value.earliest);
                break;
            }
        }
        if skip == 0 && self.has_all_roots {
            self.store(node, self.game.key(), all, best);
        }
        Ok(all.score)
    }

    /// Records the result for a move at the root.
    fn record(&mut self, at: usize, value: Value, kind: BoundKind, depth: u32) {
        let rest = std::mem::take(self.line(1));
        let root = &mut self.roots[at];
        root.score = value.score;
        root.kind = kind;
        root.is_estimate = value.is_estimate;
        root.depth = depth;
        root.selective_depth = self.selective_depth as u32;
        if kind == BoundKind::Exact {
            root.variation.truncate(1);
            root.variation.extend_from_slice(&rest);
        }
        *self.line(1) = rest;
    }
}

/// A limit of the window, `step` away from a score.
fn widened(score: Score, step: Score) -> Score {
    score.saturating_add(step).clamp(-INFINITE, INFINITE)
}

/// Opens the window at once if only a forced win could be outside it.
fn limit<G: Selective>(score: Score) -> Score {
    if is_decisive::<G>(score) { score.signum() * INFINITE } else { score }
}
