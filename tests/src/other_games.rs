//! What the tests of the games other than Go have in common, by the Go Text Protocol: a game with a
//! clock, and a search that is interrupted.

use std::time::{Duration, Instant};

use crate::program::{END, Program};

/// The time after which a search is interrupted.
const THOUGHT: Duration = Duration::from_millis(300);

/// Plays a whole game, in which each player has this many seconds.
///
/// # Panics
/// If a player uses more time, or the game has no result.
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
    // The program keeps back enough time for the delays of a busy machine.
    let most = Duration::from_secs(seconds);
    assert!(used.iter().all(|used| *used <= most), "{used:?}");
    assert!(program.ask("gogui-rules_final_result").contains(['w', 'd']));
    program.quit();
}

/// Interrupts the search for an answer to this command, and returns the answer.
///
/// # Panics
/// If the search ends before the interrupt, or goes on after it.
pub fn interrupted(program: &mut Program, command: &str) -> String {
    program.send(format!("{command}\n"));
    assert_eq!(program.response_within(THOUGHT), None, "an answer before the interrupt");
    program.send("# interrupt\n");
    let answer = program.response_within(END);
    answer.unwrap_or_else(|| panic!("the search goes on; {}", program.errors()))
}
