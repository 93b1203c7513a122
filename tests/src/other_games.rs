//! What the tests of the games other than Go have in common, by the Go Text Protocol: a game with a
//! clock, and a search that is interrupted.

use std::thread;
use std::time::{Duration, Instant};

use crate::program::{PATIENCE, Program};

/// Plays a whole game, in which each player has this many seconds.
///
/// # Panics
/// If a player uses too much time, or the game has no result.
pub fn play_with_a_clock(game: &str, seconds: u64) {
    let mut program = Program::start(&format!("{game} --threads 1 --memory 16 --lag 0.02"));
    program.ask(&format!("time_settings {seconds} 0 0"));
    let mut used = [Duration::ZERO; 2];
    while !program.ask("gogui-rules_legal_moves").is_empty() {
        let side = program.ask("gogui-rules_side_to_move");
        let begun = Instant::now();
        program.ask(&format!("genmove {side}"));
        used[usize::from(side == "white")] += begun.elapsed();
    }
    // Half as much again, because on a busy machine an answer may come late.
    let most = Duration::from_secs(seconds).mul_f64(1.5);
    assert!(used.iter().all(|used| *used < most), "{used:?}");
    assert!(program.ask("gogui-rules_final_result").contains(['w', 'd']));
    program.quit();
}

/// Interrupts the search for an answer to this command, and returns the answer.
///
/// # Panics
/// If the interrupt does not end the search.
pub fn interrupted(program: &mut Program, command: &str) -> String {
    let begun = Instant::now();
    program.send(format!("{command}\n"));
    thread::sleep(Duration::from_millis(300));
    program.send("# interrupt\n");
    let answer = program.response();
    assert!(begun.elapsed() < PATIENCE);
    answer
}
