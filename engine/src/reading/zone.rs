//! The zone of a proof: the points that it relies on (Shih, Wei, Wu and others, A Novel Approach to
//! Solving Goal-Achieving Problems for Board Games, AAAI 2022).
//!
//! In every position with the same contents at all points of the zone, the prover's moves are legal
//! and have the same effect, and no stone elsewhere changes anything in the zone. There are four
//! reasons for this:
//!
//! * a chain of the prover with stones in the zone is entirely in the zone, together with one of
//!   its liberties, so it cannot be captured from outside;
//! * a chain that either player captures is in the zone together with all its neighbouring points,
//!   and every chain that remains next to one of the prover's moves has a liberty in the zone, so
//!   nothing else is captured;
//! * the points that make a move by the prover legal are in the zone, and so are those that make a
//!   move by the opponent suicide;
//! * if a single stone is captured, the points that decide whether this is a ko are in the zone.
//!
//! The edge of the board counts as part of the points next to it.

use crate::board::Board;
use crate::tactics::chain_after;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// Completes the prover's chains in the zone: adds the rest of each chain and, if the zone contains
/// none of the chain's liberties, one such liberty.
pub(super) fn closed<G: Geometry>(
    board: &Board<G>,
    prover: Color,
    zone: Bitboard<G>,
) -> Bitboard<G> {
    let chains = board.chains_of(zone & *board.stones(prover));
    chains.fold(zone, |zone, chain| with_chain(board, chain, zone, Bitboard::EMPTY))
}

/// Returns the zone before the prover's move at `point`, given the zone `after` the move.
pub(super) fn before<G: Geometry>(
    board: &Board<G>,
    prover: Color,
    point: Point,
    after: Bitboard<G>,
) -> Bitboard<G> {
    let here = Bitboard::of(point);
    let around = board.around(here);
    let captured = board.in_atari_around(!prover, point);
    let mut zone = after | here | captured | board.around(captured);
    if captured.count() == 1 {
        // The points around the new stone decide whether this is a ko.
        zone |= around;
    }
    let stays = (around & *board.stones(!prover)) - captured;
    for stone in board.chains_of(stays) {
        zone = with_liberty(board, stone, zone, here);
    }
    let room = around & *board.empty();
    if !captured.is_empty() || zone.intersects(&room) {
        return zone;
    }
    if let Some(liberty) = room.first() {
        zone.insert(liberty);
        return zone;
    }
    // The only liberties of the new stone are those of a chain that it joins.
    let mut own = board.stones(prover).window(point).adjacent();
    match own.find(|&own| board.liberties_of(own) > 1) {
        Some(chain) => with_chain(board, chain, zone, here),
        None => zone,
    }
}

/// Adds to the zone the points that make an opponent's move in the zone a suicide or a capture.
pub(super) fn against_replies<G: Geometry>(
    board: &Board<G>,
    prover: Color,
    zone: Bitboard<G>,
) -> Bitboard<G> {
    let mut all = closed(board, prover, zone);
    loop {
        let mut wider = all;
        for point in all & *board.empty() {
            if board.is_suicide(!prover, point) {
                let chain = chain_after(board, !prover, point);
                let around = board.around(chain);
                wider |= chain | around;
                // The move must not capture these chains.
                for guard in board.chains_of(around & *board.stones(prover)) {
                    wider = with_chain(board, guard, wider, Bitboard::of(point));
                }
            }
            let captured = board.in_atari_around(prover, point);
            if captured.intersects(&all) {
                wider |= captured | board.around(captured);
                if captured.count() == 1 {
                    wider |= board.around(Bitboard::of(point));
                }
            }
        }
        wider = closed(board, prover, wider);
        if wider == all {
            return all;
        }
        all = wider;
    }
}

/// Ensures that the part of the stone's chain in the zone has at least one liberty that is also in
/// the zone but not in `taken`. If there is no such liberty, adds the whole chain and one of its
/// liberties outside `taken` to the zone.
fn with_liberty<G: Geometry>(
    board: &Board<G>,
    stone: Point,
    zone: Bitboard<G>,
    taken: Bitboard<G>,
) -> Bitboard<G> {
    let Some(chain) = board.chain_stones(stone) else { return zone };
    let known = Bitboard::of(stone).flood(&(zone & *chain));
    let liberties = (known.neighbours() & *board.empty()) - taken;
    if zone.contains(stone) && zone.intersects(&liberties) {
        return zone;
    }
    with_chain(board, stone, zone, taken)
}

/// Adds a chain to the zone. If the zone then contains none of the chain's liberties outside
/// `taken`, adds one of these liberties too.
fn with_chain<G: Geometry>(
    board: &Board<G>,
    stone: Point,
    zone: Bitboard<G>,
    taken: Bitboard<G>,
) -> Bitboard<G> {
    let (Some(stones), Some(liberties)) = (board.chain_stones(stone), board.chain_liberties(stone))
    else {
        return zone;
    };
    let mut zone = zone | *stones;
    let left = *liberties - taken;
    if !zone.intersects(&left)
        && let Some(liberty) = left.first()
    {
        zone.insert(liberty);
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Small;

    #[test]
    fn a_chain_next_to_a_move_keeps_a_liberty_in_the_zone() {
        let diagram = ". . . . .
                       . . . O .
                       . X . O .
                       . . . . .
                       . . . . .";
        let board = Board::<Small>::from_diagram(diagram).unwrap();
        let at = |vertex: &str| Point::of::<Small>(vertex.parse().unwrap());
        // On another board, C3 might be the white chain's last liberty, so that the move would
        // capture it.
        let zone = before(&board, Color::Black, at("C3"), Bitboard::of(at("B3")));
        let liberties = *board.chain_liberties(at("D3")).unwrap() - Bitboard::of(at("C3"));
        assert!(zone.intersects(&liberties));
        assert!(zone.contains(at("D3")) && zone.contains(at("D4")));
        // One liberty in the zone is enough.
        let known = Bitboard::of(at("D3")) | Bitboard::of(at("D2"));
        let zone = before(&board, Color::Black, at("C3"), known);
        assert!(!zone.contains(at("D4")));
    }
}
