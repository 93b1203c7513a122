//! The program plays Othello: by GTP with a clock, by NBoard, and to fit its evaluation.

use std::fs;
use std::time::{Duration, Instant};

use games::othello::evaluation::Weights;
use tests::program::{PATIENCE, Program};

/// The seconds that each player has for the game with a clock.
const SECONDS: f64 = 4.0;

#[test]
fn a_game_with_a_clock_is_played_in_time() {
    let mut program = Program::start("othello --threads 1 --memory 16 --lag 0.02");
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
    let mut program = Program::start("othello --threads 2 --memory 16 --seconds 1000 --book none");
    let begun = Instant::now();
    program.send("genmove b\n");
    std::thread::sleep(Duration::from_millis(300));
    program.send("# interrupt\n");
    assert!(["D3", "C4", "F5", "E6"].contains(&program.response()[2..].trim()));
    assert!(begun.elapsed() < PATIENCE);
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
    assert!(lines.iter().any(|line| line.starts_with("=== ")), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("pong 3"));
}

#[test]
fn wrong_options_are_named() {
    for (options, problem) in [
        ("othello --search quick", "--search"),
        ("othello --depth 0", "--depth"),
        ("othello --protocol uci", "--protocol"),
        ("fit chess --games g", "chess"),
    ] {
        let mut program = Program::start(options);
        let status = program.end_within(PATIENCE).expect("the program ends");
        assert!(!status.success(), "{options}");
        assert!(program.errors().contains(problem), "{options}: {}", program.errors());
    }
}

#[test]
fn an_evaluation_is_fitted_and_its_games_continue_where_they_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |options: &str| {
        let mut program = Program::start_in(&format!("fit othello {options}"), folder.path());
        let status = program.end_within(PATIENCE).expect("the program ends");
        assert!(status.success(), "{}", program.errors());
    };
    run("--games games.txt --play 3 --depth 1 --threads 1 --seed 5");
    let games = |name: &str| fs::read_to_string(folder.path().join(name)).expect("games");
    let first = games("games.txt");
    assert_eq!(first.lines().count(), 3);
    run("--games games.txt --play 25 --depth 1 --threads 1 --seed 5 --rounds 2 --out weights");
    assert!(games("games.txt").starts_with(&first));
    run("--games again.txt --play 25 --depth 1 --threads 1 --seed 5");
    assert_eq!(games("games.txt"), games("again.txt"));
    let weights = fs::read(folder.path().join("weights")).expect("weights");
    assert!(Weights::read(&weights).is_ok());
}
