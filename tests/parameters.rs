//! Checks that each parameter is named in only two places: its row in the table and the field that
//! it sets. Everything else is derived from the row. Also checks the parameters page.

use std::fs;
use std::path::{Path, PathBuf};

use assembly::parameters::{self, PARAMETERS, ParameterValues};
use network::dispatch::Instructions;
use tests::{katago_files, networks};

/// The folders in which only the table may contain the names of parameters. Crates that speak a
/// protocol are left out, because they use words such as `visits` and `level` for other things.
const FOLDERS: &[&str] = &[
    "engine/src",
    "playouts/src",
    "assembly/src",
    "review/src",
    "lab/src",
    "app/src",
    "tests/examples",
];

const TABLE: &str = "assembly/src/parameters/table.rs";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Collects the code of all files below a folder, without tests and comments.
fn code_below(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            code_below(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = fs::read_to_string(&path).expect("a readable file");
            // Tests follow the code, unless they stand in a file of their own.
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            found.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
}

/// The field that is set by the row with this name.
fn field<'a>(table: &'a str, name: &str) -> &'a str {
    let (_, rest) = table.split_once(&format!("\"{name}\",")).expect("a row of this name");
    let rest = rest.trim_start();
    let word = |text: &'a str| {
        text.split(|sign: char| sign != '_' && sign != '.' && !sign.is_alphanumeric()).next()
    };
    // In the table, macros are called with the name of the field, and functions with its path.
    let path = match rest.starts_with(|sign: char| sign.is_ascii_lowercase()) {
        true => word(rest),
        false => rest.split_once("&mut to.").and_then(|(_, path)| word(path)),
    };
    path.and_then(|path| path.rsplit('.').next()).expect("a field")
}

#[test]
fn each_parameter_is_named_by_its_row_and_its_field_alone() {
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| code_below(&root().join(folder), &mut files));
    let table = fs::read_to_string(root().join(TABLE)).expect("the table of parameters");
    for parameter in PARAMETERS {
        let literal = format!("\"{}\"", parameter.name);
        let named: Vec<String> = files
            .iter()
            .flat_map(|(path, code)| code.matches(&literal).map(|_| path.display().to_string()))
            .collect();
        assert!(named.len() == 1 && named[0].ends_with(TABLE), "{literal} stands in {named:?}");
        let field = field(&table, parameter.name);
        let is_named = field == parameter.name || parameter.name.ends_with(&format!("_{field}"));
        assert!(is_named, "{literal} sets the field '{field}'");
    }
}

#[test]
fn results_depend_on_the_instructions_if_the_network_is_in_floating_point() {
    let network = PARAMETERS.iter().find(|parameter| parameter.name == "network").expect("a row");
    let (mut values, best) = (ParameterValues::default(), Instructions::best().name());
    assert!(!network.identity(&values).contains(best), "the one inside the program is in integers");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.bin.gz");
    let file = katago_files::compressed(&networks::random("residual", 1));
    fs::write(&path, file).expect("a file can be written");
    network.set(&mut values, &path.display().to_string()).expect("a network");
    assert!(network.identity(&values).ends_with(best), "{}", network.identity(&values));
}

#[test]
fn the_page_of_parameters_is_the_programs_own() {
    let page = fs::read_to_string(root().join("docs/parameters.md")).expect("the page");
    let table = parameters::markdown();
    assert!(
        page.contains(table.trim()),
        "docs/parameters.md has another table than `mengxi options` prints:\n{table}"
    );
}
