//! The conversation: lines are answered while a search runs on a thread of its own. The player goes
//! with the search and comes back at its end.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use protocol::clip;
use thiserror::Error;

use super::dialect::Dialect;
use super::limits::GoLimits;
use super::{game, report};
use crate::board_game::BoardGame;
use crate::connection::Connection;
use crate::lines::{self, Incoming, Speaker};
use crate::opening::Opening;
use crate::player::{Found, Player};
use crate::record::Record;
use crate::xiangqi::evaluation::Evaluation;
use crate::xiangqi::position::Position;
use crate::xiangqi::square::Move;

/// Why a command is not obeyed.
#[derive(Debug, Error)]
enum Failure {
    /// The line is wrong; this says what was expected.
    #[error("{0}")]
    Wrong(String),
    /// An answer cannot be written, or a thread cannot be started.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

impl From<String> for Failure {
    fn from(problem: String) -> Self {
        Self::Wrong(problem)
    }
}

/// What wakes the conversation.
enum Event<E: Evaluation> {
    /// A line has come.
    Line(Incoming),
    /// There are no more lines.
    End,
    /// A search has something to say.
    Say(String),
    /// A search has ended, with this line.
    Done(Box<Player<Position<E>>>, Vec<Move>),
}

/// A search that is running, or whose move is held back.
struct Running {
    /// Whether the move must wait until the board stops the search or the opponent has moved.
    is_held: bool,
    /// Whether the search is for the move after one that the opponent has not made yet.
    is_pondering: bool,
    /// The time for the move once the opponent has moved.
    allowed: Option<Duration>,
    /// When to end the search.
    deadline: Option<Instant>,
    /// The line that was found, if the search has ended but its move is held back.
    found: Option<Vec<Move>>,
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// If an answer cannot be written, or a thread cannot be started.
pub(in crate::xiangqi) fn serve<E: Evaluation>(
    player: Player<Position<E>>,
    dialect: Dialect,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let Connection { name, log, input } = connection;
    let (sender, events) = mpsc::channel();
    let (input, speaker) = lines::open(input, output, log);
    let (lines, end) = (sender.clone(), sender.clone());
    // Neither can be sent if nobody listens any more.
    let pass = move |line: Incoming| lines.send(Event::Line(line)).is_ok();
    input.pass_on(pass, move || drop(end.send(Event::End)))?;
    let stop = player.stop_flag();
    Session {
        options: dialect.options(player.settings()),
        opening: player.settings().opening.clone(),
        player: Some(Box::new(player)),
        dialect,
        name,
        stop,
        sender,
        running: None,
        waiting: VecDeque::new(),
        lines: 1,
        in_milliseconds: false,
        banned: Vec::new(),
        speaker,
    }
    .answer_all(&events)
}

/// What a search has found, line by line.
type Lines<E> = [Found<Position<E>>];

/// The commands that no search may run beside.
const AT_REST: [&str; 5] = ["position", "go", "setoption", "ucinewgame", "banmoves"];

/// Whether a line must wait for the end of a search.
fn needs_rest(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|command| AT_REST.contains(&command))
}

/// The state of a connection.
pub(super) struct Session<'a, E: Evaluation, W> {
    /// The options as they are offered, with the values from the beginning.
    options: Vec<String>,
    /// The book that the board can switch on and off.
    pub(super) opening: Option<Opening>,
    /// The player, unless a search has it.
    pub(super) player: Option<Box<Player<Position<E>>>>,
    pub(super) dialect: Dialect,
    name: String,
    stop: Arc<AtomicBool>,
    sender: Sender<Event<E>>,
    running: Option<Running>,
    /// Lines that are not answered yet.
    waiting: VecDeque<Incoming>,
    /// The number of variations to report.
    pub(super) lines: usize,
    pub(super) in_milliseconds: bool,
    /// Moves that the board forbids until the next position.
    banned: Vec<Move>,
    speaker: Speaker<'a, W>,
}

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    fn answer_all(&mut self, events: &Receiver<Event<E>>) -> io::Result<()> {
        let mut has_ended = false;
        loop {
            if !self.answer_waiting()? {
                return Ok(());
            }
            if has_ended {
                self.release()?;
                if self.running.is_none() {
                    return Ok(());
                }
            }
            match self.next_event(events) {
                Some(Event::Line(line)) if line.text.trim() == "quit" && !line.is_cut => {
                    self.answer(&line)?;
                    return Ok(());
                }
                Some(Event::Line(line)) => self.waiting.push_back(line),
                Some(Event::Say(line)) => self.say(&line)?,
                Some(Event::Done(player, line)) => self.finish(player, line)?,
                Some(Event::End) => has_ended = true,
                None => self.release()?,
            }
        }
    }

    /// Answers the lines that have come, in their order, up to one that must wait for the end of the
    /// search, which is then released. Returns `false` after the last line of the conversation.
    fn answer_waiting(&mut self) -> io::Result<bool> {
        while let Some(line) = self.waiting.pop_front() {
            if self.running.is_some() && needs_rest(&line.text) {
                self.release()?;
                if self.running.is_some() {
                    self.waiting.push_front(line);
                    return Ok(true);
                }
            }
            if !self.answer(&line)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The next event, or `None` if it is time to end the search.
    fn next_event(&self, events: &Receiver<Event<E>>) -> Option<Event<E>> {
        match self.running.as_ref().and_then(|running| running.deadline) {
            None => Some(events.recv().unwrap_or(Event::End)),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match events.recv_timeout(left) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(Event::End),
                }
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.speaker.say(line)
    }

    /// Answers a line. Returns `false` if it is the last one.
    fn answer(&mut self, line: &Incoming) -> io::Result<bool> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        if line.is_cut {
            self.refuse(&lines::too_long(), words.first().copied())?;
            return Ok(true);
        }
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match command {
            "quit" => {
                self.stop.store(true, Ordering::Relaxed);
                if let Some(line) = self.dialect.farewell() {
                    self.say(line)?;
                }
                return Ok(false);
            }
            "isready" => self.say("readyok")?,
            "stop" => self.release()?,
            "ponderhit" => self.opponent_has_moved()?,
            _ if command == self.dialect.greeting() => self.introduce()?,
            _ if AT_REST.contains(&command) => match self.obey(command, rest) {
                Err(Failure::Wrong(problem)) => self.refuse(&problem, Some(command))?,
                Err(Failure::Broken(error)) => return Err(error),
                Ok(()) => {}
            },
            _ => self.note(&format!("unknown command: {}", clip(command)))?,
        }
        Ok(true)
    }

    /// Says why a command is not obeyed.
    fn refuse(&mut self, problem: &str, command: Option<&str>) -> io::Result<()> {
        self.note(problem)?;
        // A board waits for the answer to this one.
        if command == Some("go") { self.say_move(&[]) } else { Ok(()) }
    }

    /// Says something that is meant for a person.
    fn note(&mut self, text: &str) -> io::Result<()> {
        let line = self.dialect.note(text);
        self.say(&line)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let name = format!("id name {} {}", self.name, env!("CARGO_PKG_VERSION"));
        self.say(&name)?;
        self.say("id author the authors of Mengxi")?;
        for option in self.options.clone() {
            self.say(&option)?;
        }
        self.say(self.dialect.welcome())
    }

    /// Obeys a command that no search may run beside.
    fn obey(&mut self, command: &str, words: &[&str]) -> Result<(), Failure> {
        let Some(player) = &mut self.player else { return Ok(()) };
        match command {
            "position" => {
                let position = game::read(words, self.dialect)?;
                self.banned.clear();
                player.set_record(Arc::new(Record::from(position)));
            }
            "ucinewgame" => {
                self.banned.clear();
                player.start_game();
            }
            "setoption" => self.set_option(words)?,
            "banmoves" => {
                let moves = words.iter().map(|word| self.dialect.ranks().read_move(word));
                let moves: Result<Vec<_>, _> = moves.collect();
                self.banned = moves.map_err(|error| error.to_string())?;
            }
            _ => self.go(words)?,
        }
        Ok(())
    }

    /// Starts a search.
    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        let asked = GoLimits::read(words, self.dialect, self.in_milliseconds)?;
        let Some(mut player) = self.player.take() else { return Ok(()) };
        let record = Arc::clone(player.record());
        let is_restricted = !(self.banned.is_empty() && asked.only.is_empty());
        if is_restricted {
            let mut moves = record.choices();
            moves.retain(|mv| !self.banned.contains(mv));
            moves.retain(|mv| asked.only.is_empty() || asked.only.contains(mv));
            player.set_record(Arc::new(Record::from(record.game().restricted(&moves))));
        }
        asked.apply(&mut player, self.dialect);
        let mut allowed = None;
        let is_held = asked.is_infinite || asked.is_pondering;
        if asked.is_pondering {
            allowed = player.allowed();
            asked.while_pondering().apply(&mut player, self.dialect);
        } else if !is_held && player.record().choices().len() == 1 {
            player.settings_mut().depth = Some(1);
        }
        let may_use_book = !is_held && self.lines == 1 && !is_restricted;
        if let Some(found) = may_use_book.then(|| player.look_up()).flatten() {
            self.player = Some(player);
            return Ok(self.say_move(&found.variation)?);
        }
        let is_pondering = asked.is_pondering;
        self.running =
            Some(Running { is_held, is_pondering, allowed, deadline: None, found: None });
        self.stop.store(false, Ordering::Relaxed);
        let (events, dialect, lines) = (self.sender.clone(), self.dialect, self.lines);
        let search = move || {
            let say = &mut |found: &Lines<E>| {
                for (number, found) in (1..=lines).zip(found) {
                    let _ = events.send(Event::Say(report::info(found, number, dialect)));
                }
            };
            let best = player.think_aloud(lines, say).into_iter().next();
            let line = best.map(|found| found.variation).unwrap_or_default();
            player.set_record(record);
            let _ = events.send(Event::Done(player, line));
        };
        thread::Builder::new().name("search".to_owned()).spawn(search)?;
        Ok(())
    }

    /// Takes the player back, and says its move unless that must wait.
    fn finish(&mut self, player: Box<Player<Position<E>>>, line: Vec<Move>) -> io::Result<()> {
        self.player = Some(player);
        match &mut self.running {
            Some(running) if running.is_held => {
                running.found = Some(line);
                Ok(())
            }
            _ => self.say_move(&line),
        }
    }

    fn say_move(&mut self, line: &[Move]) -> io::Result<()> {
        self.running = None;
        self.say(&report::best_move(line, self.dialect))
    }

    /// Lets a move be said as soon as there is one.
    fn stop_holding(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.is_held = false;
        match running.found.take() {
            Some(line) => self.say_move(&line),
            None => Ok(()),
        }
    }

    /// Ends the search, if there is one.
    fn release(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.deadline = None;
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop_holding()
    }

    /// Turns pondering into an ordinary search, because the opponent has made the expected move.
    fn opponent_has_moved(&mut self) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| running.is_pondering) else {
            return Ok(());
        };
        if let Some(allowed) = running.allowed.take() {
            running.deadline = Instant::now().checked_add(allowed);
        }
        self.stop_holding()
    }
}
