//! The result of a search for one move at the root.

use super::shared_table::BoundKind;
use super::value::INFINITE;
use crate::game::Score;

/// A move at the root with the result of its search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The score after the move for the player who makes it.
    pub score: Score,
    /// Whether the score is exact within the search or only a bound. For a move that is not one of
    /// the best, it is an upper bound.
    pub kind: BoundKind,
    /// Whether the score depends on estimates.
    pub is_estimate: bool,
    /// The depth of the iteration in which the score was found; 0 if there is no score yet.
    pub depth: u32,
    /// The longest line in that search, in moves.
    pub selective_depth: u32,
    /// The principal variation, which begins with the move. For a move that is not one of the best,
    /// it may be from an earlier iteration.
    pub variation: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    /// A move that has not been searched.
    pub(super) fn unknown(mv: M) -> Self {
        let kind = BoundKind::Upper;
        let variation = vec![mv];
        let (score, depth, selective_depth) = (INFINITE, 0, 0);
        Self { mv, score, kind, is_estimate: true, depth, selective_depth, variation }
    }
}
