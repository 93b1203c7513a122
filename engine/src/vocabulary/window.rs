//! The three-by-three block of points around a point, packed into one word.

use std::marker::PhantomData;

use super::{Geometry, Point};

/// A section of a bitboard: a point and the points around it.
///
/// Thanks to the guards, the bits of the eight neighbours are in the same positions for every
/// centre. A neighbourhood can therefore be tested against constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<G: Geometry> {
    bits: u64,
    origin: u16,
    geometry: PhantomData<G>,
}

impl<G: Geometry> Window<G> {
    /// The points to the left and right, below and above.
    const CROSS: u64 = 1 << 1 | 1 << G::STRIDE | 1 << (G::STRIDE + 2) | 1 << (2 * G::STRIDE + 1);

    /// The four diagonal neighbours.
    const DIAGONALS: u64 = 1 | 1 << 2 | 1 << (2 * G::STRIDE) | 1 << (2 * G::STRIDE + 2);

    /// Creates the window around `centre` with these bits. Bit 0 is the point diagonally below and
    /// to the left of the centre.
    #[inline(always)]
    pub(super) fn new(bits: u64, centre: Point) -> Self {
        Self { bits, origin: Self::origin(centre) as u16, geometry: PhantomData }
    }

    /// The index of the bit diagonally below and to the left of `centre`.
    #[inline(always)]
    pub(super) fn origin(centre: Point) -> usize {
        centre.bit() - G::STRIDE - 1
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u64 {
        self.bits
    }

    /// Keeps only the four adjacent points.
    #[inline(always)]
    pub fn adjacent(self) -> Self {
        Self { bits: self.bits & Self::CROSS, ..self }
    }

    /// Keeps only the four diagonal points.
    #[inline(always)]
    pub fn diagonal(self) -> Self {
        Self { bits: self.bits & Self::DIAGONALS, ..self }
    }

    /// Keeps only the eight points around the centre. The window itself may also contain the centre
    /// and points farther away.
    #[inline(always)]
    pub fn around(self) -> Self {
        Self { bits: self.bits & (Self::CROSS | Self::DIAGONALS), ..self }
    }

    /// The eight points around the centre as eight bits: the row below from left to right, the
    /// point to the left, the point to the right, and the row above.
    #[inline(always)]
    pub fn ring(self) -> u64 {
        let (below, middle) = (self.bits & 0b111, self.bits >> G::STRIDE & 0b101);
        let above = self.bits >> (2 * G::STRIDE) & 0b111;
        below | (middle & 1) << 3 | (middle >> 2) << 4 | above << 5
    }

    /// Whether the window contains no points.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the window contains at least two points.
    #[inline(always)]
    pub fn has_two(self) -> bool {
        self.bits & self.bits.wrapping_sub(1) != 0
    }

    /// Whether all four diagonal points are in the window.
    #[inline(always)]
    pub fn has_all_diagonals(self) -> bool {
        self.bits & Self::DIAGONALS == Self::DIAGONALS
    }

    /// The number of points.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// The union with another window around the same centre.
    #[inline(always)]
    pub fn union(self, other: Self) -> Self {
        debug_assert_eq!(self.origin, other.origin);
        Self { bits: self.bits | other.bits, ..self }
    }
}

impl<G: Geometry> Iterator for Window<G> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        if self.bits == 0 {
            return None;
        }
        let point = Point::from_bit(usize::from(self.origin) + self.bits.trailing_zeros() as usize);
        self.bits &= self.bits - 1;
        Some(point)
    }
}
