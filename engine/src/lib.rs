//! Mengxi's engine: the Go core and the search, generic over playouts.
//!
//! A layer uses only the layers before it:
//!
//! | layer | holds |
//! | --- | --- |
//! | [`vocabulary`] | colours, points, moves, geometries, bitboards, hash keys, random numbers |
//! | [`board`] | stones, chains and liberties; play, capture, simple ko, eyes |

pub mod board;
pub mod vocabulary;
