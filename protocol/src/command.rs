//! The command table. Each command is one row, and everything else is derived from it.
//!
//! To add a command, add a row and its handler. `list_commands`, `known_command`, `help` and the
//! table in the documentation are all generated from the rows.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::arguments::{ArgumentError, Arguments};
use crate::failure::Failure;
use crate::session::Session;
use crate::stream::Stream;
use crate::wire::{Line, RawLine, Request, Response};

/// Executes a command and returns either the text of the response or a failure. If the command
/// fails, the handler must leave the session's state unchanged.
pub type Handler<S> = fn(&mut S, &mut Arguments<'_>) -> Result<String, <S as Session>::Error>;

/// Executes a command that answers line by line, and returns the last line of the answer.
pub type StreamHandler<S> =
    fn(&mut S, &mut Arguments<'_>, &mut Stream<'_>) -> Result<String, <S as Session>::Error>;

/// Executes a command that reports on the command table.
pub type TableHandler<S> = fn(Table<S>, &mut Arguments<'_>) -> Result<String, Failure>;

/// The handler of a command.
enum Action<S: Session> {
    Answer(Handler<S>),
    Stream(StreamHandler<S>),
    Table(TableHandler<S>),
}

/// How a command ends if it is not interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The command ends on its own: it is carried out in full, regardless of any further input.
    #[default]
    Itself,
    /// Any further input, or the end of the input, ends the command, which would otherwise run for
    /// ever.
    Input,
}

/// A row of the command table.
pub struct Command<S: Session> {
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    action: Action<S>,
    ending: Ending,
    is_last: bool,
    is_listed: bool,
}

impl<S: Session> Command<S> {
    /// Creates a command from its name, its arguments, a one-line description and its handler.
    pub const fn new(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: Handler<S>,
    ) -> Self {
        Self::row(name, usage, doc, Action::Answer(handler), Ending::Itself)
    }

    /// Creates a command that answers line by line until the next input arrives.
    pub const fn streaming(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: StreamHandler<S>,
    ) -> Self {
        Self::row(name, usage, doc, Action::Stream(handler), Ending::Input)
    }

    /// Creates a command that reports on the command table itself.
    pub const fn about_table(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: TableHandler<S>,
    ) -> Self {
        Self::row(name, usage, doc, Action::Table(handler), Ending::Itself)
    }

    const fn row(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        action: Action<S>,
        ending: Ending,
    ) -> Self {
        Self { name, usage, doc, action, ending, is_last: false, is_listed: true }
    }

    /// Marks a streaming command as one that ends on its own.
    pub const fn ending_itself(self) -> Self {
        Self { ending: Ending::Itself, ..self }
    }

    /// Marks the command as one that ends the connection.
    pub const fn ending_connection(self) -> Self {
        Self { is_last: true, ..self }
    }

    /// Leaves the command out of `list_commands`. This is for commands that some controllers send
    /// without consulting the list, but that would mislead other controllers if they were listed.
    pub const fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    /// The name of the command.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A description of the command's arguments, or an empty string if it has none.
    pub fn usage(&self) -> &'static str {
        self.usage
    }

    /// The one-line description of the command.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// How the command ends if it is not interrupted.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether `list_commands` includes the command.
    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Turns an error in the arguments into a failure whose message includes the name of the
    /// command.
    fn explain(&self, error: &ArgumentError, arguments: &str) -> Failure {
        let takes_several = self.usage.contains(' ') && !self.usage.contains(['[', '.']);
        let problem = match error {
            ArgumentError::Missing { .. } if takes_several => {
                let count = arguments.split_whitespace().count();
                let arguments = if count == 1 { "argument" } else { "arguments" };
                format!("expected {}, got {count} {arguments}", self.usage)
            }
            other => other.to_string(),
        };
        Failure::Specific(format!("syntax error: {}: {problem}", self.name))
    }

    /// Whether the command ends the connection, so that no later command is executed.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

/// Rows with a common subject, which is named first.
pub type Group<S> = (&'static str, &'static [Command<S>]);

/// The commands of a session, in the order in which `list_commands` lists them.
pub struct Table<S: Session> {
    groups: &'static [Group<S>],
}

impl<S: Session> Clone for Table<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Session> Copy for Table<S> {}

impl<S: Session> Table<S> {
    /// Creates a table from groups of rows. The first row must be `protocol_version`.
    pub const fn new(groups: &'static [Group<S>]) -> Self {
        Self { groups }
    }

    /// The groups of commands.
    pub fn groups(self) -> impl Iterator<Item = &'static Group<S>> {
        self.groups.iter()
    }

    /// All commands.
    pub fn commands(self) -> impl Iterator<Item = &'static Command<S>> {
        self.groups.iter().flat_map(|(_, commands)| *commands)
    }

    /// The command with this name, if there is one. Names are case-sensitive.
    pub fn find(self, name: &str) -> Option<&'static Command<S>> {
        self.commands().find(|command| command.name == name)
    }

    /// A Markdown table of all commands, for the documentation.
    pub fn markdown(self) -> String {
        let mut table =
            String::from("| command | arguments | what it does |\n| --- | --- | --- |\n");
        for Command { name, usage, doc, .. } in self.commands() {
            let usage = if usage.is_empty() { String::new() } else { format!("`{usage}` ") };
            // Writing to a string cannot fail.
            let _ = writeln!(table, "| `{name}` | {usage}| {doc} |");
        }
        table
    }

    /// Executes a line without a server, or returns `None` if it contains no command. Lines of the
    /// answer that are ready before the command ends are lost.
    pub fn answer(self, session: &mut S, line: &str) -> Option<Response> {
        let raw = RawLine { text: line.to_owned(), truncated: false };
        let Line::Request(request) = Line::parse(&raw) else { return None };
        let mut ignore = |_: &str| {};
        let mut stream = Stream::new(&request.id, &mut ignore);
        Some(self.execute(session, &request, &mut stream))
    }

    /// Executes a request. Lines of the answer that are ready before the command ends are written
    /// to `stream`.
    ///
    /// A request that fails leaves the game unchanged, even if the program is at fault: an internal
    /// error affects only one answer, not the game.
    pub fn execute(self, session: &mut S, request: &Request, stream: &mut Stream<'_>) -> Response {
        session.begin();
        let attempt = AssertUnwindSafe(|| self.try_execute(session, request, stream));
        let result = catch_unwind(attempt).unwrap_or_else(|_| {
            session.restore();
            Err(Failure::Internal)
        });
        if !stream.is_open() {
            return Response::new(request, result);
        }
        // The answer has begun, so it is too late to report a failure.
        let last_line = result.unwrap_or_else(|error| {
            log::error!("{}: {error}", request.name);
            String::new()
        });
        Response::new::<Failure>(request, Ok(last_line)).ending()
    }

    fn try_execute(
        self,
        session: &mut S,
        request: &Request,
        stream: &mut Stream<'_>,
    ) -> Result<String, Failure> {
        // The name of a line that is too long may be cut off as well.
        if request.truncated {
            return Err(Failure::LineTooLong);
        }
        let command = self.find(&request.name).ok_or(Failure::UnknownCommand)?;
        let arguments = &mut Arguments::new(&request.arguments);
        let result = match command.action {
            Action::Answer(handler) => handler(session, arguments).map_err(Into::into),
            Action::Stream(handler) => handler(session, arguments, stream).map_err(Into::into),
            Action::Table(handler) => handler(self, arguments),
        };
        result.map_err(|failure| match failure {
            Failure::Argument(error) => command.explain(&error, &request.arguments),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_session::{TABLE, TestSession, fails};

    #[test]
    fn the_markdown_table_has_a_row_for_each_command() {
        let table = TABLE.markdown();
        assert_eq!(table.lines().count(), 2 + TABLE.commands().count());
        assert!(table.contains("| `quit` | | "));
        assert!(table.lines().all(|line| line.matches('|').count() == 4), "{table}");
    }

    #[test]
    fn a_failure_names_the_command_what_was_expected_and_what_stood_there() {
        for (line, problem) in [
            ("add x", "add: expected a number, got 'x'"),
            ("add", "add: expected a number, but the line ends"),
            ("add 1 2", "add: expected no more arguments, got '2'"),
            ("add \"1", "add: expected a closing quotation mark after \"1"),
            ("add_both 1", "add_both: expected NUMBER NUMBER, got 1 argument"),
            ("add_both", "add_both: expected NUMBER NUMBER, got 0 arguments"),
            ("name x", "name: expected no more arguments, got 'x'"),
        ] {
            assert_eq!(fails(line), format!("syntax error: {problem}"));
        }
    }

    #[test]
    fn a_row_is_found_by_its_exact_name() {
        assert_eq!(TABLE.find("quit").map(Command::name), Some("quit"));
        assert!(TABLE.find("QUIT").is_none() && TABLE.find("").is_none());
        let last = |command: &&Command<TestSession>| command.is_last();
        assert_eq!(TABLE.commands().filter(last).count(), 1);
    }
}
