//! Moves that a player knows without a search. Opening books implement the trait; the engine knows
//! none of them.

use crate::rules::GameState;
use crate::vocabulary::{Color, Vertex};

/// A move that is known without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// The point.
    pub vertex: Vertex,
    /// What is known about it, in words, for the user.
    pub note: String,
}

/// A source of moves that need no search.
pub trait Opening: Send + Sync {
    /// The move for `color` in this game, if one is known.
    fn choose(&self, game: &GameState, color: Color) -> Option<OpeningMove>;
}
