//! The uniform policy.

use engine::board::Position;
use engine::knowledge::{AmafValues, PlayoutPolicy};
use engine::vocabulary::{Bitboard, Geometry, Point, Random};

use crate::empties::{Drawing, Empties};

/// Plays any legal move that does not fill one of the player's own true eyes, or passes if there is
/// no such move.
///
/// The choice is truly uniform: a point is drawn from the list of empty points, and if it is
/// unsuitable, another one is drawn from the rest. Scanning the list from a random start would save
/// the second draw, but would favour points that follow many unplayable ones in the list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

/// The empty points during a playout.
#[derive(Clone, Debug)]
pub struct UniformState<G: Geometry>(Empties<G>);

impl PlayoutPolicy for Uniform {
    type State<G: Geometry> = UniformState<G>;

    fn new_state<G: Geometry>(&self) -> UniformState<G> {
        UniformState(Empties::new())
    }

    #[inline(always)]
    fn start<G: Geometry>(&self, state: &mut UniformState<G>, position: &Position<G>) {
        state.0.reset(position.board().empty());
    }

    #[inline(always)]
    fn choose<G: Geometry>(
        &self,
        state: &mut UniformState<G>,
        position: &Position<G>,
        _: &AmafValues<G>,
        random: &mut Random,
    ) -> Option<Point> {
        let mut drawing = Drawing::default();
        while let Some(point) = state.0.draw(&mut drawing, random) {
            if position.is_sensible(point) {
                return Some(point);
            }
        }
        None
    }

    #[inline(always)]
    fn played<G: Geometry>(
        &self,
        state: &mut UniformState<G>,
        point: Point,
        captured: Option<&Bitboard<G>>,
    ) {
        state.0.remove(point);
        if let Some(captured) = captured {
            state.0.add(captured);
        }
    }
}
