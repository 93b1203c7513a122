//! The README against the repository: its map of files and its table of commands.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("the repository has a README.md")
}

/// The texts in backticks.
fn quoted(text: &str) -> Vec<&str> {
    let outside_blocks = text.split("```").step_by(2);
    outside_blocks.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// Whether a quoted text is meant as the path of a file or folder of the repository.
fn is_path(text: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "_-./".contains(sign);
    text.chars().all(plain)
        && !text.starts_with(['/', '.', '-'])
        && (text.ends_with(".rs") || text.ends_with('/'))
}

#[test]
fn the_map_names_only_what_exists() {
    let bases = ["", "engine", "engine/src", "playouts", "playouts/src", "gtp", "gtp/src", "tests"];
    let readme = readme();
    for path in quoted(&readme).into_iter().filter(|text| is_path(text)) {
        let exists = bases.iter().any(|base| root().join(base).join(path).exists());
        assert!(exists, "README.md names '{path}', which does not exist");
    }
}

#[test]
fn the_map_names_every_crate() {
    let readme = readme();
    for package in ["engine", "playouts", "gtp", "tests"] {
        let named = quoted(&readme).iter().any(|text| text.trim_end_matches('/') == package);
        assert!(named, "README.md does not name the crate '{package}'");
    }
}

#[test]
fn the_table_of_commands_is_the_programs_own() {
    let table = gtp::command::markdown();
    assert!(
        readme().contains(table.trim()),
        "the README's table of commands is not what `mengxi commands` prints:\n{table}"
    );
}
