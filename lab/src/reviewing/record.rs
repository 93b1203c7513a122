//! The games of a file, as far as they can be followed.

use std::fs;
use std::io;
use std::path::Path;

use engine::rules::GameState;
use engine::sgf::{self, SgfError};
use review::game::data::GameFacts;

use crate::long_tasks::naming;

/// A game record.
pub(super) struct Record {
    /// The text of the record in UTF-8.
    pub(super) text: String,
    /// The game, up to the last move that could be read.
    pub(super) game: GameState,
    /// The number of that move in the record.
    pub(super) last_move: usize,
    /// What else is known about the game.
    pub(super) facts: GameFacts,
    /// Why the record could not be read to its end, if it could not.
    pub(super) unread: Option<String>,
}

/// Reads the games of a file one by one. A game that cannot be read is skipped with a warning.
///
/// # Errors
/// If the file cannot be read, or none of its games can be.
pub(super) fn read(path: &Path) -> io::Result<Vec<Record>> {
    let bytes = fs::read(path).map_err(|error| naming(path, &error))?;
    let text = sgf::decode(&bytes);
    let mut problem = SgfError::NoGame;
    let mut records = Vec::new();
    for (number, game) in sgf::games(&text).enumerate() {
        match Record::read(game, path, number + 1) {
            Ok(record) => records.push(record),
            Err(error) => {
                log::warn!("{}: game {}: {error}", path.display(), number + 1);
                problem = error;
            }
        }
    }
    if records.is_empty() {
        return Err(naming(path, &io::Error::new(io::ErrorKind::InvalidData, problem)));
    }
    Ok(records)
}

impl Record {
    fn read(text: &str, path: &Path, index: usize) -> Result<Self, SgfError> {
        let (game, end, unread) = match sgf::read(text, None) {
            Ok(game) => (game, None, None),
            Err(error) => {
                let Some(number) = error.move_number() else { return Err(error) };
                (sgf::read(text, Some(number))?, Some(number - 1), Some(error.to_string()))
            }
        };
        let last_move = end.map_or_else(|| sgf::move_count(text), Ok)?;
        let left_out = last_move.saturating_sub(game.moves().len());
        let facts = GameFacts { left_out, ..facts(text, &game, path, index)? };
        Ok(Self { text: text.to_owned(), game, last_move, facts, unread })
    }

    /// The number of positions: before each move, and at the end.
    pub(super) fn positions(&self) -> usize {
        self.game.moves().len() + 1
    }
}

fn facts(text: &str, game: &GameState, path: &Path, index: usize) -> Result<GameFacts, SgfError> {
    let names = ["PB", "PW", "BR", "WR", "RE", "DT", "EV"];
    let found = sgf::properties(text, names)?.map(Option::unwrap_or_default);
    let [black, white, black_rank, white_rank, result, date, event] = found;
    let size = game.size();
    Ok(GameFacts {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        index,
        width: size.width().into(),
        height: size.height().into(),
        komi: game.komi(),
        rules: game.rules().name().unwrap_or("other").to_owned(),
        handicap: game.handicap(),
        black,
        white,
        black_rank,
        white_rank,
        result,
        date,
        event,
        ..GameFacts::default()
    })
}
