//! The evaluation of the text that the project began from: the sum of a value for each piece, by its
//! kind and its point. The text gives no numbers; these were chosen by hand.

use classical::Score;
use clocks::Side;

use super::Evaluation;
use crate::xiangqi::board::Board;
use crate::xiangqi::piece::{KINDS, Kind, Piece};
use crate::xiangqi::square::Square;

/// The value of a kind of piece, without its point, in hundredths of a pawn.
const VALUES: [Score; KINDS] = [0, 200, 200, 400, 900, 450, 100];

/// What a point adds for a horse, from the own side's first rank on, from the edge to the middle.
const HORSE: [[Score; 5]; 10] = [
    [-40, -20, -10, -15, -30],
    [-30, 0, 5, 5, -40],
    [-10, 0, 20, 10, 0],
    [0, 10, 15, 15, 10],
    [0, 20, 20, 25, 20],
    [10, 25, 25, 35, 35],
    [15, 40, 40, 45, 35],
    [15, 30, 50, 40, 30],
    [10, 30, 45, 25, 10],
    [0, 5, 10, 10, 0],
];
/// The same for a rook.
const ROOK: [[Score; 5]; 10] = [
    [-30, 0, -10, 10, -10],
    [0, 5, 0, 15, 0],
    [-10, 0, -5, 15, 5],
    [0, 5, 0, 15, 10],
    [5, 10, 10, 20, 20],
    [10, 15, 15, 25, 25],
    [10, 20, 15, 30, 30],
    [10, 20, 15, 25, 30],
    [10, 25, 20, 30, 45],
    [10, 15, 10, 25, 25],
];
/// The same for a cannon.
const CANNON: [[Score; 5]; 10] = [
    [0, 0, 5, 10, 10],
    [0, 5, 10, 10, 10],
    [5, 0, 15, 10, 25],
    [0, 0, 0, 0, 5],
    [-5, 0, 5, 0, 15],
    [0, 0, 0, 0, 20],
    [0, 10, 0, 5, 20],
    [10, 5, 0, -20, -10],
    [10, 10, 0, -15, -20],
    [15, 10, 0, -20, -25],
];
/// The same for a pawn.
const PAWN: [[Score; 5]; 10] = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [-10, 0, -5, 0, 10],
    [0, 0, 10, 0, 20],
    [30, 50, 60, 70, 70],
    [50, 80, 100, 110, 110],
    [60, 100, 130, 150, 160],
    [60, 110, 150, 180, 180],
    [0, 0, 10, 20, 30],
];
/// The same for the guards of the king, and for the king.
const GUARD: [Score; 10] = [0, 10, -5, 0, 0, 0, 0, 0, 0, 0];
const KING: [Score; 10] = [20, -10, -30, 0, 0, 0, 0, 0, 0, 0];

/// The sum of the values of Red's pieces, less that of Black's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple(Score);

impl Evaluation for Simple {
    fn put(&mut self, piece: Piece, square: Square) {
        self.0 += signed(piece, square);
    }

    fn taken(&mut self, piece: Piece, square: Square) {
        self.0 -= signed(piece, square);
    }

    fn evaluate(&self, board: &Board) -> Score {
        if board.mover() == Side::First { self.0 } else { -self.0 }
    }
}

/// The value of a piece for Red.
fn signed(piece: Piece, square: Square) -> Score {
    let value = value(piece.kind, square.seen_by(piece.side));
    if piece.side == Side::First { value } else { -value }
}

/// The value of a piece on a point, as its side sees it.
pub(super) fn value(kind: Kind, square: Square) -> Score {
    let (rank, file) = (usize::from(square.rank()), usize::from(square.file()));
    let at = |table: &[[Score; 5]; 10]| {
        table.get(rank).and_then(|row| row.get(file.min(8 - file))).copied().unwrap_or_default()
    };
    let by_rank = |table: &[Score; 10]| table.get(rank).copied().unwrap_or_default();
    let bonus = match kind {
        Kind::King => by_rank(&KING),
        Kind::Advisor | Kind::Elephant => by_rank(&GUARD),
        Kind::Horse => at(&HORSE),
        Kind::Rook => at(&ROOK),
        Kind::Cannon => at(&CANNON),
        Kind::Pawn => at(&PAWN),
    };
    VALUES.get(kind as usize).copied().unwrap_or_default() + bonus
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;
    use classical::Scored;

    fn estimate(fen: &str) -> Score {
        let position = Position::<Simple>::from_fen(fen).unwrap();
        Simple::of(position.board()).evaluate(position.board())
    }

    #[test]
    fn both_players_are_measured_alike() {
        assert_eq!(Position::<Simple>::default().estimate(), 0);
        let [red, black] = ["w", "b"].map(|mover| format!("4k4/9/9/9/9/9/9/9/3R5/3K5 {mover}"));
        let value = VALUES[Kind::Rook as usize] + ROOK[1][3];
        assert_eq!((estimate(&red), estimate(&black)), (value, -value));
        assert_eq!(estimate("3k5/3r5/9/9/9/9/9/9/9/4K4 b"), value);
    }

    #[test]
    fn a_pawn_gains_by_crossing_the_river() {
        let [before, after] =
            ["4k4/9/9/9/9/2P6/9/9/9/3K5 w", "4k4/9/9/9/2P6/9/9/9/9/3K5 w"].map(estimate);
        assert!(after > before);
    }
}
