//! Static exchange evaluation: what a series of captures on one point is worth.

use clocks::Side;

use super::attacks::Occupied;
use super::board::Board;
use super::piece::Kind;
use super::square::{Move, Square, squares};

/// The kinds of pieces, the least valuable first.
const BY_VALUE: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

/// The value of a piece in exchanges, in hundredths of a pawn.
pub(super) fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Advisor => 160,
        Kind::Elephant => 170,
        Kind::Horse => 370,
        Kind::Cannon => 400,
        Kind::Rook => 850,
        Kind::King => 10_000,
    }
}

/// Whether a capture loses material if the opponent takes back as well as he can.
pub(super) fn loses(board: &Board, mv: Move) -> bool {
    let (Some(mover), Some(captured)) = (board.kind_at(mv.from), board.kind_at(mv.to)) else {
        return false;
    };
    value(captured) < value(mover) && gain(board, mv, mover, captured) < 0
}

/// Whether a capture wins material even if the opponent takes back as well as he can.
pub(super) fn wins(board: &Board, mv: Move) -> bool {
    match (board.kind_at(mv.from), board.kind_at(mv.to)) {
        (Some(mover), Some(captured)) => gain(board, mv, mover, captured) > 0,
        _ => false,
    }
}

/// What the player gains by a capture, if both sides then capture with their least valuable pieces
/// as long as that pays. Pins are left out of account.
fn gain(board: &Board, mv: Move, mover: Kind, captured: Kind) -> i32 {
    let mut occupied = board.occupied().toggled(mv.from);
    let (mut side, mut on_point) = (!board.mover(), value(mover));
    let mut gains = arrayvec::ArrayVec::<i32, 32>::new();
    gains.push(value(captured));
    while let Some((from, kind)) = least_attacker(board, mv, side, occupied) {
        let last = gains.last().copied().unwrap_or_default();
        if gains.try_push(on_point - last).is_err() {
            break;
        }
        occupied = occupied.toggled(from);
        (side, on_point) = (!side, value(kind));
    }
    // Each player may stop instead of capturing.
    let mut best = gains.pop().unwrap_or_default();
    while let Some(gain) = gains.pop() {
        best = gain.min(-best);
    }
    best
}

fn least_attacker(
    board: &Board,
    mv: Move,
    side: Side,
    occupied: Occupied,
) -> Option<(Square, Kind)> {
    let attackers = board.attackers(mv.to, side, occupied) & occupied.set & !mv.to.set();
    if attackers == 0 {
        return None;
    }
    let of = |kind| squares(attackers & board.pieces(side, kind)).next().map(|from| (from, kind));
    BY_VALUE.into_iter().find_map(of)
}
