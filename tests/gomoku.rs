//! The program plays Gomoku: by GTP with a clock, by the Gomocup protocol, and to fit its
//! evaluation.

use std::fs;
use std::time::{Duration, Instant};

use games::gomoku::evaluation::Weights;
use tests::program::{PATIENCE, Program};

/// The seconds that each player has for the game with a clock.
const SECONDS: f64 = 3.0;

#[test]
fn a_game_with_a_clock_is_played_in_time() {
    let mut program = Program::start("gomoku --threads 1 --memory 16 --lag 0.02");
    program.ask(&format!("time_settings {SECONDS} 0 0"));
    let mut used = [Duration::ZERO; 2];
    while !program.ask("gogui-rules_legal_moves").is_empty() {
        let side = program.ask("gogui-rules_side_to_move");
        let begun = Instant::now();
        program.ask(&format!("genmove {side}"));
        used[usize::from(side == "white")] += begun.elapsed();
    }
    // Half as much again, because on a busy machine an answer may come late.
    let most = Duration::from_secs_f64(1.5 * SECONDS);
    assert!(used.iter().all(|used| *used < most), "{used:?}");
    assert!(program.ask("gogui-rules_final_result").contains(['w', 'd']));
    program.send("quit\n");
    assert!(program.end_within(PATIENCE).is_some_and(|status| status.success()));
}

#[test]
fn a_line_interrupts_a_search() {
    let mut program = Program::start("gomoku --threads 2 --memory 16 --seconds 1000 --book none");
    program.ask("play b h8");
    let begun = Instant::now();
    program.send("genmove w\n");
    std::thread::sleep(Duration::from_millis(300));
    program.send("# interrupt\n");
    assert!(program.response().starts_with("= "));
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn gomocup_gets_its_answers() {
    let mut program = Program::start("gomoku --protocol gomocup --threads 1 --memory 16");
    program.send("START 15\nINFO timeout_turn 200\nBEGIN\n");
    assert_eq!(program.line_within(PATIENCE).as_deref(), Some("OK"));
    assert_eq!(program.line_within(PATIENCE).as_deref(), Some("7,7"));
    program.send("TURN 7,8\n");
    let answer = program.line_within(PATIENCE).expect("a move");
    assert!(answer.split_once(',').is_some(), "{answer}");
    program.send("START 20\n");
    let answer = program.line_within(PATIENCE).expect("an error");
    assert!(answer.starts_with("ERROR unsupported size"), "{answer}");
    program.send("END\n");
    assert!(program.end_within(PATIENCE).is_some_and(|status| status.success()));
}

#[test]
fn wrong_options_are_named() {
    for (options, problem) in
        [("gomoku --protocol nboard", "--protocol"), ("gomoku --evaluation fine", "--evaluation")]
    {
        let mut program = Program::start(options);
        let status = program.end_within(PATIENCE).expect("the program ends");
        assert!(!status.success(), "{options}");
        assert!(program.errors().contains(problem), "{options}: {}", program.errors());
    }
}

#[test]
fn an_evaluation_is_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = "--games games.txt --play 25 --evaluation simple --depth 1 --threads 1 --rounds 2 \
                   --out weights";
    let mut program = Program::start_in(&format!("fit gomoku {options}"), folder.path());
    let status = program.end_within(PATIENCE).expect("the program ends");
    assert!(status.success(), "{}", program.errors());
    let weights = fs::read(folder.path().join("weights")).expect("weights");
    assert!(Weights::read(&weights).is_ok());
}
