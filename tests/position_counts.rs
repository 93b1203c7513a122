//! The numbers of legal positions on small boards, compared with the published ones (Tromp and
//! Farneback, Combinatorics of Go, 2006).

use std::collections::HashSet;

use engine::board::Board;
use engine::vocabulary::{AnySize, Bitboard, BoardSize, Color, Nine, Point, Vertex};
use twins::reference::ReferenceBoard;

/// The width and height of a board, and the number of legal positions on it.
const PUBLISHED: [(usize, usize, u64); 9] = [
    (1, 1, 1),
    (2, 1, 5),
    (3, 1, 15),
    (4, 1, 41),
    (2, 2, 57),
    (3, 2, 489),
    (4, 2, 4_125),
    (3, 3, 12_675),
    (5, 2, 35_117),
];

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("1 to 25")
}

/// All colourings of a board, legal or not.
fn colourings(size: BoardSize) -> impl Iterator<Item = Vec<(Color, Vertex)>> {
    (0..3_u64.pow(size.area() as u32)).map(move |number| {
        let digit = |index| number / 3_u64.pow(index) % 3;
        let stone = |(index, vertex)| match digit(index) {
            0 => None,
            1 => Some((Color::Black, vertex)),
            _ => Some((Color::White, vertex)),
        };
        (0..).zip(size.vertices()).filter_map(stone).collect()
    })
}

#[test]
fn both_boards_accept_exactly_the_legal_positions() {
    for (width, height, published) in PUBLISHED {
        let size = size(width, height);
        let mut counts = [0_u64; 2];
        for stones in colourings(size) {
            let board = Board::<AnySize>::from_stones(size, stones.iter().copied());
            let mut reference = ReferenceBoard::new(size);
            for &(color, vertex) in &stones {
                reference.set(vertex, Some(color));
            }
            counts[0] += u64::from(board.is_ok());
            counts[1] += u64::from(reference.is_legal());
        }
        assert_eq!(counts, [published; 2], "{size}");
    }
}

fn stones_of(board: &Board<AnySize>) -> Vec<(Color, Vertex)> {
    let of = |color| board.stones(color).into_iter().map(move |stone: Point| (color, stone));
    let stones = Color::BOTH.into_iter().flat_map(of);
    stones.map(|(color, stone)| (color, stone.vertex::<AnySize>())).collect()
}

/// Every legal position can be reached from the empty board if either player may move at any time,
/// so the number of positions reached in this way must equal the number of legal positions.
#[test]
fn play_reaches_exactly_the_legal_positions() {
    for (width, height, published) in PUBLISHED.into_iter().chain([(4, 3, 321_689)]) {
        let size = size(width, height);
        if cfg!(debug_assertions) && size.area() > 10 {
            continue;
        }
        let empty = Board::<AnySize>::new(size);
        let mut seen = HashSet::from([empty.hash()]);
        // A board with room for any size is large, so the positions yet to be visited are stored as
        // lists of stones.
        let mut open = vec![stones_of(&empty)];
        while let Some(stones) = open.pop() {
            let board = Board::from_stones(size, stones).expect("reached by play");
            for color in Color::BOTH {
                for point in board.empty() {
                    let (hash, _) = board.hash_after(color, point);
                    if seen.insert(hash) {
                        let mut next = board.clone();
                        next.play_or_suicide(color, point);
                        assert_eq!(next.hash(), hash, "the predicted hash");
                        open.push(stones_of(&next));
                    }
                }
            }
        }
        assert_eq!(seen.len() as u64, published, "{size}");
    }
}

/// Tries a black stone, a white stone and no stone on each point in turn, and counts the boards on
/// which all stones have liberties. The stones of a colour have liberties if a flood fill from the
/// empty points reaches all of them.
fn count_by_flooding(points: &[Point], stones: [Bitboard<Nine>; 2], empty: Bitboard<Nine>) -> u64 {
    let Some((&point, rest)) = points.split_first() else {
        let next_to_empty = empty.neighbours();
        return u64::from(stones.iter().all(|stones| next_to_empty.flood(stones) == *stones));
    };
    let mut count = 0;
    for color in Color::BOTH {
        let mut stones = stones;
        stones[color as usize].insert(point);
        count += count_by_flooding(rest, stones, empty);
    }
    let mut empty = empty;
    empty.insert(point);
    count + count_by_flooding(rest, stones, empty)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "43 million boards take too long in a debug build")]
fn legal_positions_of_four_by_four() {
    let none = Bitboard::EMPTY;
    for (width, height, published) in [(3, 3, 12_675), (4, 3, 321_689), (4, 4, 24_318_165)] {
        let points: Vec<Point> = size(width, height).vertices().map(Point::of::<Nine>).collect();
        assert_eq!(count_by_flooding(&points, [none; 2], none), published, "{width}x{height}");
    }
}
