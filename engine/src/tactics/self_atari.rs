//! Predicts the chain and the liberties of a new stone, and detects self-atari: a move that leaves
//! this chain with only one liberty.

use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// Returns the chain that a stone of `color` at the empty `point` would belong to.
#[inline(always)]
pub fn chain_after<G: Geometry>(board: &Board<G>, color: Color, point: Point) -> Bitboard<G> {
    let mut stones = Bitboard::of(point);
    for own in board.stones(color).window(point).adjacent() {
        if let Some(chain) = board.chain_stones(own) {
            stones |= *chain;
        }
    }
    stones
}

/// Returns the liberties of the chain that a stone of `color` at the empty `point` would belong to,
/// including the liberties gained by captures.
#[inline(always)]
pub fn liberties_after<G: Geometry>(board: &Board<G>, color: Color, point: Point) -> Bitboard<G> {
    let mut liberties = Bitboard::EMPTY;
    liberties.insert_window(board.empty().window(point).adjacent(), point);
    let mut stones = Bitboard::of(point);
    for own in board.stones(color).window(point).adjacent() {
        if !stones.contains(own)
            && let (Some(chain), Some(more)) = (board.chain_stones(own), board.chain_liberties(own))
        {
            stones |= *chain;
            liberties |= *more;
        }
    }
    for other in board.stones(!color).window(point).adjacent() {
        if board.liberties_of(other) == 1
            && let Some(captured) = board.chain_stones(other)
        {
            liberties |= stones.neighbours() & *captured;
        }
    }
    liberties.remove(point);
    liberties
}

/// Whether a legal move by `color` at the empty `point` would leave the chain of the new stone with
/// only one liberty.
#[inline(always)]
pub fn is_self_atari<G: Geometry>(board: &Board<G>, color: Color, point: Point) -> bool {
    let empty = board.empty().window(point).adjacent();
    if empty.has_two() {
        return false;
    }
    // A neighbouring chain of the same colour with three or more liberties keeps at least two.
    let is_rich = |own: Point| board.liberties_of(own) > 2;
    if board.stones(color).window(point).adjacent().any(is_rich) {
        return false;
    }
    liberties_after(board, color, point).count() < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::AnySize;

    fn board(diagram: &str) -> Board<AnySize> {
        Board::from_diagram(diagram).unwrap()
    }

    /// The liberties that the board reports after the move; `None` for suicide.
    fn reported_liberties(
        board: &Board<AnySize>,
        color: Color,
        at: Point,
    ) -> Option<Bitboard<AnySize>> {
        let mut after = board.clone();
        let (_, suicide) = after.play_or_suicide(color, at);
        if suicide.is_empty() {
            assert_eq!(after.chain_stones(at), Some(&chain_after(board, color, at)));
        }
        if suicide.is_empty() { after.chain_liberties(at).copied() } else { None }
    }

    #[test]
    fn predicted_liberties_match_the_board_after_the_move() {
        let board = board(
            ". X O . O
             X X O O .
             O O X . X
             . X . X O
             O . X O .",
        );
        for color in Color::BOTH {
            for at in board.empty() {
                if let Some(expected) = reported_liberties(&board, color, at) {
                    assert_eq!(liberties_after(&board, color, at), expected, "{color} {at:?}");
                    assert_eq!(is_self_atari(&board, color, at), expected.count() == 1);
                }
            }
        }
    }
}
