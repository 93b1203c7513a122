//! What the search asks of Go knowledge, and the playout that is made with it. The knowledge
//! itself stands in other crates.

mod experience;
mod outlook;
mod playout;
mod prior;
mod ruled;

pub use experience::Experience;
pub use outlook::Outlook;
pub use playout::{Play, Playout, PlayoutLimits, PlayoutOutcome, Recorder};
pub use prior::{Candidate, Prior, PriorKnowledge};
pub use ruled::Ruled;

use crate::board::Position;
use crate::vocabulary::{Bitboard, Geometry, Point, Random};

/// Chooses the moves of a playout.
///
/// One policy serves all threads; what a playout has to remember stands in a `State`, of which
/// each thread has one. It is made anew by [`start`](Self::start) and never grows inside a
/// playout. A policy must let each playout end: it fills no eyes without need, and returns `None`
/// (a pass) when nothing sensible is left.
pub trait PlayoutPolicy<G: Geometry>: Send + Sync {
    /// What the policy remembers within one playout.
    type State: Send;

    /// The memory of a new thread.
    fn new_state(&self) -> Self::State;

    /// Whether it makes a difference to [`choose`](Self::choose) what it is told of the search's
    /// experience: to gather it takes time.
    fn heeds_experience(&self) -> bool {
        false
    }

    /// Begins a playout from `position`.
    fn start(&self, state: &mut Self::State, position: &Position<G>);

    /// The point of a legal move for the player to move, or `None` to pass.
    fn choose(
        &self,
        state: &mut Self::State,
        position: &Position<G>,
        experience: &Experience<G>,
        random: &mut Random,
    ) -> Option<Point>;

    /// Told after each move that [`choose`](Self::choose) gave: its point, and what it captured.
    fn played(&self, state: &mut Self::State, point: Point, captured: Option<&Bitboard<G>>);
}
