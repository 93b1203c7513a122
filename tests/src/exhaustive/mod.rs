//! Reading by brute force: tries every legal move of both players, by the rules alone. It is slow
//! and simple, shares no code with the engine's reading, and verifies the test cases for exact
//! reading.
//!
//! The exact definitions are:
//!
//! * The players move in turn, and either may pass. Suicide is illegal. If a stone has just
//!   captured a single stone, is not connected to any other, and is itself in atari, it may not be
//!   retaken at once: this is the simple ko rule, and a pass lifts the ban. One player may be given
//!   threats for all kos; the ban then does not apply to that player.
//! * A [`Fight`] is about an [`Aim`] that one player, the prover, wants to reach. A game that goes
//!   on for ever does not reach the aim, so the opponent may repeat positions.
//! * A stone is captured once it is off the board and cannot be put back at once by a ko.
//! * A [`score()`] is the area after two consecutive passes, with all remaining stones alive.
//!
//! If both players are restricted to a small part of the board, all positions that can arise are
//! listed, and those from which the aim is reached are found by working backwards, so that cycles
//! need no special treatment. Moves are excluded only on points that Benson's definition gives to a
//! player: a stone there is worth no more than a pass. The exception is a score, where a ko may ban
//! a move while a pass would let the opponent end the game. If most of the board is empty, a search
//! tree of all moves is used instead; a repeated position then counts as a failure of the prover,
//! and a chain with five liberties counts as saved.

mod codes;
mod field;
mod fight;
mod graph;
mod score;
mod tree;

pub use codes::{Reading, read, read_on_open_board};
pub use field::{Field, Points, State};
pub use fight::{Aim, Fight, Threats};
pub use score::score;
