//! Board sizes, vertices and moves as they are read and written, independent of the geometry.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use thiserror::Error;

/// The letters of the columns from left to right: the alphabet without I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The width and height of a board, 1 to 25 each; they may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A width or height outside the range 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board size {width}x{height}: width and height must be 1 to {}", BoardSize::MAX)]
pub struct SizeError {
    width: usize,
    height: usize,
}

impl BoardSize {
    /// The maximum width and height: the Go Text Protocol has letters for this many columns.
    pub const MAX: u8 = 25;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If either of them is not between 1 and 25.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let allowed = 1..=usize::from(Self::MAX);
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// A square board with `size` lines, for sizes known to be valid.
    ///
    /// # Panics
    /// If `size` is not between 1 and 25.
    pub const fn square(size: u8) -> Self {
        assert!(size >= 1 && size <= Self::MAX);
        Self { width: size, height: size }
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `vertex` is on this board.
    pub const fn contains(self, vertex: Vertex) -> bool {
        vertex.column() < self.width && vertex.row() < self.height
    }

    /// All vertices in the order of [`Vertex::index`]: row by row from the top left.
    pub fn vertices(self) -> impl Iterator<Item = Vertex> + Clone {
        (0..self.height)
            .rev()
            .flat_map(move |row| (0..self.width).map(move |column| Vertex::new(column, row)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A place on a board: its column from the left and its row from the bottom, both counted from 0.
///
/// `Display` and `FromStr` use the form of the Go Text Protocol: a letter other than I, and the row
/// counted from 1 at the bottom, as in `D4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex(NonZeroU16);

const _: () = assert!(size_of::<Option<Vertex>>() == 2);

impl Vertex {
    const ROW: u16 = 32;

    /// The vertex at `column` from the left and `row` from the bottom, both counted from 0.
    ///
    /// # Panics
    /// If either of them is 25 or more.
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < BoardSize::MAX && row < BoardSize::MAX);
        match NonZeroU16::new(row as u16 * Self::ROW + column as u16 + 1) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> u8 {
        ((self.0.get() - 1) % Self::ROW) as u8
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u8 {
        ((self.0.get() - 1) / Self::ROW) as u8
    }

    /// The index used by files and reports: row * width + column, where the row and the column are
    /// counted from 0 at the top left.
    pub const fn index(self, size: BoardSize) -> usize {
        (size.height - 1 - self.row()) as usize * size.width as usize + self.column() as usize
    }

    /// The vertex whose [`index`](Self::index) is `index`, or `None` if `index` is out of range.
    pub const fn from_index(index: usize, size: BoardSize) -> Option<Self> {
        if index >= size.area() {
            return None;
        }
        let (width, height) = (size.width as usize, size.height as usize);
        Some(Self::new((index % width) as u8, (height - 1 - index / width) as u8))
    }

    /// The vertices above, below, left and right of this one that are on the board.
    pub fn neighbours(self, size: BoardSize) -> impl Iterator<Item = Self> {
        let (column, row) = (self.column(), self.row());
        [
            (column.wrapping_sub(1), row),
            (column + 1, row),
            (column, row.wrapping_sub(1)),
            (column, row + 1),
        ]
        .into_iter()
        .filter(move |&(column, row)| column < size.width && row < size.height)
        .map(|(column, row)| Self::new(column, row))
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(LETTERS[usize::from(self.column())]);
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no vertex: a letter A to Z without I and a row 1 to 25 are expected, as in D4")]
pub struct ParseVertexError(String);

impl FromStr for Vertex {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let letter = text.bytes().next()?.to_ascii_uppercase();
            let column = LETTERS.iter().position(|&l| l == letter)?;
            let digits = text.get(1..)?;
            if digits.len() > 2 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                return None;
            }
            let row: u8 = digits.parse().ok()?;
            (1..=BoardSize::MAX).contains(&row).then(|| Self::new(column as u8, row - 1))
        };
        parse().ok_or_else(|| ParseVertexError(text.chars().take(20).collect()))
    }
}

/// An action that a player can take on their turn, apart from resigning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a stone.
    Play(Vertex),
    /// Passes.
    Pass,
}

impl Move {
    /// The vertex of the stone, or `None` for a pass.
    pub const fn vertex(self) -> Option<Vertex> {
        match self {
            Self::Play(vertex) => Some(vertex),
            Self::Pass => None,
        }
    }
}

impl From<Option<Vertex>> for Move {
    fn from(vertex: Option<Vertex>) -> Self {
        vertex.map_or(Self::Pass, Self::Play)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(vertex) => fmt::Display::fmt(vertex, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_round_trip_on_every_size() {
        for (width, height) in [(1, 1), (9, 9), (19, 19), (25, 25), (3, 25), (25, 2)] {
            let size = BoardSize::new(width, height).unwrap();
            for (index, vertex) in size.vertices().enumerate() {
                assert_eq!(vertex.index(size), index);
                assert_eq!(Vertex::from_index(index, size), Some(vertex));
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
            }
            assert_eq!(Vertex::from_index(size.area(), size), None);
        }
    }

    #[test]
    fn text_follows_the_protocol() {
        assert_eq!(Vertex::new(0, 0).to_string(), "A1");
        assert_eq!(Vertex::new(8, 4).to_string(), "J5");
        assert_eq!(Vertex::new(24, 24).to_string(), "Z25");
        for bad in ["", "I5", "A0", "A26", "A+1", "AA1", "5A", "A", "A001", "é4", "A1 "] {
            assert!(bad.parse::<Vertex>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_outside_1_to_25_are_refused() {
        assert!(BoardSize::new(25, 1).is_ok());
        for (width, height) in [(0, 9), (9, 0), (26, 9), (9, 26), (usize::MAX, 9)] {
            assert!(BoardSize::new(width, height).is_err());
        }
    }
}
