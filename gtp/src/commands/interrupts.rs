//! Tests that the stop signal ends every command that involves reading.

use std::thread;
use std::time::{Duration, Instant};

use crate::test_player::Conversation;

/// The time limit for a reading that is not stopped by a signal.
const LONG: Duration = Duration::from_secs(60);
/// The delay before the signal.
const DELAY: Duration = Duration::from_millis(50);
/// The time within which a stopped command must answer, even in an unoptimised build on a busy
/// machine.
const SOON: Duration = Duration::from_secs(2);

/// A conversation about an open position, in which no fight can be read to its end within a few
/// seconds.
fn conversation() -> Conversation {
    let mut talk = Conversation::with_time(19, LONG.as_secs());
    let stones = "b D4 b Q16 b D16 b C10 b K10 b L12 b F3 b R10 w Q4 w O3 w R6 w C6 w C14 w F17 w K16 w M10 w J12";
    talk.expect(&format!("gogui-setup {stones}"), "=");
    talk
}

#[test]
fn a_raised_signal_ends_a_reading() {
    for command in [
        "attack K10",
        "defend K10",
        "connect D4 K10",
        "disconnect K10 L12",
        "same_dragon K10 L12",
        "owl_attack K10",
        "owl_defend K10",
        "owl_does_attack K11 K10",
        "owl_does_defend K11 K10",
        "dragon_status K10",
        "dragon_status",
        "analyze_semeai K10 M10",
        "mengxi_solve backtrack",
        "mengxi_solve alphabeta",
        "mengxi_solve mtdf",
        "mengxi_solve dfpn",
        "mengxi_explain K11",
        "mengxi_explain K10",
    ] {
        let mut talk = conversation();
        let stop = talk.session.stop_signal();
        let raiser = thread::spawn(move || {
            thread::sleep(DELAY);
            stop.raise();
        });
        let start = Instant::now();
        let answer = talk.ask(command);
        let taken = start.elapsed();
        raiser.join().unwrap();
        assert!(taken < SOON, "{command}: {taken:?}");
        assert!(!answer.is_empty(), "{command}");
    }
}
