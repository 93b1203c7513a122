//! Eyes of one point.

use super::Board;
use crate::vocabulary::{Color, Geometry, Point};

impl<G: Geometry> Board<G> {
    /// Whether all points next to the empty `point` are stones of `color`.
    #[inline(always)]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        self.empty.window(point).union(self.stones[!color].window(point)).adjacent().is_empty()
    }

    /// Whether the empty `point` is a true eye of `color` by the definition for playouts: all its
    /// neighbours are stones of `color`, and the opponent has at most one of its diagonal points,
    /// or none at the edge. This is a heuristic: a chain can live with two eyes that it calls
    /// false.
    #[inline(always)]
    pub fn is_true_eye(&self, color: Color, point: Point) -> bool {
        let empty = self.empty.window(point);
        let opponent = self.stones[!color].window(point);
        let others = empty.union(opponent);
        if !others.adjacent().is_empty() {
            return false;
        }
        let diagonal = opponent.diagonal();
        if others.union(self.stones[color].window(point)).has_all_diagonals() {
            !diagonal.has_two()
        } else {
            diagonal.is_empty()
        }
    }
}
