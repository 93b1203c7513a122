//! The program plays Othello: by GTP with a clock, by NBoard, and to fit its evaluation.

use std::fs;

use games::othello::evaluation::Weights;
use tests::other_games::{interrupted, play_with_a_clock};
use tests::program::{PATIENCE, Program, assert_refused};

#[test]
fn a_game_with_a_clock_is_played_in_time() {
    play_with_a_clock("othello", 4);
}

#[test]
fn a_line_interrupts_a_search() {
    let mut program = Program::start("othello --threads 2 --memory 16 --seconds 1000 --book none");
    let answer = interrupted(&mut program, "genmove b");
    assert!(["D3", "C4", "F5", "E6"].contains(&answer[2..].trim()), "{answer}");
}

#[test]
fn nboard_gets_its_answers() {
    let mut program = Program::start("othello --protocol nboard --threads 1 --memory 16");
    program.send("nboard 2\nset depth 4\nset game (;GM[Othello]B[F5];)\ngo\nping 3\nquit\n");
    let mut lines = Vec::new();
    while let Some(line) = program.line_within(PATIENCE) {
        lines.push(line);
    }
    assert_eq!(lines[..2], ["set myname Mengxi", "set myname Mengxi4"]);
    let best = lines.iter().find_map(|line| line.strip_prefix("=== ")).expect("a move");
    let best = best.split('/').next().unwrap_or_default();
    assert!(["D6", "F4", "F6"].contains(&best), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("pong 3"));
}

#[test]
fn wrong_options_are_named() {
    assert_refused("othello --search quick", "--search");
    assert_refused("othello --depth 0", "--depth");
    assert_refused("othello --protocol uci", "--protocol");
    assert_refused("fit chess --games g", "chess");
}

#[test]
fn an_evaluation_is_fitted_and_its_games_continue_where_they_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |options: &str| {
        let options = format!("fit othello --depth 1 --seed 5 {options}");
        Program::start_in(&options, folder.path()).finish();
    };
    run("--threads 1 --games games.txt --play 3");
    let games = |name: &str| fs::read_to_string(folder.path().join(name)).expect("games");
    let first = games("games.txt");
    assert_eq!(first.lines().count(), 3);
    run("--threads 1 --games games.txt --play 25 --rounds 2 --out weights");
    assert!(games("games.txt").starts_with(&first));
    run("--threads 4 --games again.txt --play 25");
    assert_eq!(games("games.txt"), games("again.txt"), "in the same order on several threads");
    let weights = fs::read(folder.path().join("weights")).expect("weights");
    assert!(Weights::read(&weights).is_ok());
}
