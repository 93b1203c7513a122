//! Patterns: the contents of some points around an anchor, including the edge of the board.

use crate::board::Board;
use crate::vocabulary::{Bitboard, BoardSize, Color, Geometry, Point, Symmetry, Vertex};

/// The maximum distance of a pattern's points from its anchor, in lines.
pub(super) const REACH: i8 = 9;

/// A place relative to an anchor, in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Offset {
    pub(super) columns: i8,
    pub(super) rows: i8,
}

impl Offset {
    pub(super) const NONE: Self = Self { columns: 0, rows: 0 };

    /// The offset from a vertex to another place, which may be off the board.
    fn between(from: Vertex, columns: i8, rows: i8) -> Self {
        Self { columns: columns - from.column() as i8, rows: rows - from.row() as i8 }
    }

    pub(super) fn from_to(from: Vertex, to: Vertex) -> Self {
        Self::between(from, to.column() as i8, to.row() as i8)
    }

    /// The vertex at this offset from the anchor, if it is on the board.
    pub(super) fn vertex(self, anchor: Vertex, size: BoardSize) -> Option<Vertex> {
        let column = u8::try_from(anchor.column() as i8 + self.columns).ok()?;
        let row = u8::try_from(anchor.row() as i8 + self.rows).ok()?;
        let is_on_board = column < size.width() && row < size.height();
        is_on_board.then(|| Vertex::new(column, row))
    }

    pub(super) fn turned(self, symmetry: Symmetry) -> Self {
        let [columns, rows] = symmetry.turn([self.columns, self.rows]);
        Self { columns, rows }
    }

    /// The sort key that puts the nearest places first.
    fn order(self) -> (i16, i8, i8) {
        let square = |length: i8| i16::from(length) * i16::from(length);
        (square(self.columns) + square(self.rows), self.rows, self.columns)
    }
}

impl PartialOrd for Offset {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Offset {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// The content of a place, from one player's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    Empty,
    Own,
    Other,
    /// Not a point of the board.
    Outside,
}

impl Cell {
    pub(super) const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Other, Self::Outside];

    /// The content of a point from the perspective of `own`.
    pub(super) fn at<G: Geometry>(board: &Board<G>, own: Color, point: Point) -> Self {
        match board.color_at(point) {
            None => Self::Empty,
            Some(color) if color == own => Self::Own,
            Some(_) => Self::Other,
        }
    }
}

/// The contents of places around an anchor, the nearest first, beginning with the anchor itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pattern {
    cells: Vec<(Offset, Cell)>,
}

impl Pattern {
    /// Creates a pattern of these cells, or returns `None` if there is no cell at the anchor, if
    /// two cells are at the same place, or if a cell is too far away.
    pub(super) fn new(mut cells: Vec<(Offset, Cell)>) -> Option<Self> {
        cells.sort_unstable();
        let is_near = |&(Offset { columns, rows }, _): &(Offset, Cell)| {
            columns.abs().max(rows.abs()) <= REACH
        };
        let has_anchor = cells.first().is_some_and(|&(first, _)| first == Offset::NONE);
        let is_simple = cells.windows(2).all(|pair| pair[0].0 != pair[1].0);
        (has_anchor && is_simple && cells.iter().all(is_near)).then_some(Self { cells })
    }

    /// The pattern formed by the points of `zone` and the edge of the board next to them, from the
    /// perspective of `own`. Returns `None` if the zone does not contain the anchor or reaches too
    /// far from it.
    pub(super) fn of<G: Geometry>(
        board: &Board<G>,
        own: Color,
        zone: Bitboard<G>,
        anchor: Point,
    ) -> Option<Self> {
        let (size, from) = (board.size(), anchor.vertex::<G>());
        let mut cells = Vec::new();
        for point in zone {
            let vertex = point.vertex::<G>();
            cells.push((Offset::from_to(from, vertex), Cell::at(board, own, point)));
            let (column, row) = (vertex.column() as i8, vertex.row() as i8);
            for (column, row) in
                [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
            {
                let offset = Offset::between(from, column, row);
                if offset.vertex(from, size).is_none() {
                    cells.push((offset, Cell::Outside));
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        Self::new(cells)
    }

    /// Whether this pattern could be part of another one in some orientation, judging by the number
    /// of cells of each kind.
    pub(super) fn may_be_part_of(&self, other: &Self) -> bool {
        let count = |pattern: &Self, kind: Cell| {
            pattern.cells.iter().filter(|(_, cell)| *cell == kind).count()
        };
        self.cells.len() <= other.cells.len()
            && Cell::ALL.into_iter().all(|kind| count(self, kind) <= count(other, kind))
    }

    pub(super) fn cells(&self) -> &[(Offset, Cell)] {
        &self.cells
    }

    /// The pattern in another orientation.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        let turned = self.cells.iter().map(|&(offset, cell)| (offset.turned(symmetry), cell));
        let mut cells: Vec<_> = turned.collect();
        cells.sort_unstable();
        Self { cells }
    }
}

/// All orientations in which a pattern can occur on a board.
pub(super) fn symmetries() -> impl Iterator<Item = Symmetry> {
    Symmetry::of(BoardSize::square(1))
}
