//! The commands that need no game: the program's name and version, the list of commands,
//! interrupts, and the end of the connection.

use crate::arguments::Arguments;
use crate::command::{Command, Table};
use crate::diagnostics;
use crate::failure::Failure;
use crate::session::Session;

impl<S: Session> Command<S> {
    /// The rows for the commands that need no game. Every table begins with them.
    pub const GENERAL: &'static [Self] = &[
        Self::new("protocol_version", "", "shows the version of the protocol: 2", protocol_version),
        Self::new("name", "", "shows the name of the program", name),
        Self::new("version", "", "shows the version of the program", version),
        Self::about_table("known_command", "NAME", "tells whether a command exists", known_command),
        Self::about_table(
            "list_commands",
            "",
            "lists the names of all commands, one per line",
            list,
        ),
        Self::about_table("help", "[NAME]", "describes a command, or all of them", help),
        Self::new(
            "quit",
            "",
            "ends the connection after all commands before it are answered",
            quit,
        )
        .ending_connection(),
        Self::new("echo", "[TEXT]", "returns the text", echo),
        Self::new(
            "echo_err",
            "[TEXT]",
            "returns the text and writes it to standard error",
            echo_err,
        ),
        Self::new("cputime", "", "shows the processor time used so far, in seconds", cputime),
        Self::new(
            "gogui-interrupt",
            "",
            "announces that the comment line `# interrupt` ends a running command at once",
            interrupt,
        ),
        #[cfg(unix)]
        Self::new(
            "gogui-sigint",
            "",
            "shows the process ID; from now on SIGINT ends a running command instead of the program",
            sigint,
        ),
    ];
}

fn protocol_version<S: Session>(
    _session: &mut S,
    arguments: &mut Arguments<'_>,
) -> Result<String, S::Error> {
    arguments.finish()?;
    Ok("2".to_owned())
}

fn name<S: Session>(session: &mut S, arguments: &mut Arguments<'_>) -> Result<String, S::Error> {
    arguments.finish()?;
    Ok(session.name().to_owned())
}

fn version<S: Session>(session: &mut S, arguments: &mut Arguments<'_>) -> Result<String, S::Error> {
    arguments.finish()?;
    Ok(session.version().to_owned())
}

fn known_command<S: Session>(
    table: Table<S>,
    arguments: &mut Arguments<'_>,
) -> Result<String, Failure> {
    let name = arguments.next_word()?.unwrap_or_default();
    arguments.finish()?;
    Ok(table.find(name).is_some().to_string())
}

fn list<S: Session>(table: Table<S>, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.finish()?;
    let listed = table.commands().filter(|command| command.is_listed());
    Ok(listed.map(Command::name).collect::<Vec<_>>().join("\n"))
}

fn help<S: Session>(table: Table<S>, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let name = arguments.next_word()?;
    arguments.finish()?;
    let line = |command: &Command<S>| {
        let usage = [command.name(), command.usage()].join(" ");
        format!("{}: {}", usage.trim_end(), command.doc())
    };
    match name {
        Some(name) => table.find(name).map(line).ok_or(Failure::UnknownCommand),
        // An answer must not have an empty line, so a heading stands out by what is indented.
        None => {
            let rows = |commands: &'static [Command<S>]| {
                commands.iter().map(|command| format!("  {}", line(command)))
            };
            let groups = table.groups().flat_map(|(subject, commands)| {
                std::iter::once(format!("{subject}:")).chain(rows(commands))
            });
            Ok(groups.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Succeeds with any arguments, because the input thread has already treated the line as the end of
/// the input.
fn quit<S: Session>(_session: &mut S, _arguments: &mut Arguments<'_>) -> Result<String, S::Error> {
    Ok(String::new())
}

fn echo<S: Session>(_session: &mut S, arguments: &mut Arguments<'_>) -> Result<String, S::Error> {
    Ok(arguments.text().to_owned())
}

fn echo_err<S: Session>(
    _session: &mut S,
    arguments: &mut Arguments<'_>,
) -> Result<String, S::Error> {
    let text = arguments.text();
    diagnostics::write(text);
    Ok(text.to_owned())
}

fn cputime<S: Session>(
    _session: &mut S,
    arguments: &mut Arguments<'_>,
) -> Result<String, S::Error> {
    arguments.finish()?;
    let time = cpu_time::ProcessTime::try_now().map_err(|error| {
        log::error!("the processor time is not to be had: {error}");
        Failure::Internal
    })?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn interrupt<S: Session>(
    _session: &mut S,
    arguments: &mut Arguments<'_>,
) -> Result<String, S::Error> {
    arguments.finish()?;
    Ok(String::new())
}

#[cfg(unix)]
fn sigint<S: Session>(session: &mut S, arguments: &mut Arguments<'_>) -> Result<String, S::Error> {
    arguments.finish()?;
    session.interrupts().expect_signals();
    Ok(std::process::id().to_string())
}

#[cfg(test)]
mod tests {
    use crate::test_session::{TABLE, ask, expect, fails};

    #[test]
    fn the_program_introduces_itself() {
        expect("protocol_version", "= 2");
        expect("7 protocol_version", "=7 2");
        expect("name", "= Test");
        expect("version", "= 1.2");
        expect("12 foo", "?12 unknown command");
        expect("12", "?12 unknown command");
        expect("NAME", "? unknown command");
        fails("name x");
        expect("gogui-interrupt", "=");
    }

    #[test]
    fn the_list_of_commands_is_complete() {
        let list = ask("list_commands");
        assert!(list.starts_with("protocol_version\n"));
        for name in list.lines() {
            expect(&format!("known_command {name}"), "= true");
            let help = ask(&format!("help {name}"));
            assert!(help.starts_with(name), "{help}");
        }
        let help = ask("help");
        assert_eq!(help.lines().count(), TABLE.commands().count() + TABLE.groups().count());
        let (subjects, rows): (Vec<_>, Vec<_>) =
            help.lines().partition(|line| !line.starts_with("  "));
        assert!(subjects.iter().all(|line| line.ends_with(':')), "{subjects:?}");
        assert_eq!(rows.len(), TABLE.commands().count());
        // An unlisted command still works, but it must not appear in the list, where it could
        // mislead a controller.
        assert!(!list.contains("\nhidden"));
        expect("known_command hidden", "= true");
        expect("known_command foo", "= false");
        expect("known_command", "= false");
        expect("known_command \"\"", "= false");
        expect("help foo", "? unknown command");
    }

    #[test]
    fn echo_answers_its_text() {
        expect("echo a  \"b", "= a  \"b");
        expect("echo", "=");
        expect("echo_err = hello", "= = hello");
        assert!(ask("cputime").parse::<f64>().unwrap() >= 0.0);
    }

    #[test]
    fn quit_never_fails() {
        expect("9 quit now", "=9");
    }
}
