//! The empty points of a playout as a list, from which one is drawn at random.

use engine::vocabulary::{Bitboard, Geometry, Point, PointMap, Random};

/// Points drawn one after another, each with the same chance and none twice.
///
/// Not a method that takes a closure: a closure would not be compiled for the processor with the
/// rest of the playout.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// Points that were drawn and did not do.
    drawn: usize,
    /// The place of the last one.
    place: Option<usize>,
}

/// The empty points, in no order that means anything.
#[derive(Clone, Debug)]
pub(crate) struct Empties<G: Geometry> {
    /// By place in the list; as many as a board has cells, so that no place needs a check.
    points: G::Cells<Point>,
    places: PointMap<G, u16>,
    count: usize,
}

impl<G: Geometry> Empties<G> {
    pub(crate) fn new() -> Self {
        Self { points: G::cells(Point::from_bit(0)), places: PointMap::filled(0), count: 0 }
    }

    /// Makes it the list of these points.
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

    /// The next point of a drawing; `None` where all have been drawn.
    #[inline(always)]
    pub(crate) fn draw(&mut self, drawing: &mut Drawing, random: &mut Random) -> Option<Point> {
        let Drawing { drawn, place } = drawing;
        if let Some(place) = place {
            // The point drawn before goes to the end, where no place is drawn from.
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
