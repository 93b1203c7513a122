//! The commands that set up a game and ask for a move.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use clocks::TimeSettings;
use protocol::clip;

use super::notation::{Problem, pair, point, stone};
use super::session::{Session, Times};
use crate::gomoku::evaluation::Evaluation;
use crate::gomoku::point::{Point, SIZE};
use crate::gomoku::position::Position;
use crate::lines::{Incoming, too_long};
use crate::record::Record;

/// Whether a command, in capitals, ends the search that is running.
pub(super) fn is_stop(command: &str) -> bool {
    matches!(command, "STOP" | "YXSTOP")
}

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    pub(super) fn start(&mut self, size: &str) -> Result<String, Problem> {
        if size.parse() != Ok(SIZE) {
            return Err(format!("unsupported size: expected {SIZE}, got '{}'", clip(size)));
        }
        self.has_begun = true;
        Ok(self.new_game())
    }

    pub(super) fn new_game(&mut self) -> String {
        self.player.start_game();
        self.times = Times { left: None, has_left: false, ..self.times };
        self.player.clock_mut().set_settings(TimeSettings::Unlimited);
        "OK".to_owned()
    }

    pub(super) fn begin(&mut self) -> Result<String, Problem> {
        if !self.player.record().moves().is_empty() {
            return Err("expected an empty board before BEGIN".to_owned());
        }
        self.find_move()
    }

    pub(super) fn turn(&mut self, text: &str) -> Result<String, Problem> {
        let point = point(text)?;
        let mover = self.player.record().mover();
        let played = self.player.play(mover, &point.to_string());
        played.map_err(|error| format!("{}: {error}", pair(point)))?;
        if self.player.record().is_over() {
            self.player.undo();
            return Err(format!("{}: this move ends the game, so there is no answer", pair(point)));
        }
        self.find_move()
    }

    /// Finds a move and plays it.
    fn find_move(&mut self) -> Result<String, Problem> {
        if self.player.record().is_over() {
            return Err("the game is over".to_owned());
        }
        self.set_clock();
        let mover = self.player.record().mover();
        let name = self.player.generate(mover);
        let point: Point = name.parse().map_err(|_| format!("no move but '{name}'"))?;
        Ok(pair(point))
    }

    pub(super) fn take_back(&mut self, text: &str) -> Result<String, Problem> {
        let point = point(text)?;
        let is_last = self.player.record().game().last() == Some(point);
        if !is_last || !self.player.undo() {
            return Err(format!("{}: expected the last move", pair(point)));
        }
        Ok("OK".to_owned())
    }

    /// Sets up the position of the lines up to `DONE`, and finds a move.
    pub(super) fn board(&mut self, lines: &Receiver<Incoming>) -> Result<String, Problem> {
        let record = self.read_board(lines)?;
        if record.is_over() {
            return Err("the game is over".to_owned());
        }
        self.player.set_record(Arc::new(record));
        self.find_move()
    }

    fn read_board(&mut self, lines: &Receiver<Incoming>) -> Result<Record<Position<E>>, Problem> {
        let mut stones = [Vec::new(), Vec::new()];
        for line in self.block(lines)? {
            let (player, point) = stone(&line)?;
            stones.get_mut(player).into_iter().for_each(|stones| stones.push(point));
        }
        by_two_players(stones)
    }

    /// The lines up to `DONE`. They are all read even if there is no game to which they belong.
    pub(super) fn block(&mut self, lines: &Receiver<Incoming>) -> Result<Vec<String>, Problem> {
        let (mut block, mut is_whole) = (Vec::new(), true);
        for Incoming { text, is_cut, came } in lines {
            self.came = came;
            match text.trim().to_ascii_uppercase().as_str() {
                _ if is_cut => is_whole = false,
                "DONE" => break,
                command if is_stop(command) => self.stops.answered(),
                _ => block.push(text.trim().to_owned()),
            }
        }
        match (self.has_begun, is_whole) {
            (true, true) => Ok(block),
            (true, false) => Err(too_long()),
            (false, _) => Err(start_expected()),
        }
    }
}

/// The problem with a command before there is a game.
pub(super) fn start_expected() -> Problem {
    "expected START before this command".to_owned()
}

/// The game in which the stones of this program, which is to move, and those of the opponent were
/// placed in turn.
fn by_two_players<E: Evaluation>(stones: [Vec<Point>; 2]) -> Result<Record<Position<E>>, Problem> {
    let [own, other] = stones;
    let (first, second) = match other.len().checked_sub(own.len()) {
        Some(0) => (own, other),
        Some(1) => (other, own),
        _ => return Err("expected as many own stones as the opponent has, or one fewer".to_owned()),
    };
    let mut second = second.into_iter();
    in_turn(first.into_iter().flat_map(|point| [Some(point), second.next()]).flatten())
}

/// The game in which stones were placed in turn.
pub(super) fn in_turn<E: Evaluation>(
    points: impl IntoIterator<Item = Point>,
) -> Result<Record<Position<E>>, Problem> {
    let mut record = Record::default();
    for point in points {
        let played = record.play(record.mover(), &point.to_string());
        played.map_err(|error| format!("{}: {error}", pair(point)))?;
    }
    Ok(record)
}
