//! Shapes: the surroundings of a point, from its neighbours to a large part of the board,
//! represented by numbers that are invariant under rotation and reflection.
//!
//! Shapes grow in rings, like those of Stern, Herbrich and Graepel (Bayesian pattern ranking for
//! move prediction in the game of Go, 2006) and of Pachi: each shape contains the smaller ones
//! around the same point.

use std::sync::LazyLock;

use engine::board::Position;
use engine::vocabulary::{Color, Geometry, Vertex};

/// The radius of the largest shapes; see [`distance`].
pub(crate) const LARGEST: u8 = 12;

/// Points farther from the middle than this, in columns or rows, are not part of any shape.
const REACH: u8 = LARGEST / 2;

/// The number of rotations and reflections of a shape.
const SYMMETRIES: usize = 8;

/// The number of columns in the grid: enough for the widest board and a margin beyond its edges.
const STRIDE: usize = 40;
const CELLS: usize = STRIDE * (25 + 2 * REACH as usize);

/// The distance between two points: the difference in columns, plus the difference in rows, plus
/// the larger of the two. It is 2 for neighbours and 3 for diagonal neighbours.
pub(crate) fn distance(a: Vertex, b: Vertex) -> u8 {
    let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    columns + rows + columns.max(rows)
}

/// The content of a point, from the perspective of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u8);

impl Cell {
    const EMPTY: Self = Self(0);
    const OUTSIDE: Self = Self(7);
    /// The move itself, in shapes around another point.
    const MOVE: Self = Self(8);

    /// The characters for all cells: an empty point; the player's own stones with one, two, and
    /// more liberties; the opponent's stones in the same order; a point beyond the edge; the move.
    const LETTERS: &[u8; 9] = b".abXpqO#+";

    fn stone(is_own: bool, liberties: usize) -> Self {
        Self(liberties.clamp(1, 3) as u8 + if is_own { 0 } else { 3 })
    }

    /// The same cell without the number of liberties.
    const fn plain(self) -> Self {
        Self([0, 3, 3, 3, 6, 6, 6, 7, 8][self.0 as usize])
    }

    fn letter(self) -> char {
        char::from(Self::LETTERS[usize::from(self.0)])
    }

    fn of_letter(letter: u8) -> Option<Self> {
        Self::LETTERS.iter().position(|&known| known == letter).map(|place| Self(place as u8))
    }
}

/// The amount of detail about stones in a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Detail {
    /// The colours of the stones.
    Colors,
    /// The colours of the stones, and whether they have one, two, or more liberties.
    Liberties,
}

/// A shape, with one number for each of its eight orientations. Each number is a sum over the cells
/// of the shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sides([u32; SYMMETRIES]);

impl Sides {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (sum, number) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*number);
        }
    }

    /// A number that is the same for all orientations of the shape.
    #[inline(always)]
    pub(crate) fn number(&self) -> u32 {
        self.0.iter().copied().fold(u32::MAX, u32::min)
    }
}

/// The places in the largest shape, from the middle outwards, with their numbers.
struct Places {
    /// The offset of each place in a grid, relative to the middle.
    offsets: Vec<i16>,
    /// The number of places within each distance.
    within: [usize; LARGEST as usize + 1],
    /// For each place, the numbers for every possible cell there.
    numbers: Vec<[Sides; Cell::LETTERS.len()]>,
    /// The index of the place at each column and row relative to the middle.
    of: Vec<Option<u8>>,
}

static PLACES: LazyLock<Places> = LazyLock::new(Places::new);

impl Places {
    fn new() -> Self {
        let reach = i8::try_from(REACH).unwrap_or(i8::MAX);
        let all =
            (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (column, row)));
        let far = |&(column, row): &(i8, i8)| {
            let (column, row) = (column.unsigned_abs(), row.unsigned_abs());
            column + row + column.max(row)
        };
        let mut order: Vec<(i8, i8)> = all.filter(|place| far(place) <= LARGEST).collect();
        order.sort_by_key(|place| (far(place), place.1, place.0));
        let mut of = vec![None; usize::from(2 * REACH + 1).pow(2)];
        for (index, &(column, row)) in order.iter().enumerate() {
            of[square(column, row)] = Some(index as u8);
        }
        let index_of = |place: (i8, i8)| of[square(place.0, place.1)].map_or(0, usize::from);
        let numbers = order.iter().map(|&place| {
            std::array::from_fn(|cell| {
                let seen = |side| number(index_of(turned(place, side)), cell);
                Sides(std::array::from_fn(seen))
            })
        });
        Self {
            offsets: order
                .iter()
                .map(|&(c, r)| i16::from(r) * STRIDE as i16 + i16::from(c))
                .collect(),
            within: std::array::from_fn(|most| {
                order.iter().filter(|place| usize::from(far(place)) <= most).count()
            }),
            numbers: numbers.collect(),
            of,
        }
    }
}

/// Returns the index in [`Places::of`] for a place that is at most [`REACH`] columns and rows away
/// from the middle.
fn square(column: i8, row: i8) -> usize {
    let along = |from_middle: i8| usize::from(from_middle.wrapping_add_unsigned(REACH) as u8);
    along(row) * usize::from(2 * REACH + 1) + along(column)
}

/// Returns the location of a place after the shape is turned to one of its eight orientations.
fn turned((column, row): (i8, i8), side: usize) -> (i8, i8) {
    let (column, row) = if side & 1 != 0 { (row, column) } else { (column, row) };
    (if side & 2 != 0 { -column } else { column }, if side & 4 != 0 { -row } else { row })
}

/// A pseudorandom number for a cell at a place (splitmix64; Steele, Lea and Flood, Fast splittable
/// pseudorandom number generators, 2014).
fn number(place: usize, cell: usize) -> u32 {
    let mut number = ((place * 16 + cell) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (number >> 32) as u32
}

/// All cells of a position, with a margin beyond the edges.
pub(crate) struct Grid {
    cells: [Cell; CELLS],
    plain: [Cell; CELLS],
}

impl Grid {
    const OUTSIDE: Self = Self { cells: [Cell::OUTSIDE; CELLS], plain: [Cell::OUTSIDE; CELLS] };

    /// Creates the grid of a position, from the perspective of the player to move.
    pub(crate) fn new<G: Geometry>(position: &Position<G>) -> Self {
        let mut grid = Self::OUTSIDE;
        let board = position.board();
        for point in *board.empty() {
            grid.set(index(point.vertex::<G>()), Cell::EMPTY);
        }
        for owner in Color::BOTH {
            for stone in board.chains_of(*board.stones(owner)) {
                let cell = Cell::stone(owner == position.to_move(), board.liberties_of(stone));
                for point in board.chain_stones(stone).into_iter().flatten() {
                    grid.set(index(point.vertex::<G>()), cell);
                }
            }
        }
        grid
    }

    fn set(&mut self, index: usize, cell: Cell) {
        self.cells[index] = cell;
        self.plain[index] = cell.plain();
    }

    fn cells(&self, detail: Detail) -> &[Cell; CELLS] {
        match detail {
            Detail::Colors => &self.plain,
            Detail::Liberties => &self.cells,
        }
    }

    /// Grows the shape around a vertex, without its middle, from the neighbours out to the distance
    /// `most`. At each distance, calls `listen` with the distance and the number of the shape grown
    /// up to that distance. Stops as soon as `listen` returns false.
    #[inline(always)]
    pub(crate) fn grow(
        &self,
        vertex: Vertex,
        detail: Detail,
        most: u8,
        mut listen: impl FnMut(u8, u32) -> bool,
    ) {
        let places = &*PLACES;
        let cells = self.cells(detail);
        let middle = index(vertex) as i16;
        let mut sides = Sides::default();
        for distance in 2..=most.min(LARGEST) {
            let ring =
                places.within[usize::from(distance) - 1]..places.within[usize::from(distance)];
            for (offset, numbers) in places.offsets[ring.clone()].iter().zip(&places.numbers[ring])
            {
                let cell = cells[(middle + offset) as usize];
                sides.add(&numbers[usize::from(cell.0)]);
            }
            if !listen(distance, sides.number()) {
                return;
            }
        }
    }

    /// The shape around a vertex up to the distance `most`, including its middle and the liberties
    /// of its stones.
    pub(crate) fn around(&self, vertex: Vertex, most: u8) -> Sides {
        let places = &*PLACES;
        let middle = index(vertex) as i16;
        let mut sides = Sides::default();
        for place in 0..places.within[usize::from(most)] {
            let cell = self.cells[(middle + places.offsets[place]) as usize];
            sides.add(&places.numbers[place][usize::from(cell.0)]);
        }
        sides
    }

    /// The characters of the shape around a vertex, from the middle outwards.
    pub(crate) fn text(
        &self,
        vertex: Vertex,
        detail: Detail,
        most: u8,
        with_middle: bool,
    ) -> String {
        let places = &*PLACES;
        let cells = self.cells(detail);
        let middle = index(vertex) as i16;
        let shown = usize::from(!with_middle)..places.within[usize::from(most)];
        shown.map(|place| cells[(middle + places.offsets[place]) as usize].letter()).collect()
    }
}

/// Returns the number of a shape around the point `middle` with the move `to` marked in it, or
/// `None` if the move is too far away.
pub(crate) fn with_move(shape: &Sides, middle: Vertex, to: Vertex) -> Option<u32> {
    let from_middle = |to: u8, middle: u8| to as i8 - middle as i8;
    place_of(from_middle(to.column(), middle.column()), from_middle(to.row(), middle.row()))
        .map(|place| marked(*shape, place))
}

/// The index of the place at this column and row relative to the middle, if the largest shape
/// includes it.
fn place_of(column: i8, row: i8) -> Option<usize> {
    let near = column.unsigned_abs() <= REACH && row.unsigned_abs() <= REACH;
    PLACES.of[if near { square(column, row) } else { 0 }].map(usize::from)
}

#[inline(always)]
fn marked(mut shape: Sides, place: usize) -> u32 {
    shape.add(&PLACES.numbers[place][usize::from(Cell::MOVE.0)]);
    shape.number()
}

/// Reads a shape from its characters, which do not include the middle. Returns the radius and the
/// number of the shape.
pub(crate) fn read(letters: &str) -> Option<(u8, u32)> {
    let sides = sum(letters, 1)?;
    let distance = PLACES.within.iter().position(|&within| within == letters.len() + 1)?;
    Some((distance as u8, sides.number()))
}

/// Reads a shape from its characters, which include the middle. Returns the number of the shape
/// with the move marked at this column and row relative to the middle.
pub(crate) fn read_with_move(letters: &str, column: i8, row: i8) -> Option<u32> {
    Some(marked(sum(letters, 0)?, place_of(column, row)?))
}

fn sum(letters: &str, first: usize) -> Option<Sides> {
    let mut sides = Sides::default();
    for (letter, numbers) in letters.bytes().zip(PLACES.numbers.get(first..)?) {
        sides.add(&numbers[usize::from(Cell::of_letter(letter)?.0)]);
    }
    Some(sides)
}

/// The index of a vertex in a grid.
fn index(vertex: Vertex) -> usize {
    let along = |place: u8| usize::from(place + REACH);
    along(vertex.row()) * STRIDE + along(vertex.column())
}

#[cfg(test)]
mod tests {
    use engine::board::Board;
    use engine::vocabulary::AnySize;

    use super::*;

    const ROWS: [&str; 7] = [
        ". . . O X . .",
        ". X X O . . .",
        ". . X . O . .",
        ". . . . X . .",
        ". . O . X . .",
        ". . . X . . .",
        ". . . . . . .",
    ];

    fn grid(diagram: &str) -> Grid {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        Grid::new(&Position::from_board(board, Color::Black))
    }

    fn numbers(grid: &Grid, vertex: &str, detail: Detail) -> Vec<u32> {
        let mut numbers = Vec::new();
        grid.grow(vertex.parse().unwrap(), detail, LARGEST, |_, number| {
            numbers.push(number);
            true
        });
        numbers
    }

    #[test]
    fn shapes_are_the_same_from_every_side() {
        let plain = grid(&ROWS.join("\n"));
        let mut upside_down = ROWS;
        upside_down.reverse();
        let upside_down = grid(&upside_down.join("\n"));
        let cells: Vec<Vec<&str>> = ROWS.iter().map(|row| row.split(' ').collect()).collect();
        let turned: Vec<String> = (0..7)
            .map(|row| (0..7).map(|column| cells[column][6 - row]).collect::<Vec<_>>().join(" "))
            .collect();
        let turned = grid(&turned.join("\n"));
        for detail in [Detail::Colors, Detail::Liberties] {
            let here = numbers(&plain, "D5", detail);
            assert_eq!(here.len(), usize::from(LARGEST) - 1);
            assert_eq!(here, numbers(&upside_down, "D3", detail));
            // The third row from the top has become the third column from the left.
            assert_eq!(here, numbers(&turned, "C4", detail));
            assert_ne!(here, numbers(&plain, "D4", detail));
        }
        assert_ne!(numbers(&plain, "D5", Detail::Colors), numbers(&plain, "D5", Detail::Liberties));
    }

    #[test]
    fn shapes_are_read_as_they_are_written() {
        let grid = grid(&ROWS.join("\n"));
        let vertex: Vertex = "D5".parse().unwrap();
        assert_eq!(grid.text(vertex, Detail::Colors, 3, false), ".XOO.XX.");
        for detail in [Detail::Colors, Detail::Liberties] {
            let expected = numbers(&grid, "D5", detail);
            for distance in 2..=LARGEST {
                let text = grid.text(vertex, detail, distance, false);
                assert_eq!(read(&text), Some((distance, expected[usize::from(distance) - 2])));
            }
        }
        assert_eq!(read("XO"), None);
        assert_eq!(read("XOZO"), None);
        let middle: Vertex = "E4".parse().unwrap();
        let shape = grid.around(middle, 4);
        let text = grid.text(middle, Detail::Liberties, 4, true);
        let number = with_move(&shape, middle, "D5".parse().unwrap());
        assert!(number.is_some() && number == read_with_move(&text, -1, 1));
        assert_ne!(number, read_with_move(&text, 2, 0));
        assert_eq!(with_move(&shape, middle, "T19".parse().unwrap()), None);
    }
}
