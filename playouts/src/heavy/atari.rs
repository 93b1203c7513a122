//! Chains in atari: captures the opponent's and saves the player's own.

use engine::board::Position;
use engine::tactics::gets_away;
use engine::vocabulary::{Geometry, Point};

use super::proposed::{Proposed, add};

/// Proposes moves that capture the chain containing the last move or save the player's chains next
/// to it.
#[inline(always)]
pub(crate) fn captures_and_escapes<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let (board, color) = (position.board(), position.to_move());
    if !board.stones(!color).contains(last) {
        return;
    }
    if board.liberties_of(last) == 1
        && let Some(liberty) = board.chain_liberties(last).and_then(|set| set.first())
    {
        let _ = proposed.try_push(liberty);
    }
    for own in board.stones(color).window(last).adjacent() {
        if board.liberties_of(own) == 1 {
            saving_moves(position, own, proposed);
        }
    }
}

/// Proposes moves that save the chain at `stone`, which is in atari, by capturing a chain next to
/// it or by gaining liberties.
#[inline(always)]
fn saving_moves<G: Geometry>(position: &Position<G>, stone: Point, proposed: &mut Proposed) {
    let (board, color) = (position.board(), position.to_move());
    let (Some(stones), Some(liberties)) = (board.chain_stones(stone), board.chain_liberties(stone))
    else {
        return;
    };
    for other in stones.neighbours() & *board.stones(!color) {
        if board.liberties_of(other) == 1
            && let Some(liberty) = board.chain_liberties(other).and_then(|set| set.first())
        {
            add(proposed, liberty);
        }
    }
    if let Some(liberty) = liberties.first()
        && !proposed.contains(&liberty)
        && gets_away(board, stone, liberty)
    {
        let _ = proposed.try_push(liberty);
    }
}
