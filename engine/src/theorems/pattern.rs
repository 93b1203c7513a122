//! Patterns: what stands on some points around a first one, the edge of the board among it.

use crate::board::Board;
use crate::vocabulary::{Bitboard, BoardSize, Color, Geometry, Point, Symmetry, Vertex};

/// How far from its anchor a pattern may reach, in lines.
pub(super) const REACH: i8 = 9;

/// A place by its distance in columns and rows from an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Offset {
    pub(super) columns: i8,
    pub(super) rows: i8,
}

impl Offset {
    pub(super) const NONE: Self = Self { columns: 0, rows: 0 };

    /// From one vertex to another, which may lie off the board.
    fn between(from: Vertex, columns: i8, rows: i8) -> Self {
        Self { columns: columns - from.column() as i8, rows: rows - from.row() as i8 }
    }

    pub(super) fn from_to(from: Vertex, to: Vertex) -> Self {
        Self::between(from, to.column() as i8, to.row() as i8)
    }

    /// The vertex there on a board, if it has one.
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

    /// The nearest places first.
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

/// What stands at a place, in the eyes of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    Empty,
    Own,
    Other,
    /// No point of the board.
    Outside,
}

impl Cell {
    pub(super) const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Other, Self::Outside];

    /// What `own` sees at a point.
    pub(super) fn at<G: Geometry>(board: &Board<G>, own: Color, point: Point) -> Self {
        match board.color_at(point) {
            None => Self::Empty,
            Some(color) if color == own => Self::Own,
            Some(_) => Self::Other,
        }
    }
}

/// What stands around an anchor, the nearest places first, the anchor itself before all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pattern {
    cells: Vec<(Offset, Cell)>,
}

impl Pattern {
    /// A pattern of these cells; `None` where there is none at the anchor, two at one place, or one too
    /// far away.
    pub(super) fn new(mut cells: Vec<(Offset, Cell)>) -> Option<Self> {
        cells.sort_unstable();
        let is_near = |&(Offset { columns, rows }, _): &(Offset, Cell)| {
            columns.abs().max(rows.abs()) <= REACH
        };
        let has_anchor = cells.first().is_some_and(|&(first, _)| first == Offset::NONE);
        let is_simple = cells.windows(2).all(|pair| pair[0].0 != pair[1].0);
        (has_anchor && is_simple && cells.iter().all(is_near)).then_some(Self { cells })
    }

    /// What `own` sees on the points of `zone`, with the edge of the board next to them; `None` where
    /// the anchor is not in it, or it reaches too far.
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

    /// Whether it could be a part of another pattern, turned or mirrored, by the numbers of the cells.
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

    /// The same turned or mirrored.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        let turned = self.cells.iter().map(|&(offset, cell)| (offset.turned(symmetry), cell));
        let mut cells: Vec<_> = turned.collect();
        cells.sort_unstable();
        Self { cells }
    }
}

/// The turns and mirrors that a pattern may have on a board.
pub(super) fn symmetries() -> impl Iterator<Item = Symmetry> {
    Symmetry::of(BoardSize::square(1))
}
