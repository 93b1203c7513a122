//! The empty points of a playout as a list, from which one is drawn at random.

use engine::vocabulary::{Bitboard, Geometry, Point, PointMap, Random};

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

    /// Draws points, each with the same chance and none twice, until `choose` makes a move of one;
    /// `None` where it does of none.
    #[inline(always)]
    pub(crate) fn draw(
        &mut self,
        random: &mut Random,
        mut choose: impl FnMut(Point, &mut Random) -> Option<Point>,
    ) -> Option<Point> {
        let mut candidates = self.count;
        while candidates > 0 {
            let place = random.below(candidates);
            let point = self.at(place);
            if let Some(chosen) = choose(point, random) {
                return Some(chosen);
            }
            candidates -= 1;
            let last = self.at(candidates);
            self.put(candidates, point);
            self.put(place, last);
        }
        None
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
