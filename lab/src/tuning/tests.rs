//! Tests of complete, interrupted and resumed tuning runs.

use std::fs;

use assembly::network_choice::NetworkChoice;

use super::*;
use crate::test_line;

/// Runs a command line and returns its output, or the error that ended the run.
fn run(line: &str) -> io::Result<String> {
    let (options, asked) = test_line::read(line);
    let mut output = Vec::new();
    write(&asked, &options, &Hands::own(&Interruption::default()), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

const LINE: &str = "tune prior_even=0..20 rate_atari=0..100:50 --size 5 --playouts 10 \
                    --batch 4 --gain 0.3";

#[test]
fn a_tuning_that_was_cut_off_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.jsonl");
    let line = format!("{LINE} --steps 10 --log-file {}", path.display());
    let printed = run(&format!("{line} --threads 1")).unwrap();
    let log = fs::read_to_string(&path).unwrap();
    assert_eq!(log.lines().count(), 11);
    for steps in [0, 3, 4, 9, 10] {
        let kept: Vec<&str> = log.lines().take(1 + steps).collect();
        fs::write(&path, format!("{}\n{{\"step\":", kept.join("\n"))).unwrap();
        assert_eq!(run(&format!("{line} --threads 2")).unwrap(), printed, "{steps} steps");
        assert_eq!(fs::read_to_string(&path).unwrap(), log, "{steps} steps");
    }
    let further = run(&line.replace("--steps 10", "--steps 12")).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(run(&line.replace("--steps 10", "--steps 12")).unwrap(), further);
}

#[test]
fn the_log_of_another_tuning_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let (path, table) = (folder.path().join("log.jsonl"), folder.path().join("table.txt"));
    let line = format!("{LINE} --steps 1 --log-file {}", path.display());
    run(&line).unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    fs::write(&table, "1.5 last 2\n").unwrap();
    let with_table = format!("{line} --table {}", table.display());
    for (line, expected) in [
        (line.replace("--gain 0.3", "--gain 0.4"), "gain: expected 0.4, got 0.3"),
        (line.replace("--batch 4", "--batch 5"), "batch: expected 5, got 4"),
        (line.replace("0..20", "0..21"), "tuned parameters: expected prior_even=0..21 rate_"),
        (format!("{line} --rave-visits 7"), "rave_visits: expected 7, got "),
        (format!("{line} --komi 5"), "komi: expected 5, got 7.5"),
        (with_table.clone(), "table: expected "),
    ] {
        let error = run(&line).unwrap_err().to_string();
        assert!(error.contains("log of another run: ") && error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
    fs::remove_file(&path).unwrap();
    run(&with_table).unwrap();
    fs::write(&table, "1.5 last 2\n0.5 last 3\n").unwrap();
    let error = run(&with_table).unwrap_err().to_string();
    assert!(error.contains("table: expected "), "the contents count: {error}");
    fs::write(&path, "{\"tune\":{\"batch\":4}}\n").unwrap();
    let error = run(&line).unwrap_err().to_string();
    assert!(error.contains("a log of an earlier version has no header"), "{error}");
}

#[test]
fn an_interrupted_tuning_reports_the_steps_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.jsonl");
    let line = format!("{LINE} --steps 4 --log-file {}", path.display());
    run(&line).unwrap();
    let (options, asked) = test_line::read(&line.replace("--steps 4", "--steps 8"));
    let interruption = Interruption::default();
    interruption.raise();
    let mut output = Vec::new();
    write(&asked, &options, &Hands::own(&interruption), &mut output).unwrap();
    assert!(String::from_utf8(output).unwrap().starts_with("4 steps of 2 games"));
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 5);
}

#[test]
fn the_values_found_are_told_with_a_test() {
    let printed = run(&format!("{LINE} --steps 2 --komi 0.5 --seed 4")).unwrap();
    for part in [
        "2 steps of 2 games on 5x5, chinese rules, komi 0.5, 10 playouts a move, seed 4\n",
        "\nrate_atari: ",
        ", started at 50 (rate_atari=0..100:50)\n",
        "\nmengxi match --size 5x5 --komi 0.5 --rules chinese --policy heavy --playouts 10 ",
        " --opening-moves 2 --games 400 --seed 5 --a prior_even=",
        " --a rate_atari=",
    ] {
        assert!(printed.contains(part), "{part:?} in {printed}");
    }
}

/// Otherwise the match could test values that play no part in it.
#[test]
fn the_test_is_played_under_the_conditions_of_the_tuning() {
    let table = tempfile::NamedTempFile::with_prefix("table").unwrap();
    fs::write(table.path(), "1.5 last 2\n").unwrap();
    let conditions = format!(
        "--table {} --memory 16 --network none --level 19 --ponder --no-proven-moves \
         --book none --rave-visits 7 --opening-moves 3",
        table.path().display()
    );
    let printed = run(&format!("{LINE} --steps 1 --threads 1 {conditions}")).unwrap();
    let (_, command) = printed.split_once("\nmengxi ").unwrap();
    for part in [
        &format!(" --table {}", table.path().display()),
        " --memory 16 ",
        " --network none ",
        " --level 19 ",
        " --ponder ",
        " --book none ",
        " --rave-visits 7 ",
        " --opening-moves 3 ",
    ] {
        assert!(command.contains(part), "{part:?} in {command}");
    }
    for part in ["--threads", "--no-"] {
        assert!(!command.contains(part), "{part:?} in {command}");
    }
    let (options, _) = test_line::read::<matches::MatchOptions>(command.trim_end());
    assert_eq!(matches::common(&options).knowledge.network, NetworkChoice::NONE);
}

#[test]
fn a_parameter_is_tuned_once() {
    let error = run("tune prior_even=0..20 prior_even=0..30").unwrap_err().to_string();
    assert!(error.contains("prior_even is repeated"), "{error}");
}
