//! The zone of a proof: the points on which it rests (Shih, Wei, Wu and others, A Novel Approach to
//! Solving Goal-Achieving Problems for Board Games, AAAI 2022).
//!
//! Wherever the points of a zone are as they are, the prover's moves can be made and have the same
//! effect, and no stone elsewhere changes anything on them:
//!
//! * a chain of the prover with stones in the zone lies in it as a whole, with a liberty: so it
//!   cannot be captured from outside;
//! * a chain that the prover captures lies in it with all points around;
//! * a move of the prover has in it what makes it legal, and a move of the other player that would be
//!   suicide has in it what makes it so.

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
    let mut zone = after;
    zone.insert(point);
    let captured = board.in_atari_around(!prover, point);
    zone |= captured | board.around(captured);
    let around = board.around(Bitboard::of(point));
    if captured.count() == 1 {
        // Whether it is a ko depends on what lies around the new stone.
        zone |= around;
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
        Some(chain) => with_chain(board, chain, zone, Bitboard::of(point)),
        None => zone,
    }
}

/// The zone with all that makes the other player's moves on its points suicide, where they are.
pub(super) fn against_suicides<G: Geometry>(
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
        }
        wider = closed(board, prover, wider);
        if wider == all {
            return all;
        }
        all = wider;
    }
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
    use crate::board::{Board, Position};
    use crate::reading::classical::{Budget, Goal, Outlook, ProofNumberSearch};
    use crate::reading::{Aim, Capture, Fight, KoThreats, Replies, Width};
    use crate::vocabulary::{Bitboard, BoardSize, Color, Point, Random, Small, Vertex};

    /// A capture for which the attacker looks everywhere on some points.
    #[derive(Clone, Copy)]
    struct Within(Capture, Bitboard<Small>);

    impl Aim<Small> for Within {
        fn prover(&self) -> Color {
            Aim::<Small>::prover(&self.0)
        }

        fn points(&self, _: &Position<Small>, _: Width) -> Bitboard<Small> {
            self.1
        }

        fn outlook(&self, position: &Position<Small>, width: Width) -> Outlook {
            self.0.outlook(position, width)
        }

        fn zone(&self, position: &Position<Small>) -> Bitboard<Small> {
            self.0.zone(position)
        }
    }

    /// A position after so many random moves.
    fn random_position(random: &mut Random, size: BoardSize, moves: usize) -> Position<Small> {
        let mut position = Position::new(size);
        for _ in 0..moves {
            let points: Vec<Point> = position.board().empty().into_iter().collect();
            match points.get(random.below(points.len())) {
                Some(&point) if position.is_sensible(point) => drop(position.play(point)),
                _ => position.pass(),
            }
        }
        let board = position.board().clone();
        Position::from_board(board, position.to_move())
    }

    /// A board with the same points in the zone and random ones elsewhere, if chance makes one.
    fn elsewhere(
        random: &mut Random,
        board: &Board<Small>,
        zone: Bitboard<Small>,
    ) -> Option<Board<Small>> {
        let stones = board.size().vertices().filter_map(|vertex| {
            let point = Point::of::<Small>(vertex);
            let color = if zone.contains(point) {
                board.color_at(point)
            } else {
                [None, Some(Color::Black), Some(Color::White)][random.below(3)]
            };
            Some((color?, vertex))
        });
        Board::from_stones(board.size(), stones).ok()
    }

    /// The board with a star at the points of the zone.
    fn shown(board: &Board<Small>, zone: Bitboard<Small>) -> String {
        let sign = |vertex: Vertex| {
            let point = Point::of::<Small>(vertex);
            let sign = match board.color_at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            let mark = if zone.contains(point) { '*' } else { ' ' };
            let is_last = vertex.column() + 1 == board.size().width();
            format!("{sign}{mark}{}", if is_last { "\n" } else { "" })
        };
        board.size().vertices().map(sign).collect()
    }

    #[test]
    fn a_proof_holds_whatever_stands_outside_its_zone() {
        let mut random = Random::new(12, 0);
        let size = BoardSize::square(6);
        let (mut proofs, mut outsides) = (0, 0);
        for _ in 0..400 {
            let moves = 10 + random.below(26);
            let position = random_position(&mut random, size, moves);
            let attacked = *position.board().stones(!position.to_move());
            let Some(target) = attacked.into_iter().nth(random.below(8)) else { continue };
            let threats = KoThreats::Of(!position.to_move());
            let capture = Capture::of(position.board(), target).unwrap();
            let fight = |position: &Position<Small>, points| {
                Fight::new(position, Within(capture, points), threats, Width(0), Replies::All)
            };
            let near = capture.points(&position, Width(0));
            let mut game = fight(&position, near);
            let mut search = ProofNumberSearch::new(1 << 22);
            let proof = search.prove(&mut game, &mut Budget::nodes(3_000));
            if proof.verdict != Some(true) {
                continue;
            }
            proofs += 1;
            let zone = search.zone(&game).unwrap_or_else(|| game.zone_of_goal());
            for _ in 0..20 {
                let Some(board) = elsewhere(&mut random, position.board(), zone) else { continue };
                outsides += 1;
                let other = Position::from_board(board, position.to_move());
                let mut search = ProofNumberSearch::new(1 << 22);
                let again = search.prove(&mut fight(&other, zone), &mut Budget::nodes(200_000));
                assert!(
                    again.verdict != Some(false),
                    "{} captures {}\n{}\n{}",
                    position.to_move(),
                    target.vertex::<Small>(),
                    shown(position.board(), zone),
                    shown(other.board(), zone)
                );
            }
        }
        assert!(proofs > 50 && outsides > 200, "{proofs} proofs on {outsides} boards");
    }
}
