//! Commands that list, show and set parameters. A change takes effect with the next search.

use protocol::{Arguments, clip};

use super::books;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;
use assembly::parameters::{PARAMETERS, Parameter};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "mengxi_param",
        "[NAME VALUE]",
        "shows all parameters with their values, or sets one; GoGui shows it as a dialog",
        mengxi_param,
    ),
    Command::new("kata-list-params", "", "lists the names of all parameters", kata_list_params),
    Command::new("kata-get-param", "NAME", "shows the value of a parameter", kata_get_param),
    Command::new("kata-set-param", "NAME VALUE", "sets a parameter", kata_set_param),
    Command::new(
        "level",
        "[LEVEL]",
        "sets the strength of play, from 1 to full strength or by a rank such as 8k, or shows it",
        level,
    ),
];

fn mengxi_param(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    if !arguments.is_empty() {
        return kata_set_param(session, arguments);
    }
    let values = session.parameter_values();
    let row = |parameter: &Parameter| {
        let kind = if parameter.is_switch() { "bool" } else { "string" };
        format!("[{kind}] {} {}", parameter.name, parameter.get(&values))
    };
    Ok(PARAMETERS.iter().map(row).collect::<Vec<_>>().join("\n"))
}

fn kata_list_params(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(line(PARAMETERS.iter().map(|parameter| parameter.name)))
}

fn kata_get_param(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let parameter = named(arguments)?;
    arguments.finish()?;
    Ok(parameter.get(&session.parameter_values()))
}

fn kata_set_param(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let parameter = named(arguments)?;
    // GoGui sends file names as they are, with their spaces.
    let value = arguments.rest("a value")?;
    set(session, parameter, value)
}

/// Shows or sets the parameter `level`, like GNU Go's command of the same name.
fn level(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    const NAME: &str = "level";
    let parameter = Parameter::find(NAME).ok_or_else(|| unknown(NAME))?;
    let value = arguments.next_word()?;
    arguments.finish()?;
    match value {
        Some(value) => set(session, parameter, value),
        None => Ok(parameter.get(&session.parameter_values())),
    }
}

fn set(
    session: &mut Session,
    parameter: &'static Parameter,
    value: &str,
) -> Result<String, CommandError> {
    let mut values = session.parameter_values();
    parameter.set(&mut values, value).map_err(|expected| CommandError::BadParameter {
        name: parameter.name,
        found: clip(value),
        expected,
    })?;
    books::check(&values)?;
    session.adjust(values)?;
    Ok(String::new())
}

fn named(arguments: &mut Arguments<'_>) -> Result<&'static Parameter, CommandError> {
    let name = arguments.word("the name of a parameter")?;
    Parameter::find(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> CommandError {
    CommandError::UnknownParameter(clip(name))
}

#[cfg(test)]
mod tests {
    use engine::player::Level;

    use crate::test_player::Conversation;

    #[test]
    fn parameters_are_listed_told_and_set() {
        let mut talk = Conversation::new(9);
        for name in talk.ask("kata-list-params").split(' ') {
            let value = talk.ask(&format!("kata-get-param {name}"));
            talk.expect(&format!("kata-set-param {name} {value}"), "=");
            talk.expect(&format!("mengxi_param {name} {value}"), "=");
        }
        talk.expect("kata-set-param threads 3", "=");
        assert_eq!(talk.session.player().settings().search.threads, 3);
        talk.expect("kata-set-param ponder true", "=");
        assert!(talk.ask("mengxi_param").lines().any(|line| line == "[bool] ponder 1"));
        assert!(talk.ask("mengxi_param").starts_with("[string] threads 3\n"));
    }

    #[test]
    fn the_level_is_told_and_set() {
        let mut talk = Conversation::new(9);
        let full = Level::FULL.to_string();
        talk.expect("level", &format!("= {full}"));
        talk.expect("level 3", "=");
        talk.expect("level", "= 3");
        talk.expect("kata-get-param level", "= 3");
        talk.expect("level 1k", "=");
        assert!(
            talk.ask("level").parse::<Level>().is_ok_and(|level| level.rank().to_string() == "1k")
        );
        talk.expect("level 3", "=");
        for bad in ["0", "-1", "x", "2.5", "21", "999", "0k", "99k"] {
            let error = talk.fails(&format!("level {bad}"));
            assert!(error.contains(bad) && error.contains(&format!("1 to {full}")), "{error}");
        }
        talk.fails("level 3 4");
        talk.expect("level", "= 3");
    }

    #[test]
    fn what_is_not_understood_changes_nothing() {
        let mut talk = Conversation::new(9);
        let before = *talk.session.player().settings();
        let unknown = talk.fails("kata-get-param colour");
        assert!(unknown.contains("'colour'") && unknown.contains("kata-list-params"), "{unknown}");
        let range = talk.fails("kata-set-param threads 0");
        assert!(range.contains("threads") && range.contains("from 1 to "), "{range}");
        talk.fails("kata-set-param threads 1000000");
        for bad in ["kata-get-param", "kata-set-param threads", "mengxi_param threads 1 2"] {
            talk.fails(bad);
        }
        assert_eq!(*talk.session.player().settings(), before);
    }
}
