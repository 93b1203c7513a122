//! Points of the board, sets of them, and values for each of them.
//!
//! A point is numbered `row * 16 + column` from the lower left corner, both from 0. The sixteenth
//! column and row do not exist, so that a number fits into a byte and rows do not run into each
//! other.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The number of columns and of rows.
pub const SIZE: usize = 15;
/// The number of points.
pub const AREA: usize = SIZE * SIZE;
/// The distance between the numbers of two points that lie above each other.
pub(super) const ROW: usize = 16;

/// The letters of the columns. As in the Go Text Protocol, there is no I.
const COLUMNS: &str = "ABCDEFGHJKLMNOP";

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// The text is not a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a point such as H8, got '{0}'")]
pub struct PointError(String);

impl Point {
    /// The point in the middle of the board.
    pub const CENTRE: Self = Self(7 * ROW as u8 + 7);

    /// The point in a column from the left and a row from the bottom, both from 0, or `None`
    /// outside the board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < SIZE && row < SIZE { Some(Self((row * ROW + column) as u8)) } else { None }
    }

    /// The column from the left, from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % ROW
    }

    /// The row from the bottom, from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / ROW
    }

    /// The number of the point, less than 240.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All points, row by row from the lower left corner.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE).flat_map(|row| (0..SIZE).filter_map(move |column| Self::new(column, row)))
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let error = || PointError(text.to_owned());
        let (letter, row) = text.split_at_checked(1).ok_or_else(error)?;
        let column = COLUMNS.find(&letter.to_ascii_uppercase()).ok_or_else(error)?;
        let is_number = row.starts_with(|first: char| ('1'..='9').contains(&first));
        let row: usize = row.parse().ok().filter(|_| is_number).ok_or_else(error)?;
        Self::new(column, row.wrapping_sub(1)).ok_or_else(error)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = COLUMNS.chars().nth(self.column()).unwrap_or('?');
        write!(f, "{letter}{}", self.row() + 1)
    }
}

/// A value for each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointMap<T>([T; 256]);

impl<T: Copy + Default> PointMap<T> {
    pub(super) fn new(value: T) -> Self {
        Self([value; 256])
    }

    // The number of a point is always inside, and the compiler sees that.
    #[inline]
    pub(super) fn get(&self, point: Point) -> T {
        self.0.get(usize::from(point.0)).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn set(&mut self, point: Point, value: T) {
        if let Some(place) = self.0.get_mut(usize::from(point.0)) {
            *place = value;
        }
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet([u64; 4]);

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self([0; 4]);
    /// All points of the board.
    pub const ALL: Self = {
        let rows = 0x7fff_7fff_7fff_7fff;
        Self([rows, rows, rows, rows >> 16])
    };

    /// Whether the set has this point.
    #[inline]
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        let word = self.0.get(usize::from(point.0 >> 6)).copied().unwrap_or(0);
        word >> (point.0 & 63) & 1 == 1
    }

    /// Adds a point that is not in the set, or removes one that is.
    #[inline]
    pub fn toggle(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(usize::from(point.0 >> 6)) {
            *word ^= 1 << (point.0 & 63);
        }
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(usize::from(point.0 >> 6)) {
            *word |= 1 << (point.0 & 63);
        }
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The number of points.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points that are in this set, the other one, or both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.with(other, |left, right| left | right)
    }

    /// The points that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.with(other, |left, right| left & right)
    }

    /// The points that are in this set but not in the other one.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.with(other, |left, right| left & !right)
    }

    fn with(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for (left, right) in self.0.iter_mut().zip(other.0) {
            *left = combine(*left, right);
        }
        self
    }

    /// The points of the set and all others within this distance, in rows, columns or both.
    #[must_use]
    pub fn within(self, distance: usize) -> Self {
        let mut set = self;
        for _ in 0..distance {
            let row = set.or(set.up(1)).or(set.down(1)).and(Self::ALL);
            set = row.or(row.up(ROW as u32)).or(row.down(ROW as u32)).and(Self::ALL);
        }
        set
    }

    /// The set with the number of each point higher by `by`, less than 64.
    fn up(self, by: u32) -> Self {
        let (mut words, mut carry) = (self.0, 0);
        for word in &mut words {
            let next = *word >> (64 - by);
            *word = *word << by | carry;
            carry = next;
        }
        Self(words)
    }

    /// The set with the number of each point lower by `by`, less than 64.
    fn down(self, by: u32) -> Self {
        let (mut words, mut carry) = (self.0, 0);
        for word in words.iter_mut().rev() {
            let next = *word << (64 - by);
            *word = *word >> by | carry;
            carry = next;
        }
        Self(words)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        Points(self)
    }
}

/// The points of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let (at, word) = self.0.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(Point(64 * at as u8 + bit as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_its_notation() {
        for point in Point::all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            assert_eq!(Point::new(point.column(), point.row()), Some(point));
        }
        assert_eq!(Point::all().count(), AREA);
        assert_eq!(Point::CENTRE.to_string(), "H8");
        assert_eq!(Point::new(8, 14).map(|point| point.to_string()).as_deref(), Some("J15"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "h", "i8", "q1", "h0", "h16", "h+8", "h08", "ä1", "8h", "pass"] {
            let error = text.parse::<Point>().unwrap_err();
            assert_eq!(error.to_string(), format!("expected a point such as H8, got '{text}'"));
        }
        assert_eq!((Point::new(15, 0), Point::new(0, 15)), (None, None));
    }

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let points: Vec<Point> = Point::all().step_by(7).collect();
        let set: PointSet = points.iter().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), points);
        assert_eq!((set.len(), set.is_empty()), (points.len(), false));
        assert!(Point::all().all(|point| set.contains(point) == points.contains(&point)));
        assert!(PointSet::ALL.into_iter().eq(Point::all()));
        assert_eq!(PointSet::ALL.without(set).or(set), PointSet::ALL);
        assert!(PointSet::ALL.without(set).and(set).is_empty());
    }

    #[test]
    fn neighbourhoods_stop_at_the_edge() {
        for from in Point::all() {
            for distance in 0..5 {
                let near = PointSet::from_iter([from]).within(distance);
                for to in Point::all() {
                    let columns = from.column().abs_diff(to.column());
                    let far = columns.max(from.row().abs_diff(to.row()));
                    assert_eq!(near.contains(to), far <= distance, "{from} {to} {distance}");
                }
            }
        }
    }
}
