//! Games in the Generic Game Format, as far as the NBoard protocol uses it.
//!
//! A game is `(;GM[Othello]...BO[8 SQUARES PLAYER]B[D3//1.5]W[C5]...;)`: properties with a value in
//! brackets. `BO` is the board at the start (`*` black, `O` white, `-` empty), `B` and `W` are
//! moves, each with an evaluation and a time that may be left out; `PA` is a pass.

use thiserror::Error;

use super::diagram::{Color, Diagram};
use super::square::Move;

/// The game in the record, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// The board at the start and the player to move.
    pub(super) start: Diagram,
    /// The moves with the colours that made them.
    pub(super) moves: Vec<(Color, Move)>,
}

/// Why a record was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum GgfError {
    /// A bracket is not closed.
    #[error("expected a closing bracket after {0}")]
    Open(String),
    /// The board is not one of 8x8 squares.
    #[error("expected a board as in BO[8 ...], got '{0}'")]
    Board(String),
    /// The text is not a move.
    #[error("expected a move such as D3 or PA, got '{0}'")]
    Move(String),
}

/// Reads a game.
///
/// # Errors
/// Names what was not understood. Properties that are not needed are skipped.
pub(super) fn read(text: &str) -> Result<Game, GgfError> {
    let mut game = Game { start: Diagram::START, moves: Vec::new() };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let name = before.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
        let (value, after) =
            after.split_once(']').ok_or_else(|| GgfError::Open(protocol::clip(name)))?;
        match name {
            "BO" => game.start = board(value)?,
            "B" => game.moves.push((Color::Black, read_move(value)?)),
            "W" => game.moves.push((Color::White, read_move(value)?)),
            _ => {}
        }
        rest = after;
    }
    Ok(game)
}

/// Reads a move with its evaluation and its time, such as `D3//1.5`.
///
/// # Errors
/// If the part before the first `/` is no move.
pub(super) fn read_move(text: &str) -> Result<Move, GgfError> {
    let name = text.split('/').next().unwrap_or_default().trim();
    if name.eq_ignore_ascii_case("PA") {
        return Ok(Move::PASS);
    }
    name.parse().map_err(|_| GgfError::Move(protocol::clip(text)))
}

/// Writes a move: two letters.
pub(super) fn write_move(mv: Move) -> String {
    if mv == Move::PASS { "PA".to_owned() } else { mv.to_string().to_uppercase() }
}

fn board(text: &str) -> Result<Diagram, GgfError> {
    let wrong = || GgfError::Board(protocol::clip(text));
    let squares = text.trim().strip_prefix('8').ok_or_else(wrong)?;
    let letters: String = squares
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| if letter == '*' { 'X' } else { letter.to_ascii_uppercase() })
        .collect();
    let cut = letters.char_indices().nth(64).map(|(at, _)| at).ok_or_else(wrong)?;
    let (squares, player) = letters.split_at(cut);
    format!("{squares} {player}").parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";

    #[test]
    fn a_game_is_read_with_its_board_and_its_moves() {
        let text = format!(
            "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[{START}]B[F5//1.2]W[F6]B[pa];)"
        );
        let game = read(&text).unwrap();
        assert_eq!(game.start, Diagram::START);
        let names: Vec<_> = game.moves.iter().map(|&(_, mv)| write_move(mv)).collect();
        assert_eq!(names, ["F5", "F6", "PA"]);
        let rows = "8\n-------- -------- -------- ---O*--- ---*O--- -------- -------- --------\n*";
        assert_eq!(read(&format!("(;BO[{rows}];)")).unwrap().start, Diagram::START);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, problem) in [
            ("(;GM[Othello", "expected a closing bracket after GM"),
            ("(;BO[10 --]", "expected a board as in BO[8 ...], got '10 --'"),
            ("(;BO[8 é]", "expected a board as in BO[8 ...], got '8 é'"),
            ("(;B[J3]", "expected a move such as D3 or PA, got 'J3'"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), problem);
        }
        assert_eq!(read("").unwrap().moves, []);
    }
}
