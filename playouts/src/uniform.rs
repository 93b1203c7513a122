//! The uniform policy.

use engine::board::Position;
use engine::policy::PlayoutPolicy;
use engine::vocabulary::{Bitboard, Geometry, Point, Random};

/// Any legal move that does not fill an own true eye; a pass where there is none.
///
/// The choice is truly uniform: a point is drawn from the list of empty points, and where it will
/// not do, another one from the rest. A scan to the next point from a random start would spare the
/// second draw, and would play a point the more often the more unplayable points stand before it in
/// the list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

/// The empty points of a playout as a list, in no order.
#[derive(Clone, Debug)]
pub struct UniformState<G: Geometry> {
    /// By place in the list; as many as a board has cells, so that no place needs a check.
    points: G::Cells<Point>,
    count: usize,
    /// The place in the list of the point chosen last.
    chosen: usize,
}

impl<G: Geometry> UniformState<G> {
    #[inline(always)]
    fn place(&mut self, index: usize) -> &mut Point {
        &mut self.points.as_mut()[index & (G::CELLS - 1)]
    }

    #[inline(always)]
    fn add(&mut self, points: &Bitboard<G>) {
        for point in points {
            *self.place(self.count) = point;
            self.count += 1;
        }
    }
}

impl<G: Geometry> PlayoutPolicy<G> for Uniform {
    type State = UniformState<G>;

    fn new_state(&self) -> UniformState<G> {
        UniformState { points: G::cells(Point::from_bit(0)), count: 0, chosen: 0 }
    }

    #[inline(always)]
    fn start(&self, state: &mut UniformState<G>, position: &Position<G>) {
        state.count = 0;
        state.add(position.board().empty());
    }

    #[inline(always)]
    fn choose(
        &self,
        state: &mut UniformState<G>,
        position: &Position<G>,
        random: &mut Random,
    ) -> Option<Point> {
        let mut candidates = state.count;
        while candidates > 0 {
            let index = random.below(candidates);
            let point = *state.place(index);
            if position.is_sensible(point) {
                state.chosen = index;
                return Some(point);
            }
            candidates -= 1;
            let last = std::mem::replace(state.place(candidates), point);
            *state.place(index) = last;
        }
        None
    }

    #[inline(always)]
    fn played(&self, state: &mut UniformState<G>, _point: Point, captured: Option<&Bitboard<G>>) {
        state.count -= 1;
        *state.place(state.chosen) = *state.place(state.count);
        if let Some(captured) = captured {
            state.add(captured);
        }
    }
}
