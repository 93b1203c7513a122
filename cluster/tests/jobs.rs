//! Matches and labellings over three ranks, killed in the middle and started again: the results are
//! those of one rank.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mengxi-cluster");

/// A job of so many ranks with one thread each.
fn job(ranks: usize, line: &str) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--allow-run-as-root", "-n", &ranks.to_string(), PROGRAM]);
    command.args(line.split_whitespace()).args(["--threads", "1"]);
    command
}

fn run(ranks: usize, line: &str) -> Output {
    let output = job(ranks, line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Kills a job as soon as its log has so many lines.
fn run_until(lines: usize, log: &Path, ranks: usize, line: &str) {
    let mut job = job(ranks, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    let count = || fs::read_to_string(log).map_or(0, |text| text.lines().count());
    while count() < lines {
        assert!(Instant::now() < end, "{} lines in {}", count(), log.display());
        sleep(Duration::from_millis(10));
    }
    job.kill().unwrap();
    job.wait().unwrap();
    // Without mpirun the ranks end too, and let go of the log.
    let mut before = 0;
    while count() > before {
        assert!(Instant::now() < end, "the ranks go on without mpirun");
        before = count();
        sleep(Duration::from_secs(1));
    }
}

#[test]
fn a_killed_match_goes_on_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let (one, log) = (folder.path().join("one"), folder.path().join("three"));
    let line = |log: &Path| {
        format!(
            "match --network none --size 7 --playouts 400 --games 40 --seed 3 --log-file {}",
            log.display()
        )
    };
    let alone = run(1, &line(&one));
    run_until(10, &log, 3, &line(&log));
    let before = fs::read_to_string(&log).unwrap().lines().count();
    assert!((10..41).contains(&before), "{before} lines");
    assert_eq!(run(3, &line(&log)).stdout, alone.stdout);
    let sorted = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&log), sorted(&one));
}

#[test]
fn a_killed_labelling_goes_on_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let (one, three) = (folder.path().join("one.jsonl.gz"), folder.path().join("three.jsonl.gz"));
    // A game takes ten milliseconds, and this test may have to wait for a processor.
    let line = |out: &Path| format!("label --size 7 --games 300 --seed 5 --out {}", out.display());
    run(1, &line(&one));
    let journal = folder.path().join("three.jsonl.gz.part");
    run_until(8, &journal, 3, &line(&three));
    assert!(!three.exists(), "it has been killed too late");
    run(3, &line(&three));
    assert!(fs::read(&one).unwrap() == fs::read(&three).unwrap());
}

#[test]
fn a_problem_of_any_rank_is_told() {
    let line = "match --network none --size 5 --playouts 10 --games 4";
    let missing = job(2, &format!("{line} --log-file no/such/folder")).output().unwrap();
    assert!(!missing.status.success());
    let told = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(told.contains("no/such/folder"), "{told}");
    let other = job(1, "bench").output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(told.contains("expected match, tune or label"), "{told}");
}
