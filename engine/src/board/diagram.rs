//! Boards as text: `X` for Black, `O` for White, `.` for empty, the top row first.

use std::fmt;

use thiserror::Error;

use super::Board;
use crate::vocabulary::{Bitboard, BoardSize, Color, Geometry, Point, SizeError, Vertex};

/// The reason why a text cannot be read as a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// The rows have different lengths.
    #[error("row {row} has {found} points, {expected} as in the first row were expected")]
    Ragged {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The number of points in this row.
        found: usize,
        /// The number of points in the first row.
        expected: usize,
    },
    /// A character that does not represent a point.
    #[error("'{0}' is no point: X, O or . was expected")]
    Sign(char),
    /// The width or height is not between 1 and 25.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A chain without liberties.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(Vertex),
}

impl<G: Geometry> Board<G> {
    /// Creates a board with these stones.
    ///
    /// # Errors
    /// [`DiagramError::NoLiberty`] if a chain has no liberties. The error names one of its stones.
    ///
    /// # Panics
    /// If the geometry does not support `size`.
    pub fn from_stones(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Vertex)>,
    ) -> Result<Self, DiagramError> {
        let mut board = Self::new(size);
        for (color, vertex) in stones {
            board.restore_stone(color, Point::of::<G>(vertex));
        }
        board
            .restore_chains()
            .map_or(Ok(board), |dead| Err(DiagramError::NoLiberty(dead.vertex::<G>())))
    }

    /// Reads a diagram: one row per line, with the top row first. Spaces and empty lines are
    /// ignored.
    ///
    /// # Errors
    /// If the text is not a board, or a chain has no liberties.
    ///
    /// # Panics
    /// If the geometry does not support the size of the board.
    pub fn from_diagram(text: &str) -> Result<Self, DiagramError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|sign| !sign.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        let size = BoardSize::new(width, rows.len())?;
        let mut stones = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            if row.len() != width {
                return Err(DiagramError::Ragged {
                    row: index + 1,
                    found: row.len(),
                    expected: width,
                });
            }
            for (column, &sign) in row.iter().enumerate() {
                let vertex = Vertex::new(column as u8, (rows.len() - 1 - index) as u8);
                match sign {
                    'X' | 'x' => stones.push((Color::Black, vertex)),
                    'O' | 'o' => stones.push((Color::White, vertex)),
                    '.' => {}
                    other => return Err(DiagramError::Sign(other)),
                }
            }
        }
        Self::from_stones(size, stones)
    }

    /// Places a stone without updating the chains. Afterwards,
    /// [`restore_chains`](Self::restore_chains) must be called.
    pub(super) fn restore_stone(&mut self, color: Color, point: Point) {
        if self.empty.contains(point) {
            self.empty.remove(point);
            self.stones[color].insert(point);
            self.hash ^= point.key::<G>(color);
        }
    }

    /// Rebuilds the chains from the stones. If a chain has no liberties, returns one of its stones.
    pub(super) fn restore_chains(&mut self) -> Option<Point> {
        self.chains = Default::default();
        let mut dead = None;
        for color in Color::BOTH {
            let mut rest = self.stones[color];
            while let Some(first) = rest.first() {
                let stones = Bitboard::of(first).flood(&self.stones[color]);
                let id = self.chains.add_whole(color, stones, stones.neighbours() & self.empty);
                for stone in &stones {
                    self.chain_at[stone] = id;
                }
                if self.chains[id].liberty_count() == 0 {
                    dead = Some(first);
                }
                rest -= stones;
            }
        }
        dead
    }
}

/// Writes a diagram that [`Board::from_diagram`] can read.
impl<G: Geometry> fmt::Display for Board<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for vertex in size.vertices() {
            let sign = match self.color_at(Point::of::<G>(vertex)) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            write!(f, "{sign}")?;
            f.write_str(if vertex.column() + 1 < size.width() { " " } else { "\n" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{AnySize, Nine};

    #[test]
    fn diagrams_round_trip() {
        let text = ". X .\nX . O\n. O .\n";
        let board = Board::<AnySize>::from_diagram(text).unwrap();
        assert_eq!(board.to_string(), text);
        board.check_invariants();
    }

    #[test]
    fn bad_diagrams_say_what_is_wrong() {
        let error = |text| Board::<AnySize>::from_diagram(text).unwrap_err().to_string();
        assert_eq!(error("..\n."), "row 2 has 1 points, 2 as in the first row were expected");
        assert_eq!(error(".#"), "'#' is no point: X, O or . was expected");
        assert_eq!(error("XO.\nO..\n..."), "the chain at A3 has no liberty");
        assert!(error("").contains("0x0"));
    }

    #[test]
    fn positions_convert_between_geometries() {
        let mut text = ". X O . . . . . .\nX . X O . . . . .\n".to_string();
        text += &". . . . . . . . .\n".repeat(7);
        let board = Board::<AnySize>::from_diagram(&text).unwrap();
        let mut position = crate::board::Position::from_board(board, Color::White);
        position.play(Point::of::<AnySize>("B8".parse().unwrap()));
        let fast = position.convert::<Nine>();
        fast.board().check_invariants();
        assert_eq!(fast.board().hash(), position.board().hash());
        assert_eq!(fast.board().to_string(), position.board().to_string());
        assert_eq!(fast.last().map(|p| p.vertex::<Nine>()), "B8".parse().ok());
    }
}
