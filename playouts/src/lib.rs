//! Go knowledge: the policies by which playouts choose their moves.
//!
//! - [`Uniform`]: any legal move that does not fill an own true eye, all equally likely.

#![forbid(unsafe_code)]

mod uniform;

pub use uniform::{Uniform, UniformState};
