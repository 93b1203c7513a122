//! Mengxi's engine: the Go core and the search, generic over playouts.
//!
//! A layer uses only the layers before it:
//!
//! | layer | holds |
//! | --- | --- |
//! | [`vocabulary`] | colours, points, moves, geometries, bitboards, hash keys, random numbers |
//! | [`board`] | stones, chains and liberties; play, capture, simple ko, eyes |
//! | [`policy`] | what the search asks of Go knowledge, and the playout made with it |

pub mod board;
pub mod policy;
pub mod vocabulary;
