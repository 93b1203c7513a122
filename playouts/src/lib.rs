//! Go knowledge: the policies by which playouts choose their moves, and what is known of moves
//! before they are simulated.
//!
//! - [`Uniform`]: any legal move that does not fill an own true eye, all equally likely.
//! - [`Heavy`]: what the last move asks for first, by rules, then any move that is not bad.
//! - [`EvenPriors`]: every move is worth the same.
//! - [`HandPriors`]: what moves do and where they stand.

#![forbid(unsafe_code)]

mod empties;
mod features;
mod heavy;
mod patterns;
mod priors;
mod uniform;

pub use heavy::{Heavy, HeavyState, Rates};
pub use priors::{EvenPriors, HandPriors, Weights};
pub use uniform::{Uniform, UniformState};
