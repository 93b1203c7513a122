//! Discs that can never be turned over again.
//!
//! A disc is stable if in each of the four directions of lines either the line is full, or one of
//! the two neighbours is off the board or a stable disc of the same player. This finds nearly all
//! stable discs that grow from a corner or from full lines, but not every stable disc. The endgame
//! derives bounds from them, and an evaluation counts them.

use super::bitboard::{COLUMN_A, COLUMN_H};

const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;
const SIDES: u64 = COLUMN_A | COLUMN_H;
const RIM: u64 = SIDES | ROW_1 | ROW_8;

/// The squares on lines without an empty square, by the step between squares of a line.
struct FullLines {
    rows: u64,
    columns: u64,
    /// Diagonals in steps of 9 bits, from the upper left to the lower right.
    falling: u64,
    /// Diagonals in steps of 7 bits.
    rising: u64,
}

impl FullLines {
    fn of(empties: u64) -> Self {
        Self {
            rows: !spread_in_rows(empties),
            columns: !spread_in_columns(empties),
            falling: !spread::<9>(empties, !COLUMN_A, !COLUMN_H),
            rising: !spread::<7>(empties, !COLUMN_H, !COLUMN_A),
        }
    }
}

/// All squares of the rows that contain a square of `set`.
fn spread_in_rows(set: u64) -> u64 {
    let set = set | set >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let set = set | set >> 2 & 0x3333_3333_3333_3333;
    let set = set | set >> 1 & 0x5555_5555_5555_5555;
    (set & COLUMN_A).wrapping_mul(0xff)
}

/// All squares of the columns that contain a square of `set`.
fn spread_in_columns(set: u64) -> u64 {
    let set = set | set.rotate_left(8);
    let set = set | set.rotate_left(16);
    set | set.rotate_left(32)
}

/// All squares of the diagonals that contain a square of `set`. The masks hold the columns in
/// which a step upwards or downwards may arrive.
fn spread<const STEP: u32>(set: u64, up: u64, down: u64) -> u64 {
    let (mut higher, mut lower) = (set, set);
    let (mut through_up, mut through_down) = (up, down);
    let mut distance = STEP;
    for _ in 0..3 {
        higher |= through_up & higher << distance;
        lower |= through_down & lower >> distance;
        through_up &= through_up << distance;
        through_down &= through_down >> distance;
        distance *= 2;
    }
    higher | lower
}

/// The discs of `own` that are certain to stay.
pub(crate) fn stable_discs(own: u64, opponent: u64) -> u64 {
    let full = FullLines::of(!(own | opponent));
    let rows = full.rows | SIDES;
    let columns = full.columns | ROW_1 | ROW_8;
    let (falling, rising) = (full.falling | RIM, full.rising | RIM);
    let mut stable = own & rows & columns & falling & rising;
    while stable != 0 {
        let next = own
            & (rows | (stable & !COLUMN_H) << 1 | (stable & !COLUMN_A) >> 1)
            & (columns | stable << 8 | stable >> 8)
            & (falling | (stable & !COLUMN_H) << 9 | (stable & !COLUMN_A) >> 9)
            & (rising | (stable & !COLUMN_A) << 7 | (stable & !COLUMN_H) >> 7);
        if next | stable == stable {
            break;
        }
        stable |= next;
    }
    stable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::tests::random_position;
    use crate::othello::{Board, bitboard};
    use crate::test_random::Random;

    #[test]
    fn discs_that_grow_from_a_corner_are_stable() {
        assert_eq!(stable_discs(0, 0), 0);
        assert_eq!(stable_discs(0b111, 0), 0b111);
        assert_eq!(stable_discs(0x0001_030f, 1 << 40), 0x0001_030f);
        assert_eq!(stable_discs(1 << 27, 0), 0);
        assert_eq!(stable_discs(0b0100_1010, 0b1011_0101), 0b0100_1010);
        assert_eq!(stable_discs(0x0f0f, !0x0f0f), 0x0f0f);
    }

    #[test]
    fn lines_are_full_without_an_empty_square() {
        for square in 0..64_u32 {
            let full = FullLines::of(1 << square);
            let (row, column) = (square / 8, square % 8);
            for other in 0..64 {
                let (down, right) = (other / 8, other % 8);
                let is_full = |set: u64| set >> other & 1 == 1;
                assert_eq!(is_full(full.rows), row != down);
                assert_eq!(is_full(full.columns), column != right);
                assert_eq!(is_full(full.falling), row + right != down + column);
                assert_eq!(is_full(full.rising), row + column != down + right);
            }
        }
    }

    /// Whether a disc of `own` among `discs` is turned over in some continuation.
    fn loses(board: Board, discs: u64) -> bool {
        let legal = board.legal_moves();
        if legal == 0 {
            let other = board.pass();
            return other.legal_moves() != 0 && turns(other, discs);
        }
        bitboard::squares(legal).any(|square| turns(board.play(square), discs))
    }

    fn turns(board: Board, discs: u64) -> bool {
        let legal = board.legal_moves();
        if legal == 0 {
            return !board.is_over() && loses(board.pass(), discs);
        }
        bitboard::squares(legal)
            .any(|square| board.flips(square) & discs != 0 || loses(board.play(square), discs))
    }

    #[test]
    fn no_continuation_turns_a_stable_disc() {
        let mut random = Random::new(3);
        let mut found = 0;
        for _ in 0..400 {
            let Some(diagram) = random_position(&mut random, 6) else { continue };
            let board = diagram.board;
            let stable = stable_discs(board.own(), board.opponent());
            found += stable.count_ones();
            assert!(!loses(board, stable), "{diagram}");
        }
        assert!(found > 2000, "{found} stable discs");
    }
}
