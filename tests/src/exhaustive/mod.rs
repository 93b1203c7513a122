//! Reading by brute force: every legal move of both players, by the rules alone. Slow, obvious, and
//! without a line of the engine's reading, it is what the cases of reading are verified by.
//!
//! What is read is definite:
//!
//! * The players move in turn, and either may pass. Suicide is illegal. A single stone that has
//!   just taken a single stone, and stands in atari alone, may not be retaken at once: the simple
//!   ko rule, which a pass lifts. One player may be given threats for all kos: then the ban does
//!   not bind it.
//! * A [`Fight`] is about an [`Aim`] that one player, the prover, wants to reach. It has not reached
//!   it in a game that goes on for ever, so whoever wants to prevent it may go in circles.
//! * A stone is taken once it is off the board and cannot come back at once by a ko.
//! * A [`score()`] is the area once two passes have followed each other, with all stones alive that
//!   are left.
//!
//! Where both play on a small part of the board, all positions that can arise are listed and those
//! from which the aim is reached are found backwards, so that circles need no thought. Play is
//! left out only on points that Benson's definition gives to a player: a stone there is worth no
//! more than a pass, but for a score where a ko bans a move and a pass would let the other player
//! end the game. Where most of the board is empty, a search tree holds all moves instead, with
//! repeated positions as failures of the prover; there a chain with five liberties counts as saved.

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
