//! The results of a reading.

use crate::vocabulary::Vertex;

/// How reliably a goal is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Success {
    /// The goal is reached whatever the opponent does.
    Certain,
    /// The goal is reached by winning a ko in which the opponent needs the first threat.
    GoodKo,
    /// The goal is reached by winning a ko in which the player to move needs the first threat.
    BadKo,
}

/// The result of reading whether a goal can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How reliably the player to move succeeds; `None` for a failure.
    pub success: Option<Success>,
    /// A move that succeeds, if one is known.
    pub mv: Option<Vertex>,
    /// Whether the search was completed within the limits. Otherwise the result is the best guess.
    pub is_complete: bool,
    /// Whether success has been proved against every reply on the whole board.
    pub is_proved: bool,
}

/// The fate of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The group lives, whichever player moves first.
    Alive,
    /// The group dies, whichever player moves first.
    Dead,
    /// The player who moves first decides the fate of the group, by the given move if one is known.
    Critical {
        /// The opponent's move that kills the group.
        kill: Option<Vertex>,
        /// The owner's move that makes the group live.
        save: Option<Vertex>,
    },
}
