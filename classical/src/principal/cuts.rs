//! Cuts before any move is tried: null move and Multi-ProbCut.

use super::search::Search;
use super::selective::{ProbCut, Selective};
use super::value::{Futility, Node, Value};
use crate::budget::OutOfBudget;
use crate::game::Score;
use crate::won::is_decisive;

/// The greatest depth at which estimates far above the window are believed.
const DEEPEST_CLEAR: u32 = 7;
/// The greatest depth at which estimates far below the window are believed.
const DEEPEST_FUTILE: u32 = 4;
/// The least number of moves tried near the leaves.
const MOVES_NEAR_LEAF: usize = 4;
/// The least depth at which a null move is tried.
const LEAST_NULL_MOVE: u32 = 3;

impl<G: Selective> Search<'_, G> {
    /// Returns a value outside the null window of `node` if a cheap search suggests one.
    pub(super) fn cut(&mut self, node: Node) -> Result<Option<Value>, OutOfBudget> {
        if is_decisive::<G>(node.alpha) || is_decisive::<G>(node.beta) {
            return Ok(None);
        }
        if let Some(value) = self.null_move(node)? {
            return Ok(Some(value));
        }
        self.prob_cut(node)
    }

    /// The estimate of the position, which is at distance `ply` from the root.
    pub(super) fn estimate(&mut self, ply: usize) -> Score {
        if self.estimates.len() <= ply {
            self.estimates.resize(ply + 1, None);
        }
        *self.estimates[ply].get_or_insert_with(|| self.game.estimate())
    }

    /// Whether the player to move stands better than before his last move, as far as is known.
    pub(super) fn is_improving(&mut self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.estimates.get(ply).copied().flatten());
        before.is_none_or(|before| self.estimate(ply) > before)
    }

    /// The estimate if it is so far above the window that the few moves left are unlikely to bring
    /// it back.
    pub(super) fn clearly_above(&mut self, node: Node) -> Option<Value> {
        let margin = G::MARGIN.filter(|_| self.selectivity.futility)?;
        let is_decided = is_decisive::<G>(node.alpha) || is_decisive::<G>(node.beta);
        if node.depth > DEEPEST_CLEAR || is_decided {
            return None;
        }
        let estimate = self.estimate(node.ply);
        let moves_left = node.depth.cast_signed() - Score::from(self.is_improving(node.ply));
        let is_clear = estimate - margin * moves_left >= node.beta;
        is_clear.then(|| Value::estimate(estimate))
    }

    /// The quiet moves to leave out, if the position is near the leaves.
    pub(super) fn futility(&mut self, node: Node) -> Option<Futility> {
        let margin = G::MARGIN.filter(|_| self.selectivity.futility)?;
        let Node { alpha, beta, depth, ply, .. } = node;
        let is_near_leaf = depth > 0 && depth <= DEEPEST_FUTILE;
        let is_decided = is_decisive::<G>(alpha) || is_decisive::<G>(beta);
        if !is_near_leaf || node.is_principal() || node.is_forced || is_decided {
            return None;
        }
        let reachable = self.estimate(ply) + margin * (depth.cast_signed() + 1);
        let many = MOVES_NEAR_LEAF + 2 * (depth * depth) as usize;
        let many = if node.is_improving { many } else { many / 2 };
        Some(if reachable <= alpha {
            Futility { first: 1, unlikely: reachable }
        } else {
            Futility { first: many, unlikely: alpha }
        })
    }

    /// Lets the opponent move twice. If the position is still good enough, it is so after the best
    /// move as well.
    fn null_move(&mut self, node: Node) -> Result<Option<Value>, OutOfBudget> {
        let Node { beta, depth, ply, .. } = node;
        let is_allowed = self.selectivity.null_move && !self.is_after_null_move();
        if !is_allowed || depth < LEAST_NULL_MOVE || self.estimate(ply) < beta {
            return Ok(None);
        }
        if !self.game.try_null_move() {
            return Ok(None);
        }
        let path = std::mem::take(&mut self.path);
        let was_after_null = std::mem::replace(&mut self.is_after_null, true);
        let saved = match G::MARGIN.filter(|_| G::IS_LIKE_CHESS) {
            Some(margin) => {
                let surplus = (self.estimate(ply) - beta) / (2 * margin);
                2 + depth / 3 + surplus.clamp(0, 2).unsigned_abs()
            }
            None => 2 + depth / 4,
        };
        let shallow = depth.saturating_sub(saved);
        let question = Node::new(-beta, 1 - beta, shallow, ply + 1);
        let answer = self.visit(Node { is_cut: !node.is_cut, ..question });
        self.game.undo();
        self.path = path;
        self.is_after_null = was_after_null;
        let value = answer?.negated();
        if value.score < beta {
            return Ok(None);
        }
        if G::LEAST_VERIFIED.is_some_and(|least| depth >= least) {
            let check = Node { depth: shallow, may_cut: false, ..node };
            if self.visit(check)?.score < beta {
                return Ok(None);
            }
        }
        // A win that relies on two moves in a row is not one.
        let score = if is_decisive::<G>(value.score) { beta } else { value.score };
        Ok(Some(Value { score, is_estimate: true, ..value }))
    }

    /// Whether the last move was a null move.
    fn is_after_null_move(&self) -> bool {
        self.is_after_null && self.path.is_empty()
    }

    /// Predicts the value by shallow searches, each with a null window at the score from which the
    /// prediction is certain enough.
    fn prob_cut(&mut self, node: Node) -> Result<Option<Value>, OutOfBudget> {
        if !self.selectivity.prob_cut {
            return Ok(None);
        }
        let mut number = 0;
        while let Some(&cut) = self.game.prob_cuts(node.depth).get(number) {
            number += 1;
            if cut.shallow >= node.depth || cut.slope <= 0.0 {
                continue;
            }
            // Only one of the two sides is likely, so the other is not worth a search.
            let is_high = self.estimate(node.ply) >= node.beta;
            let Some(bound) = self.shallow_bound(cut, node, is_high) else { continue };
            let beta = if is_high { bound } else { bound + 1 };
            let depth = cut.shallow;
            let question = Node { alpha: beta - 1, beta, depth, may_cut: false, ..node };
            let value = self.visit(question)?;
            let cuts = if is_high { value.score >= bound } else { value.score <= bound };
            if cuts {
                let score = if is_high { node.beta } else { node.alpha };
                return Ok(Some(Value { score, is_estimate: true, ..value }));
            }
        }
        Ok(None)
    }

    /// The score of the shallow search from which on the deep search can be expected to fail high,
    /// or down to which it can be expected to fail low.
    fn shallow_bound(&self, cut: ProbCut, node: Node, is_high: bool) -> Option<Score> {
        let ProbCut { slope, offset, deviation, .. } = cut;
        let margin = f64::from(self.selectivity.confidence) * f64::from(deviation);
        let shallow = |deep: f64| (deep - f64::from(offset)) / f64::from(slope);
        let bound = match is_high {
            true => shallow(f64::from(node.beta) + margin).ceil(),
            false => shallow(f64::from(node.alpha) - margin).floor(),
        };
        let is_possible = bound.abs() < f64::from(Score::MAX / 2) && {
            let bounds = self.game.bounds();
            bound > f64::from(bounds.low) && bound < f64::from(bounds.high)
        };
        (is_possible && !is_decisive::<G>(bound as Score)).then_some(bound as Score)
    }
}
