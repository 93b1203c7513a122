//! Reading by brute force: every legal move of both players, by the rules alone. It is slow and
//! simple, shares no code with the engine's reading, and verifies the cases of exact reading.
//!
//! The exact definitions are:
//!
//! * The players move in turn, and either may pass. Suicide is illegal. A single stone that has
//!   just captured a single stone and is alone in atari may not be retaken at once: the simple ko
//!   rule, which a pass lifts. One player may be given threats for all kos; the ban then does not
//!   apply to that player.
//! * A [`Fight`] is about an [`Aim`] that one player, the prover, wants to reach. A game that goes
//!   on for ever does not reach it, so the opponent may repeat positions.
//! * A stone is captured once it is off the board and cannot be put back at once by a ko.
//! * A [`score()`] is the area after two consecutive passes, with all remaining stones alive.
//!
//! If both players are restricted to a small part of the board, all positions that can arise are
//! listed, and those from which the aim is reached are found backwards, so that cycles need no
//! special treatment. Moves are excluded only on points that Benson's definition gives to a player:
//! a stone there is worth no more than a pass, except for a score if a ko bans a move and a pass
//! would let the opponent end the game. If most of the board is empty, a search tree contains all
//! moves instead, with repeated positions as failures of the prover; a chain with five liberties
//! then counts as saved.

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
