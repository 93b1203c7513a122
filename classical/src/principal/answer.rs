//! The search after one move: how deep it is, and what is searched again if the move proves better
//! than the best one so far.

use super::search::Search;
use super::selective::Selective;
use super::value::{Node, Value};
use crate::budget::OutOfBudget;

/// The number of moves that are always searched to the full depth.
const FULL_DEPTH_MOVES: usize = 3;
/// The least depth at which late moves are reduced.
const LEAST_REDUCED: u32 = 3;
/// In a game like chess, the constant part of a reduction, in moves, and the divisor of the product
/// of the logarithms of depth and move number, which is added to it.
const LEAST_LOST: f32 = 0.3;
const SLOWNESS: f32 = 2.0;
/// The additional reduction if the player stands no better than before his last move.
const LOST_IN_DECLINE: f32 = 0.7;
/// The additional reduction in a position where a cutoff is expected.
const LOST_IN_CUT: f32 = 1.0;

impl<G: Selective> Search<'_, G> {
    /// Searches the position after a move from `node`, the `number`-th one tried, and returns its
    /// value for the player who has moved. `quiet` is the move if it is a quiet one.
    pub(super) fn answer(
        &mut self,
        node: Node,
        number: usize,
        quiet: Option<G::Move>,
    ) -> Result<Value, OutOfBudget> {
        let Node { alpha, beta, depth, ply, .. } = node;
        let selectivity = self.selectivity;
        let is_forced = depth > 0 && selectivity.asks_for_threats() && self.game.is_forced();
        let is_extended = is_forced && selectivity.extensions && ply < self.longest_extended;
        let deep = depth.saturating_sub(1) + u32::from(is_extended);
        let full = Node { is_forced, ..Node::new(-beta, -alpha, deep, ply + 1) };
        // Good and bad moves alternate: where one move is too good, the answers to it are all bad.
        let is_cut = !node.is_cut;
        if number == 0 {
            let is_cut = is_cut && !node.is_principal();
            return Ok(self.visit(Node { is_cut, ..full })?.negated());
        }
        let question = Node { alpha: -alpha - 1, is_cut, ..full };
        let quiet = quiet.filter(|_| selectivity.late_moves && !is_forced && !node.is_forced);
        let reduction = quiet.map_or(0, |mv| self.reduction(node, number, mv).min(deep));
        let is_cut = is_cut || reduction > 0;
        let reduced = Node { depth: deep - reduction, is_cut, ..question };
        let mut value = self.visit(reduced)?.negated();
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

    /// The number of moves by which the `number`-th move of a position, a quiet one, is searched
    /// less deeply.
    fn reduction(&self, node: Node, number: usize, mv: G::Move) -> u32 {
        if node.depth < LEAST_REDUCED || number < FULL_DEPTH_MOVES {
            return 0;
        }
        let is_principal = node.is_principal();
        if !G::IS_LIKE_CHESS {
            let most = (node.depth.ilog2() * (number + 1).ilog2() + 1) / 3;
            return most.min(node.depth - 2).saturating_sub(u32::from(is_principal));
        }
        let log = |n: usize| self.logs[n.min(self.logs.len() - 1)];
        let by_number = LEAST_LOST + log(node.depth as usize) * log(number + 1) / SLOWNESS;
        let by_success = self.order.success(mv, node.ply);
        let is_declining = f32::from(u8::from(!node.is_improving));
        let is_cut = f32::from(u8::from(node.is_cut));
        let is_wanted = f32::from(u8::from(is_principal));
        let most = by_number - by_success + LOST_IN_DECLINE * is_declining + LOST_IN_CUT * is_cut
            - is_wanted;
        (most.max(0.0) as u32).min(node.depth - 2)
    }
}
