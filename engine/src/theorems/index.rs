//! An index of patterns. A lookup compares the anchor and the eight cells around it first, and then
//! the other cells one by one.
//!
//! For each possible combination of the contents of these nine cells, there is a list of the
//! patterns that allow it. Most patterns are therefore never examined.

use super::pattern::{Cell, Offset, Pattern, REACH};
use crate::board::Board;
use crate::vocabulary::{BoardSize, Color, Geometry, Vertex};

/// The number of cells in a row of a grid: the width of the largest board, plus a margin on each
/// side that is as wide as the reach of a pattern.
const STRIDE: usize = BoardSize::MAX as usize + 2 * REACH as usize;

/// The number of ways to fill the anchor and the eight cells around it. Each cell has four possible
/// contents.
const SURROUNDINGS: usize = 1 << (2 * 9);

/// The anchor and the cells around it.
const NEAR: [Offset; 9] = {
    let mut near = [Offset::NONE; 9];
    let mut at = 0;
    while at < 9 {
        near[at] = Offset { columns: at as i8 % 3 - 1, rows: at as i8 / 3 - 1 };
        at += 1;
    }
    near
};

/// A board from one player's perspective, with a margin beyond its edges.
pub(super) struct Grid {
    cells: Box<[Cell]>,
}

impl Grid {
    pub(super) fn new<G: Geometry>(board: &Board<G>, own: Color) -> Self {
        let mut cells = vec![Cell::Outside; STRIDE * STRIDE].into_boxed_slice();
        for vertex in board.size().vertices() {
            cells[place(vertex)] = Cell::Empty;
        }
        for (color, cell) in [(own, Cell::Own), (!own, Cell::Other)] {
            for stone in board.stones(color) {
                cells[place(stone.vertex::<G>())] = cell;
            }
        }
        Self { cells }
    }

    /// The number that identifies the contents of an anchor and the cells around it.
    fn surroundings(&self, anchor: usize) -> usize {
        NEAR.iter().rev().fold(0, |code, near| {
            code << 2 | self.cells[(anchor as i32 + step(*near)) as usize] as usize
        })
    }
}

fn place(vertex: Vertex) -> usize {
    let [column, row] = [vertex.column(), vertex.row()].map(|at| usize::from(at) + REACH as usize);
    row * STRIDE + column
}

/// The difference between a cell's index in a grid and the anchor's index.
fn step(Offset { columns, rows }: Offset) -> i32 {
    i32::from(rows) * STRIDE as i32 + i32::from(columns)
}

/// A pattern with its associated value.
#[derive(Clone, Debug)]
struct Entry<T> {
    /// The cells beyond the surroundings of the anchor.
    far: Box<[(i32, Cell)]>,
    what: T,
}

/// Values indexed by patterns.
#[derive(Clone, Debug)]
pub(super) struct Index<T> {
    entries: Vec<Entry<T>>,
    /// For each combination of surroundings, the indices of the entries that allow it.
    allowed: Vec<Vec<u32>>,
}

impl<T: Copy> Index<T> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), allowed: vec![Vec::new(); SURROUNDINGS] }
    }

    /// Adds a value for a pattern.
    pub(super) fn insert(&mut self, pattern: &Pattern, what: T) {
        let number = self.entries.len() as u32;
        for code in surroundings(pattern) {
            self.allowed[code].push(number);
        }
        let far = pattern.cells().iter().filter(|(offset, _)| !NEAR.contains(offset));
        let far = far.map(|&(offset, cell)| (step(offset), cell)).collect();
        self.entries.push(Entry { far, what });
    }

    /// Calls `found` with the value of each pattern that matches around an anchor.
    pub(super) fn find(&self, grid: &Grid, anchor: Vertex, mut found: impl FnMut(T)) {
        let anchor = place(anchor);
        for &number in &self.allowed[grid.surroundings(anchor)] {
            let Entry { far, what } = &self.entries[number as usize];
            let fits =
                |&(step, cell): &(i32, Cell)| grid.cells[(anchor as i32 + step) as usize] == cell;
            if far.iter().all(fits) {
                found(*what);
            }
        }
    }
}

/// The numbers that identify all surroundings that a pattern allows.
fn surroundings(pattern: &Pattern) -> Vec<usize> {
    let mut codes = vec![0];
    for (at, near) in NEAR.iter().enumerate() {
        let asked = pattern.cells().iter().find(|(offset, _)| offset == near);
        let allowed = match asked {
            Some((_, cell)) => std::slice::from_ref(cell),
            None => &Cell::ALL,
        };
        let with =
            |&code: &usize| allowed.iter().map(move |&cell| code | (cell as usize) << (2 * at));
        codes = codes.iter().flat_map(with).collect();
    }
    codes
}
