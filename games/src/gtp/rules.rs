//! The commands by which GoGui learns the rules of a game.

use clocks::Side;
use protocol::{Arguments, Command, Failure};

use super::Session;
use crate::board_game::{BoardGame, name};

impl<G: BoardGame> Session<G> {
    /// The rows of the command table for the commands in this module.
    pub(super) const RULES: &'static [Command<Self>] = &[
        Command::new("gogui-rules_game_id", "", "shows the name of the game", Self::game_id),
        Command::new("gogui-rules_board_size", "", "shows the size of the board", Self::board_size),
        Command::new(
            "gogui-rules_board",
            "",
            "shows the board: X is Black, O is White",
            Self::board,
        ),
        Command::new(
            "gogui-rules_board_gfx",
            "",
            "labels the pieces, in a game with several kinds",
            Self::board_gfx,
        ),
        Command::new(
            "gogui-rules_legal_moves",
            "",
            "lists the points to play next; nothing once the game is over",
            Self::legal_moves,
        ),
        Command::new(
            "gogui-rules_side_to_move",
            "",
            "shows whose turn it is: black or white",
            Self::side_to_move,
        ),
        Command::new(
            "gogui-rules_final_result",
            "",
            "shows the result in a sentence, or that the game goes on",
            Self::final_result,
        ),
    ];

    fn game_id(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        // GoGui wants a capital.
        let mut letters = G::ID.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        Ok(first.into_iter().chain(letters).collect())
    }

    fn board_size(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        Ok(square_size::<G>().to_string())
    }

    fn board(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        Ok(board(self.player.record().game()))
    }

    fn board_gfx(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let game = self.player.record().game();
        let (columns, rows) = G::BOARD;
        let names = ('A'..='Z').filter(|&letter| letter != 'I').take(columns);
        let points = names.enumerate().flat_map(|(column, name)| {
            (0..rows).filter_map(move |row| Some((name, row + 1, game.letter_at(column, row)?)))
        });
        let mut lines: Vec<String> = points
            .map(|(name, row, letter)| format!("LABEL {name}{row} {}", letter.to_uppercase()))
            .collect();
        lines.extend(self.lifted().map(|point| format!("SQUARE {point}")));
        Ok(lines.join("\n"))
    }

    fn legal_moves(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        Ok(self.points_to_click().join(" "))
    }

    fn side_to_move(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        Ok(name(self.player.record().mover()).to_lowercase())
    }

    fn final_result(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let result = self.player.record().game().result();
        Ok(result.map_or_else(
            || "The game is not over.".to_owned(),
            |outcome| outcome.in_words(G::PLAYERS),
        ))
    }
}

/// The number of columns and rows of the smallest square board around that of the game. GoGui draws
/// square boards only.
pub(super) fn square_size<G: BoardGame>() -> usize {
    let (columns, rows) = G::BOARD;
    columns.max(rows)
}

/// The rows of the square board around that of the game, from the top, each a letter a point: `?` is
/// no point of the game.
pub(super) fn board<G: BoardGame>(game: &G) -> String {
    let (columns, rows) = G::BOARD;
    let letter = |column, row| match game.piece_at(column, row) {
        _ if column >= columns || row >= rows => '?',
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    let size = square_size::<G>();
    let line = |row| (0..size).map(|column| letter(column, row)).collect::<String>();
    (0..size).rev().map(line).collect::<Vec<_>>().join("\n")
}
