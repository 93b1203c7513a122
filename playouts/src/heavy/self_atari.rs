//! Self-atari: moves that give stones away for nothing.

use engine::board::Position;
use engine::tactics::{chain_after, is_nakade, is_self_atari, liberties_after};
use engine::vocabulary::{Color, Geometry, Point};

/// Whether a sensible move puts the player's own chain into atari, captures nothing, and is not a
/// sacrifice that destroys one of the opponent's eyes.
#[inline(always)]
pub(crate) fn is_bad_self_atari<G: Geometry>(position: &Position<G>, point: Point) -> bool {
    let (board, color) = (position.board(), position.to_move());
    is_self_atari(board, color, point)
        && !board.captures(color, point)
        && !is_sacrifice(position, color, point)
}

/// Whether the stones that a self-atari gives up destroy one of the opponent's eyes. A single stone
/// does so as a throw-in diagonally next to another of the player's stones. Several stones do so if
/// they form a shape in which the opponent cannot make two eyes, and if only the opponent's stones
/// surround them.
fn is_sacrifice<G: Geometry>(position: &Position<G>, color: Color, point: Point) -> bool {
    let board = position.board();
    let stones = chain_after(board, color, point);
    if stones.count() == 1 {
        // The stone takes one of two adjacent empty points, so the opponent's eye becomes false.
        return board.empty().window(point).adjacent().count() == 1
            && board.stones(color).window(point).diagonal().next().is_some();
    }
    is_nakade(board, &stones) && {
        // Only the opponent's stones may surround these stones and their last liberty.
        let room = stones | liberties_after(board, color, point);
        let around = room.neighbours() - room;
        !around.intersects(board.empty()) && !around.intersects(board.stones(color))
    }
}
