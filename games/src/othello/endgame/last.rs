//! The last four empty squares, in loops without a table, a sorted list or a budget.
//!
//! Each function returns the result for `own`, in discs, or only a bound on it: if the result is at
//! most `alpha`, an upper bound that is at most `alpha`, and otherwise a lower bound that is
//! greater than `alpha`.

use crate::othello::bitboard::{flips, neighbours_of, odd_quadrants};
use crate::othello::board::Board;

/// Less than every result: no move has been found yet.
const NONE: i32 = -65;

/// Searches a position with at most four empty squares, and adds the number of positions searched
/// to `nodes`.
pub(super) fn solve_last(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    let (own, opponent, empties) = (board.own(), board.opponent(), board.empties());
    match empties.count_ones() {
        0 => {
            *nodes += 1;
            board.disc_difference()
        }
        1 => last_1(own, opponent, empties, alpha, nodes),
        2 => last_2(own, opponent, empties, alpha, nodes),
        3 => last_3(own, opponent, empties, alpha, nodes),
        _ => last_4(own, opponent, empties, alpha, nodes),
    }
}

/// Defines the search of one number of empty squares by that of one fewer.
macro_rules! last {
    ($name:ident, $moves:ident, $next:ident) => {
        #[inline]
        fn $name(own: u64, opponent: u64, empties: u64, alpha: i32, nodes: &mut u64) -> i32 {
            *nodes += 1;
            let best = $moves(own, opponent, empties, alpha, nodes);
            if best != NONE {
                return best;
            }
            let best = $moves(opponent, own, empties, -alpha - 1, nodes);
            if best != NONE { -best } else { finished(own, opponent) }
        }

        /// The score of the best move, or [`NONE`] if there is no move.
        #[inline]
        fn $moves(own: u64, opponent: u64, empties: u64, alpha: i32, nodes: &mut u64) -> i32 {
            let mut best = NONE;
            let odd = empties & odd_quadrants(empties);
            let mut first = if odd == 0 { empties } else { odd };
            let mut second = empties ^ first;
            while first != 0 {
                let square = first.trailing_zeros() as u8;
                let bit = first & first.wrapping_neg();
                first ^= bit;
                if first == 0 {
                    (first, second) = (second, 0);
                }
                if neighbours_of(square) & opponent == 0 {
                    continue;
                }
                let turned = flips(own, opponent, square);
                if turned == 0 {
                    continue;
                }
                let own = own | turned | bit;
                let score = -$next(opponent ^ turned, own, empties ^ bit, -alpha - 1, nodes);
                if score > best {
                    best = score;
                    if best > alpha {
                        break;
                    }
                }
            }
            best
        }
    };
}

last!(last_4, moves_4, last_3);
last!(last_3, moves_3, last_2);

/// Two empty squares: there is no order to choose.
#[inline]
fn last_2(own: u64, opponent: u64, empties: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = moves_2(own, opponent, empties, alpha, nodes);
    if best != NONE {
        return best;
    }
    let best = moves_2(opponent, own, empties, -alpha - 1, nodes);
    if best != NONE { -best } else { finished(own, opponent) }
}

#[inline]
fn moves_2(own: u64, opponent: u64, empties: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let low = empties & empties.wrapping_neg();
    let mut best = NONE;
    for bit in [low, empties ^ low] {
        let square = bit.trailing_zeros() as u8;
        if neighbours_of(square) & opponent == 0 {
            continue;
        }
        let turned = flips(own, opponent, square);
        if turned == 0 {
            continue;
        }
        let own = own | turned | bit;
        best = best.max(-last_1(opponent ^ turned, own, empties ^ bit, -alpha - 1, nodes));
        if best > alpha {
            break;
        }
    }
    best
}

/// One empty square: only the number of discs turned matters.
#[inline]
fn last_1(own: u64, opponent: u64, empty: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let square = empty.trailing_zeros() as u8;
    // The result if the square went to the opponent and turned nothing.
    let without = 2 * own.count_ones() as i32 - 64;
    let turned = flips(own, opponent, square);
    if turned != 0 {
        return without + 2 + 2 * turned.count_ones() as i32;
    }
    // The opponent moves there or nobody does. In both cases, the result is at most this.
    let most = if without >= 0 { without + 2 } else { without };
    if most <= alpha {
        return most;
    }
    let turned = flips(opponent, own, square);
    if turned != 0 { without - 2 * turned.count_ones() as i32 } else { most }
}

/// The result if neither player can move, with the empty squares for the winner.
#[cold]
fn finished(own: u64, opponent: u64) -> i32 {
    Board::new(own, opponent).map_or(0, Board::disc_difference)
}
