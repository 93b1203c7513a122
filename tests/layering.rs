//! Who may use whom: the layers inside the engine, and the crates among each other. Cargo does not
//! guard the first, so this reads the paths in the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the engine, in the order of their layers, each with those it may use.
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

/// What Go knowledge and those who learn it may know of the engine.
const FOR_PLAYOUTS: &[&str] = &["vocabulary", "board", "rules", "sgf", "tactics", "knowledge"];

/// The workspace packages that each package may depend on.
const PACKAGES: &[(&str, &[&str])] = &[
    ("classical", &[]),
    ("clocks", &[]),
    ("protocol", &[]),
    ("engine", &["classical", "clocks"]),
    ("playouts", &["engine"]),
    ("assembly", &["clocks", "engine", "playouts"]),
    ("review", &["engine", "assembly"]),
    ("lab", &["clocks", "engine", "playouts", "assembly", "review"]),
    ("gtp", &["classical", "clocks", "protocol", "engine", "assembly", "review"]),
    (
        "app",
        &[
            "classical",
            "clocks",
            "protocol",
            "engine",
            "playouts",
            "assembly",
            "review",
            "lab",
            "gtp",
        ],
    ),
    (
        "tests",
        &[
            "classical",
            "clocks",
            "protocol",
            "engine",
            "playouts",
            "assembly",
            "review",
            "lab",
            "gtp",
            "app",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file, without comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a readable file");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn word(text: &str) -> &str {
    let end = text.find(|sign: char| sign != '_' && !sign.is_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// The first segments after each `prefix::` in the code: one name, or all of a group in braces.
fn segments_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(&format!("{prefix}::")) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|sign| sign == '_' || sign == ':' || sign.is_alphanumeric()) {
            continue;
        }
        let rest = code[at + prefix.len() + 2..].trim_start();
        match rest.strip_prefix('{') {
            Some(group) => found.extend(first_words(group)),
            None => found.extend([word(rest).to_string()]),
        }
    }
    found
}

/// The first words of the members of a group, whose opening brace has been read.
fn first_words(group: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut depth, mut expected) = (1, true);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => expected = true,
            _ if sign.is_whitespace() || !expected => {}
            _ => {
                words.push(word(&group[at..]).to_string());
                expected = false;
            }
        }
        if depth == 0 {
            break;
        }
    }
    words
}

#[test]
fn paths_are_found_in_code() {
    let code = "use crate::board::{Board, crate_like};\nuse crate::{\n vocabulary::{A, B},\n rules::C,\n};\nlet x = crate::time::now(); mycrate::no();";
    let found: Vec<String> = segments_after(code, "crate").into_iter().collect();
    assert_eq!(found, ["board", "rules", "time", "vocabulary"]);
}

#[test]
fn layers_of_the_engine_use_only_what_is_below() {
    let folder = root().join("engine/src");
    let mut failures = Vec::new();
    for path in sources(&folder) {
        let inside = path.strip_prefix(&folder).expect("found below");
        let first = inside.components().next().expect("a file").as_os_str().to_string_lossy();
        let layer = first.trim_end_matches(".rs");
        if layer == "lib" {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            failures.push(format!("{}: '{layer}' is no layer known here", inside.display()));
            continue;
        };
        // A file in the folder of a layer, two modules deep, leaves it by one `super` more.
        let depth = inside.components().count() - usize::from(inside.ends_with("mod.rs"));
        let out = vec!["super"; depth].join("::");
        let code = code(&path);
        let mut used = segments_after(&code, "crate");
        used.extend(segments_after(&code, &out));
        for name in used {
            let is_room = LAYERS.iter().any(|(room, _)| *room == name);
            if is_room && name != layer && !allowed.contains(&name.as_str()) {
                failures.push(format!("{}: '{layer}' must not use '{name}'", inside.display()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
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
    for path in sources(&root().join("playouts/src")) {
        for name in segments_after(&code(&path), "engine") {
            let allowed = FOR_PLAYOUTS.contains(&name.as_str());
            assert!(allowed, "{}: playouts must not use engine::{name}", path.display());
        }
    }
}

#[test]
fn who_speaks_with_a_player_knows_neither_playouts_nor_search() {
    for folder in ["review/src", "gtp/src", "app/src"] {
        for path in sources(&root().join(folder)) {
            let (code, name) = (code(&path), path.display());
            assert!(segments_after(&code, "playouts").is_empty(), "{name} must not use playouts");
            for room in segments_after(&code, "engine") {
                let hidden = ["search", "knowledge"].contains(&room.as_str());
                assert!(!hidden, "{name} must not use engine::{room}");
            }
        }
    }
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

/// The names of all dependencies: ordinary ones, for tests and builds, and for some target only.
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
