//! Normal forms of boards under rotations and reflections.

use xxhash_rust::xxh3::xxh3_64;

/// A symmetry of a board: columns mirrored (bit 0), rows mirrored (bit 1), and then columns and
/// rows exchanged (bit 2). The default changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

/// The key of a normal form, and the symmetry that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormalForm {
    /// The key, which all equivalent positions share.
    pub key: u64,
    /// A symmetry that leads from the position to its normal form.
    pub symmetry: Symmetry,
}

/// A board of columns and rows with its symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: usize,
    rows: usize,
    symmetries: u8,
}

impl Grid {
    /// A board with all symmetries: eight for a square, four for another rectangle.
    pub const fn symmetric(columns: usize, rows: usize) -> Self {
        Self { columns, rows, symmetries: if columns == rows { 8 } else { 4 } }
    }

    /// A board on which only left and right are equivalent.
    pub const fn mirrored(columns: usize, rows: usize) -> Self {
        Self { columns, rows, symmetries: 2 }
    }

    /// All symmetries, beginning with the one that changes nothing.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        (0..self.symmetries).map(Symmetry)
    }

    /// The number of the point to which a symmetry takes the point at a column and a row: row by
    /// row, from 0. Points outside the board are taken to be on its edge.
    pub fn image(self, symmetry: Symmetry, column: usize, row: usize) -> usize {
        let mirror = |bit: u8, at: usize, length: usize| {
            let last = length.saturating_sub(1);
            let at = at.min(last);
            if symmetry.0 & bit == 0 { at } else { last - at }
        };
        let (column, row) = (mirror(1, column, self.columns), mirror(2, row, self.rows));
        if symmetry.0 & 4 == 0 { row * self.columns + column } else { column * self.rows + row }
    }

    /// The normal form of a position: the image with the smallest key. `piece_at` is the kind of
    /// the piece at a column and a row, 0 for none; `rest` stands for whatever else matters, such
    /// as the player to move, and has no symmetries.
    pub fn normal_form(self, piece_at: impl Fn(usize, usize) -> u8, rest: u64) -> NormalForm {
        let points = (0..self.rows).flat_map(|row| (0..self.columns).map(move |at| (at, row)));
        let pieces: Vec<(usize, usize, u8)> = points
            .map(|(column, row)| (column, row, piece_at(column, row)))
            .filter(|&(_, _, kind)| kind != 0)
            .collect();
        let mut image = vec![0; self.columns * self.rows];
        let mut key_of = |symmetry: Symmetry| {
            image.fill(0);
            for &(column, row, kind) in &pieces {
                if let Some(point) = image.get_mut(self.image(symmetry, column, row)) {
                    *point = kind;
                }
            }
            let mut bytes = image.clone();
            bytes.extend_from_slice(&rest.to_le_bytes());
            NormalForm { key: xxh3_64(&bytes), symmetry }
        };
        let first = key_of(Symmetry::default());
        let others = self.symmetries().skip(1).map(key_of);
        others.fold(first, |best, other| if other.key < best.key { other } else { best })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn points(grid: Grid) -> impl Iterator<Item = (usize, usize)> {
        (0..grid.rows).flat_map(move |row| (0..grid.columns).map(move |column| (column, row)))
    }

    #[test]
    fn each_symmetry_permutes_the_points_in_its_own_way() {
        for (grid, count) in
            [(Grid::symmetric(3, 3), 8), (Grid::symmetric(2, 3), 4), (Grid::mirrored(3, 3), 2)]
        {
            let images: HashSet<Vec<usize>> = grid
                .symmetries()
                .map(|symmetry| points(grid).map(|(c, r)| grid.image(symmetry, c, r)).collect())
                .collect();
            assert_eq!(images.len(), count);
            for mut image in images {
                image.sort_unstable();
                assert_eq!(image, (0..grid.columns * grid.rows).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn equivalent_positions_share_a_key_and_their_moves_an_image() {
        let grid = Grid::symmetric(4, 4);
        let position = |column, row| match (column, row) {
            (0, 1) => 1,
            (2, 3) => 2,
            _ => 0,
        };
        let known = grid.normal_form(position, 5);
        for symmetry in grid.symmetries() {
            let mut negated = [0; 16];
            points(grid).for_each(|(column, row)| {
                negated[grid.image(symmetry, column, row)] = position(column, row);
            });
            let found = grid.normal_form(|column, row| negated[4 * row + column], 5);
            assert_eq!(found.key, known.key, "{symmetry:?}");
            for (column, row) in points(grid) {
                let at = grid.image(symmetry, column, row);
                assert_eq!(
                    grid.image(found.symmetry, at % 4, at / 4),
                    grid.image(known.symmetry, column, row)
                );
            }
        }
        assert_ne!(grid.normal_form(position, 6).key, known.key);
        let mirrored = Grid::mirrored(4, 4);
        let upside_down = |column, row: usize| position(column, 3 - row);
        let keys = [mirrored.normal_form(position, 0), mirrored.normal_form(upside_down, 0)];
        assert_ne!(keys[0].key, keys[1].key);
    }
}
