//! The inputs of a network: KataGo's version 7, as `fillRowV7` in `cpp/neuralnet/nninputs.cpp`
//! makes them.
//!
//! A search fills them from a [`Situation`], in the geometry of its board. An [`InputMaker`] fills
//! them from a game.

mod area;
mod ladders;
mod maker;
mod past;
mod planes;
mod situation;
#[cfg(test)]
mod tests;

pub use ladders::LadderReader;
pub use maker::InputMaker;
pub(crate) use planes::forget_past;
pub use planes::{GLOBALS, Inputs, LONGEST, PLANES, WrongSize};
pub use situation::Situation;
