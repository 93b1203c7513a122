//! A session for tests. Instead of a game, it contains a sum to which commands add numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::Arguments;
use crate::command::{Command, Table};
use crate::failure::Failure;
use crate::interrupts::Interrupts;
use crate::session::Session;
use crate::stream::Stream;
use crate::wire::Response;

/// The commands of a test session.
pub(crate) const TABLE: Table<TestSession> =
    Table::new(&[("General", Command::GENERAL), ("Sums", COMMANDS)]);

const COMMANDS: &[Command<TestSession>] = &[
    Command::new("add", "NUMBER", "adds to the sum", add),
    Command::new("add_both", "NUMBER NUMBER", "adds both to the sum", add_both),
    Command::new("sum", "", "the sum", sum),
    Command::new("think", "", "answers how long it has thought, in milliseconds", think),
    Command::new("fault", "", "adds to the sum and breaks down", fault),
    Command::streaming("watch", "", "writes a line, then waits for the next input", watch),
    Command::new("hidden", "", "the sum", sum).unlisted(),
];

/// A sum, with settings for how long the session thinks and whether it ponders.
#[derive(Clone, Default)]
pub(crate) struct TestSession {
    pub(crate) thinks: Duration,
    pub(crate) ponders: bool,
    pub(crate) ponderings: Arc<AtomicUsize>,
    sum: i64,
    sum_before: i64,
    interrupts: Interrupts,
}

impl TestSession {
    /// Creates a session whose command `think` takes this long.
    pub(crate) fn new(thinks: Duration) -> Self {
        Self { thinks, ..Self::default() }
    }

    fn wait(&self, time: Duration) -> Duration {
        let start = Instant::now();
        while start.elapsed() < time && !self.interrupts.is_raised() {
            thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }
}

impl Session for TestSession {
    type Error = Failure;

    fn name(&self) -> &str {
        "Test"
    }

    fn version(&self) -> &str {
        "1.2"
    }

    fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    fn begin(&mut self) {
        self.sum_before = self.sum;
    }

    fn restore(&mut self) {
        self.sum = self.sum_before;
    }

    fn may_ponder(&self) -> bool {
        self.ponders
    }

    fn ponder(&mut self) {
        self.ponderings.fetch_add(1, Ordering::Relaxed);
        self.wait(Duration::MAX);
    }
}

fn add(session: &mut TestSession, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let number = arguments.integer("a number")?;
    arguments.finish()?;
    session.sum += number;
    Ok(String::new())
}

fn add_both(session: &mut TestSession, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let numbers = [arguments.integer("a number")?, arguments.integer("a number")?];
    arguments.finish()?;
    session.sum += numbers.iter().sum::<i64>();
    Ok(String::new())
}

fn sum(session: &mut TestSession, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.finish()?;
    Ok(session.sum.to_string())
}

fn think(session: &mut TestSession, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.finish()?;
    Ok(session.wait(session.thinks).as_millis().to_string())
}

fn fault(session: &mut TestSession, _arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    session.sum += 100;
    panic!("told to break down");
}

fn watch(
    session: &mut TestSession,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, Failure> {
    arguments.finish()?;
    stream.line("info");
    session.wait(Duration::MAX);
    Ok(String::new())
}

fn respond(line: &str) -> Response {
    let response = TABLE.answer(&mut TestSession::default(), line);
    response.unwrap_or_else(|| panic!("{line:?} is no command"))
}

/// Sends a line to a new session and checks that the response is `answer`, apart from blanks and
/// line feeds at the end.
#[track_caller]
pub(crate) fn expect(line: &str, answer: &str) {
    let response = respond(line).to_string();
    assert_eq!(response.trim_end_matches([' ', '\n']), answer, "{line}");
}

/// A new session's answer to a line that must succeed.
#[track_caller]
pub(crate) fn ask(line: &str) -> String {
    let response = respond(line);
    assert!(response.is_success(), "{line}: {response}");
    response.body().to_owned()
}

/// A new session's failure message for a line that must fail.
#[track_caller]
pub(crate) fn fails(line: &str) -> String {
    let response = respond(line);
    assert!(!response.is_success(), "{line}: {response}");
    response.body().to_owned()
}
