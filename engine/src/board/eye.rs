//! Single-point eyes.

use super::Board;
use crate::vocabulary::{Color, Geometry, Point};

impl<G: Geometry> Board<G> {
    /// Whether all points next to the empty `point` are occupied by stones of `color`.
    #[inline(always)]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        self.empty.window(point).union(self.stones[!color].window(point)).adjacent().is_empty()
    }

    /// Whether the empty `point` is a true eye of `color` by the definition used in playouts: all
    /// its neighbours are stones of `color`, and the opponent occupies at most one of its diagonal
    /// points, or none if the eye is at the edge. This definition is a heuristic: a chain can be
    /// alive even if this definition counts both of its eyes as false.
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
