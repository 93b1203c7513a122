//! The two evaluations of the texts that the project began from.
//!
//! Both give each square a weight and count the player's discs less the opponent's. The weights
//! make a corner worth more than twice the penalty of the square diagonal to it; otherwise the
//! program would shun that square even where it wins the corner.
//!
//! - [`Simple`]: 3 x weights + 7 x frontier. A disc is on the frontier if a neighbour is empty.
//!   Such discs give the opponent moves, so this term also stands for mobility.
//! - [`WeightsAndMobility`]: weights + mobility, where mobility is counted straight.
//!
//! The texts leave some things open, which are decided here as follows.
//!
//! - Sign of the frontier: the opponent's frontier discs less the player's, so that few of one's
//!   own are good.
//! - Mobility: the number of the player's moves less that of the opponent's, as if he were to move.
//! - Unit: the sum is taken as hundredths of a disc, so that a corner is worth three discs in
//!   [`Simple`].
//! - Parity: neither sum contains it. It matters when regions close, and there the exact endgame
//!   uses it to order moves.

use classical::Score;

use super::Evaluation;
use crate::othello::bitboard;
use crate::othello::board::Board;

/// The squares of each weight.
const WEIGHTS: [(Score, u64); 7] = [
    (100, 0x8100_0000_0000_0081),
    (-5, 0x4281_0000_0000_8142),
    (10, 0x2400_8100_0081_0024),
    (5, 0x1800_0081_8100_0018),
    (-45, 0x0042_0000_0000_4200),
    (3, 0x0000_2400_0024_0000),
    (2, 0x0000_1824_2418_0000),
];

/// The inner squares of weight 1: what no group of [`WEIGHTS`] contains.
const WEIGHT_ONE: u64 = 0x003c_4242_4242_3c00 | 0x0000_0018_1800_0000;

/// The sum 3 x weights + 7 x frontier.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Evaluation for Simple {
    fn evaluate(&self, board: Board) -> Score {
        let frontier = |discs| bitboard::frontier(discs, board.empties());
        3 * weights(board) + 7 * difference(frontier(board.opponent()), frontier(board.own()))
    }
}

/// The sum weights + mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightsAndMobility;

impl Evaluation for WeightsAndMobility {
    fn evaluate(&self, board: Board) -> Score {
        weights(board) + difference(board.legal_moves(), board.pass().legal_moves())
    }
}

/// The weights of the player's discs less those of the opponent's.
fn weights(board: Board) -> Score {
    let of = |&(weight, group): &(Score, u64)| {
        weight * difference(board.own() & group, board.opponent() & group)
    };
    let ones = difference(board.own() & WEIGHT_ONE, board.opponent() & WEIGHT_ONE);
    WEIGHTS.iter().map(of).sum::<Score>() + ones
}

fn difference(more: u64, fewer: u64) -> Score {
    more.count_ones() as Score - fewer.count_ones() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the texts: the upper left quarter, which the others mirror.
    const QUARTER: [[Score; 4]; 4] =
        [[100, -5, 10, 5], [-5, -45, 1, 1], [10, 1, 3, 2], [5, 1, 2, 1]];

    #[test]
    fn every_square_has_the_weight_of_the_table() {
        for square in 0..64 {
            let [row, column] = [square / 8, square % 8].map(|line: usize| line.min(7 - line));
            let own = Board::new(1 << square, 0).unwrap();
            assert_eq!(weights(own), QUARTER[row][column], "square {square}");
            assert_eq!(weights(own.pass()), -QUARTER[row][column]);
        }
    }

    #[test]
    fn few_frontier_discs_are_good() {
        // One disc on c1 with empty neighbours, against one on h8 enclosed by the player's discs.
        let board = Board::new(1 << 2 | 1 << 54 | 1 << 55 | 1 << 62, 1 << 63).unwrap();
        let weights = 10 - 45 - 5 - 5 - 100;
        assert_eq!(Simple.evaluate(board), 3 * weights - 7 * 4);
        assert_eq!(Simple.evaluate(board.pass()), -Simple.evaluate(board));
    }

    #[test]
    fn mobility_is_counted_straight() {
        assert_eq!(WeightsAndMobility.evaluate(Board::START), 0);
        // The player can move to d1, the opponent nowhere.
        let board = Board::new(0b011, 0b100).unwrap();
        assert_eq!(WeightsAndMobility.evaluate(board), 100 - 5 - 10 + 1);
    }
}
