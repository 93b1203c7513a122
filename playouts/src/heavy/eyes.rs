//! Eyes that the last move threatens to make false.

use engine::board::Position;
use engine::vocabulary::{Bitboard, Geometry, Point};

use super::proposed::{Proposed, add};

/// Proposes the diagonal points that keep one of the player's eyes from becoming false. Only eyes
/// away from the edge are considered. The opponent's last move must have taken one of the four
/// diagonal points of the eye, so that a second opposing stone would destroy the eye.
#[inline(always)]
pub(crate) fn keeping_moves<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let (board, color) = (position.board(), position.to_move());
    for eye in board.empty().window(last).diagonal() {
        let diagonals = |points: &Bitboard<G>| points.window(eye).diagonal();
        let (open, others) = (diagonals(board.empty()), diagonals(board.stones(!color)).count());
        let all = open.count() + others + diagonals(board.stones(color)).count();
        if board.is_surrounded(color, eye) && others == 1 && all == 4 {
            for point in open {
                add(proposed, point);
            }
        }
    }
}
