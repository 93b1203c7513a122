//! Chains with two liberties: a ladder that catches them, and what prevents it.

use engine::board::Position;
use engine::tactics::{catching_move, liberties_after};
use engine::vocabulary::{Geometry, Point};

use super::Proposed;

/// Attacks the chain of the last move, or defends the own chains next to it.
#[inline(always)]
pub(crate) fn attacks_and_defences<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let (board, color) = (position.board(), position.to_move());
    if !board.stones(!color).contains(last) {
        return;
    }
    if board.liberties_of(last) == 2
        && let Some(point) = catching_move(board, last)
    {
        let _ = proposed.try_push(point);
    }
    for own in board.stones(color).window(last).adjacent() {
        if board.liberties_of(own) == 2 && catching_move(board, own).is_some() {
            for point in board.chain_liberties(own).copied().unwrap_or_default() {
                if !proposed.contains(&point) && liberties_after(board, color, point).count() > 2 {
                    let _ = proposed.try_push(point);
                }
            }
        }
    }
}
