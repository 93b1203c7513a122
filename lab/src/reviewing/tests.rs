//! Reviews of small games through the task itself.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assembly::compose;
use assembly::parameters::ParameterValues;
use engine::sgf;
use review::game::data::Effort;
use review::game::reviewer::Reviewer;
use serde_json::Value;

use super::*;
use crate::test_line;

const GAMES: &str = "(;SZ[5]KM[0]PB[Ann];B[cc](;W[bb];B[bc])(;W[dd]))\n(;SZ[4:5];B[aa];W[aa])";

/// Reviews `GAMES` in a folder and returns the output.
fn run(folder: &Path, words: &[&str], interruption: &Interruption) -> io::Result<String> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("games.sgf"), GAMES)?;
    let (html, sgf, json) = (path("r.html"), path("r.sgf"), path("r.json"));
    let files = ["--html", &html, "--sgf", &sgf, "--json", &json];
    let record = path("games.sgf");
    let line = ["mengxi", &record, "--visits", "30", "--memory", "16"];
    let files = files.chunks(2).filter(|option| !words.contains(&option[0])).flatten();
    let line = line.iter().chain(files).chain(words);
    let (options, asked) = test_line::read_words(line).unwrap();
    let mut output = Vec::new();
    write(&asked, &options, interruption, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn all_games_of_a_file_are_reviewed_as_often_as_wished_with_the_same_result() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let outputs =
        folders.each_ref().map(|folder| run(folder.path(), &[], &Interruption::default()).unwrap());
    assert_eq!(outputs[0], outputs[1]);
    assert!(outputs[0].contains("Ann - White, 5x5, 3 moves"), "{}", outputs[0]);
    assert!(outputs[0].contains("The review ends early: move 2, white A5"), "{}", outputs[0]);
    for name in ["r-1.html", "r-2.html", "r.sgf", "r.json"] {
        let [a, b] = folders.each_ref().map(|folder| fs::read(folder.path().join(name)).unwrap());
        assert!(a == b, "{name} differs");
    }
    let text = fs::read_to_string(folders[0].path().join("r.sgf")).unwrap();
    assert_eq!(sgf::games(&text).count(), 2);
    assert!(text.contains("(;W[dd])"), "the variation is kept");
    let data: Value =
        serde_json::from_slice(&fs::read(folders[0].path().join("r.json")).unwrap()).unwrap();
    assert_eq!(data["games"][0]["positions"].as_array().unwrap().len(), 4);
    assert_eq!(data["games"][1]["game"]["height"], 5);
    assert!(!folders[0].path().join("r.html.part").exists());
}

#[test]
fn an_interrupted_review_goes_on_with_the_same_result() {
    let [whole, parts] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    run(whole.path(), &[], &Interruption::default()).unwrap();
    let journal = parts.path().join("r.html.part");
    run(parts.path(), &[], &Interruption::default()).unwrap();
    // The journal of a run that was interrupted after some positions.
    let interruption = Interruption::default();
    interruption.raise();
    for file in ["r-1.html", "r-2.html"] {
        fs::remove_file(parts.path().join(file)).unwrap();
    }
    let said = run(parts.path(), &[], &interruption).unwrap();
    assert_eq!(said, "0 of 6 positions; the same command goes on with them\n");
    assert!(journal.exists());
    let found = PositionReview::default();
    let mut lines = fs::read_to_string(&journal).unwrap();
    lines += &serde_json::to_string(&serde_json::json!({"game": 1, "position": 9, "found": found}))
        .unwrap();
    fs::write(&journal, lines.clone() + "\n").unwrap();
    let error = run(parts.path(), &[], &Interruption::default()).unwrap_err().to_string();
    assert!(error.contains("game 1 has no position 9"), "{error}");
    let header = lines.lines().next().unwrap().to_owned() + "\n";
    fs::write(&journal, &header).unwrap();
    let error =
        run(parts.path(), &["--seed", "2"], &Interruption::default()).unwrap_err().to_string();
    assert!(error.contains("seed: expected 2, got 1"), "{error}");
    // One position as it was found, and one that is marked so that it can be recognised.
    let data = |folder: &Path| -> Value {
        serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap()
    };
    let all = data(whole.path());
    let mut marked = all["games"][1]["positions"][0].clone();
    marked["visits"] = 12_345.into();
    let entry = |game: usize, position: usize, found: &Value| {
        serde_json::json!({"game": game, "position": position, "found": found}).to_string() + "\n"
    };
    let known = entry(0, 2, &all["games"][0]["positions"][2]) + &entry(1, 0, &marked);
    fs::write(&journal, header + &known).unwrap();
    let said = run(parts.path(), &[], &interruption).unwrap();
    assert_eq!(said, "2 of 6 positions; the same command goes on with them\n");
    run(parts.path(), &["--threads", "3"], &Interruption::default()).unwrap();
    let mut resumed = data(parts.path());
    assert_eq!(resumed["games"][1]["positions"][0], marked);
    resumed["games"][1]["positions"][0] = all["games"][1]["positions"][0].clone();
    assert_eq!(resumed, all);
    assert!(!journal.exists());
}

#[test]
fn an_interrupted_review_without_files_says_how_far_it_came() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.sgf");
    fs::write(&record, GAMES).unwrap();
    let words = ["mengxi", record.to_str().unwrap(), "--visits", "5", "--memory", "16"];
    let (options, asked) = test_line::read_words(words).unwrap();
    let interruption = Interruption::default();
    interruption.raise();
    let mut output = Vec::new();
    write(&asked, &options, &interruption, &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    let expected =
        "Interrupted after 0 of 6 positions.\n\nAnn - White, 5x5, 0 moves\nBlack: no moves";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_game_is_read_up_to_where_its_record_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    for (text, problem) in [
        ("B[ff];W[dd])", "move 3, black 'ff': a point of the board was expected"),
        ("B[dd]C[good mo", "the record is cut off before move 3"),
    ] {
        fs::write(&path, format!("(;SZ[5];B[cc];W[bb];{text}")).unwrap();
        let records = record::read(&path).unwrap();
        assert_eq!(records.len(), 1);
        let game = &records[0];
        assert_eq!((game.game.moves().len(), game.last_move, game.positions()), (2, 2, 3));
        assert_eq!(game.unread.as_deref(), Some(problem));
    }
}

#[test]
fn a_review_says_that_it_begins_with_stones_that_are_set_up_after_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.sgf");
    fs::write(&record, "(;SZ[5];B[cc];W[bb];B[dd];AE[cc];W[aa];B[ab])").unwrap();
    let words = ["mengxi", record.to_str().unwrap(), "--visits", "5", "--memory", "16"];
    let (options, asked) = test_line::read_words(words).unwrap();
    let mut output = Vec::new();
    write(&asked, &options, &Interruption::default(), &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(said.starts_with("Black - White, 5x5, 2 moves\n"), "{said}");
    let begins = "The review begins after move 3, where the record sets up stones, and counts";
    assert!(said.contains(begins) && !said.contains("ends early"), "{said}");
}

#[test]
fn the_end_of_a_game_is_judged_in_a_given_time_only_if_positions_are_searched_so() {
    let game = sgf::read("(;SZ[5]KM[0];B[cc];W[bb];B[];W[])", None).unwrap();
    let judged = |time, effort| {
        let mut values = ParameterValues::default();
        let search = &mut values.player.search;
        (search.threads, search.memory, search.seed) = (1, 16 << 20, 1);
        values.player.judging_time = time;
        let player = compose::player_with(&values, game.clone());
        Reviewer::new(player, effort).unwrap().review(&game, 4).unwrap()
    };
    let no_time = Some(Duration::ZERO);
    let by_visits = judged(None, Effort::Visits(5));
    assert_eq!((by_visits.visits, by_visits.candidates.len()), (0, 0), "it is counted");
    assert_eq!(by_visits.ownership.len(), 25);
    assert_eq!(judged(no_time, Effort::Visits(5)), by_visits, "as on every machine");
    let by_time = judged(no_time, Effort::Seconds(0.01));
    assert_ne!(by_time.ownership, by_visits.ownership, "the time for a judgement has run out");
}

#[test]
fn a_file_without_a_game_is_an_error_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.sgf");
    fs::write(&path, "no game").unwrap();
    let html = folder.path().join("r.html");
    let problem = |html: &Path| {
        let words = ["mengxi", path.to_str().unwrap(), "--html", html.to_str().unwrap()];
        let (options, asked) = test_line::read_words(words).unwrap();
        let error = write(&asked, &options, &Interruption::default(), &mut io::sink());
        error.unwrap_err().to_string()
    };
    assert!(problem(&html).contains("none.sgf: no game record"), "{}", problem(&html));
    assert!(!html.exists());
    assert!(problem(&path).contains("none.sgf: another file was expected"), "{}", problem(&path));
}

#[test]
fn no_file_is_written_twice_under_different_names() {
    let folder = tempfile::tempdir().unwrap();
    for (name, again) in [("r.sgf", "--json"), ("r-2.html", "--sgf"), ("games.sgf", "--html")] {
        let other = format!("{}/./{name}", folder.path().display());
        let error = run(folder.path(), &[again, &other], &Interruption::default()).unwrap_err();
        assert!(error.to_string().contains("another file was expected"), "{name}: {error}");
    }
}

/// An output that nobody reads any more.
struct Closed;

impl io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_files_are_written_even_if_nobody_reads_the_summaries() {
    let folder = tempfile::tempdir().unwrap();
    let [record, json] = ["games.sgf", "r.json"].map(|name| folder.path().join(name));
    fs::write(&record, GAMES).unwrap();
    let paths = [&record, &json].map(|path| path.to_str().unwrap());
    let words = ["mengxi", paths[0], "--visits", "5", "--memory", "16", "--json", paths[1]];
    let (options, asked) = test_line::read_words(words).unwrap();
    let written = write(&asked, &options, &Interruption::default(), &mut Closed);
    assert_eq!(written.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    assert!(json.exists() && !folder.path().join("r.json.part").exists());
}
