//! The zone of a proof: the points on which it rests (Shih, Wei, Wu and others, A Novel Approach to
//! Solving Goal-Achieving Problems for Board Games, AAAI 2022).
//!
//! Wherever the points of a zone are as they are, the prover's moves can be made and have the same
//! effect, and no stone elsewhere changes anything on them:
//!
//! * a chain of the prover with stones in the zone lies in it as a whole, with a liberty: so it
//!   cannot be captured from outside;
//! * a chain that either player captures lies in it with all points around, and a chain next to a
//!   move of the prover that stays has a liberty in it: so nothing more is captured elsewhere;
//! * a move of the prover has in it what makes it legal, and a move of the other player that would be
//!   suicide has in it what makes it so;
//! * where a single stone is captured, what decides whether that is a ko lies in it.
//!
//! The edge of the board counts as a part of the points next to it.

use crate::board::Board;
use crate::tactics::chain_after;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The zone with the prover's chains in it as a whole, each with a liberty.
pub(super) fn closed<G: Geometry>(
    board: &Board<G>,
    prover: Color,
    zone: Bitboard<G>,
) -> Bitboard<G> {
    let chains = board.chains_of(zone & *board.stones(prover));
    chains.fold(zone, |zone, chain| with_chain(board, chain, zone, Bitboard::EMPTY))
}

/// The zone before the prover's move at `point`, after which it was `after`.
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
        // Whether it is a ko depends on what lies around the new stone.
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
    // It lives by a chain that it joins.
    let mut own = board.stones(prover).window(point).adjacent();
    match own.find(|&own| board.liberties_of(own) > 1) {
        Some(chain) => with_chain(board, chain, zone, here),
        None => zone,
    }
}

/// The zone with all that makes the other player's moves on its points suicide or captures, where
/// they are.
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
                // They must not be captured by it.
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

/// The zone with a liberty at least, other than those taken, of what lies in it of the chain of a stone
/// or else with the whole chain and one of its liberties.
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

/// The zone with a chain and one of its liberties at least, others than those taken.
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
        // Elsewhere the white chain might have no liberty but this, and be captured.
        let zone = before(&board, Color::Black, at("C3"), Bitboard::of(at("B3")));
        let liberties = *board.chain_liberties(at("D3")).unwrap() - Bitboard::of(at("C3"));
        assert!(zone.intersects(&liberties));
        assert!(zone.contains(at("D3")) && zone.contains(at("D4")));
        // One that the zone knows of is enough.
        let known = Bitboard::of(at("D3")) | Bitboard::of(at("D2"));
        let zone = before(&board, Color::Black, at("C3"), known);
        assert!(!zone.contains(at("D4")));
    }
}
