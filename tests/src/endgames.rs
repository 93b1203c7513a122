//! Endgames taken from playouts, as problems to solve.

use engine::board::{Board, Position};
use engine::knowledge::{Play, Playout, PlayoutLimits, PlayoutPolicy};
use engine::tactics::safe_area;
use engine::vocabulary::{AnySize, BoardSize, Color, Random};

/// The number of empty points that Benson's algorithm assigns to neither player: eyes of groups
/// that the algorithm does not prove alive, points between such groups, or dame.
pub fn open_points(board: &Board<AnySize>) -> usize {
    let [black, white] = Color::BOTH.map(|color| safe_area(board, color, true).points());
    (*board.empty() - black - white).count()
}

/// The earliest position of a playout such that neither it nor any later position has more than
/// `most` open points, or the final position if there is no such position. Ko bans and earlier
/// passes are dropped.
pub fn endgame<P: PlayoutPolicy>(
    policy: &P,
    size: BoardSize,
    most: usize,
    seed: u64,
) -> Position<AnySize> {
    let mut moves: Vec<Play> = Vec::new();
    let mut playout = Playout::<AnySize, P>::new(policy, PlayoutLimits::of(size));
    playout.run(&mut Position::new(size), &mut Random::new(seed, 0), &mut moves);
    let mut position = Position::new(size);
    let mut found = None;
    for Play { point, .. } in moves {
        if open_points(position.board()) > most {
            found = None;
        } else if found.is_none() {
            found = Some(position.clone());
        }
        match point {
            Some(point) => drop(position.play(point)),
            None => position.pass(),
        }
    }
    let found = found.unwrap_or(position);
    Position::from_board(found.board().clone(), found.to_move())
}
