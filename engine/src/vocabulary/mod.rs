//! The vocabulary of all other layers: colours, points, moves, board sizes, sets of points, hash
//! keys and random numbers. Nothing here knows the rules of the game.
//!
//! Two types represent a place on the board. A [`Vertex`] is a column and a row, independent of the
//! geometry, and is used for everything that is read or written. A [`Point`] is an index into the
//! padded bitboards of one [`Geometry`] and is used for everything that is searched.

mod bitboard;
mod color;
mod geometry;
mod point;
mod random;
mod symmetry;
mod vertex;
mod window;
mod zobrist;

pub use bitboard::{Bitboard, Points};
pub use color::{ByColor, Color};
pub use geometry::{
    AnySize, Geometry, InGeometry, Medium, Nine, Nineteen, Small, Thirteen, in_geometry_of,
    in_search_geometry_of,
};
pub use point::{Point, PointMap};
pub use random::Random;
pub use symmetry::Symmetry;
pub use vertex::{BoardSize, Move, ParseVertexError, SizeError, Vertex};
pub use window::Window;
pub(crate) use zobrist::mix_with;
pub use zobrist::{TO_MOVE_KEY, stone_key};
