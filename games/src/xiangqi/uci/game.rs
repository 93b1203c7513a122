//! The line `position`: a game from its start or from a FEN, with its moves.

use protocol::clip;

use super::dialect::Dialect;
use crate::board_game::BoardGame;
use crate::xiangqi::evaluation::Evaluation;
use crate::xiangqi::position::Position;
use classical::Game;

/// Reads the arguments of `position`.
///
/// # Errors
/// If they are no game: the error names what is wrong.
pub(super) fn read<E: Evaluation>(words: &[&str], dialect: Dialect) -> Result<Position<E>, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at_checked(end).unwrap_or((words, &[]));
    let mut position = match start.split_first() {
        Some((&"startpos", _)) => Position::default(),
        Some((&"fen", fen)) => {
            Position::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        other => {
            let found = other.map_or("", |(word, _)| word);
            return Err(format!("position: expected startpos or fen, got '{}'", clip(found)));
        }
    };
    for text in moves.iter().skip(1) {
        let mv = dialect.ranks().read_move(text).map_err(|error| error.to_string())?;
        if !position.is_legal(mv) {
            return Err(format!("illegal move: {}", clip(text)));
        }
        position.play(mv);
    }
    // The board may know other rules for repetitions, or none.
    let goes_on = position.result().is_some() && position.has_move();
    Ok(if goes_on { position.without_history() } else { position })
}
