//! The commands of the game: setting it up, moves, time, level.

use std::time::Duration;

use clocks::TimeSettings;
use protocol::{ArgumentError, Arguments, Command, Failure};

use super::Session;
use super::rules::{board, square_size};
use super::session::color;
use crate::board_game::{BoardGame, name};
use crate::perft::perft;
use crate::player::Player;
use crate::record::BadMove;
use crate::settings::Settings;

impl<G: BoardGame> Session<G> {
    /// The rows of the command table for the commands in this module.
    pub(super) const PLAY: &'static [Command<Self>] = &[
        Command::new("boardsize", "SIZE [ROWS]", "sets up the board of this size", Self::boardsize),
        Command::new("clear_board", "", "starts a new game", Self::clear_board),
        Command::new("komi", "POINTS", "has no effect: there is none in this game", Self::komi),
        Command::new("play", "COLOR MOVE", "plays a move", Self::play),
        Command::new("undo", "", "takes back the last move", Self::undo),
        Command::new("genmove", "COLOR", "finds a move and plays it", Self::genmove),
        Command::new("reg_genmove", "COLOR", "finds a move without playing it", Self::reg_genmove),
        Command::new("showboard", "", "draws the board", Self::showboard),
        Command::new("final_score", "", "shows the result, such as B+4", Self::final_score),
        Command::new("move_history", "", "lists the moves, the last one first", Self::history),
        Command::new(
            "time_settings",
            "MAIN PERIOD STONES",
            "sets the time control: MAIN seconds, then STONES moves in each PERIOD",
            Self::time_settings,
        ),
        Command::new(
            "time_left",
            "COLOR SECONDS STONES",
            "sets a player's remaining time",
            Self::time_left,
        ),
        Command::new("level", "LEVEL", "sets the level of play, 1 to 20", Self::level),
        Command::new(
            "perft",
            "DEPTH",
            "counts the sequences of so many moves, which checks the rules",
            Self::perft,
        ),
    ];

    fn boardsize(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let columns = arguments.integer("a number of columns")?;
        let size = match arguments.is_empty() {
            true => (columns, columns),
            false => (columns, arguments.integer("a number of rows")?),
        };
        arguments.finish()?;
        let is = |(columns, rows): (usize, usize)| {
            (usize::try_from(size.0), usize::try_from(size.1)) == (Ok(columns), Ok(rows))
        };
        let square = square_size::<G>();
        if !is(G::BOARD) && !is((square, square)) {
            return Err(Failure::Specific("unacceptable size".to_owned()));
        }
        self.start_game();
        Ok(String::new())
    }

    fn clear_board(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        self.start_game();
        Ok(String::new())
    }

    fn komi(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.number("a number of points", 1e9)?;
        arguments.finish()?;
        Ok(String::new())
    }

    fn play(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let color = self.color_to_move(arguments)?;
        let text = arguments.word("a move")?;
        arguments.finish()?;
        self.click(color, text).map_err(|error| match error {
            BadMove::NoMove { found, expected } => {
                Failure::from(ArgumentError::Malformed { found, expected })
            }
            other => Failure::Specific(other.to_string()),
        })?;
        Ok(String::new())
    }

    fn undo(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        if self.take_back_click() {
            return Ok(String::new());
        }
        Err(Failure::Specific("cannot undo".to_owned()))
    }

    fn genmove(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let color = self.color_to_move(arguments)?;
        arguments.finish()?;
        self.generate_click(color).map_err(|error| Failure::Specific(error.to_string()))
    }

    fn reg_genmove(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        self.color_to_move(arguments)?;
        arguments.finish()?;
        // It shows what a search finds, and leaves the clock alone, as in Go.
        let (point, _) = self.next_clicks(Player::suggest_by_search);
        Ok(point)
    }

    fn showboard(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let record = self.player.record();
        let (columns, rows) = G::BOARD;
        let width = rows.to_string().len();
        let mut lines = vec![String::new()];
        let game = record.game();
        for (line, row) in board(game).lines().zip((1..=rows).rev()) {
            let letter = |column| game.letter_at(column, row - 1);
            let points = line.chars().take(columns).enumerate();
            let points = points.map(|(column, point)| letter(column).unwrap_or(point));
            let points: String = points.map(|point| format!(" {point}")).collect();
            lines.push(format!("{row:>width$}{points}"));
        }
        let letters = ('A'..='Z').filter(|&letter| letter != 'I').take(columns);
        let letters: String = letters.map(|letter| format!(" {letter}")).collect();
        lines.push(format!("{:width$}{letters}", ""));
        let mover = game.player_to_move();
        lines.push(match (game.result(), self.lifted()) {
            (Some(outcome), _) => outcome.in_words(G::PLAYERS),
            (None, Some(point)) => format!("{mover} moves {point}"),
            (None, None) => format!("{mover} to move"),
        });
        Ok(lines.join("\n"))
    }

    fn final_score(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let result = self.player.record().game().result();
        let result = result.ok_or_else(|| Failure::Specific("cannot score".to_owned()))?;
        Ok(result.in_short())
    }

    fn history(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let moves = self.player.record().moves().iter().rev();
        let lines = moves.map(|(side, mv)| format!("{} {mv}", name(*side).to_lowercase()));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn time_settings(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let (main, period) = (arguments.seconds()?, arguments.seconds()?);
        let stones = arguments.count("a number of stones", 0..=u32::MAX)?;
        arguments.finish()?;
        self.player.clock_mut().set_settings(TimeSettings::canadian(main, period, stones));
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let (color, seconds) = (color(arguments)?, arguments.seconds()?);
        let stones = arguments.count("a number of stones", 0..=u32::MAX)?;
        arguments.finish()?;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.player.clock_mut().set_left(color, time, stones);
        Ok(String::new())
    }

    fn level(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let level = arguments.count("a level", 1..=Settings::FULL_STRENGTH)?;
        arguments.finish()?;
        self.player.settings_mut().level = level;
        Ok(String::new())
    }

    fn perft(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        let depth = arguments.count("a depth", 0..=20)?;
        arguments.finish()?;
        let mut game = self.player.record().game().clone();
        let stop = self.player.stop_flag();
        perft(&mut game, depth, &stop)
            .map(|count| count.to_string())
            .ok_or_else(|| Failure::Specific("interrupted".to_owned()))
    }
}
