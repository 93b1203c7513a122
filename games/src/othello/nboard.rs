//! The NBoard protocol, version 2, by which Othello programs talk to boards in a window (Chris
//! Welty; NBoard, and the arenas that speak as it does).
//!
//! Lines that are not understood are ignored, as the protocol asks, except that a move or a game
//! that cannot be read is reported in a `status` line and changes nothing.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use classical::Score;
use protocol::{clip, read_line};

use super::evaluation::Evaluation;
use super::ggf;
use super::position::{DISC, Position};
use super::square::Move;
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
    name: &str,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let pings = Arc::new(Stops::new(player.stop_flag()));
    let (sender, lines) = mpsc::channel();
    let reader = Arc::clone(&pings);
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &sender, &reader))?;
    Connection { player, name, pings, output }.answer_all(&lines)
}

/// Reads lines until the end of the input. A `ping` ends the search that is running.
fn read(mut input: impl BufRead, lines: &Sender<String>, pings: &Stops) {
    while let Ok(Some(line)) = read_line(&mut input) {
        let command = in_two(&line.text).0.to_owned();
        if command == "ping" {
            pings.come();
        }
        if lines.send(line.text).is_err() || command == "quit" {
            break;
        }
    }
    // Nobody waits for the rest of a search.
    pings.come();
}

/// The first word of a line, and the rest.
fn in_two(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

/// The engine's side of a connection.
struct Connection<'a, E: Evaluation, W> {
    player: Player<Position<E>>,
    name: &'a str,
    pings: Arc<Stops>,
    output: &'a mut W,
}

impl<E: Evaluation, W: Write> Connection<'_, E, W> {
    fn answer_all(&mut self, lines: &Receiver<String>) -> io::Result<()> {
        for line in lines {
            let (command, rest) = in_two(&line);
            match command {
                "quit" => break,
                "nboard" => self.introduce()?,
                "set" => self.set(rest.trim())?,
                "move" => self.play(rest)?,
                "go" => self.go()?,
                "hint" => self.hint(rest.trim().parse().unwrap_or(1))?,
                "ping" => {
                    self.pings.answered();
                    self.say(&format!("pong {}", clip(rest.trim())))?;
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
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn introduce(&mut self) -> io::Result<()> {
        let depth = self.player.settings_mut().depth;
        let depth = depth.map(|depth| depth.to_string()).unwrap_or_default();
        let name = format!("set myname {}{depth}", self.name);
        self.say(&name)
    }

    fn set(&mut self, setting: &str) -> io::Result<()> {
        let (name, value) = in_two(setting);
        match name {
            "depth" => {
                if let Ok(depth) = value.trim().parse::<u32>() {
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
        for (color, mv) in game.moves {
            if let Err(error) = record.play(color.into(), &mv.to_string()) {
                return self.say(&format!("status {}: {error}", ggf::write_move(mv)));
            }
        }
        self.player.set_record(record);
        Ok(())
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        let played = ggf::read_move(text).map_err(|error| error.to_string()).and_then(|mv| {
            let mover = self.player.record().mover();
            self.player.play(mover, &mv.to_string()).map_err(|error| error.to_string())
        });
        played.or_else(|problem| self.say(&format!("status {problem}")))
    }

    /// Answers with a move, without playing it.
    fn go(&mut self) -> io::Result<()> {
        let Some(found) = self.player.think() else { return self.say("=== PA") };
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

    /// Values the best `count` moves.
    fn hint(&mut self, count: usize) -> io::Result<()> {
        self.say("status Analysing")?;
        for found in self.player.best_lines(count.clamp(1, MOST_HINTS)) {
            let line = searched(&found);
            self.say(&line)?;
        }
        self.say("status")
    }
}

/// The line that reports what a search found, with the evaluation from the point of view of the
/// player to move.
fn searched<E: Evaluation>(found: &Found<Position<E>>) -> String {
    let line: String = found.variation.iter().map(|&mv| ggf::write_move(mv)).collect();
    let depth = if found.is_exact { "100%".to_owned() } else { found.depth.to_string() };
    format!("search {line} {:.2} 0 {depth}", discs(found.score))
}

fn discs(score: Score) -> f64 {
    f64::from(score) / f64::from(DISC)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::othello::evaluation::Simple;
    use crate::settings::Settings;

    /// The answers to these lines.
    fn answers(lines: &str) -> Vec<String> {
        let player = Player::<Position<Simple>>::new(Settings {
            depth: Some(2),
            memory: 1 << 20,
            ..Settings::default()
        });
        let mut output = Vec::new();
        serve(player, "Test", Cursor::new(lines.to_owned()), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_game_is_set_and_a_move_is_found() {
        let said = answers("nboard 2\nset depth 3\nset game (;GM[Othello]B[D3]W[C3];)\ngo\nquit\n");
        assert_eq!(said[..2], ["set myname Test2", "set myname Test3"]);
        assert!(said[2].starts_with("search "), "{said:?}");
        assert!(said[3].starts_with("nodestats "), "{said:?}");
        let mv = said[4].strip_prefix("=== ").unwrap().split('/').next().unwrap();
        let mut record = Record::<Position<Simple>>::default();
        record.play(record.mover(), "D3").unwrap();
        record.play(record.mover(), "C3").unwrap();
        assert!(record.play(record.mover(), mv).is_ok(), "{mv}");
    }

    #[test]
    fn hints_come_in_the_order_of_their_values() {
        let said = answers("set depth 4\nhint 3\nping 7\n");
        let values: Vec<f64> = said
            .iter()
            .filter_map(|line| line.strip_prefix("search "))
            .map(|rest| rest.split(' ').nth(1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(values.len(), 3);
        assert!(values.is_sorted_by(|left, right| left >= right), "{values:?}");
        assert_eq!(said.last().unwrap(), "pong 7");
    }

    #[test]
    fn wrong_moves_and_games_change_nothing() {
        let said = answers(
            "move D3\nmove D3//1.0\nmove K9\nset game (;B[A1];)\nF5\nset game (;B[D3\nset game (;W[D3];)\nmove PA\nC3\n\
             nonsense\nset contempt 3\nlearn\nset depth x\n",
        );
        assert_eq!(
            said,
            [
                "status illegal move",
                "status expected a move such as D3 or PA, got 'K9'",
                "status A1: illegal move",
                "status illegal move",
                "status expected a closing bracket after B",
                "status D3: it is Black's turn",
                "status illegal move",
                "learned",
            ]
        );
    }

    #[test]
    fn ten_thousand_lines_are_survived() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let words = [
            "set",
            "game",
            "depth",
            "1",
            "move",
            "D3",
            "PA",
            "hint",
            "99999999999999999999",
            "é",
            "(;B[F5];)",
            "(;BO[8 x];)",
            "[",
            "]",
            "ping",
            "learn",
            "nboard",
            "2",
            "-1",
            "C3",
            "",
        ];
        let mut lines = String::new();
        for _ in 0..10_000 {
            for _ in 0..random.random_range(1..4) {
                lines += words.choose(&mut random).unwrap();
                lines.push(' ');
            }
            lines.push('\n');
        }
        lines += "set game (;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)\n";
        lines += "go\n";
        assert!(answers(&lines).last().unwrap().starts_with("=== "));
    }

    #[test]
    fn a_ping_ends_a_search() {
        let begun = std::time::Instant::now();
        let said = answers("set\tdepth 60\nping 1\nhint 1\nping\t2\nset depth 60\ngo\nping 3\n");
        assert_eq!(said.last().unwrap(), "pong 3");
        assert!(begun.elapsed().as_secs() < 60);
    }
}
