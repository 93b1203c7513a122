//! Sets of points of one geometry, stored as one bit per point. An operation on the whole board
//! therefore needs only a few instructions per word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::{BoardSize, Geometry, Point, Window};

/// A set of points.
#[derive(Clone, Copy, Debug)]
pub struct Bitboard<G: Geometry> {
    words: G::Words,
}

/// Compares word by word, because the array's own comparison would call into the C library.
impl<G: Geometry> PartialEq for Bitboard<G> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.words.as_ref().iter().zip(other.words.as_ref());
        pairs.fold(0, |differing, (word, others)| differing | (word ^ others)) == 0
    }
}

impl<G: Geometry> Eq for Bitboard<G> {}

impl<G: Geometry> Default for Bitboard<G> {
    #[inline(always)]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<G: Geometry> Bitboard<G> {
    /// The empty set.
    pub const EMPTY: Self = Self { words: G::NO_WORDS };

    /// All points of a board of this size.
    pub fn full(size: BoardSize) -> Self {
        size.vertices().map(Point::of::<G>).collect()
    }

    /// The set that contains only `point`.
    #[inline(always)]
    pub fn of(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        self.words.as_ref()[index & (G::WORDS - 1)]
    }

    #[inline(always)]
    fn word_mut(&mut self, index: usize) -> &mut u64 {
        &mut self.words.as_mut()[index & (G::WORDS - 1)]
    }

    /// Whether `point` is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        self.word(point.bit() / 64) >> (point.bit() % 64) & 1 != 0
    }

    /// Adds `point`.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) {
        *self.word_mut(point.bit() / 64) |= 1 << (point.bit() % 64);
    }

    /// Removes `point`.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        *self.word_mut(point.bit() / 64) &= !(1 << (point.bit() % 64));
    }

    /// Removes `point` and returns whether it was in the set.
    #[inline(always)]
    pub fn take(&mut self, point: Point) -> bool {
        let bit = point.bit() % 64;
        let word = self.word_mut(point.bit() / 64);
        let was_in = *word >> bit & 1 != 0;
        *word &= !(1 << bit);
        was_in
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.words.as_ref().iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of points.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.words.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The point with the lowest number.
    #[inline(always)]
    pub fn first(&self) -> Option<Point> {
        self.into_iter().next()
    }

    /// Whether the two sets share a point.
    #[inline(always)]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The points of the set among `centre` and the eight points around it.
    #[inline(always)]
    pub fn window(&self, centre: Point) -> Window<G> {
        let origin = Window::<G>::origin(centre);
        let (word, shift) = (origin / 64, origin % 64);
        // If `word` is the last word, the index of the word after it wraps around, but the bits
        // taken from there are guards or outside the window.
        let bits = self.word(word) >> shift | self.word(word + 1) << 1 << (63 - shift);
        Window::new(bits, centre)
    }

    /// Adds the points of a window around `centre`. Returns the number of points that were not in
    /// the set before.
    #[inline(always)]
    pub fn insert_window(&mut self, window: Window<G>, centre: Point) -> usize {
        let origin = Window::<G>::origin(centre);
        let (word, shift) = (origin / 64, origin % 64);
        let added = window.bits() & !self.window(centre).bits();
        *self.word_mut(word) |= added << shift;
        *self.word_mut(word + 1) |= added >> 1 >> (63 - shift);
        added.count_ones() as usize
    }

    /// The set shifted up by `distance` bits, from 1 to 63.
    #[inline(always)]
    fn up(&self, distance: usize) -> Self {
        let mut moved = Self::EMPTY;
        for index in (1..G::WORDS).rev() {
            *moved.word_mut(index) =
                self.word(index) << distance | self.word(index - 1) >> (64 - distance);
        }
        *moved.word_mut(0) = self.word(0) << distance;
        moved
    }

    /// The set shifted down by `distance` bits, from 1 to 63.
    #[inline(always)]
    fn down(&self, distance: usize) -> Self {
        let mut moved = Self::EMPTY;
        for index in 0..G::WORDS - 1 {
            *moved.word_mut(index) =
                self.word(index) >> distance | self.word(index + 1) << (64 - distance);
        }
        *moved.word_mut(G::WORDS - 1) = self.word(G::WORDS - 1) >> distance;
        moved
    }

    /// All points that are above, below, to the left or to the right of a point in the set. They
    /// may include guards, so the result must be intersected with the points of interest.
    #[inline(always)]
    pub fn neighbours(&self) -> Self {
        (self.up(1) | self.down(1)) | (self.up(G::STRIDE) | self.down(G::STRIDE))
    }

    /// The points of `within` that can be reached from this set by steps inside `within`, including
    /// the points of the set itself that are in `within`.
    #[inline(always)]
    pub fn flood(&self, within: &Self) -> Self {
        let mut reached = *self & *within;
        loop {
            let wider = (reached | reached.neighbours()) & *within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }
}

impl<G: Geometry> BitAnd for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<G: Geometry> BitAndAssign for Bitboard<G> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        for (word, with) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            *word &= with;
        }
    }
}

impl<G: Geometry> BitOr for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<G: Geometry> BitOrAssign for Bitboard<G> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (word, with) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            *word |= with;
        }
    }
}

impl<G: Geometry> Sub for Bitboard<G> {
    type Output = Self;

    /// The points in the first set that are not in the second.
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<G: Geometry> SubAssign for Bitboard<G> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        for (word, without) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            *word &= !without;
        }
    }
}

impl<G: Geometry> FromIterator<Point> for Bitboard<G> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

/// Collects sets into their union.
impl<G: Geometry> FromIterator<Self> for Bitboard<G> {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

impl<G: Geometry> IntoIterator for &Bitboard<G> {
    type Item = Point;
    type IntoIter = Points<G>;

    #[inline(always)]
    fn into_iter(self) -> Points<G> {
        Points { words: self.words, index: 0 }
    }
}

impl<G: Geometry> IntoIterator for Bitboard<G> {
    type Item = Point;
    type IntoIter = Points<G>;

    #[inline(always)]
    fn into_iter(self) -> Points<G> {
        (&self).into_iter()
    }
}

/// The points of a set in increasing order.
#[derive(Clone, Debug)]
pub struct Points<G: Geometry> {
    words: G::Words,
    index: usize,
}

impl<G: Geometry> Iterator for Points<G> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        while let Some(word) = self.words.as_mut().get_mut(self.index) {
            if *word != 0 {
                let bit = self.index * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_bit(bit));
            }
            self.index += 1;
        }
        None
    }
}
