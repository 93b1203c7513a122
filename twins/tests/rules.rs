//! Runs the test cases for the rules in `data/`.

use std::fs;
use std::path::Path;

use twins::cases;

#[test]
fn all_cases_hold() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(data).expect("the folder is part of the package") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "cases") {
            continue;
        }
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        match cases::run(&name, &fs::read_to_string(&path).expect("a readable file")) {
            Ok(cases) => count += cases,
            Err(failure) => failures.push(failure),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(count >= 35, "only {count} cases were found");
}

#[test]
fn a_failing_case_names_file_and_line() {
    let text = "# none\n\ncase: a lie\n. X\n. .\nlegal white A1\nillegal white A1 ko\n";
    let failure = cases::run("lies.cases", text).unwrap_err();
    assert_eq!(failure, "lies.cases:7: a lie: 'illegal white A1 ko': found Ok(())");
    assert!(cases::run("lies.cases", "case: bad\n. X\nlegl black A1").is_err());
}
