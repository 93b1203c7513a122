//! The interface of opening books, from which a player takes moves without a search. The books
//! themselves are implemented in other crates.

use crate::rules::GameState;
use crate::vocabulary::{Color, Vertex};

/// A move that is known without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// The point.
    pub vertex: Vertex,
    /// A description of the move for the user.
    pub note: String,
}

/// A source of moves that need no search.
pub trait Opening: Send + Sync {
    /// The move for `color` in this game, if one is known.
    fn choose(&self, game: &GameState, color: Color) -> Option<OpeningMove>;
}
