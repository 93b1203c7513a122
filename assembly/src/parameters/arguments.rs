//! The command-line options that set parameters, one or two for each row of the parameter table.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::assignment::Assignment;
use super::row::Parameter;
use super::table::PARAMETERS;
use super::values::ParameterValues;

impl Args for ParameterValues {
    fn augment_args(command: Command) -> Command {
        command.args(PARAMETERS.iter().flat_map(options))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterValues {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut values = Self::default();
        values.update_from_arg_matches(matches)?;
        Ok(values)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for parameter in PARAMETERS {
            let given = if !parameter.is_switch() {
                matches.get_one::<Assignment>(parameter.name).cloned()
            } else if matches.get_flag(parameter.name) {
                Assignment::of_option(parameter, "1").ok()
            } else if matches.get_flag(&opposite(parameter)) {
                Assignment::of_option(parameter, "0").ok()
            } else {
                None
            };
            if let Some(assignment) = given {
                assignment.apply(self);
            }
        }
        Ok(())
    }
}

impl Parameter {
    /// Returns the command-line option that gives the parameter its value in `values`, and the text
    /// that follows the option unless it is a switch. Returns `None` if the value is the default.
    pub fn option(&self, values: &ParameterValues) -> Option<(String, Option<String>)> {
        let value = self.get(values);
        let long = self.name.replace('_', "-");
        let given = match value.as_str() {
            "0" if self.is_switch() => (format!("--no-{long}"), None),
            _ if self.is_switch() => (format!("--{long}"), None),
            _ => (format!("--{long}"), Some(value.clone())),
        };
        (value != self.get(&ParameterValues::default())).then_some(given)
    }
}

/// The option for a parameter. A switch also gets an option that turns it off.
fn options(parameter: &'static Parameter) -> Vec<Arg> {
    let long = parameter.name.replace('_', "-");
    let option =
        |id: String, long: String| Arg::new(id).long(long).global(true).hide(!parameter.is_shown);
    let plain = option(parameter.name.to_owned(), long.clone()).help(sentence(parameter.doc));
    if parameter.is_switch() {
        let opposite = opposite(parameter);
        let turns_off = format!("Turns --{long} off");
        let off = option(opposite.clone(), format!("no-{long}")).help(turns_off);
        return vec![
            plain.action(ArgAction::SetTrue).overrides_with(opposite),
            off.action(ArgAction::SetTrue).overrides_with(parameter.name),
        ];
    }
    let read = move |text: &str| Assignment::of_option(parameter, text);
    let valued = plain.value_name(parameter.placeholder()).value_parser(read);
    // No parameter is negative, but `-1` is to be refused as a value, not as an unknown option.
    let valued = valued.allow_negative_numbers(true);
    vec![match parameter.default() {
        Some(default) => valued.default_value(default),
        None => valued,
    }]
}

/// The name of the option that turns a switch off.
fn opposite(parameter: &Parameter) -> String {
    format!("no_{}", parameter.name)
}

/// The line of documentation as the help shows it, beginning with a capital letter.
fn sentence(doc: &str) -> String {
    let mut letters = doc.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
