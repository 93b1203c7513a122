//! Eyes that the last move threatens to make false.

use engine::board::Position;
use engine::vocabulary::{Bitboard, Geometry, Point};

use super::proposed::{Proposed, add};

/// Proposes the diagonal points that keep one of the player's eyes from becoming false. The eye is
/// not at the edge, the opponent's last move took one of its four diagonal points, and a second
/// opposing stone would destroy it.
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
