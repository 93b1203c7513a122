//! Mengxi's engine: the Go core and the search, generic over playouts.
//!
//! Each layer uses only the layers above it in this table:
//!
//! | layer | contents |
//! | --- | --- |
//! | [`vocabulary`] | colours, points, moves, geometries, bitboards, hash keys, random numbers |
//! | [`dispatch`] | the choice of the processor's instruction set at run time |
//! | [`board`] | stones, chains and liberties; play, capture, simple ko, eyes |
//! | [`rules`] | the game in progress: history, undo, superko, handicap, scoring; presets by name |
//! | [`sgf`] | reading and writing game records |
//! | [`tactics`] | unconditional life (Benson), ladders, self-atari, eye shapes |
//! | [`reading`] | exact reading (crate `classical`): fights for chains and groups, small boards |
//! | [`theorems`] | rules generalised from proofs: learning, checking and matching |
//! | [`knowledge`] | the interface between the search and Go knowledge, and the playout |
//! | [`search`] | the tree search and its reports |
//! | [`player`] | the player and its game in progress |

pub mod board;
pub mod dispatch;
pub mod knowledge;
pub mod player;
pub mod reading;
pub mod rules;
pub mod search;
pub mod sgf;
pub mod tactics;
pub mod theorems;
pub mod vocabulary;
