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
#[derive(Clone, Debug, Default)]
pub struct UniformState {
    points: Vec<Point>,
    /// The place in the list of the point chosen last.
    chosen: usize,
}

impl<G: Geometry> PlayoutPolicy<G> for Uniform {
    type State = UniformState;

    fn new_state(&self) -> UniformState {
        UniformState { points: Vec::with_capacity(G::CELLS), chosen: 0 }
    }

    #[inline(always)]
    fn start(&self, state: &mut UniformState, position: &Position<G>) {
        state.points.clear();
        state.points.extend(position.board().empty());
    }

    #[inline(always)]
    fn choose(
        &self,
        state: &mut UniformState,
        position: &Position<G>,
        random: &mut Random,
    ) -> Option<Point> {
        let mut candidates = state.points.len();
        while candidates > 0 {
            let index = random.below(candidates);
            let point = state.points[index];
            if position.is_sensible(point) {
                state.chosen = index;
                return Some(point);
            }
            candidates -= 1;
            state.points.swap(index, candidates);
        }
        None
    }

    #[inline(always)]
    fn played(&self, state: &mut UniformState, _point: Point, captured: Option<&Bitboard<G>>) {
        state.points.swap_remove(state.chosen);
        if let Some(captured) = captured {
            state.points.extend(captured);
        }
    }
}
