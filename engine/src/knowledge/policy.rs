//! The trait of playout policies.

use super::amaf_values::AmafValues;
use crate::board::Position;
use crate::vocabulary::{Bitboard, Geometry, Point, Random};

/// Chooses the moves of a playout.
///
/// One policy serves all threads and boards of every geometry; what a playout has to remember stands
/// in a `State`, of which each thread has one. It is made anew by [`start`](Self::start) and never
/// grows inside a playout. A policy must let each playout end: it fills no eyes without need, and returns `None`
/// (a pass) when nothing sensible is left.
pub trait PlayoutPolicy: Send + Sync {
    /// What the policy remembers within one playout on a board of geometry `G`.
    type State<G: Geometry>: Send;

    /// The memory of a new thread.
    fn new_state<G: Geometry>(&self) -> Self::State<G>;

    /// Whether [`choose`](Self::choose) consults the AMAF values of the search. Without that they are
    /// not gathered, which takes time.
    fn uses_amaf_values(&self) -> bool {
        false
    }

    /// Begins a playout from `position`.
    fn start<G: Geometry>(&self, state: &mut Self::State<G>, position: &Position<G>);

    /// The point of a legal move for the player to move, or `None` to pass.
    fn choose<G: Geometry>(
        &self,
        state: &mut Self::State<G>,
        position: &Position<G>,
        amaf_values: &AmafValues<G>,
        random: &mut Random,
    ) -> Option<Point>;

    /// Told after each move that [`choose`](Self::choose) gave: its point, and what it captured.
    fn played<G: Geometry>(
        &self,
        state: &mut Self::State<G>,
        point: Point,
        captured: Option<&Bitboard<G>>,
    );
}
