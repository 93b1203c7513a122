//! Points as indices into bitboards, and tables indexed by them.

use std::fmt::Debug;
use std::num::NonZeroU16;
use std::ops::{Index, IndexMut};

use super::{Geometry, Vertex, stone_key};
use crate::vocabulary::Color;

/// A place on a board of one geometry: the index of its bit in the padded bitboards.
///
/// Points of different geometries must not be mixed. The results of a search use [`Vertex`]
/// instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);

impl Point {
    /// A bit that is set in every point, so that the number is never zero and an index can become a
    /// point without a check.
    const MARK: u16 = 1 << 15;

    /// The point with this bit index.
    #[inline(always)]
    pub const fn from_bit(bit: usize) -> Self {
        debug_assert!(bit < Self::MARK as usize);
        match NonZeroU16::new(bit as u16 | Self::MARK) {
            Some(marked) => Self(marked),
            None => unreachable!(),
        }
    }

    /// The index of this point's bit.
    #[inline(always)]
    pub const fn bit(self) -> usize {
        (self.0.get() & !Self::MARK) as usize
    }

    /// The point of `vertex` in geometry `G`.
    #[inline]
    pub const fn of<G: Geometry>(vertex: Vertex) -> Self {
        Self::from_bit((vertex.row() as usize + 1) * G::STRIDE + vertex.column() as usize + 1)
    }

    /// The vertex of this point, which must belong to geometry `G`.
    ///
    /// # Panics
    /// If the point is a guard.
    #[inline]
    pub const fn vertex<G: Geometry>(self) -> Vertex {
        let (row, column) = (self.bit() / G::STRIDE, self.bit() % G::STRIDE);
        Vertex::new((column - 1) as u8, (row - 1) as u8)
    }

    /// The points to the left and right, below and above. At the edge of the board, some of them
    /// are guards.
    #[inline(always)]
    pub const fn adjacent<G: Geometry>(self) -> [Self; 4] {
        let bit = self.bit();
        [
            Self::from_bit(bit - 1),
            Self::from_bit(bit + 1),
            Self::from_bit(bit - G::STRIDE),
            Self::from_bit(bit + G::STRIDE),
        ]
    }

    /// The Zobrist key of a stone of `color` on this point.
    #[inline(always)]
    pub fn key<G: Geometry>(self, color: Color) -> u64 {
        let key = G::KEYS[self.bit() & (G::CELLS - 1)][color as usize];
        debug_assert_eq!(key, stone_key(self.vertex::<G>(), color));
        key
    }
}

/// A value for each point of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMap<G: Geometry, T: Copy + Debug + PartialEq + Send + Sync> {
    cells: G::Cells<T>,
}

impl<G: Geometry, T: Copy + Debug + PartialEq + Send + Sync> PointMap<G, T> {
    /// A table with the same value everywhere.
    #[inline]
    pub fn filled(value: T) -> Self {
        Self { cells: G::cells(value) }
    }
}

impl<G: Geometry, T: Copy + Debug + PartialEq + Send + Sync> Index<Point> for PointMap<G, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self.cells.as_ref()[point.bit() & (G::CELLS - 1)]
    }
}

impl<G: Geometry, T: Copy + Debug + PartialEq + Send + Sync> IndexMut<Point> for PointMap<G, T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.cells.as_mut()[point.bit() & (G::CELLS - 1)]
    }
}
