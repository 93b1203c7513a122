//! Positions as text: FEN with the letters of UCCI, or with `e` and `h` for elephants and horses.

use clocks::Side;
use protocol::clip;
use thiserror::Error;

use super::attacks;
use super::board::Board;
use super::piece::{Kind, Piece};
use super::square::{FILES, RANKS, Square};

/// The start of a game.
pub(super) const START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The greatest number of a move.
const MOST_MOVES: usize = 10_000;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// There are too few or too many ranks, or one has too few or too many points.
    #[error("expected ten ranks of nine points, got '{0}'")]
    Ranks(String),
    /// A letter is no piece.
    #[error("expected pieces (KABNRCP, kabnrcp) and numbers, got '{0}'")]
    Piece(char),
    /// The player to move is missing or wrong.
    #[error("expected the player to move (w or b), got '{0}'")]
    Mover(String),
    /// A side has no king, more than one, or one outside its palace.
    #[error("expected one king on each side, in its palace")]
    Kings,
    /// The player to move could capture the king.
    #[error("expected a position in which the player who has moved is not in check")]
    Check,
}

/// What a FEN tells.
pub(super) struct Fen {
    pub(super) board: Board,
    /// The plies since the last capture.
    pub(super) quiet: u32,
    /// The number of the move, from 1.
    pub(super) number: usize,
}

/// Reads a FEN. What is missing after the pieces is as at the start of a game.
pub(super) fn read(text: &str) -> Result<Fen, FenError> {
    let mut words = text.split_whitespace();
    let mut board = read_pieces(words.next().unwrap_or_default())?;
    match words.next() {
        None | Some("w" | "r") => {}
        Some("b") => board.pass(),
        Some(other) => return Err(FenError::Mover(clip(other))),
    }
    let are_at_home = [Side::First, Side::Second].into_iter().all(|side| {
        let kings = board.pieces(side, Kind::King);
        let is_home = |king: Square| (king.rank() < RANKS / 2) == (side == Side::First);
        kings.count_ones() == 1
            && kings & attacks::palaces() != 0
            && board.king(side).is_some_and(is_home)
    });
    if !are_at_home {
        return Err(FenError::Kings);
    }
    if board.checkers(!board.mover()) != 0 {
        return Err(FenError::Check);
    }
    let quiet = words.nth(2).and_then(|word| word.parse().ok()).unwrap_or(0);
    let number: usize = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    Ok(Fen { board, quiet, number: number.clamp(1, MOST_MOVES) })
}

fn read_pieces(text: &str) -> Result<Board, FenError> {
    let bad_ranks = || FenError::Ranks(clip(text));
    let mut board = Board::empty();
    let mut ranks = (0..RANKS).rev();
    for rank_text in text.split('/') {
        let (rank, mut file) = (ranks.next().ok_or_else(bad_ranks)?, 0);
        for letter in rank_text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
                board.put(Square::new(file, rank).ok_or_else(bad_ranks)?, piece);
                file += 1;
            }
            if file > FILES {
                return Err(bad_ranks());
            }
        }
        if file != FILES {
            return Err(bad_ranks());
        }
    }
    if ranks.next().is_some() { Err(bad_ranks()) } else { Ok(board) }
}

/// Writes the pieces and the player to move.
pub(super) fn write(board: &Board) -> String {
    let rank = |rank| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
            match board.piece_at(square) {
                None => empty += 1,
                Some(piece) => {
                    push_number(&mut text, empty);
                    text.push(piece.letter());
                    empty = 0;
                }
            }
        }
        push_number(&mut text, empty);
        text
    };
    let ranks: Vec<String> = (0..RANKS).rev().map(rank).collect();
    let mover = if board.mover() == Side::First { 'w' } else { 'b' };
    format!("{} {mover}", ranks.join("/"))
}

fn push_number(text: &mut String, number: u32) {
    if number > 0 {
        *text += &number.to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_they_were_read() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "4k4/9/9/9/9/9/9/9/9/3K5 b",
        ] {
            assert_eq!(write(&read(fen).unwrap().board), fen);
        }
        assert_eq!(read("4k4/9/9/9/9/9/9/9/9/3K5 b - - 17 30").unwrap().quiet, 17);
        let names = ["4k4/9/h3e4/9/9/9/9/9/9/3K5 w", "4k4/9/n3b4/9/9/9/9/9/9/3K5 r"];
        assert_eq!(read(names[0]).unwrap().board, read(names[1]).unwrap().board);
    }

    #[test]
    fn other_texts_are_refused() {
        let refuse = |fen| read(fen).err().unwrap().to_string();
        for (fen, problem) in [
            ("", "ten ranks"),
            ("9/9/9/9/9/9/9/9/9/9/9 w", "ten ranks"),
            ("4k4/9/9/9/9/9/9/9/9/3K4 w", "ten ranks"),
            ("4k4/9/9/9/9/9/9/9/9/3K55 w", "ten ranks"),
            ("4k4/9/9/9/9/9/9/9/9/RRRRRRRRRR w", "ten ranks"),
            ("4k4/9/9/9/x8/9/9/9/9/3K5 w", "got 'x'"),
            ("4k4/9/9/9/9/9/9/9/9/3K5 g", "got 'g'"),
            ("4k4/9/9/9/9/9/9/9/9/9 w", "one king"),
            ("4k4/9/9/9/9/9/9/9/9/2K6 w", "one king"),
            ("3k5/9/9/9/9/9/9/9/9/3K5 w", "not in check"),
            ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "not in check"),
        ] {
            assert!(refuse(fen).contains(problem), "{fen}: {}", refuse(fen));
        }
    }
}
