//! Who speaks, which commands there are, and the end of the connection.

use crate::args::Arguments;
use crate::command::{self, Command, commands};
use crate::error::CommandError;
use crate::session::Session;

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("protocol_version", "", "the version of the protocol: 2", protocol_version),
    Command::new("name", "", "the name of the program", name),
    Command::new("version", "", "the version of the program", version),
    Command::new("known_command", "NAME", "whether there is such a command", known_command),
    Command::new("list_commands", "", "the names of all commands, one a line", list_commands),
    Command::new("help", "[NAME]", "what a command does, or all of them", help),
    Command::new("quit", "", "ends the connection, and a running `genmove`", quit),
    Command::new("echo", "[TEXT]", "answers the text", echo),
    Command::new(
        "echo_err",
        "[TEXT]",
        "answers the text and writes it to standard error",
        echo_err,
    ),
    Command::new("cputime", "", "the processor time used so far, in seconds", cputime),
];

fn protocol_version(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok("2".to_owned())
}

fn name(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(session.name().to_owned())
}

fn version(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

fn known_command(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let name = arguments.next_word()?.unwrap_or_default();
    arguments.finish()?;
    Ok(command::find(name).is_some().to_string())
}

fn list_commands(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let listed = commands().filter(|command| command.is_listed());
    Ok(listed.map(Command::name).collect::<Vec<_>>().join("\n"))
}

fn help(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let name = arguments.next_word()?;
    arguments.finish()?;
    let line = |command: &Command| {
        let usage = [command.name(), command.usage()].join(" ");
        format!("{}: {}", usage.trim_end(), command.doc())
    };
    match name {
        Some(name) => command::find(name).map(line).ok_or(CommandError::UnknownCommand),
        None => Ok(commands().map(line).collect::<Vec<_>>().join("\n")),
    }
}

/// Never fails, whatever follows: the input thread has already taken the line for the end.
fn quit(session: &mut Session, _arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    session.finish();
    Ok(String::new())
}

fn echo(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    Ok(arguments.text().to_owned())
}

fn echo_err(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let text = arguments.text();
    crate::diagnostics::write(text);
    Ok(text.to_owned())
}

fn cputime(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let time = cpu_time::ProcessTime::try_now().map_err(|error| {
        log::error!("the processor time is not to be had: {error}");
        CommandError::Internal
    })?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn the_program_introduces_itself() {
        let mut talk = Conversation::new(19);
        talk.expect("protocol_version", "= 2");
        talk.expect("7 protocol_version", "=7 2");
        talk.expect("name", "= Mengxi");
        talk.expect("version", &format!("= {}", env!("CARGO_PKG_VERSION")));
        talk.expect("12 foo", "?12 unknown command");
        talk.expect("12", "?12 unknown command");
        talk.expect("NAME", "? unknown command");
        talk.fails("name x");
    }

    #[test]
    fn the_list_of_commands_is_complete() {
        let mut talk = Conversation::new(19);
        let list = talk.ask("list_commands");
        assert!(list.starts_with("protocol_version\n"));
        for name in list.lines() {
            talk.expect(&format!("known_command {name}"), "= true");
            let help = talk.ask(&format!("help {name}"));
            assert!(help.starts_with(name), "{help}");
        }
        assert_eq!(talk.ask("help").lines().count(), crate::command::commands().count());
        // What is left out works all the same: a controller that finds it here would misread it.
        assert!(!list.contains("\nanalyze\n"));
        talk.expect("known_command analyze", "= true");
        talk.expect("known_command foo", "= false");
        talk.expect("known_command", "= false");
        talk.expect("known_command \"\"", "= false");
        talk.expect("help foo", "? unknown command");
    }

    #[test]
    fn echo_answers_its_text() {
        let mut talk = Conversation::new(19);
        talk.expect("echo a  \"b", "= a  \"b");
        talk.expect("echo", "=");
        talk.expect("echo_err = hello", "= = hello");
        assert!(talk.ask("cputime").parse::<f64>().unwrap() >= 0.0);
    }

    #[test]
    fn quit_never_fails() {
        let mut talk = Conversation::new(19);
        assert!(!talk.session.is_finished());
        talk.expect("9 quit now", "=9");
        assert!(talk.session.is_finished());
    }
}
