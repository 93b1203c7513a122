//! Runs the test cases for exact reading in `data/reading/`.

use std::fs;
use std::path::Path;

use tests::reading_cases::{self, Tally};

/// The names and texts of all files.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reading");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is part of the package") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        files.push((name, fs::read_to_string(&path).expect("a readable file")));
    }
    files.sort();
    files
}

#[test]
fn the_engine_reads_all_claims_correctly() {
    let mut all = Tally::default();
    let mut failures = Vec::new();
    for (name, text) in files() {
        match reading_cases::run(&name, &text) {
            Ok(tally) => {
                all.cases += tally.cases;
                all.claims += tally.claims;
            }
            Err(failure) => failures.push(failure),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(all.cases >= 300, "only {} positions were found", all.cases);
}

#[test]
fn learned_rules_change_no_answer() {
    let mut questions = 0;
    for (name, text) in files() {
        match reading_cases::compare_rules(&name, &text) {
            Ok(efforts) => questions += efforts.map(|effort| effort.questions).iter().sum::<u64>(),
            Err(failure) => panic!("\n{failure}"),
        }
    }
    assert!(questions > 300, "only {questions} questions were answered");
}

/// This test takes minutes. Run it with this command:
/// `cargo test --release -p mengxi-tests --test all -- --ignored reading::`
#[test]
#[ignore = "takes minutes"]
fn all_claims_are_true() {
    let verified = files().into_iter().map(|(name, text)| reading_cases::verify(&name, &text));
    let failures: Vec<_> = verified.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_claim_that_fails_is_named() {
    let position = "case: three in a row\n. . . X O\nX X X X O\nO O O O O\n. O . O O\n".to_owned();
    let failure = |claim: &str| {
        let text = position.clone() + claim;
        (reading_cases::run("a", &text).err(), reading_cases::verify("a", &text).err())
    };
    assert_eq!(failure("kill A3 1 B4"), (None, None));
    let wrong = "a:6: three in a row: 'kill A3 0': found 1 B4".to_owned();
    let untrue = "a:6: three in a row: 'kill A3 0': is 1 B4".to_owned();
    assert_eq!(failure("kill A3 0"), (Some(wrong), Some(untrue)));
    let right = "a:6: three in a row: 'wrong kill A3 1': is now read correctly".to_owned();
    assert_eq!(failure("wrong kill A3 1"), (Some(right), None));
    for bad in ["kill A4 1", "kil A3 1", "kill A3 4", "kill A3", "kill A3 1 B4 A4"] {
        let (run, verified) = failure(bad);
        assert!(run.is_some() && verified.is_some(), "{bad}");
    }
}
