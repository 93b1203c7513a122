//! The vital point of an eye that the last move touched.

use engine::board::Position;
use engine::vocabulary::{Bitboard, Geometry, Point};

use super::Proposed;

/// The largest eye that one stone can keep from becoming two.
const LARGEST: usize = 6;

/// The most other liberties of a group that needs its eye.
const MOST_OUTSIDE: usize = 2;

/// The points in the middle of the opponent's eyes, and of one's own, around the last move.
#[inline(always)]
pub(crate) fn vital_points<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let board = position.board();
    for empty in board.empty().window(last).adjacent() {
        if let Some(point) = vital_point(position, empty)
            && !proposed.contains(&point)
        {
            let _ = proposed.try_push(point);
        }
    }
}

/// The vital point of the eye at `inside`, where it is one of 3 to 6 points with stones of one
/// player around.
#[inline(always)]
fn vital_point<G: Geometry>(position: &Position<G>, inside: Point) -> Option<Point> {
    let board = position.board();
    let mut eye = Bitboard::of(inside);
    loop {
        let wider = (eye | eye.neighbours()) & *board.empty();
        if wider == eye {
            break;
        }
        eye = wider;
        if eye.count() > LARGEST {
            return None;
        }
    }
    let least_neighbours = match eye.count() {
        3 => 2,
        4 | 5 => 3,
        6 => 4,
        _ => return None,
    };
    let around = eye.neighbours();
    let color = position.to_move();
    if around.intersects(board.stones(color)) && around.intersects(board.stones(!color)) {
        return None;
    }
    // A group with more liberties is in no need of this eye.
    let mut outside = Bitboard::EMPTY;
    for stone in around & (*board.stones(color) | *board.stones(!color)) {
        if let Some(liberties) = board.chain_liberties(stone) {
            outside |= *liberties;
        }
    }
    if (outside - eye).count() > MOST_OUTSIDE {
        return None;
    }
    eye.into_iter().find(|&point| eye.window(point).adjacent().count() >= least_neighbours)
}
