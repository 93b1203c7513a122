//! A policy for tests of the search, whose playouts end at once.

use super::amaf_values::AmafValues;
use super::policy::PlayoutPolicy;
use crate::board::Position;
use crate::vocabulary::{Bitboard, Geometry, Point, Random};

/// A policy that always passes.
pub(crate) struct Idle;

impl PlayoutPolicy for Idle {
    type State<G: Geometry> = ();

    fn new_state<G: Geometry>(&self) {}

    fn start<G: Geometry>(&self, (): &mut (), _: &Position<G>) {}

    fn choose<G: Geometry>(
        &self,
        (): &mut (),
        _: &Position<G>,
        _: &AmafValues<G>,
        _: &mut Random,
    ) -> Option<Point> {
        None
    }

    fn played<G: Geometry>(&self, (): &mut (), _: Point, _: Option<&Bitboard<G>>) {}
}
