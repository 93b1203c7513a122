//! Tests of complete, interrupted and resumed matches.

use engine::sgf;

use super::*;
use crate::test_line;

/// Runs a command line and returns its output, or the error that ended the run.
fn run(line: &str, interruption: &Interruption) -> io::Result<String> {
    let (options, asked) = test_line::read(line);
    let mut output = Vec::new();
    write(&asked, &options, &Hands::own(interruption), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

fn printed(line: &str) -> String {
    run(line, &Interruption::default()).unwrap()
}

fn refused(line: &str) -> String {
    run(line, &Interruption::default()).unwrap_err().to_string()
}

/// The lines of a log without its header, in the order of their game numbers.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    lines.sort_by_key(|line| Record::of_json(&serde_json::from_str(line).unwrap()).unwrap().0);
    lines
}

const LINE: &str = "match --size 5 --komi 0.5 --playouts 20 --games 6 --seed 3";

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let line = "match --size 5 --komi 0.5 --playouts 40 --games 6 --a prior_features=0 \
                --a rate_atari=0 --b rave_visits=0 --seed 3";
    let one = printed(&format!("{line} --threads 1"));
    assert_eq!(one, printed(&format!("{line} --threads 2")));
    assert!(one.starts_with("A: prior_features=0 rate_atari=0\nB: rave_visits=0\n"), "{one}");
    assert!(one.contains("6 games on 5x5, chinese rules, komi 0.5, 40 playouts"), "{one}");
    assert!(one.contains("as Black it won") && one.contains(" of 3, as White"), "{one}");
    assert_ne!(one, printed(&line.replace("--seed 3", "--seed 4")));
}

#[test]
fn games_are_kept_as_records() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("new/games");
    let sgf_option = games.display();
    printed(&format!("match --size 5 --playouts 10 --games 3 --sgf {sgf_option}"));
    let names = ["00000-a-black.sgf", "00001-b-black.sgf", "00002-a-black.sgf"];
    for name in names {
        let game = sgf::read(fs::read(games.join(name)).unwrap(), None).unwrap();
        assert!(game.moves().len() > 2, "{name}");
    }
    assert_eq!(fs::read_dir(games).unwrap().count(), names.len());
}

#[test]
fn a_match_continues_from_its_log_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let (path, records) = (folder.path().join("log"), folder.path().join("games"));
    let line = format!("{LINE} --log-file {}", path.display());
    let whole = printed(&format!("{line} --threads 2"));
    assert_eq!(whole, printed(LINE), "the log changes nothing");
    let text = fs::read_to_string(&path).unwrap();
    let all = games(&path);
    assert_eq!(all.len(), 6);
    for kept in [0, 1, 4, 6] {
        let lines: Vec<&str> = text.lines().take(1 + kept).collect();
        fs::write(&path, format!("{}\n{{\"black\":", lines.join("\n"))).unwrap();
        let resumed = printed(&format!("{line} --threads 1 --sgf {}", records.display()));
        assert_eq!((resumed, games(&path)), (whole.clone(), all.clone()), "{kept} games kept");
        assert_eq!(fs::read_dir(&records).unwrap().count(), 6, "also the games of the log");
        fs::remove_dir_all(&records).unwrap();
    }
    assert!(printed(&line.replace("--games 6", "--games 2")).contains("\n2 games on"));
    printed(&line.replace("--games 6", "--games 8"));
    assert_eq!(games(&path)[..6], all);
    assert_eq!(games(&path).len(), 8);
}

#[test]
fn the_log_of_another_match_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let (path, table) = (folder.path().join("log"), folder.path().join("table.txt"));
    let line = format!("{} --log-file {}", LINE.replace("--games 6", "--games 1"), path.display());
    printed(&line);
    let kept = fs::read_to_string(&path).unwrap();
    fs::write(&table, "1.5 last 2\n").unwrap();
    let book = folder.path().join("book.dat");
    fs::write(&book, "9 | E5\n").unwrap();
    let (with_book, for_a) =
        (format!("--book {}", book.display()), format!("--a book={}", book.display()));
    let with_table = format!("--table {}", table.display());
    for (more, expected) in [
        ("--komi 6.5", "komi: expected 6.5, got 0.5"),
        ("--size 6", "size: expected 6x6, got 5x5"),
        ("--rules japanese", "rules: expected japanese, got chinese"),
        ("--seed 4", "seed: expected 4, got 3"),
        ("--seconds 2", "seconds: expected 2, got 0"),
        ("--playouts 21", "playouts: expected 21, got 20"),
        ("--opening-moves 3", "opening-moves: expected 3, got 2"),
        ("--policy uniform", "policy: expected uniform, got heavy"),
        ("--prior-even 5", "prior_even: expected 5, got 10"),
        ("--a prior_even=5", "a prior_even: expected 5, got unset"),
        ("--b prior_even=5", "b prior_even: expected 5, got unset"),
        (with_table.as_str(), "table: expected "),
        (with_book.as_str(), "book: expected a file with SHA-256 "),
        (for_a.as_str(), "a book: expected a file with SHA-256 "),
    ] {
        let name = more.split(' ').next().unwrap();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == name) {
            words.drain(at..at + 2);
        }
        let error = refused(&format!("{} {more}", words.join(" ")));
        assert!(error.contains("log of another run: ") && error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
    let game = kept.lines().last().unwrap();
    fs::write(&path, format!("{kept}{game}\n")).unwrap();
    assert!(refused(&line).contains("line 3: expected each game once, but game 0 is repeated"));
    fs::write(&path, format!("{kept}{{}}\n")).unwrap();
    assert!(refused(&line).contains("line 3: expected a finished game"));
}

#[test]
fn an_interrupted_match_reports_the_games_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let line = format!("{LINE} --log-file {}", path.display());
    printed(&line.replace("--games 6", "--games 2"));
    let interruption = Interruption::default();
    interruption.raise();
    let partial = run(&line, &interruption).unwrap();
    assert!(partial.contains("\n2 of 6 games on 5x5, "), "{partial}");
    assert!(partial.contains("\nshare of A: "), "{partial}");
    assert_eq!(games(&path).len(), 2);
    let none = run(LINE, &interruption).unwrap();
    assert!(none.contains("\n0 of 6 games on 5x5, "), "{none}");
}

#[test]
fn targets_are_tried_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none/log");
    let long = "match --seconds 60 --games 100";
    let error = refused(&format!("{long} --log-file {}", missing.display()));
    assert!(error.contains(&missing.display().to_string()), "{error}");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = refused(&format!("{long} --sgf {}", file.display()));
    assert!(error.contains(&file.display().to_string()), "{error}");
}
