//! The configuration file, in TOML. Its keys are the names of the long command-line options.
//!
//! The settings in the file are converted to arguments, which are placed before those given on the
//! command line. As a result, the file and the command line share names, ranges and errors, and the
//! command line takes precedence.

use std::ffi::OsString;
use std::path::Path;

use assembly::options::Options;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error, FromArgMatches, Parser};

use crate::command_line::{CommandLine, Task};
use crate::{go_options, katago_spelling};

impl CommandLine {
    /// Reads the command line, which begins with the program's name, and the configuration file
    /// that it specifies, if any.
    ///
    /// # Errors
    /// If an option is invalid in either place, or does not apply to the task's game, if the file
    /// cannot be read, or if help or the version is requested. [`Error::exit`] handles all of these
    /// cases.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Error> {
        let mut arguments = katago_spelling::translated(arguments.into_iter().collect());
        let matches = Self::command().try_get_matches_from(&arguments).map_err(named)?;
        let plain = Self::from_arg_matches(&matches)
            .map_err(|error| error.format(&mut Self::command()))?
            .with_mode();
        // The configuration file serves all games, so that not all of it need apply to this one.
        if plain.task.as_ref().is_some_and(Task::plays_another_game)
            && let Some((task, given)) = matches.subcommand()
            && let Some(problem) = go_options::problem(task, given)
        {
            return Err(Self::command().error(ErrorKind::ArgumentConflict, problem));
        }
        let mut before: Vec<OsString> = Vec::new();
        if matches!(plain.task, Some(Task::Play(_))) {
            before.extend(play::options::DEFAULTS.map(OsString::from));
        }
        if let Some(path) = &plain.options.config {
            before.extend(self::arguments(path).map_err(|problem| {
                let problem = format!("in the configuration file {}: {problem}", path.display());
                Self::command().error(ErrorKind::InvalidValue, problem)
            })?);
        }
        if before.is_empty() {
            return Ok(plain);
        }
        let rest = arguments.split_off(arguments.len().min(1));
        let line = Self::try_parse_from(arguments.into_iter().chain(before).chain(rest));
        let mut line = line.map(Self::with_mode).map_err(named)?;
        // By their names, because a folder is another book each time that it is read.
        let book = |options: &Options| options.values.opening.book.to_string();
        line.has_configured_book = book(&line.options) != book(&plain.options);
        Ok(line)
    }
}

/// Rewords the error for an invalid value as `--option: expected …, got '…'`. Other errors are left
/// unchanged.
fn named(error: Error) -> Error {
    match wrong_value(&error) {
        Some(problem) => CommandLine::command().error(error.kind(), problem),
        None => error,
    }
}

/// The message for an invalid value, or `None` for other errors.
fn wrong_value(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg)?;
    let option = argument.split_whitespace().next()?;
    let value = text(ContextKind::InvalidValue).filter(|value| !value.is_empty())?;
    let expected = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(names))) => {
            format!("expected one of {}", names.join(", "))
        }
        _ => return None,
    };
    // Other messages already include the value or say what was found instead of a valid one.
    Some(match expected.starts_with("expected ") && !expected.contains(", got '") {
        true => format!("{option}: {expected}, got '{value}'"),
        false => format!("{option}: {expected}"),
    })
}

/// Converts the settings in the file to arguments, and checks all of them.
///
/// # Errors
/// Returns a description of what is wrong with the file or with one of its settings.
fn arguments(path: &Path) -> Result<Vec<OsString>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let command = CommandLine::command();
    let mut keys: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    keys.retain(|key| !["config", "help", "version", "gtp", "mode"].contains(key));
    let mut arguments = Vec::new();
    for (key, value) in &table {
        if !keys.contains(&key.as_str()) {
            return Err(format!("unknown key '{key}'; known are {}", keys.join(", ")));
        }
        let value = match value {
            toml::Value::Boolean(is_on) if is_switch(&command, key) => {
                let name = if *is_on { key.clone() } else { opposite(key) };
                // A switch without an opposite is off by default, so `false` needs no argument.
                if keys.contains(&name.as_str()) {
                    arguments.push(OsString::from(format!("--{name}")));
                }
                continue;
            }
            _ if is_switch(&command, key) => {
                return Err(format!("the value of '{key}' must be true or false"));
            }
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            _ => return Err(format!("the value of '{key}' must be a number or a text")),
        };
        arguments.push(OsString::from(format!("--{key}={value}")));
    }
    let alone = [OsString::from("mengxi")].into_iter().chain(arguments.iter().cloned());
    let checked = command.try_get_matches_from(alone);
    match checked.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(_) => Ok(arguments),
        Err(error) => {
            let message = wrong_value(&error).unwrap_or_else(|| error.to_string());
            let message = message.trim_start_matches("error: ");
            Err(message.split("\n\n").next().unwrap_or(message).to_owned())
        }
    }
}

/// Whether an option takes no value.
fn is_switch(command: &clap::Command, key: &str) -> bool {
    let found = command.get_arguments().find(|argument| argument.get_long() == Some(key));
    found.is_some_and(|argument| !argument.get_action().takes_values())
}

/// The opposite of a switch: `no-ponder` for `ponder`, and vice versa.
fn opposite(key: &str) -> String {
    key.strip_prefix("no-").map_or_else(|| format!("no-{key}"), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::vocabulary::BoardSize;

    use super::*;

    fn configured(text: &str, arguments: &str) -> Result<CommandLine, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mengxi.toml");
        std::fs::write(&path, text).unwrap();
        let line = format!("mengxi --config {} {arguments}", path.display());
        CommandLine::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_configuration_file_has_the_same_keys_and_the_command_line_wins() {
        let text = "threads = 3\nkomi = 5.5\nsize = \"9x13\"\nname = \"A B\"\nseconds = 1";
        let file = configured(text, "").unwrap().options;
        let player = file.values.player;
        assert_eq!((player.search.threads, player.seconds), (3, Some(Duration::from_secs(1))));
        assert_eq!((file.komi, file.name.as_str()), (5.5, "A B"));
        assert_eq!(file.size, BoardSize::new(9, 13).unwrap());
        for line in ["--threads 2 --komi=-1", "gtp --threads 2 --komi -1"] {
            let both = configured(text, line).unwrap().options;
            assert_eq!(both.values.player.search.threads, 2);
            assert_eq!((both.komi, both.name.as_str()), (-1.0, "A B"));
        }
    }

    #[test]
    fn switches_are_true_or_false_in_the_file() {
        for (text, line, ponders) in [
            ("", "", false),
            ("ponder = true", "", true),
            ("ponder = false", "", false),
            ("no-ponder = false", "", true),
            ("ponder = true", "--no-ponder", false),
            ("ponder = false", "--ponder", true),
            ("", "--ponder --no-ponder --ponder", true),
            ("live-graphics = false", "", false),
            ("live-graphics = true\nponder = true", "", true),
        ] {
            let values = configured(text, line).unwrap().options.values;
            assert_eq!(values.player.ponder, ponders, "{text} {line}");
        }
        let tells = |text, line| configured(text, line).unwrap().options.pv_lines;
        assert!(!tells("", "") && tells("pv-lines = true", "") && tells("", "--pv-lines"));
        assert!(configured("ponder = 1", "").is_err() && configured("seed = true", "").is_err());
    }

    #[test]
    fn a_book_of_the_configuration_file_is_known_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.dat");
        std::fs::write(&path, "9 | E5\n").unwrap();
        let text = format!("book = {:?}", path.to_str().unwrap());
        assert!(configured(&text, "").unwrap().has_configured_book);
        assert!(!configured(&text, "--book none").unwrap().has_configured_book);
        std::fs::write(folder.path().join("game.sgf"), "(;SZ[9]RE[B+R];B[ee];W[cc])").unwrap();
        for path in [path.as_path(), folder.path()] {
            let option = format!("--book {}", path.display());
            assert!(!configured("size = 9", &option).unwrap().has_configured_book);
        }
        assert!(!configured("size = 9", "").unwrap().has_configured_book);
    }

    #[test]
    fn the_configuration_file_serves_all_games() {
        let line = configured("komi = 5.5\nponder = true\nlevel = 3", "othello --depth 2").unwrap();
        assert_eq!(line.options.values.player.level.number(), 3);
        assert!(configured("level = 3", "othello --komi 5.5").is_err());
    }

    #[test]
    fn faults_of_the_configuration_file_are_named() {
        for (text, named) in [
            ("thread = 1", "unknown key 'thread'"),
            ("config = \"x\"", "unknown key 'config'"),
            ("help = true", "unknown key 'help'"),
            ("gtp = true", "unknown key 'gtp'"),
            ("threads = 0", "--threads: expected a number of threads from 1 to "),
            ("threads = [1]", "'threads' must be a number or a text"),
            ("ponder = 1", "'ponder' must be true or false"),
            ("pv-lines = \"true\"", "'pv-lines' must be true or false"),
            ("komi = nan", "--komi"),
            ("komi = ", "TOML"),
            ("[search]\nthreads = 1", "unknown key 'search'"),
        ] {
            let error = configured(text, "").expect_err(text);
            assert_eq!(error.exit_code(), 2);
            let error = error.to_string();
            assert!(error.contains(named) && error.contains("mengxi.toml"), "{text}: {error}");
        }
    }
}
