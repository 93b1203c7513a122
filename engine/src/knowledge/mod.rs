//! What the search asks of Go knowledge, and the playout that is made with it. The knowledge
//! itself stands in other crates.

mod experience;
mod outlook;
mod playout;
mod prior;

pub use experience::Experience;
pub use outlook::Outlook;
pub use playout::{Play, Playout, PlayoutLimits, PlayoutOutcome, Recorder};
pub use prior::{Candidate, Prior, PriorKnowledge};

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

    /// Whether it makes a difference to [`choose`](Self::choose) what it is told of the search's
    /// experience: to gather it takes time.
    fn heeds_experience(&self) -> bool {
        false
    }

    /// Begins a playout from `position`.
    fn start<G: Geometry>(&self, state: &mut Self::State<G>, position: &Position<G>);

    /// The point of a legal move for the player to move, or `None` to pass.
    fn choose<G: Geometry>(
        &self,
        state: &mut Self::State<G>,
        position: &Position<G>,
        experience: &Experience<G>,
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
