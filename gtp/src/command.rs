//! The command table: one row a command, from which everything else is derived.
//!
//! A new command is one more row in the table of its module under `commands`, with its handler
//! beside it. `list_commands`, `known_command`, `help` and the table of the README follow.

use std::fmt::Write;

use crate::args::Arguments;
use crate::commands;
use crate::error::CommandError;
use crate::session::Session;
use crate::stream::Stream;

/// Executes a command: the session's state changes and the text of the response, or a failure
/// and no change.
pub(crate) type Handler = fn(&mut Session, &mut Arguments<'_>) -> Result<String, CommandError>;

/// The same for a command that answers line by line: what it returns is the last line.
pub(crate) type StreamHandler =
    fn(&mut Session, &mut Arguments<'_>, &mut Stream<'_>) -> Result<String, CommandError>;

/// What does a command.
#[derive(Clone, Copy, Debug)]
enum Action {
    Answer(Handler),
    Stream(StreamHandler),
}

/// What ends a command, beside an interrupt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// Itself, and soon.
    #[default]
    Soon,
    /// A move it has found, or a `quit` behind it.
    Move,
    /// Any line of input behind it, or the end of the input.
    Input,
}

/// A row of the command table.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    action: Action,
    ending: Ending,
    is_listed: bool,
}

impl Command {
    /// A command: its name, the arguments it takes, what it does in one line, and what does it.
    pub(crate) const fn new(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: Handler,
    ) -> Self {
        Self::row(name, usage, doc, Action::Answer(handler), Ending::Soon)
    }

    /// A command that answers line by line.
    pub(crate) const fn streaming(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: StreamHandler,
    ) -> Self {
        Self::row(name, usage, doc, Action::Stream(handler), Ending::Input)
    }

    const fn row(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        action: Action,
        ending: Ending,
    ) -> Self {
        Self { name, usage, doc, action, ending, is_listed: true }
    }

    /// The same command, marked as one that looks for a move and may think for long.
    pub(crate) const fn choosing_move(self) -> Self {
        Self { ending: Ending::Move, ..self }
    }

    /// The same command, left out of `list_commands`: for controllers that ask for it by its name
    /// only, where a listing would mislead others.
    pub(crate) const fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The arguments it takes, empty where there are none.
    pub fn usage(&self) -> &'static str {
        self.usage
    }

    /// What it does, in one line.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// What ends it.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Whether `list_commands` names it.
    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Executes it.
    pub(crate) fn execute(
        &self,
        session: &mut Session,
        arguments: &mut Arguments<'_>,
        stream: &mut Stream<'_>,
    ) -> Result<String, CommandError> {
        match self.action {
            Action::Answer(handler) => handler(session, arguments),
            Action::Stream(handler) => handler(session, arguments, stream),
        }
    }
}

/// All commands, `protocol_version` first.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    commands::TABLES.iter().copied().flatten()
}

/// The command of this name, in its exact case.
pub fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name == name)
}

/// The table of all commands in Markdown, as the README shows it.
pub fn markdown() -> String {
    let mut table = String::from("| command | arguments | what it does |\n| --- | --- | --- |\n");
    for Command { name, usage, doc, .. } in commands() {
        let usage = if usage.is_empty() { String::new() } else { format!("`{usage}` ") };
        // Writing to a text cannot fail.
        let _ = writeln!(table, "| `{name}` | {usage}| {doc} |");
    }
    table
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_single_words_and_unique() {
        let mut names = HashSet::new();
        for command in commands() {
            assert!(names.insert(command.name), "{} appears twice", command.name);
            assert!(command.name.bytes().all(|b| b.is_ascii_graphic() && b != b'#'));
            assert!(!command.doc.is_empty() && !command.doc.contains(['\n', '|']));
            assert!(!command.usage.contains(['\n', '|']), "{}", command.name);
            assert_eq!(find(command.name).map(Command::name), Some(command.name));
        }
        assert_eq!(commands().next().map(Command::name), Some("protocol_version"));
    }

    #[test]
    fn every_command_of_the_specification_is_there() {
        for name in "protocol_version name version known_command list_commands quit boardsize \
                     clear_board komi fixed_handicap place_free_handicap set_free_handicap play \
                     genmove undo time_settings time_left final_score final_status_list loadsgf \
                     reg_genmove showboard"
            .split_whitespace()
        {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_markdown_table_has_a_row_for_each_command() {
        let table = markdown();
        assert_eq!(table.lines().count(), 2 + commands().count());
        assert!(table.contains("| `quit` | | "));
        assert!(table.lines().all(|line| line.matches('|').count() == 4), "{table}");
    }
}
