//! The README against the repository: its map of files, and its tables of options, commands and
//! rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use app::command_line::CommandLine;
use clap::CommandFactory;
use engine::rules::{HandicapBonus, KoRule, Rules, Scoring};

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

/// The part of the README below the heading that begins with `heading`, up to the next heading.
fn section(readme: &str, heading: &str) -> String {
    let from = readme.find(&format!("\n{heading}"));
    let from = from.unwrap_or_else(|| panic!("README.md has no heading '{heading}'"));
    let body = readme[from + 1..].split_once('\n').map_or("", |(_, body)| body);
    let lines = body.lines().take_while(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// The first columns of a table's rows, without its head.
fn rows(section: &str, columns: usize) -> Vec<Vec<String>> {
    let lines = section.lines().filter(|line| line.starts_with("| `"));
    let cells = |line: &str| -> Vec<String> {
        line.split('|').skip(1).take(columns).map(|cell| cell.trim().to_owned()).collect()
    };
    lines.map(cells).collect()
}

/// The files and folders of source code right in a folder, with a `/` after those of folders.
fn entries(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the repository");
    let names = entries.filter_map(|entry| {
        let entry = entry.expect("a readable folder");
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        let is_source = name.ends_with(".rs") && name != "lib.rs";
        (is_folder || is_source).then(|| if is_folder { format!("{name}/") } else { name })
    });
    names.collect()
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
    let folders = ["engine", "playouts", "assembly", "review", "lab", "gtp", "app"];
    let sources = folders.map(|folder| format!("{folder}/src"));
    let bases = ["", "tests"].into_iter().chain(folders);
    let bases: Vec<&str> = bases.chain(sources.iter().map(String::as_str)).collect();
    let readme = readme();
    for path in quoted(&readme).into_iter().filter(|text| is_path(text)) {
        let exists = bases.iter().any(|base| root().join(base).join(path).exists());
        assert!(exists, "README.md names '{path}', which does not exist");
    }
}

#[test]
fn the_map_names_every_crate() {
    let readme = readme();
    for package in ["engine", "playouts", "assembly", "review", "lab", "gtp", "app", "tests"] {
        let named = quoted(&readme).iter().any(|text| text.trim_end_matches('/') == package);
        assert!(named, "README.md does not name the crate '{package}'");
    }
}

#[test]
fn the_map_names_every_file_and_folder_of_sources() {
    let readme = readme();
    for (package, folder) in [
        ("engine", "engine/src"),
        ("playouts", "playouts/src"),
        ("assembly", "assembly/src"),
        ("review", "review/src"),
        ("lab", "lab/src"),
        ("gtp", "gtp/src"),
        ("app", "app/src"),
        ("tests", "tests"),
    ] {
        let section = section(&readme, &format!("### `{package}/`"));
        let rows = rows(&section, 1);
        let named: BTreeSet<String> =
            rows.into_iter().map(|cells| cells[0].trim_matches('`').to_owned()).collect();
        assert_eq!(named, entries(folder), "the README's map of '{package}' (left) and its files");
    }
}

/// The documentation of the engine lists its layers from the bottom up.
#[test]
fn the_map_has_the_layers_of_the_engine_in_their_order() {
    let library = fs::read_to_string(root().join("engine/src/lib.rs")).expect("a readable file");
    let layers = library.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    let layers: Vec<&str> = layers.filter_map(|line| line.split('`').next()).collect();
    let map = rows(&section(&readme(), "### `engine/`"), 1);
    let plain = |cells: &Vec<String>| {
        cells[0].trim_matches('`').trim_end_matches('/').trim_end_matches(".rs").to_owned()
    };
    assert_eq!(map.iter().map(plain).collect::<Vec<_>>(), layers);
}

#[test]
fn the_table_of_options_is_the_programs_own() {
    let command = CommandLine::command();
    let mut expected = BTreeSet::new();
    for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
        let Some(long) = option.get_long().filter(|long| !["help", "version"].contains(long))
        else {
            continue;
        };
        // A switch has neither value nor default.
        let takes_value = option.get_action().takes_values();
        let names = option.get_value_names().filter(|_| takes_value).unwrap_or_default();
        let value = names.first().map(|name| format!(" {name}")).unwrap_or_default();
        let default = option.get_default_values().first().filter(|_| takes_value);
        let default = default.map(|value| value.to_string_lossy());
        let default = default.map(|value| format!("`{value}`")).unwrap_or_default();
        expected.insert(vec![format!("`--{long}{value}`"), default]);
    }
    let readme = readme();
    let mut found = BTreeSet::new();
    for mut row in rows(&section(&readme, "## Options"), 2) {
        // A default that depends on the machine or the moment is put in words.
        if !row[1].starts_with('`') {
            row[1].clear();
        }
        found.insert(row);
    }
    assert_eq!(found, expected, "the README's table of options (left) and the program's options");
}

#[test]
fn the_pages_of_the_clients_are_linked_and_links_lead_to_files() {
    let readme = readme();
    let links: BTreeSet<&str> = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
        .filter(|target| !target.contains("://") && !target.starts_with('#'))
        .collect();
    for link in &links {
        assert!(root().join(link).exists(), "README.md links to '{link}', which does not exist");
    }
    let pages = fs::read_dir(root().join("docs/clients")).expect("a folder of the repository");
    for page in pages {
        let name = page.expect("a readable folder").file_name().to_string_lossy().into_owned();
        let link = format!("docs/clients/{name}");
        let is_page = name.ends_with(".md");
        assert!(!is_page || links.contains(link.as_str()), "README.md does not link to '{link}'");
    }
}

#[test]
fn the_tasks_of_the_program_are_named() {
    let readme = readme();
    for task in CommandLine::command().get_subcommands() {
        let task = format!("mengxi {}", task.get_name());
        assert!(quoted(&readme).contains(&task.as_str()), "README.md does not name '{task}'");
    }
}

#[test]
fn the_table_of_rules_is_the_engines_own() {
    let yes_or_no = |yes| if yes { "yes" } else { "no" };
    let row = |(name, rules): &(&str, Rules)| {
        let ko = match rules.ko {
            KoRule::Simple => "simple ko",
            KoRule::Positional => "positional superko",
            KoRule::Situational => "situational superko",
        };
        let scoring = match rules.scoring {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
        };
        let bonus = match rules.handicap_bonus {
            HandicapBonus::None => "none",
            HandicapBonus::PerStone => "one a stone",
            HandicapBonus::PerStoneButFirst => "one a stone but the first",
        };
        let (suicide, friendly) = (yes_or_no(rules.suicide), yes_or_no(rules.friendly_pass));
        let name = format!("`{name}`");
        [&name, ko, suicide, scoring, bonus, friendly].map(str::to_owned).to_vec()
    };
    let expected: Vec<Vec<String>> = Rules::PRESETS.iter().map(row).collect();
    assert_eq!(rows(&section(&readme(), "## Rules"), 6), expected);
}

#[test]
fn the_table_of_commands_is_the_programs_own() {
    let table = gtp::commands::TABLE.markdown();
    assert!(
        readme().contains(table.trim()),
        "the README's table of commands is not what `mengxi commands` prints:\n{table}"
    );
}
