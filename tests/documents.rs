//! Checks the documentation pages against the repository: the map of files, the tables of options,
//! commands and rules, and all links.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use app::command_line::CommandLine;
use clap::CommandFactory;
use engine::rules::{HandicapBonus, KoRule, Rules, Scoring};

const README: &str = "README.md";
const COMMANDS: &str = "docs/commands.md";
const MAP: &str = "docs/map.md";
const OPTIONS: &str = "docs/options.md";
const RULES: &str = "docs/rules.md";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a page, given its path from the root of the repository.
fn page(path: &str) -> String {
    let text = fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Appends the files in a folder and its subfolders whose names end with `ending`.
fn add_files(folder: &str, ending: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder of the repository") {
        let entry = entry.expect("a readable folder");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            add_files(&path, ending, files);
        } else if path.ends_with(ending) {
            files.push(path);
        }
    }
}

/// The paths of all pages, beginning with those outside the folder `docs`.
fn pages() -> Vec<String> {
    let outside = [README, "CONTRIBUTING.md", "CHANGELOG.md", "training/README.md"];
    let mut pages = outside.map(str::to_owned).to_vec();
    add_files("docs", ".md", &mut pages);
    pages
}

/// The crates of the workspace, as listed in its manifest.
fn packages() -> Vec<String> {
    let manifest: toml::Table = page("Cargo.toml").parse().expect("a manifest");
    let members = manifest["workspace"]["members"].as_array().expect("a list of crates");
    members.iter().map(|member| member.as_str().expect("a path").to_owned()).collect()
}

/// The folder with the sources of a crate. For the crate `tests`, this is the crate's own folder.
fn sources(package: &str) -> String {
    if package == "tests" { package.to_owned() } else { format!("{package}/src") }
}

/// The pieces of text in backticks that lie outside code blocks.
fn quoted(text: &str) -> Vec<&str> {
    let outside_blocks = text.split("```").step_by(2);
    outside_blocks.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// The section of a page under the heading that begins with `heading`, up to the next heading.
fn section(path: &str, heading: &str) -> String {
    let page = page(path);
    let from = page.find(&format!("\n{heading}"));
    let from = from.unwrap_or_else(|| panic!("{path} has no heading '{heading}'"));
    let body = page[from + 1..].split_once('\n').map_or("", |(_, body)| body);
    let lines = body.lines().take_while(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// The first `columns` cells of each table row in a text whose first cell begins with a backtick.
/// Header rows do not.
fn rows(text: &str, columns: usize) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.starts_with("| `"));
    let cells = |line: &str| -> Vec<String> {
        line.split('|').skip(1).take(columns).map(|cell| cell.trim().to_owned()).collect()
    };
    lines.map(cells).collect()
}

/// The files and folders that the map lists for a crate, in the order of the map.
fn mapped(package: &str) -> Vec<String> {
    let rows = rows(&section(MAP, &format!("## `{package}/`")), 1);
    rows.into_iter().map(|cells| cells[0].trim_matches('`').to_owned()).collect()
}

/// The source files and subfolders directly inside a folder, with a `/` after each subfolder's
/// name.
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

/// A row for the map, made from the first sentence of a file's or folder's documentation comment.
fn proposed_row(folder: &str, entry: &str) -> String {
    let file = if entry.ends_with('/') { format!("{entry}mod.rs") } else { entry.to_owned() };
    let text = fs::read_to_string(root().join(folder).join(file)).unwrap_or_default();
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let about = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let sentence = about.split(". ").next().unwrap_or_default().trim_end_matches('.');
    format!("| `{entry}` | {sentence} |")
}

/// Whether a quoted text looks like the path of a Rust file or, if it ends with `/`, of a folder.
fn is_path(text: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "_-./".contains(sign);
    text.chars().all(plain)
        && !text.starts_with(['/', '.', '-'])
        && !text.contains("NAME")
        && (text.ends_with(".rs") || text.ends_with('/'))
}

/// The targets of a page's links and images in the repository.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target).filter(|target| !target.contains("://"))
}

/// The files in the repository to which a page's links and images point, without any `#` fragments.
fn links(text: &str) -> BTreeSet<&str> {
    targets(text)
        .filter_map(|target| target.split('#').next())
        .filter(|target| !target.is_empty())
        .collect()
}

/// The fragments by which links reach the headings of a page, as GitHub makes them.
fn fragments(text: &str) -> BTreeSet<String> {
    let outside_blocks = text.split("```").step_by(2);
    let headings = outside_blocks.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let is_kept = |sign: &char| sign.is_alphanumeric() || "-_ ".contains(*sign);
    let fragment = |heading: &str| -> String {
        let plain = heading.trim_start_matches('#').trim().to_lowercase();
        plain.chars().filter(is_kept).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    };
    headings.map(fragment).collect()
}

#[test]
fn the_pages_name_only_rust_files_and_folders_that_exist() {
    let packages = packages();
    let mut bases = vec![String::new()];
    bases.extend(packages.iter().flat_map(|package| [package.clone(), sources(package)]));
    for path in pages() {
        for name in quoted(&page(&path)).into_iter().filter(|text| is_path(text)) {
            let exists = bases.iter().any(|base| root().join(base).join(name).exists());
            assert!(exists, "{path} names '{name}', which does not exist");
        }
    }
}

#[test]
fn the_map_names_every_crate() {
    let overview = section(MAP, "## Crates");
    let named: BTreeSet<String> =
        rows(&overview, 1).iter().map(|cells| cells[0].trim_matches('`').to_owned()).collect();
    for package in packages() {
        assert!(named.contains(&package), "{MAP} does not name the crate '{package}'");
    }
}

#[test]
fn the_map_names_every_file_and_folder_of_sources() {
    for package in packages() {
        let folder = sources(&package);
        let named: BTreeSet<String> = mapped(&package).into_iter().collect();
        let expected = entries(&folder);
        let proposed: Vec<String> =
            expected.difference(&named).map(|entry| proposed_row(&folder, entry)).collect();
        assert_eq!(
            named,
            expected,
            "{MAP}'s rows of '{package}' (left) and its files; rows to add:\n{}",
            proposed.join("\n")
        );
    }
}

#[test]
fn every_source_file_begins_with_what_it_is_for() {
    let mut files = Vec::new();
    for package in packages() {
        add_files(&sources(&package), ".rs", &mut files);
    }
    for file in files {
        assert!(page(&file).starts_with("//! "), "{file} does not begin with a line of '//! '");
    }
}

/// The engine's documentation lists its layers from the bottom up.
#[test]
fn the_map_has_the_layers_of_the_engine_in_their_order() {
    let library = page("engine/src/lib.rs");
    let layers = library.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    let layers: Vec<&str> = layers.filter_map(|line| line.split('`').next()).collect();
    let plain = |entry: &String| entry.trim_end_matches('/').trim_end_matches(".rs").to_owned();
    assert_eq!(mapped("engine").iter().map(plain).collect::<Vec<_>>(), layers);
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
        // A switch has neither a value nor a default.
        let takes_value = option.get_action().takes_values();
        let names = option.get_value_names().filter(|_| takes_value).unwrap_or_default();
        let value = names.first().map(|name| format!(" {name}")).unwrap_or_default();
        let default = option.get_default_values().first().filter(|_| takes_value);
        let default = default.map(|value| value.to_string_lossy());
        let default = default.map(|value| format!("`{value}`")).unwrap_or_default();
        expected.insert(vec![format!("`--{long}{value}`"), default]);
    }
    let mut found = BTreeSet::new();
    let tables = rows(&page(OPTIONS), 2);
    for mut row in tables.into_iter().filter(|row| row[0].starts_with("`--")) {
        // A default that depends on the machine or on the time is described in words.
        if !row[1].starts_with('`') {
            row[1].clear();
        }
        found.insert(row);
    }
    assert_eq!(found, expected, "the options in {OPTIONS} (left) and the program's");
}

#[test]
fn links_lead_to_files_and_every_page_is_linked() {
    let mut linked = BTreeSet::new();
    for path in pages() {
        let text = page(&path);
        let folder = Path::new(&path).parent().expect("the path of a file").to_owned();
        for link in links(&text) {
            let target = root().join(&folder).join(link).canonicalize();
            let target = target.unwrap_or_else(|error| panic!("{path} links to '{link}': {error}"));
            linked.insert(target);
        }
    }
    for path in pages().into_iter().filter(|path| path != README) {
        let target = root().join(&path).canonicalize().expect("a page");
        assert!(linked.contains(&target), "no page links to '{path}'");
    }
}

#[test]
fn links_lead_to_headings() {
    for path in pages() {
        let text = page(&path);
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        for target in targets(&text) {
            let Some((file, fragment)) = target.split_once('#') else { continue };
            let linked =
                if file.is_empty() { text.clone() } else { page(&format!("{folder}/{file}")) };
            let exists = fragments(&linked).contains(fragment);
            assert!(exists, "{path} links to '{target}', but there is no such heading");
        }
    }
}

#[test]
fn the_readme_links_to_the_page_of_every_client() {
    let readme = page(README);
    let mut clients = Vec::new();
    add_files("docs/clients", ".md", &mut clients);
    for client in clients {
        assert!(links(&readme).contains(client.as_str()), "{README} does not link to '{client}'");
    }
}

#[test]
fn the_readme_is_short_and_shows_a_game() {
    let readme = page(README);
    assert!(readme.lines().count() <= 150, "{README} has {} lines", readme.lines().count());
    assert!(readme.contains("\n!["), "{README} has no picture");
}

#[test]
fn the_page_of_options_names_every_task() {
    let options = page(OPTIONS);
    for task in CommandLine::command().get_subcommands() {
        let task = format!("mengxi {}", task.get_name());
        assert!(quoted(&options).contains(&task.as_str()), "{OPTIONS} does not name '{task}'");
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
    assert_eq!(rows(&page(RULES), 6), expected);
}

#[test]
fn the_table_of_commands_is_the_programs_own() {
    let table = gtp::commands::TABLE.markdown();
    assert!(
        page(COMMANDS).contains(table.trim()),
        "the table in {COMMANDS} is not what `mengxi commands` prints:\n{table}"
    );
}
