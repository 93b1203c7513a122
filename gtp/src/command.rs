//! The command table: one row a command, from which everything else is derived.
//!
//! A new command is one more row in the table of its module under `commands`, with its handler
//! beside it. `list_commands`, `known_command`, `help` and the table of the README follow.

use std::fmt::Write;

use crate::args::Arguments;
use crate::commands;
use crate::error::CommandError;
use crate::session::Session;

/// Executes a command: the session's state changes and the text of the response, or a failure
/// and no change.
pub(crate) type Handler = fn(&mut Session, &mut Arguments<'_>) -> Result<String, CommandError>;

/// A row of the command table.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    handler: Handler,
    chooses_move: bool,
}

impl Command {
    /// A command: its name, the arguments it takes, what it does in one line, and what does it.
    pub(crate) const fn new(
        name: &'static str,
        usage: &'static str,
        doc: &'static str,
        handler: Handler,
    ) -> Self {
        Self { name, usage, doc, handler, chooses_move: false }
    }

    /// The same command, marked as one that looks for a move and may think for long.
    pub(crate) const fn choosing_move(self) -> Self {
        Self { chooses_move: true, ..self }
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

    /// Whether it looks for a move: a `quit` behind it then ends it at once.
    pub fn chooses_move(&self) -> bool {
        self.chooses_move
    }

    /// Executes it.
    pub(crate) fn execute(
        &self,
        session: &mut Session,
        arguments: &mut Arguments<'_>,
    ) -> Result<String, CommandError> {
        (self.handler)(session, arguments)
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
