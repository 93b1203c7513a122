//! Checks which crates, which layers of the engine and which files use one another. Cargo enforces
//! only the rules about crates, so these tests follow every path in the sources to the file that
//! defines the item it names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use uses::{Sources, Use, circles};

mod uses;

/// The top-level modules of the engine, in the order of their layers, each with the modules it may
/// use.
const LAYERS: &[(&str, &[&str])] = &[
    ("vocabulary", &[]),
    ("dispatch", &[]),
    ("board", &["vocabulary"]),
    ("rules", &["vocabulary", "board"]),
    ("sgf", &["vocabulary", "board", "rules"]),
    ("tactics", &["vocabulary", "board", "rules"]),
    ("reading", &["vocabulary", "board", "rules", "tactics"]),
    ("theorems", &["vocabulary", "board", "rules", "tactics", "reading"]),
    ("knowledge", &["vocabulary", "dispatch", "board", "rules", "tactics", "reading", "theorems"]),
    ("search", &["vocabulary", "dispatch", "board", "rules", "tactics", "reading", "knowledge"]),
    ("player", &["vocabulary", "board", "rules", "tactics", "reading", "knowledge", "search"]),
];

/// The top-level modules of the engine that the crate `playouts` may use. That crate contains Go
/// knowledge and the code that learns it.
const FOR_PLAYOUTS: &[&str] = &["vocabulary", "board", "rules", "sgf", "tactics", "knowledge"];

/// The files of the search and its knowledge that clients of the player may use, because they
/// define data that the player or a network passes on.
const PASSED_ON: &[&str] = &[
    "engine/src/knowledge/evaluation.rs",
    "engine/src/search/report.rs",
    "engine/src/search/request.rs",
    "engine/src/search/shortage.rs",
];

/// The workspace packages that each package may depend on.
const PACKAGES: &[(&str, &[&str])] = &[
    ("classical", &[]),
    ("clocks", &[]),
    ("protocol", &[]),
    ("books", &["classical"]),
    ("engine", &["classical", "clocks"]),
    ("playouts", &["engine"]),
    ("searches", &["engine", "playouts"]),
    ("games", &["classical", "clocks", "protocol", "books"]),
    ("network", &["engine"]),
    (
        "assembly",
        &["classical", "clocks", "protocol", "books", "engine", "playouts", "searches", "network"],
    ),
    ("review", &["engine", "assembly"]),
    (
        "lab",
        &[
            "classical",
            "clocks",
            "protocol",
            "books",
            "engine",
            "games",
            "playouts",
            "searches",
            "network",
            "assembly",
            "review",
        ],
    ),
    ("gtp", &["classical", "clocks", "protocol", "engine", "network", "assembly", "review"]),
    ("analysis", &["protocol", "engine", "assembly"]),
    ("play", &["clocks", "protocol", "engine", "assembly", "review"]),
    (
        "app",
        &[
            "classical",
            "clocks",
            "protocol",
            "books",
            "engine",
            "games",
            "playouts",
            "searches",
            "network",
            "assembly",
            "review",
            "lab",
            "gtp",
            "analysis",
            "play",
        ],
    ),
    ("cluster", &["protocol", "engine", "assembly", "lab", "app"]),
    ("twins", &["engine"]),
    (
        "tests",
        &[
            "classical",
            "clocks",
            "protocol",
            "books",
            "engine",
            "games",
            "playouts",
            "searches",
            "network",
            "assembly",
            "review",
            "lab",
            "gtp",
            "analysis",
            "play",
            "app",
            "twins",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All uses of one file by another, in all packages except those for tests.
fn uses() -> BTreeSet<Use> {
    let mut crates = Vec::new();
    let has_library = |name: &&str| !["cluster", "tests", "twins"].contains(name);
    for name in PACKAGES.iter().map(|(name, _)| *name).filter(has_library) {
        crates.push((name, format!("{name}/src/lib.rs")));
    }
    crates.push(("mengxi", "app/src/main.rs".to_string()));
    crates.push(("mengxi_cluster", "cluster/src/main.rs".to_string()));
    let crates: Vec<_> = crates.iter().map(|(name, file)| (*name, file.as_str())).collect();
    let sources = Sources::read(&crates, &|file| fs::read_to_string(root().join(file)).ok());
    let uses = sources.expect("the sources are Rust").uses();
    uses.unwrap_or_else(|lost| panic!("paths that lead nowhere:\n{}", lost.join("\n")))
}

/// The top-level module of the engine to which a file belongs.
fn room(file: &str) -> Option<&str> {
    let inside = file.strip_prefix("engine/src/")?;
    Some(inside.split(['/', '.']).next().unwrap_or(inside))
}

/// Fails if `is_wrong` is true for any use, and lists all such uses.
fn forbid(is_wrong: impl Fn(&Use) -> bool) {
    let uses = uses();
    let wrong = uses.iter().filter(|one| is_wrong(one));
    let lines: Vec<_> =
        wrong.map(|one| format!("{} uses {} as {}", one.from, one.to, one.path)).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// The uses in two made-up crates: `go` and, one layer above it, `app`. `files` contains the name
/// and the text of each file.
fn uses_in(files: &[(&str, &str)]) -> Result<BTreeSet<String>, Vec<String>> {
    let read = |name: &str| {
        let file = files.iter().find(|(file, _)| *file == name);
        file.map(|(_, text)| (*text).to_string())
    };
    let crates = [("go", "go/lib.rs"), ("app", "app/lib.rs")];
    let uses = Sources::read(&crates, &read).expect("the made-up files are Rust").uses()?;
    Ok(uses.iter().map(|one| format!("{} -> {}", one.from, one.to)).collect())
}

const GO: (&str, &str) = ("go/lib.rs", "mod board; pub mod rules; pub use board::chain::Chain;");
const BOARD: (&str, &str) = ("go/board/mod.rs", "pub mod chain; pub(crate) use chain::*;");
const CHAIN: (&str, &str) =
    ("go/board/chain.rs", "pub struct Chain; pub enum Kind { Solid } pub fn chain() {}");

#[test]
fn a_path_is_followed_through_re_exports() {
    for code in [
        "use go::Chain; ",
        "use go::rules::Alias as Other;",
        "fn f(_: Vec<go::Chain>) {}",
        "fn f() { println!(\"{}\", go::Chain::COUNT); }",
        "fn f() { use go::rules::group; group(); }",
        "mod inner { use super::Chain; } pub use go::Chain;",
        "use go::rules as r; fn f() -> r::Alias {}",
    ] {
        let rules = "pub use crate::Chain as Alias; pub use crate::board::chain as group;";
        let files = [GO, BOARD, CHAIN, ("go/rules.rs", rules), ("app/lib.rs", code)];
        assert_eq!(
            uses_in(&files),
            Ok(["app/lib.rs -> go/board/chain.rs".into()].into()),
            "{code}"
        );
    }
}

#[test]
fn tests_and_re_exports_use_nothing() {
    for code in [
        "pub use go::Chain;",
        "#[cfg(test)] mod tests { use go::Chain; }",
        "#[cfg(all(test, unix))] fn f() { go::Chain::new() }",
        "struct A; impl A { #[cfg(test)] fn f() -> go::Chain {} }",
        "use std::fmt::Chain; fn f(_: Chain) {}",
    ] {
        let files = [GO, BOARD, CHAIN, ("go/rules.rs", ""), ("app/lib.rs", code)];
        assert_eq!(uses_in(&files), Ok(BTreeSet::new()), "{code}");
    }
    let code = "#[cfg(not(test))] use go::Chain;";
    let files = [GO, BOARD, CHAIN, ("go/rules.rs", ""), ("app/lib.rs", code)];
    assert!(uses_in(&files).is_ok_and(|uses| uses.len() == 1));
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    let rules = "use crate::board::Kind; use super::board::{chain, nothing}; fn f(k: Kind) {}";
    let files = [GO, BOARD, CHAIN, ("go/rules.rs", rules), ("app/lib.rs", "")];
    assert_eq!(uses_in(&files), Err(vec!["go/rules.rs: super::board::nothing".into()]));
}

#[test]
fn files_in_a_circle_are_found() {
    let edge = |from: &str, to: &str| Use { from: from.into(), to: to.into(), path: "x".into() };
    let mut uses = BTreeSet::from([edge("a", "b"), edge("b", "c"), edge("a", "c")]);
    assert!(circles(&uses).is_empty());
    uses.insert(edge("c", "b"));
    let found = circles(&uses);
    assert_eq!(found.iter().map(|files| files.len()).collect::<Vec<_>>(), [2]);
    assert!(found[0].contains(&"b") && found[0].contains(&"c"));
}

#[test]
fn layers_of_the_engine_use_only_what_is_below() {
    forbid(|one| {
        let (Some(from), Some(to)) = (room(&one.from), room(&one.to)) else { return false };
        let allowed = LAYERS.iter().find(|(name, _)| *name == from).map(|(_, allowed)| *allowed);
        from != to && !allowed.is_some_and(|allowed| allowed.contains(&to))
    });
}

#[test]
fn every_layer_comes_after_those_it_uses() {
    for (index, (layer, allowed)) in LAYERS.iter().enumerate() {
        for used in *allowed {
            let place = LAYERS.iter().position(|(name, _)| name == used);
            assert!(place.is_some_and(|place| place < index), "{layer} uses {used}");
        }
    }
}

#[test]
fn playouts_know_nothing_of_the_search() {
    forbid(|one| {
        let room = room(&one.to).filter(|_| one.from.starts_with("playouts/"));
        room.is_some_and(|room| !FOR_PLAYOUTS.contains(&room))
    });
}

#[test]
fn clients_of_a_player_know_neither_playouts_nor_search() {
    forbid(|one| {
        let is_client = ["review/", "gtp/", "analysis/", "play/", "app/"]
            .iter()
            .any(|name| one.from.starts_with(name));
        let is_hidden = room(&one.to).is_some_and(|room| ["search", "knowledge"].contains(&room));
        let is_hidden = is_hidden && !PASSED_ON.contains(&one.to.as_str());
        let is_inside = ["playouts/", "searches/"].iter().any(|name| one.to.starts_with(name));
        is_client && (is_hidden || is_inside)
    });
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let uses = uses();
    let circles = circles(&uses);
    let lines: Vec<_> = circles.iter().map(|files| files.join(" ")).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn every_package_of_the_workspace_is_checked() {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("a manifest is TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list of packages");
    let members: BTreeSet<&str> = members.iter().filter_map(|member| member.as_str()).collect();
    let checked: BTreeSet<&str> = PACKAGES.iter().map(|(package, _)| *package).collect();
    assert_eq!(checked, members);
}

#[test]
fn packages_depend_in_one_direction() {
    for (package, allowed) in PACKAGES {
        let path = root().join(package).join("Cargo.toml");
        let text = fs::read_to_string(&path).expect("each package has a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let mut used = BTreeSet::new();
        dependencies(&manifest, &mut used);
        for name in used {
            let is_ours = PACKAGES.iter().any(|(ours, _)| *ours == name);
            assert!(!is_ours || allowed.contains(&name.as_str()), "{package} depends on {name}");
        }
    }
}

/// Collects the names of all dependencies: ordinary ones, those for tests and builds, and those for
/// specific targets only.
fn dependencies(table: &toml::Table, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        let Some(inner) = value.as_table() else { continue };
        if key.ends_with("dependencies") {
            found.extend(inner.keys().cloned());
        } else if key == "target" {
            inner.values().filter_map(|cfg| cfg.as_table()).for_each(|t| dependencies(t, found));
        }
    }
}
