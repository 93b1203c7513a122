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
        Ok(G::ID.to_owned())
    }

    fn board_size(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let (columns, rows) = G::BOARD;
        // GoGui's older versions know only one number.
        Ok(if columns == rows { columns.to_string() } else { format!("{columns} {rows}") })
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

/// The rows of the board from the top, each a letter a point.
pub(super) fn board<G: BoardGame>(game: &G) -> String {
    let (columns, rows) = G::BOARD;
    let letter = |column, row| match game.piece_at(column, row) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    let line = |row| (0..columns).map(|column| letter(column, row)).collect::<String>();
    (0..rows).rev().map(line).collect::<Vec<_>>().join("\n")
}
