//! The vital point of an eye that the last move touched.

use engine::board::{Board, Position};
use engine::vocabulary::{Bitboard, Geometry, Point};

use super::Proposed;

/// The largest eye that one stone can keep from becoming two.
const LARGEST: usize = 6;

/// The most other liberties of a group that needs its eye.
const MOST_OUTSIDE: usize = 2;

/// The points in the middle of the opponent's eyes around its last move.
#[inline(always)]
pub(crate) fn vital_points<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let board = position.board();
    let mut seen = Bitboard::EMPTY;
    for empty in board.empty().window(last).adjacent() {
        if !seen.contains(empty) {
            let region = region(board, empty);
            seen |= region;
            if let Some(point) = vital_point(position, &region) {
                let _ = proposed.try_push(point);
            }
        }
    }
}

/// The empty points that hang together with `inside`; of more than the largest eye only a part.
#[inline(always)]
fn region<G: Geometry>(board: &Board<G>, inside: Point) -> Bitboard<G> {
    let mut region = Bitboard::of(inside);
    let mut count = 1;
    loop {
        region = (region | region.neighbours()) & *board.empty();
        let now = region.count();
        if now == count || now > LARGEST {
            return region;
        }
        count = now;
    }
}

/// The vital point of an eye, where it is one of 3 to 6 points with stones of the opponent alone
/// around.
#[inline(always)]
fn vital_point<G: Geometry>(position: &Position<G>, eye: &Bitboard<G>) -> Option<Point> {
    let (board, color) = (position.board(), position.to_move());
    let least_neighbours = match eye.count() {
        3 => 2,
        4 | 5 => 3,
        6 => 4,
        _ => return None,
    };
    let around = eye.neighbours();
    if around.intersects(board.stones(color)) {
        return None;
    }
    // A group with more liberties is in no need of this eye.
    let mut outside = Bitboard::EMPTY;
    for stone in around & *board.stones(!color) {
        if let Some(liberties) = board.chain_liberties(stone) {
            outside |= *liberties;
        }
    }
    if (outside - *eye).count() > MOST_OUTSIDE {
        return None;
    }
    eye.into_iter().find(|&point| eye.window(point).adjacent().count() >= least_neighbours)
}
