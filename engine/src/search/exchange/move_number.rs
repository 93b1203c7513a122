//! Moves as numbers, which mean the same on every machine.

use arrayvec::ArrayVec;

use crate::vocabulary::{BoardSize, Geometry, Move, Point, Vertex};

/// A move as a number: the index of its vertex, or the number of points for a pass.
pub(in crate::search) type MoveNumber = u16;

/// The largest number of moves from the root to a node whose sums are exchanged.
pub(in crate::search) const DEEPEST: usize = 6;

/// The moves from the root to such a node.
pub(in crate::search) type MovePath = ArrayVec<MoveNumber, DEEPEST>;

/// The number of a move.
pub(in crate::search) fn number(mv: Move, size: BoardSize) -> MoveNumber {
    mv.vertex().map_or(size.area(), |vertex| vertex.index(size)) as MoveNumber
}

/// The number of a move at `point`, or of a pass if there is no point.
pub(in crate::search) fn number_at<G: Geometry>(
    point: Option<Point>,
    size: BoardSize,
) -> MoveNumber {
    number(Move::from(point.map(Point::vertex::<G>)), size)
}

/// The point of the move with this number, or `None` for a pass.
pub(in crate::search) fn point<G: Geometry>(mv: MoveNumber, size: BoardSize) -> Option<Point> {
    Vertex::from_index(mv.into(), size).map(Point::of::<G>)
}
