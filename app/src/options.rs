//! The Markdown tables of options and parameters, generated from their definitions.

use assembly::parameters;
use clap::{Arg, CommandFactory};

use crate::command_line::CommandLine;

/// A table of the options shown by `--help`, followed by a table of all parameters.
pub fn markdown() -> String {
    let command = CommandLine::command();
    let shown = command.get_arguments().filter(|option| !option.is_hide_set());
    let rows: String = shown.filter_map(row).collect();
    let head = "| option | default | what it does |\n| --- | --- | --- |\n";
    format!("{head}{rows}\n{}", parameters::markdown())
}

/// A row of the table: the option with its value, its default and its help text. Returns `None` if
/// the option has no long name.
fn row(option: &Arg) -> Option<String> {
    let long = option.get_long()?;
    // A switch has neither a value nor a default.
    let takes_value = option.get_action().takes_values();
    let names = option.get_value_names().filter(|_| takes_value).unwrap_or_default();
    let value = names.first().map(|name| format!(" {name}")).unwrap_or_default();
    let default = option.get_default_values().first().filter(|_| takes_value);
    let default = default.map(|value| format!("`{}`", value.to_string_lossy())).unwrap_or_default();
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    Some(format!("| `--{long}{value}` | {default} | {help} |\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_options_and_parameters() {
        let text = markdown();
        for row in [
            "| `--memory MIB` | `512` | Maximum size of the search tree and of the cache of a network, in MiB |",
            "| `--ponder` |  | Thinks in the opponent's time |",
            "| `--no-ponder` |  | Turns --ponder off |",
            "| `--komi POINTS` | `7.5` | ",
            "| `rate_eyes` | 0 to 100 | `80` | ",
        ] {
            assert!(text.contains(row), "{row} in {text}");
        }
        assert!(!text.contains("--rate-eyes") && !text.contains("--gtp`"), "{text}");
    }
}
