//! The commands for the opening book.

use std::path::Path;

use books::{Subject, Variety};
use protocol::{Arguments, Command, Failure};

use super::Session;
use crate::board_game::BoardGame;
use crate::opening::Opening;

/// The word for no book.
const NONE: &str = "none";
/// The word for the book inside the program.
const BUILT_IN: &str = "built-in";

impl<G: BoardGame> Session<G> {
    /// The rows of the command table for the commands in this module.
    pub(super) const BOOKS: &'static [Command<Self>] = &[
        Command::new(
            "book_load",
            "FILE|built-in|none",
            "uses the opening book of a file, the one inside the program, or none",
            Self::book_load,
        ),
        Command::new(
            "book_info",
            "",
            "shows what the opening book is about, and its moves here",
            Self::book_info,
        ),
        Command::new(
            "mengxi_book",
            "",
            "labels the moves of the opening book with their values",
            Self::book_moves,
        ),
    ];

    fn book_load(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let file = arguments.rest("a file, built-in or none")?;
        self.player.settings_mut().opening = match file {
            NONE => None,
            BUILT_IN => {
                let none =
                    || Failure::Specific("there is no built-in book of this game".to_owned());
                Some(Opening::built_in::<G>().ok_or_else(none)?)
            }
            _ => Some(Opening::read::<G>(Path::new(file)).map_err(Failure::Specific)?),
        };
        Ok(String::new())
    }

    fn book_info(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let Some(opening) = &self.player.settings().opening else {
            return Ok("no book".to_owned());
        };
        let book = &opening.book;
        let Subject { game, board, values, .. } = &book.subject;
        let mut lines = vec![
            format!("game: {game} on {board}"),
            format!("values: {values}"),
            format!("positions: {}", book.positions().len()),
        ];
        let position = self.player.record().game();
        lines.extend(book.moves(position).iter().map(|found| {
            let (point, value) = (position.write_move(found.mv), found.value.score);
            format!("{point}: {} {}, weight {}", position.write_score(value), G::UNIT, found.weight)
        }));
        if let Some(rest) = book.rest(position) {
            lines.push(format!("other moves: {} {}", position.write_score(rest), G::UNIT));
        }
        if let Err(why) = opening.choose(position, Variety::default()) {
            lines.push(format!("no choice: {why}"));
        }
        Ok(lines.join("\n"))
    }

    fn book_moves(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let Some(opening) = &self.player.settings().opening else { return Ok(String::new()) };
        let position = self.player.record().game();
        // Where pieces move, the point to which the best of several moves leads is labelled.
        let mut seen = Vec::new();
        let mut lines = Vec::new();
        for found in opening.book.moves(position) {
            let Some(point) = position.clicks(found.mv).pop() else { continue };
            if !seen.contains(&point) {
                lines.push(format!("LABEL {point} {}", position.write_score(found.value.score)));
                seen.push(point);
            }
        }
        Ok(lines.join("\n"))
    }
}
