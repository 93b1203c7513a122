//! Chains with two liberties: ladders that capture them, moves that prevent this, and
//! counter-attacks on their neighbours.

use engine::board::{Board, Position};
use engine::tactics::{catching_move, liberties_after};
use engine::vocabulary::{Bitboard, Geometry, Point};

use super::proposed::{Proposed, add};

/// Proposes moves that attack the chain containing the last move or defend the player's chains next
/// to it.
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

/// Proposes moves that capture an opposing chain around one of the player's weak chains. A chain is
/// weak if it is next to the last move and has at most two liberties.
#[inline(always)]
pub(crate) fn counter_attacks<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let (board, color) = (position.board(), position.to_move());
    // An opposing chain next to two of the player's chains is considered only once.
    let mut others = *board.stones(!color);
    for own in board.stones(color).window(last).adjacent() {
        if board.liberties_of(own) <= 2
            && let Some(chain) = board.chain_stones(own)
        {
            catch_among(board, &chain.neighbours(), &mut others, proposed);
        }
    }
}

/// Removes from `others` each chain that has a stone on `points`, and proposes the move that
/// captures the chain, if there is one.
#[inline(always)]
fn catch_among<G: Geometry>(
    board: &Board<G>,
    points: &Bitboard<G>,
    others: &mut Bitboard<G>,
    proposed: &mut Proposed,
) {
    while let Some(stone) = (*points & *others).first() {
        let Some(chain) = board.chain_stones(stone) else { return };
        *others -= *chain;
        if let Some(point) = catching_move(board, stone) {
            add(proposed, point);
        }
    }
}
