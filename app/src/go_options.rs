//! The options of play in the tasks that play games other than Go: those that apply to Go alone are
//! hidden there, and refused.

use assembly::options::Options;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
use games::task::SHARED_OPTIONS;

/// The row of [`SHARED_OPTIONS`] for an option, or `None` if the option applies to Go alone.
fn shared(option: &Arg) -> Option<&'static (&'static str, Option<&'static str>)> {
    SHARED_OPTIONS.iter().find(|(id, _)| option.get_id().as_str() == *id)
}

/// The options of play as the tasks of other games have them. They take the place of those that all
/// tasks get from the program, and stand where those would stand in the help.
pub(crate) fn in_other_games() -> Vec<Arg> {
    let program = Command::new("go").next_display_order(100).next_help_heading("Common options");
    let program = Options::augment_args(program);
    let adapted = |option: Arg| match shared(&option) {
        None => option.hide(true),
        Some((_, Some(help))) => option.help(*help),
        Some((_, None)) => option,
    };
    program.get_arguments().cloned().map(adapted).collect()
}

/// The problem with the options given to a task of another game if one of them applies to Go alone.
pub(crate) fn problem(task: &str, given: &ArgMatches) -> Option<String> {
    let is_misplaced = |option: &Arg| {
        let source = given.value_source(option.get_id().as_str());
        shared(option).is_none() && source == Some(ValueSource::CommandLine)
    };
    let options = in_other_games();
    let long = options.iter().find(|option| is_misplaced(option))?.get_long()?;
    let expected = format!("expected an option that applies to {task}");
    Some(format!("--{long}: {expected}; 'mengxi {task} --help' lists them"))
}
