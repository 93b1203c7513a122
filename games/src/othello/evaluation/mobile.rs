//! An evaluation for the last third of the game, which orders the moves of the endgame.
//!
//! It counts, for each player, the moves (those to corners twice), the open squares beside the
//! other player's discs, corners and other stable discs, and against him the discs that give away
//! an empty corner. The weights were chosen by the number of positions that the FFO endgames take,
//! not by games.

use classical::Score;

use super::Evaluation;
use crate::othello::bitboard::{self, C_SQUARES, CORNERS, X_SQUARES};
use crate::othello::board::Board;
use crate::othello::stability::stable_discs;

const MOVE: Score = 80;
const OPEN_SQUARE: Score = 35;
const CORNER: Score = 500;
const X_DISC: Score = 300;
const C_DISC: Score = 100;
const STABLE_DISC: Score = 80;

/// Mobility, corners and stable discs, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobile;

impl Evaluation for Mobile {
    fn evaluate(&self, board: Board) -> Score {
        side(board) - side(board.pass())
    }
}

/// The value of the position of the player to move, without that of the opponent's.
fn side(board: Board) -> Score {
    let count = |set: u64| set.count_ones() as Score;
    let (own, moves) = (board.own(), board.legal_moves());
    let beside_corners = bitboard::neighbours(CORNERS & board.empties());
    MOVE * (count(moves) + count(moves & CORNERS))
        + OPEN_SQUARE * count(bitboard::neighbours(board.opponent()) & board.empties())
        + CORNER * count(own & CORNERS)
        - X_DISC * count(own & X_SQUARES & beside_corners)
        - C_DISC * count(own & C_SQUARES & beside_corners)
        + STABLE_DISC * count(stable_discs(own, board.opponent()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_are_measured_alike() {
        assert_eq!(Mobile.evaluate(Board::START), 0);
        let board = Board::START.play(19);
        assert_eq!(Mobile.evaluate(board), -Mobile.evaluate(board.pass()));
    }

    #[test]
    fn a_disc_beside_an_empty_corner_is_bad() {
        // The x square at b2, without and with the corner a1, next to one disc of the opponent.
        let [open, taken] =
            [1 << 9, 1 << 9 | 1].map(|own| Mobile.evaluate(Board::new(own, 1 << 63).unwrap()));
        assert!(open < taken - CORNER, "{open} {taken}");
    }
}
