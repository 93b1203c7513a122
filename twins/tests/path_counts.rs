//! Counts all sequences of moves of a given length, on the reference board and on the engine's
//! boards (perft for Go).
//!
//! The players alternate, beginning with Black. Each move is a stone on a legal point or a pass,
//! and passes do not end the sequence. The last move of a sequence is counted but not played.

use engine::board::Position;
use engine::rules::{GameState, KoRule, Rules};
use engine::vocabulary::{AnySize, BoardSize, Color, Move, Vertex};
use twins::reference::{ReferenceGame, Repetition};

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("1 to 25")
}

fn on_reference(game: &ReferenceGame, color: Color, depth: u32) -> u64 {
    let is_legal =
        |vertex: &Vertex| game.judge(color, game.outcome(color, *vertex).as_ref()).is_ok();
    let legal: Vec<Vertex> = game.board.vertices().into_iter().filter(is_legal).collect();
    if depth == 1 {
        return legal.len() as u64 + 1;
    }
    let mut count = 0;
    for vertex in legal {
        let mut next = game.clone();
        next.play(color, vertex).expect("judged legal");
        count += on_reference(&next, !color, depth - 1);
    }
    let mut passed = game.clone();
    passed.pass(color);
    count + on_reference(&passed, !color, depth - 1)
}

fn on_position(position: &Position<AnySize>, depth: u32) -> u64 {
    let legal = position.board().empty().into_iter().filter(|&point| position.is_legal(point));
    if depth == 1 {
        return legal.count() as u64 + 1;
    }
    let mut next = Position::new(position.board().size());
    let mut count = 0;
    for point in legal {
        next.clone_from(position);
        next.play(point);
        count += on_position(&next, depth - 1);
    }
    next.clone_from(position);
    next.pass();
    count + on_position(&next, depth - 1)
}

/// The game after a move. A game is large, because its board has room for any size. A debug build
/// would put several copies of the game on the stack for each move of a sequence. To avoid this,
/// the game is allocated on the heap, in a function with its own stack frame.
#[inline(never)]
fn after(game: &GameState, color: Color, mv: Move) -> Box<GameState> {
    let mut next = Box::new(game.clone());
    next.play(color, mv).expect("a legal point");
    next
}

fn on_game(game: &GameState, depth: u32) -> u64 {
    let color = game.to_move();
    let legal = game.legal_points(color);
    if depth == 1 {
        return legal.len() as u64 + 1;
    }
    let plays = legal.into_iter().map(Move::Play);
    plays.chain([Move::Pass]).map(|mv| on_game(&after(game, color, mv), depth - 1)).sum()
}

/// The width and height of a board, the depth, the number of sequences under simple ko without
/// suicide, and the number under positional superko with suicide. There are no published numbers to
/// compare these with, but both boards agree on them.
const SEQUENCES: [(usize, usize, u32, u64, u64); 6] = [
    (2, 2, 10, 37_965, 31_133),
    (3, 2, 8, 94_469, 119_741),
    (3, 3, 6, 199_207, 200_263),
    (4, 2, 6, 87_401, 90_409),
    (4, 3, 5, 167_677, 167_677),
    (4, 4, 4, 58_513, 58_513),
];

fn count_sequences(count: impl Fn(BoardSize, u32) -> u64) -> Vec<u64> {
    let rows = SEQUENCES.iter();
    rows.map(|&(width, height, depth, ..)| count(size(width, height), depth)).collect()
}

#[test]
fn sequences_under_simple_ko() {
    let expected: Vec<u64> = SEQUENCES.iter().map(|row| row.3).collect();
    let engine = count_sequences(|size, depth| on_position(&Position::new(size), depth));
    assert_eq!(engine, expected, "the engine's position");
    let reference = count_sequences(|size, depth| {
        on_reference(&ReferenceGame::new(size, Repetition::Simple, false), Color::Black, depth)
    });
    assert_eq!(reference, expected, "the reference");
}

#[test]
fn sequences_under_superko() {
    let rules = Rules { ko: KoRule::Positional, suicide: true, ..Rules::default() };
    let expected: Vec<u64> = SEQUENCES.iter().map(|row| row.4).collect();
    let engine = count_sequences(|size, depth| on_game(&GameState::new(size, rules, 0.0), depth));
    assert_eq!(engine, expected, "the engine's game");
    let reference = count_sequences(|size, depth| {
        on_reference(&ReferenceGame::new(size, Repetition::Positional, true), Color::Black, depth)
    });
    assert_eq!(reference, expected, "the reference");
}

/// The number of games in which either player may move at any time, under positional superko with
/// suicide. Each game is a sequence of positions that begins with the empty board and never repeats
/// a position.
fn paths(game: &GameState) -> u64 {
    let mut count = 1;
    for color in Color::BOTH {
        for vertex in game.legal_points(color) {
            count += paths(&after(game, color, Move::Play(vertex)));
        }
    }
    count
}

/// Compares the counts with the published numbers of games (Tromp and Farneback, Combinatorics of
/// Go, 2006).
#[test]
fn games_on_the_smallest_boards() {
    let rules = Rules { ko: KoRule::Positional, suicide: true, ..Rules::default() };
    for (width, height, published) in [(1, 1, 1), (1, 2, 9), (2, 1, 9), (1, 3, 907), (3, 1, 907)] {
        let counted = paths(&GameState::new(size(width, height), rules, 0.0));
        assert_eq!(counted, published, "{width}x{height}");
    }
}
