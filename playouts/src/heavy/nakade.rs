//! The vital point of an eye that the last move touched.

use arrayvec::ArrayVec;
use engine::board::{Board, Position};
use engine::tactics::vital_point;
use engine::vocabulary::{Bitboard, Color, Geometry, Point};

use super::proposed::Proposed;

/// The size of the largest eye that one stone can keep from becoming two eyes.
const LARGEST: usize = 6;

/// A group with more liberties than this outside its eye does not need the eye.
const MOST_OUTSIDE: usize = 2;

/// Proposes the vital points of the opponent's eyes next to the opponent's last move.
#[inline(always)]
pub(crate) fn vital_points<G: Geometry>(
    position: &Position<G>,
    last: Point,
    proposed: &mut Proposed,
) {
    let (board, color) = (position.board(), position.to_move());
    let mut seen = Bitboard::EMPTY;
    for empty in board.empty().window(last).adjacent() {
        if !seen.contains(empty)
            && let Some(eye) = eye_at(board, color, empty)
        {
            seen |= eye;
            if let Some(point) = needed_point(position, &eye) {
                let _ = proposed.try_push(point);
            }
        }
    }
}

/// The empty points connected to `inside`, if there are few of them and no stone of `color` is next
/// to any of them. The points are visited one at a time, because the first few usually suffice to
/// show that they do not form an eye.
#[inline(always)]
fn eye_at<G: Geometry>(board: &Board<G>, color: Color, inside: Point) -> Option<Bitboard<G>> {
    let mut eye = Bitboard::of(inside);
    let mut points: ArrayVec<Point, LARGEST> = ArrayVec::new();
    points.push(inside);
    let mut looked_at = 0;
    while let Some(&point) = points.get(looked_at) {
        if !board.stones(color).window(point).adjacent().is_empty() {
            return None;
        }
        for next in board.empty().window(point).adjacent() {
            if !eye.contains(next) {
                points.try_push(next).ok()?;
                eye.insert(next);
            }
        }
        looked_at += 1;
    }
    Some(eye)
}

/// The vital point of an eye, if it has one and its group needs the eye.
#[inline(always)]
fn needed_point<G: Geometry>(position: &Position<G>, eye: &Bitboard<G>) -> Option<Point> {
    let (board, color) = (position.board(), position.to_move());
    let vital = vital_point(board, eye)?;
    let mut outside = Bitboard::EMPTY;
    for stone in eye.neighbours() & *board.stones(!color) {
        if let Some(liberties) = board.chain_liberties(stone) {
            outside |= *liberties;
        }
    }
    // A group with many outside liberties does not need this eye.
    ((outside - *eye).count() <= MOST_OUTSIDE).then_some(vital)
}
