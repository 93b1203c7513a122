//! The use that the search makes of the shared table: which values it stores, and which it takes
//! from there.

use super::search::Search;
use super::selective::Selective;
use super::shared_table::{BoundKind, Stored};
use super::value::{Node, Value};
use crate::game::Bounds;
use crate::won::{from_position, from_root, is_decisive};

impl<G: Selective> Search<'_, G> {
    /// The stored value of a position if it answers the question.
    pub(super) fn stored_answer(&self, known: Option<Stored>, node: Node) -> Option<Value> {
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
