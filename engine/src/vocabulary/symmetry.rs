//! The rotations and reflections of a board.

use super::{BoardSize, Vertex};

/// A symmetry of a board: any combination of mirroring the columns, mirroring the rows and
/// exchanging columns and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    is_transposed: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    /// The number of symmetries of a square.
    pub const MOST: usize = 8;

    /// All symmetries of boards of this size, beginning with the identity: eight for a square, four
    /// for any other rectangle.
    pub fn of(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { Self::MOST } else { Self::MOST / 2 };
        (0..count).map(|number| Self {
            is_transposed: number & 4 != 0,
            mirrors_columns: number & 1 != 0,
            mirrors_rows: number & 2 != 0,
        })
    }

    /// The image of a step that spans this many columns and rows.
    pub fn turn(self, [columns, rows]: [i8; 2]) -> [i8; 2] {
        let mirror = |is_mirrored: bool, steps: i8| if is_mirrored { -steps } else { steps };
        let columns = mirror(self.mirrors_columns, columns);
        let rows = mirror(self.mirrors_rows, rows);
        if self.is_transposed { [rows, columns] } else { [columns, rows] }
    }

    /// The image of a vertex on a board of this size.
    pub fn apply(self, size: BoardSize, vertex: Vertex) -> Vertex {
        let mirror = |is_mirrored: bool, at: u8, length: u8| {
            if is_mirrored { length - 1 - at } else { at }
        };
        let column = mirror(self.mirrors_columns, vertex.column(), size.width());
        let row = mirror(self.mirrors_rows, vertex.row(), size.height());
        if self.is_transposed { Vertex::new(row, column) } else { Vertex::new(column, row) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_symmetry_keeps_neighbours_and_none_comes_twice() {
        for (width, height, count) in [(3, 3, 8), (2, 3, 4), (4, 1, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut images = HashSet::new();
            for symmetry in Symmetry::of(size) {
                let image: Vec<_> = size.vertices().map(|v| symmetry.apply(size, v)).collect();
                assert!(image.iter().all(|&vertex| size.contains(vertex)));
                let distance = |a: Vertex, b: Vertex| {
                    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
                };
                let steps = |a: Vertex, b: Vertex| {
                    [b.column() as i8 - a.column() as i8, b.row() as i8 - a.row() as i8]
                };
                for (a, image_a) in size.vertices().zip(&image) {
                    for (b, image_b) in size.vertices().zip(&image) {
                        assert_eq!(distance(a, b), distance(*image_a, *image_b));
                        assert_eq!(symmetry.turn(steps(a, b)), steps(*image_a, *image_b));
                    }
                }
                images.insert(image);
            }
            assert_eq!(Symmetry::of(size).next(), Some(Symmetry::default()));
            assert_eq!(images.len(), if height == 1 { 2 } else { count });
        }
    }
}
