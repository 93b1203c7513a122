//! Unconditional life and ladders, compared with their slow twins on random positions.

use engine::board::Board;
use engine::board::Position;
use engine::tactics::{captured_in_ladder, escape_from_ladder, safe_area};
use engine::vocabulary::{
    AnySize, Bitboard, BoardSize, Color, Geometry, Nine, Point, Random, Vertex,
};
use tests::tactics::{Ladder, safe_area as slow_safe_area};
use twins::agreement::vertices;
use twins::reference::ReferenceBoard;

/// The stones on a board, each with its colour.
fn stones(board: &ReferenceBoard) -> impl Iterator<Item = (Color, Vertex)> {
    board.vertices().into_iter().filter_map(|vertex| Some((board.stone(vertex)?, vertex)))
}

/// A random position. A stone is placed on each point with a probability of `percent` percent, and
/// then chains without liberties are removed.
fn random_board(random: &mut Random, width: u8, height: u8, percent: usize) -> ReferenceBoard {
    let size = BoardSize::new(width.into(), height.into()).expect("1 to 25");
    let mut board = ReferenceBoard::new(size);
    let black = random.below(101);
    for vertex in board.vertices() {
        if random.below(100) < percent {
            let color = if random.below(100) < black { Color::Black } else { Color::White };
            board.set(vertex, Some(color));
        }
    }
    for vertex in board.vertices() {
        if let Some(chain) = board.chain(vertex).filter(|chain| chain.liberties.is_empty()) {
            chain.stones.into_iter().for_each(|stone| board.set(stone, None));
        }
    }
    board
}

/// Compares the safe areas in one geometry with those of the slow twin. Returns the number of safe
/// stones and the number of safe points of territory.
fn compare_safe_areas<G: Geometry>(reference: &ReferenceBoard, size: BoardSize) -> [usize; 2] {
    let board = Board::<G>::from_stones(size, stones(reference)).expect("each chain has liberties");
    let mut found = [0; 2];
    for color in Color::BOTH {
        for suicide in [false, true] {
            let area = safe_area(&board, color, suicide);
            let fast = (vertices(area.stones), vertices(area.territory));
            let slow = slow_safe_area(reference, color, suicide);
            assert_eq!(fast, slow, "{color}, suicide {suicide}:\n{board}");
            found = [found[0] + slow.0.len(), found[1] + slow.1.len()];
        }
    }
    found
}

#[test]
fn safe_areas_are_those_of_the_definition() {
    let mut random = Random::new(11, 0);
    let mut found = [0; 2];
    let mut compared = 0;
    for round in 0..1500 {
        let mut side = || 5 + random.below(5) as u8;
        let (width, height) = if round % 3 == 0 { (9, 9) } else { (side(), side()) };
        let percent = 55 + random.below(40);
        let board = random_board(&mut random, width, height, percent);
        let size = BoardSize::new(width.into(), height.into()).expect("1 to 25");
        let new = compare_safe_areas::<AnySize>(&board, size);
        if (width, height) == (9, 9) {
            assert_eq!(compare_safe_areas::<Nine>(&board, size), new);
        }
        compared += usize::from(new[0] > 0);
        found = [found[0] + new[0], found[1] + new[1]];
    }
    assert!(compared >= 100 && found[1] >= 1000, "{compared} boards with {found:?} safe points");
}

/// Safe stones stay on the board even if their owner always passes, whatever the opponent plays.
#[test]
fn safe_stones_are_never_captured() {
    let mut random = Random::new(12, 0);
    let mut attacked = 0;
    for _ in 0..400 {
        let percent = 60 + random.below(35);
        let reference = random_board(&mut random, 6, 6, percent);
        let size = BoardSize::square(6);
        for (color, suicide) in [(Color::Black, false), (Color::White, true)] {
            let board = Board::<AnySize>::from_stones(size, stones(&reference)).expect("legal");
            let safe: Bitboard<AnySize> = safe_area(&board, color, suicide).stones;
            attacked += usize::from(!safe.is_empty());
            let mut attack = board;
            for _ in 0..200 {
                let empty: Vec<Point> = attack.empty().into_iter().collect();
                let point = empty[random.below(empty.len())];
                if suicide || !attack.is_suicide(!color, point) {
                    attack.play_or_suicide(!color, point);
                }
                assert!((safe - *attack.stones(color)).is_empty(), "{color}:\n{attack}");
            }
        }
    }
    assert!(attacked >= 50, "{attacked} safe positions were attacked");
}

#[test]
fn ladders_are_read_as_if_every_move_were_tried() {
    let mut random = Random::new(13, 0);
    let (mut captured, mut free, mut saved, mut lost) = (0, 0, 0, 0);
    for round in 0..300 {
        let (width, height) = if round % 2 == 0 { (5, 5) } else { (4, 5) };
        let percent = 25 + random.below(45);
        let board = random_board(&mut random, width, height, percent);
        let size = BoardSize::new(width.into(), height.into()).expect("1 to 25");
        let fast = Board::<AnySize>::from_stones(size, stones(&board)).expect("legal");
        let position = Position::from_board(fast, Color::Black);
        for chain in board.chains().into_iter().filter(|chain| chain.liberties.len() <= 2) {
            let (stone, color) = (chain.stones[0], chain.color);
            let ladder = Ladder { board: board.clone(), stone, ko: None };
            let point = Point::of::<AnySize>(stone);
            let capture = captured_in_ladder(&position, point);
            let expected = ladder.is_captured(color, 0);
            assert_eq!(capture.is_some(), expected, "{stone}:\n{}", position.board());
            if let Some(capture) = capture {
                captured += 1;
                let next = ladder.after(!color, capture.vertex::<AnySize>()).expect("legal");
                assert!(next.is_lost(color, 1), "{stone}:\n{}", position.board());
            } else {
                free += 1;
                continue;
            }
            let escape = escape_from_ladder(&position, point);
            if let Some(escape) = escape {
                saved += 1;
                let next = ladder.after(color, escape.vertex::<AnySize>()).expect("legal");
                assert!(!next.is_captured(color, 1), "{stone}:\n{}", position.board());
            } else if chain.liberties.len() == 1 {
                lost += 1;
                assert!(ladder.is_lost(color, 0), "{stone}:\n{}", position.board());
            }
        }
    }
    for count in [captured, free, saved, lost] {
        assert!(count >= 100, "{captured} captured, {free} free, {saved} saved, {lost} lost");
    }
}
