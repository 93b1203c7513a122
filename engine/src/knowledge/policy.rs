//! The trait for playout policies.

use super::amaf_values::AmafValues;
use crate::board::Position;
use crate::vocabulary::{Bitboard, Geometry, Point, Random};

/// Chooses the moves of playouts.
///
/// One policy serves all threads and boards of every geometry. Everything that the policy needs to
/// remember during a playout is in a `State`, and each thread has a `State` of its own.
/// [`start`](Self::start) resets the state, which never grows during a playout. A policy must
/// ensure that every playout ends: it must not fill eyes unnecessarily, and it must return `None`
/// (a pass) when no sensible move is left.
pub trait PlayoutPolicy: Send + Sync {
    /// The state during a playout on a board of geometry `G`.
    type State<G: Geometry>: Send;

    /// Creates the state for a new thread.
    fn new_state<G: Geometry>(&self) -> Self::State<G>;

    /// Whether [`choose`](Self::choose) consults the AMAF values of the search. If not, they are
    /// not collected, which saves time.
    fn uses_amaf_values(&self) -> bool {
        false
    }

    /// Begins a playout from `position`.
    fn start<G: Geometry>(&self, state: &mut Self::State<G>, position: &Position<G>);

    /// Returns the point of a legal move for the player to move, or `None` to pass.
    fn choose<G: Geometry>(
        &self,
        state: &mut Self::State<G>,
        position: &Position<G>,
        amaf_values: &AmafValues<G>,
        random: &mut Random,
    ) -> Option<Point>;

    /// Called after each move that [`choose`](Self::choose) returned, with the point of the move
    /// and the stones that it captured.
    fn played<G: Geometry>(
        &self,
        state: &mut Self::State<G>,
        point: Point,
        captured: Option<&Bitboard<G>>,
    );
}
