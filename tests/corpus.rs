//! Runs the seed files of the fuzz targets as an ordinary test, for machines without a fuzzer.

use std::fs;
use std::path::Path;

use tests::fuzzing::TARGETS;

#[test]
fn seed_files_pass_their_targets() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for (name, target) in TARGETS {
        let folder = fs::read_dir(corpus.join(name)).expect("each target has seed files");
        let mut count = 0;
        for entry in folder {
            let path = entry.expect("a readable folder").path();
            let bytes = fs::read(&path).expect("a readable file");
            let passed = std::panic::catch_unwind(|| target(&bytes));
            assert!(passed.is_ok(), "{name} fails on {}", path.display());
            count += 1;
        }
        assert!(count >= 3, "{name} has only {count} seed files");
    }
}

#[test]
fn each_target_has_its_program() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let mut found: Vec<String> = fs::read_dir(fuzz.join("fuzz_targets"))
        .expect("the targets are part of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    found.sort_unstable();
    assert_eq!(found, TARGETS.map(|(name, _)| name.to_string()));
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a manifest is TOML");
    let programs = manifest["bin"].as_array().expect("a list of programs");
    for (name, _) in TARGETS {
        let path = format!("fuzz_targets/{name}.rs");
        let code = fs::read_to_string(fuzz.join(&path)).expect("found above");
        let call = format!("fuzz_target!(|bytes: &[u8]| tests::fuzzing::{name}(bytes));");
        assert!(code.contains(&call), "{path} does not call its target");
        let is_listed = programs.iter().any(|program| {
            let texts = ["name", "path"].map(|key| program[key].as_str());
            texts == [Some(name), Some(path.as_str())]
        });
        assert!(is_listed, "fuzz/Cargo.toml does not list {path}");
    }
}
