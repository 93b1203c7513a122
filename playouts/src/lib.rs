//! Go knowledge: the policies that choose the moves in playouts, and the priors that moves have
//! before they are simulated.
//!
//! - [`Uniform`]: any legal move that does not fill one of the player's own true eyes, all equally
//!   likely.
//! - [`Heavy`]: a rule-based response to the last move, or else any move that is not bad.
//! - [`EvenPriors`]: the same prior for every move except a pass.
//! - [`LearnedPriors`]: priors learned from games, based on the effects, the location and the
//!   surroundings of a move.
//! - [`labels`]: games with a network's judgement of each position.
//! - [`game_files`]: games from files and folders.
//! - [`Origin`]: the settings on which the results in a file depend.

#![forbid(unsafe_code)]

mod empties;
mod features;
pub mod game_files;
mod heavy;
pub mod labels;
pub mod learning;
mod origin;
mod patterns;
mod priors;
mod table;
mod uniform;

pub use heavy::{Heavy, HeavyState, Rates};
pub use origin::{Origin, digest_of};
pub use priors::{EvenPriors, LearnedPriors, Weights};
pub use table::{Table, TableError};
pub use uniform::{Uniform, UniformState};
