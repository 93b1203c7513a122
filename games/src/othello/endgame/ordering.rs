//! The order in which the moves of a position are searched.

use arrayvec::ArrayVec;
use classical::Score;

use crate::othello::bitboard::{self, C_SQUARES, CORNERS, X_SQUARES};
use crate::othello::board::Board;
use crate::othello::evaluation::Evaluation;
use crate::othello::position::DISC;

/// More than the moves that any position has.
const MOST_MOVES: usize = 34;

/// A move, the board after it, and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u8,
    pub(super) next: Board,
    pub(super) worth: i32,
}

/// The moves of a position, taken out from the most promising one on.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates(pub(super) ArrayVec<Candidate, MOST_MOVES>);

impl Candidates {
    /// Lists the legal moves in `squares`, valued by [`quick_worth`].
    pub(super) fn new(board: Board, squares: u64) -> Self {
        let mut list = Self::default();
        let odd = bitboard::odd_quadrants(board.empties());
        for square in bitboard::squares(squares) {
            let next = board.play(square);
            let worth = quick_worth(square, next, odd);
            if list.0.try_push(Candidate { square, next, worth }).is_err() {
                break;
            }
        }
        list
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        let mut best = 0;
        let mut most = i32::MIN;
        for (at, candidate) in self.0.iter().enumerate() {
            if candidate.worth > most {
                (best, most) = (at, candidate.worth);
            }
        }
        self.0.swap_pop(best)
    }
}

/// How promising a move looks without a search. `next` is the board after it, from the opponent's
/// perspective, and `odd` are the quadrants with an odd number of empty squares before it.
///
/// Few moves for the opponent come first, because such positions are small and usually good. His
/// moves to corners count twice.
fn quick_worth(square: u8, next: Board, odd: u64) -> i32 {
    let bit = 1_u64 << (square & 63);
    let moves = next.legal_moves();
    let count = |set: u64| set.count_ones() as i32;
    let mobility = count(moves) + count(moves & CORNERS);
    let open = count(bitboard::neighbours(next.opponent()) & next.empties());
    let place = if bit & CORNERS != 0 {
        24
    } else if bit & X_SQUARES != 0 {
        -8
    } else if bit & C_SQUARES != 0 {
        -4
    } else {
        0
    };
    let parity = if bit & odd != 0 { 8 } else { 0 };
    place + parity - 40 * mobility - 4 * open
}

/// The value of a position after `depth` more moves, for the player to move. Adds the number of
/// positions searched to `nodes`.
pub(super) fn look_ahead<E: Evaluation>(
    evaluation: &E,
    board: Board,
    depth: u32,
    (alpha, beta): (Score, Score),
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let moves = board.legal_moves();
    if moves == 0 {
        if board.pass().legal_moves() == 0 {
            return DISC * board.disc_difference();
        }
        return -look_ahead(evaluation, board.pass(), depth, (-beta, -alpha), nodes);
    }
    if depth == 0 {
        return evaluation.evaluate(board);
    }
    let mut best = Score::MIN + 1;
    for group in [CORNERS, !(CORNERS | X_SQUARES), X_SQUARES] {
        for square in bitboard::squares(moves & group) {
            let window = (-beta, -best.max(alpha));
            best = best.max(-look_ahead(evaluation, board.play(square), depth - 1, window, nodes));
            if best >= beta {
                return best;
            }
        }
    }
    best
}
