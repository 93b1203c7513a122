//! The moves that a rule proposes.

use arrayvec::ArrayVec;
use engine::vocabulary::Point;

/// The maximum number of moves that a rule can propose in one position.
const MOST_PROPOSED: usize = 24;

/// The moves that a rule proposes.
pub(crate) type Proposed = ArrayVec<Point, MOST_PROPOSED>;

/// Adds a move that has not been proposed yet, if there is room.
#[inline(always)]
pub(super) fn add(proposed: &mut Proposed, point: Point) {
    if !proposed.contains(&point) {
        let _ = proposed.try_push(point);
    }
}
