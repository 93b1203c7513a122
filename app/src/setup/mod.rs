//! `mengxi setup`: the entry for this program in the configuration of a client, printed or written.
//!
//! | module | holds |
//! | --- | --- |
//! | `client` | the clients: where their configuration is, and what is entered there |
//! | `entries` | the texts of configurations with the entry added |

mod client;
mod entries;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use assembly::output_file::OutputFile;
use clap::Args;
use protocol::diagnostics;

use client::Client;

/// The arguments of the task `setup`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct SetupOptions {
    /// The client.
    #[arg(value_name = "CLIENT")]
    client: Client,

    /// Writes the configuration instead of printing it. The old file is kept beside it, with a name
    /// that ends in .before-mengxi. The client must not be running.
    #[arg(long)]
    write: bool,

    /// The configuration file of the client, if it is in an unusual place.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Prints or writes the configuration.
///
/// # Errors
/// If the file of the client cannot be read, understood or written. Nothing is changed then.
pub fn perform(asked: &SetupOptions, output: &mut impl Write) -> io::Result<()> {
    let program = std::env::current_exe()?;
    let program = program
        .to_str()
        .ok_or_else(|| io::Error::other("the path of this program was expected to be Unicode"))?;
    let file = asked.file.clone().or_else(|| asked.client.file());
    if !asked.write {
        return print(asked.client, program, file.as_deref(), output);
    }
    let file = file.ok_or_else(|| {
        io::Error::other(format!("--file was expected: {}", asked.client.where_to_look()))
    })?;
    write(asked.client, program, &file, output)
}

fn print(
    client: Client,
    program: &str,
    file: Option<&Path>,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "{}", client.instructions(program).trim_end())?;
    // Whoever redirects a whole configuration to a file does not want this in it.
    diagnostics::write(&match file {
        Some(file) => format!("\nWith --write, this goes to {}.", file.display()),
        None => format!("\nWith --write --file FILE, it is written: {}.", client.where_to_look()),
    });
    Ok(())
}

fn write(client: Client, program: &str, file: &Path, output: &mut impl Write) -> io::Result<()> {
    let shown = file.display();
    let about = |problem: String| io::Error::other(format!("{shown}: {problem}"));
    let old = match fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(about(error.to_string())),
    };
    let Some(new) = client.changed(old.as_deref(), program).map_err(about)? else {
        return writeln!(output, "{shown} has an entry for {program} already.");
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let problem = "there is no such folder; start the client once, so that it makes it";
        return Err(about(problem.to_owned()));
    }
    let kept = old.is_some().then(|| keep(file)).transpose()?;
    let written = OutputFile::create(file).and_then(|new_file| new_file.write(new.as_bytes()));
    written.map_err(|error| about(error.to_string()))?;
    writeln!(output, "{shown} now has an entry for {program}.")?;
    if let Some(kept) = kept {
        writeln!(output, "What was there before is in {}.", kept.display())?;
    }
    Ok(())
}

/// Copies a file to a new one beside it.
fn keep(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut copies = (1..).map(|number: u32| match number {
        1 => file.with_file_name(format!("{name}.before-mengxi")),
        _ => file.with_file_name(format!("{name}.before-mengxi-{number}")),
    });
    let free = copies.find(|path| !path.exists()).unwrap_or_default();
    fs::copy(file, &free)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(client: Client, file: &Path) -> String {
        let mut said = Vec::new();
        write(client, "/usr/bin/mengxi", file, &mut said).unwrap();
        String::from_utf8(said).unwrap()
    }

    #[test]
    fn a_file_is_changed_once_and_its_old_text_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let old = r#"{"sound.enable": false}"#;
        fs::write(&file, old).unwrap();
        let said = done(Client::Sabaki, &file);
        let kept = folder.path().join("settings.json.before-mengxi");
        assert!(said.contains(&kept.display().to_string()), "{said}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), old);
        assert!(fs::read_to_string(&file).unwrap().contains("/usr/bin/mengxi"));
        assert!(done(Client::Sabaki, &file).contains("already"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::write(&file, "{}").unwrap();
        done(Client::Sabaki, &file);
        assert_eq!(fs::read_to_string(&kept).unwrap(), old, "the first copy is not lost");
    }

    #[test]
    fn a_file_that_is_not_understood_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, "// mine\n{").unwrap();
        let problem = write(Client::Sabaki, "/usr/bin/mengxi", &file, &mut Vec::new());
        assert!(problem.unwrap_err().to_string().contains("settings.json: not JSON"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_client_that_was_never_started_has_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("Sabaki/settings.json");
        let problem = write(Client::Sabaki, "/usr/bin/mengxi", &file, &mut Vec::new());
        let problem = problem.unwrap_err().to_string();
        assert!(problem.contains("settings.json: there is no such folder; start"), "{problem}");
    }

    #[test]
    fn every_client_is_told_what_to_enter() {
        for client in <Client as clap::ValueEnum>::value_variants() {
            let mut said = Vec::new();
            print(*client, "/usr/bin/mengxi", None, &mut said).unwrap();
            assert!(String::from_utf8(said).unwrap().contains("/usr/bin/mengxi"), "{client:?}");
        }
    }
}
