//! The program plays Gomoku: by GTP with a clock, by the Gomocup protocol, and to fit its
//! evaluation.

use std::fs;

use games::gomoku::evaluation::Weights;
use tests::other_games::{interrupted, play_with_a_clock};
use tests::program::{PATIENCE, Program, assert_refused};

#[test]
fn a_game_with_a_clock_is_played_in_time() {
    play_with_a_clock("gomoku", 3);
}

#[test]
fn a_line_interrupts_a_search() {
    let mut program = Program::start("gomoku --threads 2 --memory 16 --seconds 1000 --book none");
    program.ask("play b h8");
    assert!(interrupted(&mut program, "genmove w").starts_with("= "));
}

#[test]
fn gomocup_gets_its_answers() {
    let mut program = Program::start("gomoku --protocol gomocup --threads 1 --memory 16");
    program.send("START 15\nINFO timeout_turn 200\nBEGIN\n");
    assert_eq!(program.line_within(PATIENCE).as_deref(), Some("OK"));
    assert_eq!(program.line_within(PATIENCE).as_deref(), Some("7,7"));
    program.send("TURN 7,8\n");
    let answer = program.line_within(PATIENCE).expect("a move");
    let point: Vec<usize> = answer.split(',').filter_map(|word| word.parse().ok()).collect();
    assert!(point.len() == 2 && point.iter().all(|&at| at < 15), "{answer}");
    assert!(!["7,7", "7,8"].contains(&answer.as_str()), "{answer} is taken");
    program.send("START 20\n");
    let answer = program.line_within(PATIENCE).expect("an error");
    assert!(answer.starts_with("ERROR unsupported size"), "{answer}");
    program.send("END\n");
    program.finish();
}

#[test]
fn wrong_options_are_named() {
    assert_refused("gomoku --protocol nboard", "--protocol");
    assert_refused("gomoku --evaluation fine", "--evaluation");
}

#[test]
fn an_evaluation_is_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = "fit gomoku --games games.txt --play 25 --evaluation simple --depth 1 \
                   --threads 1 --rounds 2 --out weights";
    Program::start_in(options, folder.path()).finish();
    let weights = fs::read(folder.path().join("weights")).expect("weights");
    assert!(Weights::read(&weights).is_ok());
}
