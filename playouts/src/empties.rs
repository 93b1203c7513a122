//! The empty points during a playout, as a list from which points are drawn at random.

use engine::vocabulary::{Bitboard, Geometry, Point, PointMap, Random};

/// A sequence of draws without replacement, in which all points are equally likely.
///
/// The caller draws one point at a time instead of passing a closure to a method, because a closure
/// would not be compiled for the same instruction set as the rest of the playout.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// The number of points drawn and rejected so far.
    drawn: usize,
    /// The index of the point drawn most recently.
    place: Option<usize>,
}

/// The empty points, in arbitrary order.
#[derive(Clone, Debug)]
pub(crate) struct Empties<G: Geometry> {
    /// The list. It has one place for each cell of a board, so no index needs a bounds check.
    points: G::Cells<Point>,
    places: PointMap<G, u16>,
    count: usize,
}

impl<G: Geometry> Empties<G> {
    pub(crate) fn new() -> Self {
        Self { points: G::cells(Point::from_bit(0)), places: PointMap::filled(0), count: 0 }
    }

    /// Replaces the contents of the list with these points.
    #[inline(always)]
    pub(crate) fn reset(&mut self, points: &Bitboard<G>) {
        self.count = 0;
        self.add(points);
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, points: &Bitboard<G>) {
        for point in points {
            self.put(self.count, point);
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, point: Point) {
        self.count -= 1;
        let last = self.at(self.count);
        self.put(usize::from(self.places[point]), last);
    }

    /// Draws the next point, or returns `None` if all points have been drawn.
    #[inline(always)]
    pub(crate) fn draw(&mut self, drawing: &mut Drawing, random: &mut Random) -> Option<Point> {
        let Drawing { drawn, place } = drawing;
        if let Some(place) = place {
            // Excludes the previous point from further draws by moving it behind the points that
            // can still be drawn.
            *drawn += 1;
            let (refused, last) = (self.at(*place), self.at(self.count - *drawn));
            self.put(self.count - *drawn, refused);
            self.put(*place, last);
        }
        let left = self.count - *drawn;
        if left == 0 {
            return None;
        }
        let next = random.below(left);
        *place = Some(next);
        Some(self.at(next))
    }

    #[inline(always)]
    fn at(&self, place: usize) -> Point {
        self.points.as_ref()[place & (G::CELLS - 1)]
    }

    #[inline(always)]
    fn put(&mut self, place: usize, point: Point) {
        self.points.as_mut()[place & (G::CELLS - 1)] = point;
        self.places[point] = place as u16;
    }
}
