//! Runs a session: one thread reads the input, and the calling thread executes the requests and
//! writes the answers.
//!
//! Requests are answered in the order in which they were read. Each answer is written in one piece
//! and flushed, except that an analysis is written line by line. Every request is carried out in
//! full, even one that is pending when `quit` or the end of the input is read. Two kinds of input
//! take effect as soon as they are read. The comment `# interrupt` ends every command read before
//! it. Any line, or the end of the input, ends an analysis, which would otherwise run for ever. In
//! both cases, the commands that are cut short still answer. An interrupt is ignored if no command
//! is running or pending.
//!
//! While no request is pending, the player may ponder in the executing thread. The next request
//! ends the pondering.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use crate::command::{Command, Table};
use crate::conversation_log::ConversationLog;
use crate::interrupts::Interrupts;
use crate::queue::Queue;
use crate::session::Session;
use crate::stream::Stream;
use crate::wire::{Line, Request, read_line};

/// A session with its commands and its output.
pub struct Server<S: Session, W> {
    session: S,
    table: Table<S>,
    output: W,
    shared: Shared,
}

/// The state that the input thread shares with other threads.
#[derive(Clone)]
struct Shared {
    queue: Arc<Queue>,
    log: Option<Arc<ConversationLog>>,
    interrupts: Interrupts,
}

/// Allows another thread to end a server or the command that the server is executing.
#[derive(Clone)]
pub struct Control(Shared);

impl Control {
    /// Cuts the running command short and prevents any further commands from being executed. The
    /// running command still answers. `reason` is written to the conversation log.
    pub fn shut_down(&self, reason: &str) {
        self.0.event(reason);
        self.0.queue.shut_down();
    }

    /// Cuts short the running and pending commands if the controller has announced that it will
    /// interrupt commands with SIGINT. The commands still answer. Returns whether the controller
    /// has made this announcement.
    pub fn interrupt(&self, reason: &str) -> bool {
        let is_expected = self.0.interrupts.expects_signals();
        if is_expected {
            self.0.event(reason);
            self.0.queue.interrupt();
        }
        is_expected
    }
}

/// Runs a session that reads from `input` and writes to `output`, until `quit` or the end of the
/// input.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve<S: Session>(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    session: S,
    table: Table<S>,
) -> io::Result<()> {
    Server::new(session, table, output).run(input)
}

impl<S: Session, W: Write> Server<S, W> {
    /// Creates a server that executes the commands of `table` and writes the answers to `output`.
    pub fn new(session: S, table: Table<S>, output: W) -> Self {
        let interrupts = session.interrupts().clone();
        let queue = Arc::new(Queue::new(interrupts.clone()));
        Self { session, table, output, shared: Shared { queue, log: None, interrupts } }
    }

    /// Logs the conversation, if there is a log.
    #[must_use]
    pub fn with_log(mut self, log: impl Into<Option<ConversationLog>>) -> Self {
        self.shared.log = log.into().map(Arc::new);
        self
    }

    /// A handle that allows another thread to end the server or the command that the server is
    /// executing.
    pub fn control(&self) -> Control {
        Control(self.shared.clone())
    }

    /// Answers the commands from `input` until `quit`, the end of the input, or a shutdown. When
    /// this function returns, the input thread may still be waiting for a line that will never be
    /// executed.
    ///
    /// # Errors
    /// If an answer cannot be written.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let (shared, table) = (self.shared.clone(), self.table);
        thread::Builder::new().name("input".to_owned()).spawn(move || shared.read(input, table))?;
        let result = self.answer_all();
        self.shared.queue.shut_down();
        result
    }

    fn answer_all(&mut self) -> io::Result<()> {
        while let Some(request) = self.next_request() {
            let Self { session, table, output, shared } = self;
            let mut result = Ok(());
            let mut write = |text: &str| {
                if let Some(log) = &shared.log {
                    log.output(text);
                }
                if result.is_ok() {
                    result = output.write_all(text.as_bytes()).and_then(|()| output.flush());
                }
            };
            let mut stream = Stream::new(&request.id, &mut write);
            let response = table.execute(session, &request, &mut stream);
            write(&response.to_string());
            result?;
            if is_last(*table, &request) {
                break;
            }
        }
        Ok(())
    }

    /// Waits for the next request, and lets the player ponder in the meantime if pondering is
    /// allowed.
    fn next_request(&mut self) -> Option<Request> {
        if self.session.may_ponder() && self.shared.queue.begin_pondering() {
            self.session.ponder();
        }
        self.shared.queue.pop()
    }
}

impl Shared {
    /// Reads the input and queues the requests in it. Runs in the input thread.
    fn read<S: Session>(&self, mut input: impl BufRead, table: Table<S>) {
        loop {
            let raw = match read_line(&mut input) {
                Ok(Some(raw)) => raw,
                Ok(None) => break self.event("end of input"),
                Err(error) => {
                    log::warn!("the input cannot be read any further: {error}");
                    break self.event("input failed");
                }
            };
            if let Some(log) = &self.log {
                log.input(&raw.text);
            }
            let goes_on = match Line::parse(&raw) {
                Line::Blank => {
                    self.queue.disturb();
                    true
                }
                Line::Interrupt => {
                    self.queue.interrupt();
                    true
                }
                Line::Request(request) => self.hand_over(request, table),
            };
            if !goes_on {
                break;
            }
        }
        self.queue.end();
    }

    /// Queues a request. Returns `false` if no later request will be executed.
    fn hand_over<S: Session>(&self, request: Request, table: Table<S>) -> bool {
        let quits = is_last(table, &request);
        let ending = table.find(&request.name).map(Command::ending).unwrap_or_default();
        self.queue.push(request, ending) && !quits
    }

    fn event(&self, what: &str) {
        if let Some(log) = &self.log {
            log.event(what);
        }
    }
}

/// Whether the request ends the connection, so that no later request is executed.
fn is_last<S: Session>(table: Table<S>, request: &Request) -> bool {
    !request.truncated && table.find(&request.name).is_some_and(Command::is_last)
}

#[cfg(test)]
mod tests;
