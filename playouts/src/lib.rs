//! Go knowledge: the policies that choose the moves of playouts, and the priors of moves before
//! they are simulated.
//!
//! - [`Uniform`]: any legal move that does not fill an own true eye, all equally likely.
//! - [`Heavy`]: answers to the last move by rules, then any move that is not bad.
//! - [`EvenPriors`]: the same prior for every move.
//! - [`LearnedPriors`]: priors learned from games, from the effects, the place and the surroundings
//!   of a move.
//! - [`Origin`]: the settings that a file of results depends on.

#![forbid(unsafe_code)]

mod empties;
mod features;
mod heavy;
pub mod learning;
mod origin;
mod patterns;
mod priors;
mod table;
mod uniform;

pub use heavy::{Heavy, HeavyState, Rates};
pub use origin::Origin;
pub use priors::{EvenPriors, LearnedPriors, Weights};
pub use table::{Table, TableError};
pub use uniform::{Uniform, UniformState};
