//! Three-by-three shapes that suggest a move at their centre: hane, cuts, and moves at the edge
//! (Gelly, Wang, Munos and Teytaud, Modification of UCT with patterns in Monte-Carlo Go, 2006,
//! section 4.2).

use std::sync::LazyLock;

use engine::board::Board;
use engine::vocabulary::{Color, Geometry, Point};

/// The shapes, row by row. `X` is a stone of one player and `O` a stone of the other, `x` is
/// anything except `X`, `o` is anything except `O`, `.` is empty, `#` is beyond the edge, and `?`
/// is anything.
const SHAPES: [&str; 13] = [
    // Hane around the head of a stone.
    "XOX...???",
    "XO....?.?",
    "XO?X..x.?",
    ".O.X.....",
    // Cuts.
    "XO?O.o?o?",
    "XO?O.X???",
    "?X?O.Oooo",
    "OX?o.O???",
    // Hane, cuts and descents at the edge.
    "X.?O.?###",
    "OX?X.O###",
    "?X?x.O###",
    "?XOx.x###",
    "?OXX.O###",
];

/// One bit for each possible code of the eight points around the centre. The bit is set if points
/// with that code match a shape. The table is small enough to stay in the cache during playouts.
type Table = [u64; 1 << 10];

static TABLE: LazyLock<Table> = LazyLock::new(table);

/// The table of surroundings that suggest a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patterns(&'static Table);

impl Patterns {
    pub(crate) fn new() -> Self {
        Self(&TABLE)
    }

    /// Whether a move at the empty `point` matches a shape. If it does, the move is good for either
    /// player.
    #[inline(always)]
    pub(crate) fn fit<G: Geometry>(self, board: &Board<G>, point: Point) -> bool {
        let empty = board.empty().window(point).ring();
        let black = board.stones(Color::Black).window(point).ring();
        let white = board.stones(Color::White).window(point).ring();
        let outside = !(empty | black | white) & 0xff;
        let code = (black | outside) as usize | ((white | outside) as usize) << 8;
        self.0[code / 64] >> (code % 64) & 1 != 0
    }
}

/// The places around the centre of a shape, in the order of [`Window::ring`].
///
/// [`Window::ring`]: engine::vocabulary::Window::ring
const RING: [usize; 8] = [6, 7, 8, 3, 5, 0, 1, 2];

/// The content of a place in the ring, as two bits. The first bit is set for a black stone, the
/// second for a white one, neither for an empty point, and both for a place beyond the edge.
const BLACK: u8 = 0b01;
const WHITE: u8 = 0b10;
const EMPTY: u8 = 0b00;
const OUTSIDE: u8 = 0b11;

fn table() -> Table {
    let mut table = [0; 1 << 10];
    for shape in SHAPES {
        let mut cells: Vec<u8> = shape.bytes().collect();
        for symmetry in 0..8 {
            for (own, other) in [(BLACK, WHITE), (WHITE, BLACK)] {
                let place = |&place: &usize| allowed(cells[place], own, other);
                mark(&mut table, &RING.iter().map(place).collect::<Vec<_>>(), 0, 0);
            }
            cells = if symmetry == 3 { mirrored(&cells) } else { turned(&cells) };
        }
    }
    table
}

/// Turns a shape by 90 degrees. Three such turns, a reflection and three more such turns generate
/// all eight symmetries.
fn turned(cells: &[u8]) -> Vec<u8> {
    (0..9).map(|place| cells[3 * (2 - place % 3) + place / 3]).collect()
}

fn mirrored(cells: &[u8]) -> Vec<u8> {
    (0..9).map(|place| cells[3 * (place / 3) + 2 - place % 3]).collect()
}

fn allowed(sign: u8, own: u8, other: u8) -> Vec<u8> {
    match sign {
        b'X' => vec![own],
        b'O' => vec![other],
        b'x' => vec![other, EMPTY, OUTSIDE],
        b'o' => vec![own, EMPTY, OUTSIDE],
        b'.' => vec![EMPTY],
        b'#' => vec![OUTSIDE],
        _ => vec![own, other, EMPTY, OUTSIDE],
    }
}

/// Marks all codes that agree with `code` before `place` and have contents that `ring` allows from
/// there on.
fn mark(table: &mut Table, ring: &[Vec<u8>], place: usize, code: usize) {
    let Some(allowed) = ring.get(place) else {
        table[code / 64] |= 1 << (code % 64);
        return;
    };
    for &cell in allowed {
        let bits = usize::from(cell & 1) << place | usize::from(cell >> 1) << (place + 8);
        mark(table, ring, place + 1, code | bits);
    }
}

#[cfg(test)]
mod tests {
    use engine::vocabulary::AnySize;

    use super::*;

    /// The points whose surroundings match a shape.
    fn found(diagram: &str) -> Vec<String> {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let patterns = Patterns::new();
        let fits = |&point: &Point| patterns.fit(&board, point);
        let points = board.empty().into_iter().filter(fits);
        points.map(|point| point.vertex::<AnySize>().to_string()).collect()
    }

    #[test]
    fn all_symmetries_of_a_shape_are_found_for_both_players() {
        let corner = |stones: &str| {
            let mut rows = vec![".......".to_owned(); 7];
            for (row, text) in rows.iter_mut().skip(2).zip(stones.split('/')) {
                row.replace_range(2..5, text);
            }
            found(&rows.join("\n")).contains(&"D4".to_owned())
        };
        // An unprotected cut, in four orientations and both colours.
        for stones in ["XO./O../...", ".OX/..O/...", ".../O../XO.", ".../..O/.OX"] {
            assert!(corner(stones), "{stones}");
            let swapped = stones.replace('X', "x").replace('O', "X").replace('x', "O");
            assert!(corner(&swapped), "{swapped}");
        }
        for stones in [".../.../...", "X../.../...", "XXX/.../...", "XOX/XXX/XXX"] {
            assert!(!corner(&stones.replacen("XXX/XXX", "X.X/XXX", 1)), "{stones}");
        }
    }

    #[test]
    fn the_edge_is_part_of_a_shape() {
        // The white stone is on the first line, below a black one. A move next to the white stone
        // matches only the shapes at the edge.
        let low = found(". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O . . .");
        assert!(low.contains(&"A1".to_owned()) || low.contains(&"C1".to_owned()), "{low:?}");
        assert!(TABLE.iter().map(|codes| codes.count_ones()).sum::<u32>() > 1000);
    }
}
