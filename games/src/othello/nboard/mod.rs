//! The NBoard protocol, version 2, by which Othello programs talk to boards in a window (Chris
//! Welty; NBoard, and the arenas that speak as it does).
//!
//! Lines that are not understood are ignored, as the protocol asks, except that a move or a game
//! that cannot be read, or a line that is too long, is reported in a `status` line and changes
//! nothing.

mod game_clock;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

use classical::{Score, Scored};
use clocks::TimeSettings;
use game_clock::GameClock;
use protocol::clip;

use super::evaluation::Evaluation;
use super::ggf::{self, Played};
use super::position::{DISC, Position};
use super::square::Move;
use crate::connection::Connection;
use crate::lines::{self, Incoming, Speaker, Urgency, words};
use crate::player::{Found, Player};
use crate::record::Record;
use crate::stops::Stops;

/// The deepest search that `set depth` can ask for.
const DEEPEST: u32 = 60;
/// The most moves that `hint` values.
const MOST_HINTS: usize = 60;

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// If an answer cannot be written, or the thread that reads cannot be started.
pub(super) fn serve<E: Evaluation>(
    player: Player<Position<E>>,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let pings = Arc::new(Stops::new(player.stop_flag()));
    let Connection { name, log, input } = connection;
    let (lines, speaker) = lines::open(input, output, log);
    let lines = lines.queue(&pings, urgency)?;
    let clock = GameClock::default();
    Session { player, clock, name, pings, speaker }.answer_all(&lines)
}

fn urgency(line: &str) -> Urgency {
    match words(line).0 {
        "ping" => Urgency::EndsSearch,
        "quit" => Urgency::EndsConversation,
        _ => Urgency::Waits,
    }
}

/// The state of a connection.
struct Session<'a, E: Evaluation, W> {
    player: Player<Position<E>>,
    clock: GameClock,
    name: String,
    pings: Arc<Stops>,
    speaker: Speaker<'a, W>,
}

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    fn answer_all(&mut self, lines: &Receiver<Incoming>) -> io::Result<()> {
        for line in lines {
            let (command, rest) = words(&line.text);
            match command {
                _ if line.is_cut => self.say(&format!("status {}", lines::too_long()))?,
                "quit" => break,
                "nboard" => self.introduce()?,
                "set" => self.set(rest)?,
                "move" => self.play(rest)?,
                "go" => self.go()?,
                "analyze" => self.analyze()?,
                "hint" => self.hint(rest.parse().unwrap_or(1))?,
                "ping" => {
                    self.pings.answered();
                    self.say(&format!("pong {}", clip(rest)))?;
                }
                "learn" => self.say("learned")?,
                // The first version of NBoard sends a move by its name alone.
                _ if ggf::read_move(command).is_ok() => self.play(command)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.speaker.say(line)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let depth = self.player.settings_mut().depth;
        let depth = depth.map(|depth| depth.to_string()).unwrap_or_default();
        let name = format!("set myname {}{depth}", self.name);
        self.say(&name)
    }

    fn set(&mut self, setting: &str) -> io::Result<()> {
        let (name, value) = words(setting);
        match name {
            "depth" => {
                if let Ok(depth) = value.parse::<u32>() {
                    self.player.settings_mut().depth = Some(depth.clamp(1, DEEPEST));
                    self.introduce()?;
                }
                Ok(())
            }
            "game" => self.set_game(value),
            _ => Ok(()),
        }
    }

    fn set_game(&mut self, text: &str) -> io::Result<()> {
        let game = match ggf::read(text) {
            Ok(game) => game,
            Err(error) => return self.say(&format!("status {error}")),
        };
        let mut record = Record::from(Position::from_diagram(game.start, E::default()));
        for &Played { color, mv, .. } in &game.moves {
            if let Err(error) = record.play(color.into(), &mv.to_string()) {
                return self.say(&format!("status {}: {error}", ggf::write_move(mv)));
            }
        }
        if game.moves.is_empty() {
            // There is no command for a new game, from which on the book varies.
            self.player.start_game();
        }
        self.player.set_record(Arc::new(record));
        self.clock = GameClock::of(&game);
        Ok(())
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let mover = self.player.record().mover();
        let played = ggf::read_move(text).map_err(|error| error.to_string()).and_then(|mv| {
            self.player.play(mover, &mv.to_string()).map_err(|error| error.to_string())
        });
        match played {
            Ok(()) => {
                self.clock.note(mover, ggf::read_spent(text));
                Ok(())
            }
            Err(problem) => self.say(&format!("status {problem}")),
        }
    }

    /// Answers with a move, without playing it. Nothing else is limited by the clock, so it is set for
    /// this alone.
    fn go(&mut self) -> io::Result<()> {
        let mover = self.player.record().mover();
        self.clock.set(self.player.clock_mut(), mover);
        let found = self.player.think().cloned();
        self.player.clock_mut().set_settings(TimeSettings::Unlimited);
        let Some(found) = &found else { return self.say("=== PA") };
        let mv = found.variation.first().copied().unwrap_or(Move::PASS);
        let (eval, seconds) = (discs(found.score), found.time.as_secs_f64());
        let lines = format!(
            "{}\nnodestats {} {seconds:.2}\n=== {}/{eval:.2}/{seconds:.2}",
            searched(found),
            found.nodes,
            ggf::write_move(mv)
        );
        self.say(&lines)
    }

    /// Values the best `count` moves, anew at each depth.
    fn hint(&mut self, count: usize) -> io::Result<()> {
        self.say("status Analysing")?;
        let Self { player, speaker, .. } = self;
        let mut result = Ok(());
        player.think_aloud(count.clamp(1, MOST_HINTS), &mut |lines| {
            for found in lines {
                if result.is_ok() {
                    result = speaker.say(&searched(found));
                }
            }
        });
        result?;
        self.say("status")
    }

    /// Values each position of the game for the player to move in it. It begins with the last one,
    /// because the table of positions then helps with those before. A `ping` ends it.
    fn analyze(&mut self) -> io::Result<()> {
        self.say("status Analysing")?;
        let (record, stop) = (Arc::clone(self.player.record()), self.player.stop_flag());
        for moves_made in (0..=record.moves().len()).rev() {
            let position = self.player.record().game();
            let score = match position.board().is_over() {
                true => position.bounds().low,
                false => self.player.best_lines(1).first().map_or(0, |found| found.score),
            };
            // A search that was ended early proves little.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.say(&format!("analysis {moves_made} {:.2}", discs(score)))?;
            self.player.undo();
        }
        self.player.set_record(record);
        self.say("status")
    }
}

/// The line that reports what a search found, or the book, with the evaluation from the point of
/// view of the player to move. The book keeps no number of games and no depth.
fn searched<E: Evaluation>(found: &Found<Position<E>>) -> String {
    let line: String = found.variation.iter().map(|&mv| ggf::write_move(mv)).collect();
    if found.is_from_book {
        return format!("book {line} {:.2} 0 0", discs(found.score));
    }
    let depth = if found.is_exact { "100%".to_owned() } else { found.depth.to_string() };
    format!("search {line} {:.2} 0 {depth}", discs(found.score))
}

fn discs(score: Score) -> f64 {
    f64::from(score) / f64::from(DISC)
}
