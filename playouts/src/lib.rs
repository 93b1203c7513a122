//! Go knowledge: the policies by which playouts choose their moves, and what is known of moves
//! before they are simulated.
//!
//! - [`Uniform`]: any legal move that does not fill an own true eye, all equally likely.
//! - [`Heavy`]: what the last move asks for first, by rules, then any move that is not bad.
//! - [`EvenPriors`]: every move is worth the same.
//! - [`LearnedPriors`]: what moves do, where they stand and what surrounds them, as learned from games.
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
