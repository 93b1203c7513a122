//! Reading by brute force: tries every legal move of both players, using nothing but the rules of
//! Go. It is slow and simple, and it shares no code with the engine's reading. The tests use it to
//! verify the test cases for exact reading.
//!
//! The exact definitions are:
//!
//! * The players move in turn, and either may pass. Suicide is illegal.
//! * The simple ko rule applies. If a stone has just captured a single stone, is not connected to
//!   any other stone, and is itself in atari, it may not be retaken immediately. A pass lifts this
//!   ban. One player may be assumed to have threats for all kos; the ban then does not apply to
//!   that player.
//! * In a [`Fight`], one player, the prover, tries to reach an [`Aim`]. A game that goes on for
//!   ever does not reach the aim, so the opponent may prevent success by repeating positions.
//! * A stone counts as captured once it is off the board. A stone that has just been taken in a ko
//!   is an exception: it does not count as captured until the ban on its point has ended.
//! * A [`score()`] is the area score after two consecutive passes, with all remaining stones
//!   counted as alive.
//!
//! If both players are restricted to a small part of the board, all positions that can arise are
//! listed. The positions from which the prover can reach the aim are found by working backwards, so
//! cycles need no special treatment. The only moves left out are those on points that Benson's
//! definition assigns to a player, because a stone there is worth no more than a pass. The
//! calculation of scores is an exception: while a ko bans a move, a pass could let the opponent end
//! the game, so moves on such points are then tried too.
//!
//! If most of the board is empty, a search tree of all moves is used instead. In that tree, a
//! repeated position counts as a failure of the prover, and a chain with five liberties counts as
//! saved.

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
