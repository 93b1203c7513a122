//! The protocol of the Gomocup tournament, which the manager Piskvork and many other programs speak
//! (Petr Laštovička, Gomocup protocol).
//!
//! Points are columns and rows from 0, separated by a comma. A command is answered by a move, by
//! `OK`, or by `ERROR` with a reason, and then changes nothing. `INFO` has no answer: what is wrong
//! with it is said in a `MESSAGE` before the next move. While a search goes on, `END`, `STOP` and
//! the end of the input end it.
//!
//! | module | contents |
//! | --- | --- |
//! | `info` | the line `INFO`, and the limits that follow from it |
//! | `notation` | points, stones and numbers |
//! | `play` | the commands that set up a game and ask for a move |
//! | `session` | the player, and what the manager has said |
//! | `swap2` | the opening rule swap2 |

mod info;
mod notation;
mod play;
mod session;
mod swap2;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use protocol::clip;

use self::notation::Problem;
use self::play::{is_stop, start_expected};
use self::session::Session;
use crate::connection::Connection;
use crate::gomoku::evaluation::Evaluation;
use crate::gomoku::point::SIZE;
use crate::gomoku::position::Position;
use crate::lines::{self, Incoming, Urgency, words};
use crate::player::Player;
use crate::stops::Stops;

/// The most notices that wait for an answer.
const MOST_NOTICES: usize = 10;

/// Serves until `END` or the end of the input.
///
/// # Errors
/// If an answer cannot be written, or the thread that reads cannot be started.
pub(super) fn serve<E: Evaluation>(
    player: Player<Position<E>>,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let Connection { name, log, input } = connection;
    let stops = Arc::new(Stops::new(player.stop_flag()));
    let (lines, speaker) = lines::open(input, output, log);
    let lines = lines.queue(&stops, urgency)?;
    Session::new(player, name, stops, speaker).answer_all(&lines)
}

fn urgency(line: &str) -> Urgency {
    let command = words(line).0.to_ascii_uppercase();
    match command.as_str() {
        "END" => Urgency::EndsConversation,
        _ if is_stop(&command) => Urgency::EndsSearch,
        _ => Urgency::Waits,
    }
}

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    fn answer_all(&mut self, lines: &Receiver<Incoming>) -> io::Result<()> {
        while let Ok(line) = lines.recv() {
            self.came = line.came;
            let (command, rest) = words(&line.text);
            let command = command.to_ascii_uppercase();
            let answer = match command.as_str() {
                _ if line.is_cut && command != "INFO" => Some(or_error(Err(lines::too_long()))),
                "" => None,
                // The search that was to stop has ended; the next one is to run.
                _ if is_stop(&command) => {
                    self.stops.answered();
                    None
                }
                "END" => break,
                "INFO" => {
                    let read = if line.is_cut { Err(lines::too_long()) } else { self.info(rest) };
                    let problem = read.err().filter(|_| self.notices.len() < MOST_NOTICES);
                    self.notices.extend(problem);
                    None
                }
                "ABOUT" => Some(self.about()),
                "START" => Some(or_error(self.start(rest))),
                "BOARD" => Some(or_error(self.board(lines))),
                "SWAP2BOARD" => Some(or_error(self.swap2(lines))),
                // One answer for all lines of the position.
                "YXBOARD" => Some(or_error(self.block(lines).map(|_| unknown(&command)))),
                "RECTSTART" => Some(or_error(Err(square_only()))),
                "RESTART" | "BEGIN" | "TURN" | "TAKEBACK" if !self.has_begun => {
                    Some(or_error(Err(start_expected())))
                }
                "RESTART" => Some(or_error(Ok(self.new_game()))),
                "BEGIN" => Some(or_error(self.begin())),
                "TURN" => Some(or_error(self.turn(rest))),
                "TAKEBACK" => Some(or_error(self.take_back(rest))),
                _ => Some(unknown(&command)),
            };
            if matches!(command.as_str(), "BEGIN" | "TURN" | "BOARD" | "SWAP2BOARD") {
                for notice in std::mem::take(&mut self.notices) {
                    self.speaker.say(&format!("MESSAGE {notice}"))?;
                }
            }
            if let Some(answer) = answer {
                self.speaker.say(&answer)?;
                self.answered = Instant::now();
            }
        }
        Ok(())
    }

    fn about(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!("name=\"{}\", version=\"{version}\"", self.name)
    }
}

fn unknown(command: &str) -> String {
    format!("UNKNOWN command '{}'", clip(command))
}

fn or_error(answer: Result<String, Problem>) -> String {
    answer.unwrap_or_else(|problem| format!("ERROR {problem}"))
}

fn square_only() -> Problem {
    format!("unsupported size: expected START {SIZE}")
}
