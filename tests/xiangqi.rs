//! The program plays Chinese chess: by GTP, UCI and UCCI, and to fit its evaluation.

use std::fs;
use std::time::{Duration, Instant};

use games::xiangqi::evaluation::Weights;
use tests::program::{END, PATIENCE, Program};

/// The lines up to and including the first one with this beginning, which must come in time.
fn lines_up_to(program: &mut Program, beginning: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let line = program.line_within(PATIENCE);
        let line = line.unwrap_or_else(|| panic!("'{beginning}' was expected after {lines:?}"));
        let is_last = line.starts_with(beginning);
        lines.push(line);
        if is_last {
            return lines;
        }
    }
}

#[test]
fn moves_of_pieces_are_two_points_by_gtp() {
    let mut program = Program::start("xiangqi --threads 1 --memory 16 --nodes 2000");
    assert_eq!(program.ask("gogui-rules_board_size"), "10");
    assert_eq!(program.ask("perft 2"), "1920");
    assert_eq!(program.ask("gogui-rules_side_to_move"), "black");
    for side in ["black", "black", "white", "white", "black"] {
        let points = program.ask("gogui-rules_legal_moves");
        let point = program.ask(&format!("genmove {side}"));
        assert!(points.split(' ').any(|other| other == point), "{point} of {points}");
    }
    program.quit();
}

#[test]
fn a_game_with_clocks_is_played_in_time_by_uci() {
    let mut program = Program::start("xiangqi --protocol uci --threads 1 --memory 16 --lag 0.02");
    program.send("uci\n");
    lines_up_to(&mut program, "uciok");
    let (mut left, mut moves) = ([6000_i64; 2], Vec::<String>::new());
    for turn in 0..40 {
        let played = moves.join(" ");
        let [red, black] = left;
        program.send(format!("position startpos moves {played}\n"));
        let begun = Instant::now();
        program.send(format!("go wtime {red} btime {black} winc 20 binc 20\n"));
        let lines = lines_up_to(&mut program, "bestmove");
        let used = i64::try_from(begun.elapsed().as_millis()).expect("a short time");
        left[turn % 2] = (left[turn % 2] + 20 - used).max(1);
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        if best == "(none)" {
            break;
        }
        moves.push(best.to_owned());
    }
    assert!(moves.len() > 10, "{moves:?}");
    assert!(left.iter().all(|&left| left > 1), "{left:?}");
}

#[test]
fn a_ucci_conversation_runs_to_its_end() {
    let mut program = Program::start("xiangqi --protocol ucci --threads 1 --memory 16");
    program.send("ucci\nisready\nposition startpos moves h2e2\ngo depth 4\n");
    let lines = lines_up_to(&mut program, "bestmove");
    assert!(lines.iter().any(|line| line == "ucciok"), "{lines:?}");
    assert!(lines.iter().any(|line| line == "readyok"), "{lines:?}");
    program.send("go ponder depth 30\nstop\nquit\n");
    assert_eq!(lines_up_to(&mut program, "bye").last().map(String::as_str), Some("bye"));
    program.finish();
}

#[test]
fn stop_ends_an_infinite_search() {
    let mut program = Program::start("xiangqi --protocol uci --threads 2 --memory 16");
    program.send("go infinite\n");
    let before = program.rest_within(Duration::from_millis(300));
    assert!(!before.contains("bestmove"), "{before}");
    let stopped = Instant::now();
    program.send("stop\n");
    let said = before + &lines_up_to(&mut program, "bestmove").concat();
    assert!(said.contains("info ") && stopped.elapsed() < END, "{said}");
}

#[test]
fn an_evaluation_is_fitted_to_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = "fit xiangqi --games games.txt --play 3 --depth 1 --threads 1 --rounds 1 --out w";
    Program::start_in(options, folder.path()).finish();
    assert!(Weights::read(&fs::read(folder.path().join("w")).expect("weights")).is_ok());
}
