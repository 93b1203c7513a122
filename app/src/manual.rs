//! Manual pages, and completion in shells, both made from the command line's own description.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;

/// The name of the program.
const NAME: &str = "mengxi";

/// The arguments of the task `man`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ManualOptions {
    /// The task whose page is printed, such as play; without it, the page of the program.
    #[arg(value_name = "TASK")]
    pub task: Option<String>,
}

/// The arguments of the task `completions`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CompletionOptions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Writes a manual page of `program` or one of its tasks.
///
/// # Errors
/// If there is no such task, or the output cannot be written.
pub fn write(
    asked: &ManualOptions,
    mut program: Command,
    output: &mut impl Write,
) -> io::Result<()> {
    // Building passes the options that all tasks share on to each of them.
    program.build();
    let described = match &asked.task {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).filter(|found| !found.is_hide_set());
            let found = found.ok_or_else(|| {
                let known = program.get_subcommands().filter(|task| !task.is_hide_set());
                let known: Vec<&str> = known.map(Command::get_name).collect();
                io::Error::other(format!("man: expected one of {}", known.join(", ")))
            })?;
            found.clone().name(format!("{NAME}-{name}"))
        }
    };
    let source = concat!("Mengxi ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(described).source(source).render(output)
}

/// Writes a completion script for a shell.
///
/// # Errors
/// If the output cannot be written.
pub fn write_completions(
    asked: &CompletionOptions,
    mut program: Command,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut program, NAME, &mut script);
    output.write_all(&script)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command_line::CommandLine;

    fn page(task: Option<&str>) -> io::Result<String> {
        let mut page = Vec::new();
        let asked = ManualOptions { task: task.map(str::to_owned) };
        write(&asked, CommandLine::command(), &mut page)?;
        Ok(String::from_utf8(page).unwrap())
    }

    #[test]
    fn each_task_has_a_page() {
        assert!(page(None).unwrap().contains(".TH mengxi 1"));
        let play = page(Some("play")).unwrap();
        assert!(play.contains(".TH mengxi-play 1") && play.contains("handicap"), "{play}");
        let program = CommandLine::command();
        let tasks: Vec<_> = program.get_subcommands().filter(|task| !task.is_hide_set()).collect();
        assert!(tasks.len() > 10);
        for task in tasks {
            assert!(page(Some(task.get_name())).unwrap().contains(".SH NAME"), "{task}");
        }
        assert!(page(Some("commands")).unwrap_err().to_string().contains("play"), "it is hidden");
    }

    #[test]
    fn shells_complete_tasks_and_options() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            write_completions(&CompletionOptions { shell }, CommandLine::command(), &mut script)
                .unwrap();
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("play") && script.contains("playouts"), "{shell}");
        }
    }
}
