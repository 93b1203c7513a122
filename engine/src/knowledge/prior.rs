//! What is known of moves before they are simulated.

use super::ownership_estimate::OwnershipEstimate;
use crate::board::Position;
use crate::vocabulary::{Geometry, Point};

/// What a move is worth by knowledge alone, as if so many games had been played with it
/// (equivalent experience: Gelly and Silver, Combining online and offline knowledge in UCT, 2007,
/// section 6).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// The games that the knowledge counts as.
    pub games: f32,
    /// The sum of their values for the player who makes the move, each -1 to 1.
    pub value_sum: f32,
}

impl Prior {
    /// So many games that all ended with this value, -1 to 1.
    pub const fn new(games: f32, value: f32) -> Self {
        Self { games, value_sum: games * value }
    }

    /// Adds more knowledge.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.value_sum += other.value_sum;
    }
}

/// A move that a search will look at, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its point, or `None` for a pass.
    pub point: Option<Point>,
    /// What it is worth by knowledge alone.
    pub prior: Prior,
}

impl Candidate {
    /// A move of which nothing is known.
    pub const fn new(point: Option<Point>) -> Self {
        Self { point, prior: Prior { games: 0.0, value_sum: 0.0 } }
    }
}

/// Gives the moves of a new node their priors.
pub trait PriorKnowledge: Send + Sync {
    /// Adds to each candidate what is known of it, for the player to move in `position`. The estimate
    /// is that of this position or of one from which it is not far.
    fn add_priors<G: Geometry>(
        &self,
        position: &Position<G>,
        estimate: &OwnershipEstimate<G>,
        candidates: &mut [Candidate],
    );
}
