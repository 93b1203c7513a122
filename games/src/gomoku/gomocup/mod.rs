//! The protocol of the Gomocup tournament, which the manager Piskvork and many other programs speak
//! (Petr Laštovička, Gomocup protocol).
//!
//! Points are columns and rows from 0, separated by a comma. A command is answered by a move, by
//! `OK`, or by `ERROR` with a reason, and then changes nothing. `INFO` has no answer. While a
//! search goes on, `END`, `STOP` and the end of the input end it.

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use clocks::TimeSettings;
use protocol::{clip, read_line};

use crate::gomoku::evaluation::Evaluation;
use crate::gomoku::point::{Point, SIZE};
use crate::gomoku::position::Position;
use crate::player::Player;
use crate::record::Record;
use crate::stops::Stops;

/// A number of milliseconds that stands for no limit, and so do all greater ones.
const NO_LIMIT: u64 = i32::MAX as u64;
/// The time for a move if the manager asks for one as fast as possible.
const AS_FAST_AS_POSSIBLE: Duration = Duration::from_millis(20);
/// The part of the time for a move that is kept back at most, for the lag.
const LARGEST_LAG: u32 = 4;
/// The part of the memory that the manager allows which is not for tables.
const OTHER_MEMORY: usize = 4;

/// Serves until `END` or the end of the input.
///
/// # Errors
/// If an answer cannot be written, or the thread that reads cannot be started.
pub(super) fn serve<E: Evaluation>(
    player: Player<Position<E>>,
    name: &str,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (sender, lines) = mpsc::channel();
    let stops = Arc::new(Stops::new(player.stop_flag()));
    let reader = Arc::clone(&stops);
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &sender, &reader))?;
    let own = Limits { seconds: player.settings().seconds, memory: player.settings().memory };
    let times = Times::default();
    Connection { player, name, stops, own, times, has_begun: false, output }.answer_all(&lines)
}

/// Reads lines until the end of the input.
fn read(mut input: impl BufRead, lines: &Sender<String>, stops: &Stops) {
    while let Ok(Some(line)) = read_line(&mut input) {
        let command = words(&line.text).0.to_ascii_uppercase();
        let is_end = command == "END";
        if is_end || is_stop(&command) {
            stops.come();
        }
        if lines.send(line.text).is_err() || is_end {
            return;
        }
    }
    // Nobody waits for the rest of a search.
    stops.come();
}

/// The first word of a line, and the rest.
fn words(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

/// Whether a command, in capitals, ends the search that is running.
fn is_stop(command: &str) -> bool {
    matches!(command, "STOP" | "YXSTOP")
}

/// The limits by the program's own options.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// For a move.
    seconds: Option<Duration>,
    /// For tables, in bytes.
    memory: usize,
}

/// The limits of time that the manager has set.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// The limit for a move.
    turn: Option<Duration>,
    /// The limit for the game.
    game: Option<Duration>,
    /// What is left of it, if the manager has said so since the last move.
    left: Option<Duration>,
}

/// The engine's side of a connection.
struct Connection<'a, E: Evaluation, W> {
    player: Player<Position<E>>,
    name: &'a str,
    stops: Arc<Stops>,
    own: Limits,
    times: Times,
    /// Whether the board has been set up by `START`.
    has_begun: bool,
    output: &'a mut W,
}

/// Why a command is not obeyed.
type Problem = String;

impl<E: Evaluation, W: Write> Connection<'_, E, W> {
    fn answer_all(&mut self, lines: &Receiver<String>) -> io::Result<()> {
        while let Ok(line) = lines.recv() {
            let (command, rest) = words(&line);
            let command = command.to_ascii_uppercase();
            let answer = match command.as_str() {
                "" => None,
                // The search that was to stop has ended; the next one is to run.
                _ if is_stop(&command) => {
                    self.stops.answered();
                    None
                }
                "END" => break,
                "INFO" => self.info(rest).err().map(|problem| format!("MESSAGE {problem}")),
                "ABOUT" => Some(self.about()),
                "START" => Some(or_error(self.start(rest))),
                "BOARD" => Some(or_error(self.board(lines))),
                "RECTSTART" => Some(or_error(Err(square_only()))),
                "RESTART" | "BEGIN" | "TURN" | "TAKEBACK" if !self.has_begun => {
                    Some("ERROR expected START before this command".to_owned())
                }
                "RESTART" => Some(or_error(Ok(self.new_game()))),
                "BEGIN" => Some(or_error(self.begin())),
                "TURN" => Some(or_error(self.turn(rest))),
                "TAKEBACK" => Some(or_error(self.take_back(rest))),
                _ => Some(format!("UNKNOWN command '{}'", clip(&command))),
            };
            if let Some(answer) = answer {
                writeln!(self.output, "{answer}")?;
                self.output.flush()?;
            }
        }
        Ok(())
    }

    fn about(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!("name=\"{}\", version=\"{version}\"", self.name)
    }

    fn start(&mut self, size: &str) -> Result<String, Problem> {
        if size.parse() != Ok(SIZE) {
            return Err(format!("unsupported size: expected {SIZE}, got '{}'", clip(size)));
        }
        self.has_begun = true;
        Ok(self.new_game())
    }

    fn new_game(&mut self) -> String {
        self.player.start_game();
        self.times.left = None;
        self.player.clock_mut().set_settings(TimeSettings::Unlimited);
        "OK".to_owned()
    }

    fn begin(&mut self) -> Result<String, Problem> {
        if !self.player.record().moves().is_empty() {
            return Err("expected an empty board before BEGIN".to_owned());
        }
        self.find_move()
    }

    fn turn(&mut self, text: &str) -> Result<String, Problem> {
        let point = point(text)?;
        self.play(point)?;
        if self.player.record().is_over() {
            self.player.undo();
            return Err(format!("{}: this move ends the game, so there is no answer", pair(point)));
        }
        self.find_move()
    }

    fn play(&mut self, point: Point) -> Result<(), Problem> {
        let mover = self.player.record().mover();
        let played = self.player.play(mover, &point.to_string());
        played.map_err(|error| format!("{}: {error}", pair(point)))
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

    /// Sets the limits for the next move.
    fn set_clock(&mut self) {
        let Times { turn, game, .. } = self.times;
        let lag = self.player.settings().pacing.lag;
        let usable = turn.map(|turn| match turn.as_millis() {
            0 => AS_FAST_AS_POSSIBLE,
            _ => turn - lag.min(turn / LARGEST_LAG),
        });
        self.player.settings_mut().seconds = self.own.seconds.into_iter().chain(usable).min();
        let mover = self.player.record().mover();
        let clock = self.player.clock_mut();
        if let Some(main) = game {
            clock.set_settings(TimeSettings::Absolute { main });
        }
        if let Some(left) = self.times.left.take() {
            clock.set_left(mover, left, 0);
        }
    }

    /// Sets up the position of the lines up to `DONE`, and finds a move.
    fn board(&mut self, lines: &Receiver<String>) -> Result<String, Problem> {
        let (mut stones, mut problem) = ([Vec::new(), Vec::new()], None);
        for line in lines {
            let line = line.trim();
            if line.eq_ignore_ascii_case("DONE") {
                break;
            }
            if is_stop(&line.to_ascii_uppercase()) {
                self.stops.answered();
                continue;
            }
            match stone(line) {
                Ok((player, point)) => {
                    stones.get_mut(player).into_iter().for_each(|stones| stones.push(point));
                }
                Err(found) => problem = problem.or(Some(found)),
            }
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        if !self.has_begun {
            return Err("expected START before this command".to_owned());
        }
        self.player.set_record(record(stones)?);
        self.find_move()
    }

    fn take_back(&mut self, text: &str) -> Result<String, Problem> {
        let point = point(text)?;
        let is_last = self.player.record().game().last() == Some(point);
        if !is_last || !self.player.undo() {
            return Err(format!("{}: expected the last move", pair(point)));
        }
        Ok("OK".to_owned())
    }

    /// Notes what the manager says. What is unknown is ignored, as the protocol asks.
    fn info(&mut self, text: &str) -> Result<(), Problem> {
        let (key, value) = words(text);
        let key = key.to_ascii_lowercase();
        match key.as_str() {
            "timeout_turn" => self.times.turn = duration(&key, value)?,
            "timeout_match" => {
                // Here, 0 means no limit.
                self.times.game = duration(&key, value)?.filter(|time| !time.is_zero());
            }
            "time_left" => self.times.left = duration(&key, value)?,
            "max_memory" => {
                let bytes: usize = value.parse().map_err(|_| {
                    format!("max_memory: expected a number of bytes, got '{}'", clip(value))
                })?;
                // Here, too, 0 means no limit.
                let most = if bytes == 0 { usize::MAX } else { bytes - bytes / OTHER_MEMORY };
                let memory = self.own.memory.min(most);
                let settings = self.player.settings();
                if memory != settings.memory {
                    let threads = settings.threads;
                    self.player.resize(memory, threads);
                }
            }
            "rule" if value != "0" => {
                return Err(format!("rule {}: only freestyle is played", clip(value)));
            }
            _ => {}
        }
        Ok(())
    }
}

fn or_error(answer: Result<String, Problem>) -> String {
    answer.unwrap_or_else(|problem| format!("ERROR {problem}"))
}

fn square_only() -> Problem {
    format!("unsupported size: expected START {SIZE}")
}

/// A number of milliseconds; `None` if there is no limit.
fn duration(key: &str, value: &str) -> Result<Option<Duration>, Problem> {
    let milliseconds: i64 = value
        .parse()
        .map_err(|_| format!("{key}: expected a number of milliseconds, got '{}'", clip(value)))?;
    // A clock may be a little below zero.
    let milliseconds = milliseconds.max(0).cast_unsigned();
    Ok((milliseconds < NO_LIMIT).then(|| Duration::from_millis(milliseconds)))
}

/// A point as the protocol writes it.
fn pair(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Reads a point.
fn point(text: &str) -> Result<Point, Problem> {
    let numbers = text.split_once(',').and_then(|(column, row)| {
        Point::new(column.trim().parse().ok()?, row.trim().parse().ok()?)
    });
    numbers.ok_or_else(|| format!("expected a point such as 7,7, got '{}'", clip(text)))
}

/// Reads a stone of a position: the number of its player, 0 for this program, and its point.
fn stone(text: &str) -> Result<(usize, Point), Problem> {
    let read = || {
        let (place, player) = text.rsplit_once(',')?;
        let player = match player.trim() {
            "1" => 0,
            "2" => 1,
            _ => return None,
        };
        Some((player, point(place).ok()?))
    };
    read().ok_or_else(|| format!("expected a stone such as 7,7,1, got '{}'", clip(text)))
}

/// The game in which the stones of this program, which is to move, and those of the opponent were
/// placed in turn.
fn record<E: Evaluation>(stones: [Vec<Point>; 2]) -> Result<Record<Position<E>>, Problem> {
    let [own, other] = stones;
    let (first, second) = match other.len().checked_sub(own.len()) {
        Some(0) => (own, other),
        Some(1) => (other, own),
        _ => return Err("expected as many own stones as the opponent has, or one fewer".to_owned()),
    };
    let mut record = Record::default();
    let mut second = second.into_iter();
    for point in first.into_iter().flat_map(|point| [Some(point), second.next()]).flatten() {
        let played = record.play(record.mover(), &point.to_string());
        played.map_err(|error| format!("{}: {error}", pair(point)))?;
    }
    Ok(record)
}
