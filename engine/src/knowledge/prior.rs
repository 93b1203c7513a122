//! Priors: estimates of the values of moves before any simulation.

use crate::board::Position;
use crate::vocabulary::{Geometry, Point};

/// The value of a move according to knowledge alone, expressed as if some games had already been
/// played with that move (equivalent experience: Gelly and Silver, Combining online and offline
/// knowledge in UCT, 2007, section 6).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prior {
    /// The weight of the knowledge, as an equivalent number of games.
    pub games: f32,
    /// The sum of the games' values, each from -1 to 1, from the perspective of the player who
    /// makes the move.
    pub value_sum: f32,
}

impl Prior {
    /// The value of a pass before it is simulated: one game in ten is won.
    pub const VALUE_OF_PASS: f32 = -0.8;

    /// Creates a prior that is equivalent to `games` games, each of which ended with `value`, from
    /// -1 to 1.
    pub const fn new(games: f32, value: f32) -> Self {
        Self { games, value_sum: games * value }
    }

    /// Adds further knowledge.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.value_sum += other.value_sum;
    }
}

/// A candidate move in a search, with its prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The point, or `None` for a pass.
    pub point: Option<Point>,
    /// The prior.
    pub prior: Prior,
}

impl Candidate {
    /// A candidate without a prior.
    pub const fn new(point: Option<Point>) -> Self {
        Self { point, prior: Prior { games: 0.0, value_sum: 0.0 } }
    }
}

/// Provides priors for the moves of new nodes.
pub trait PriorKnowledge: Send + Sync {
    /// Adds the knowledge about each candidate move to the move's prior, from the perspective of
    /// the player to move in `position`.
    fn add_priors<G: Geometry>(&self, position: &Position<G>, candidates: &mut [Candidate]);
}
