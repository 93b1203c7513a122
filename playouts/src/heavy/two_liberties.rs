//! Chains with two liberties: an atari after which there is no way out, and what prevents it.

use engine::board::{Board, Position};
use engine::tactics::{is_self_atari, liberties_after};
use engine::vocabulary::{Color, Geometry, Point};

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
    if board.liberties_of(last) == 2 {
        for (atari, _) in deadly_ataris(board, !color, last) {
            let _ = proposed.try_push(atari);
        }
    }
    for own in board.stones(color).window(last).adjacent() {
        if board.liberties_of(own) == 2 {
            for (atari, way_out) in deadly_ataris(board, color, own) {
                for point in [atari, way_out] {
                    if !proposed.contains(&point)
                        && liberties_after(board, color, point).count() > 2
                    {
                        let _ = proposed.try_push(point);
                    }
                }
            }
        }
    }
}

/// The ataris on the chain of `color` at `stone`, which has two liberties, after which its last
/// liberty gives it no more than one; each with that liberty.
#[inline(always)]
fn deadly_ataris<G: Geometry>(
    board: &Board<G>,
    color: Color,
    stone: Point,
) -> impl Iterator<Item = (Point, Point)> {
    let mut liberties = board.chain_liberties(stone).copied().unwrap_or_default().into_iter();
    let pair = liberties.next().zip(liberties.next());
    let ways = pair.map(|(a, b)| [(a, b), (b, a)]);
    ways.into_iter().flatten().filter(move |&(atari, way_out)| {
        let mut left = liberties_after(board, color, way_out);
        left.remove(atari);
        left.count() <= 1
            && !board.is_suicide(!color, atari)
            && !is_self_atari(board, !color, atari)
    })
}
