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
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
    let mut found: Vec<String> = fs::read_dir(programs)
        .expect("the targets are part of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    found.sort_unstable();
    assert_eq!(found, TARGETS.map(|(name, _)| name.to_string()));
}
