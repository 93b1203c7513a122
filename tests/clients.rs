//! Replays conversations with clients against the program. Where the real client could be run, the
//! conversation is a recording. Otherwise, it is the sequence of commands that the client's
//! documentation describes. The pages under `docs/clients/` say which is which.

use std::thread;
use std::time::{Duration, Instant};

use tests::conversations::hold;
use tests::program::{PATIENCE, Program};

/// Options that allow only a few simulations, so that a move takes hardly any time, and that
/// disable resignation, so that games continue.
const FAST: &str = "--threads 1 --playouts 30 --seed 1 --resign-threshold 0";

#[track_caller]
fn assert_holds(file: &str, text: &str, line_end: &str, fewest_answers: usize) {
    let answered = hold(file, text, FAST, line_end).unwrap_or_else(|why| panic!("\n{why}"));
    assert!(answered >= fewest_answers, "{file}: only {answered} answers");
}

#[test]
fn the_bridge_to_ogs() {
    let text = include_str!("data/conversations/ogs.talk");
    // gtp2ogs ends its lines with a carriage return and a line feed.
    assert_holds("ogs.talk", text, "\r\n", 400);
    assert_holds("ogs.talk", text, "\n", 400);
}

#[test]
fn the_client_of_cgos() {
    assert_holds("cgos.talk", include_str!("data/conversations/cgos.talk"), "\n", 200);
}

#[test]
fn the_client_of_kgs() {
    assert_holds("kgs.talk", include_str!("data/conversations/kgs.talk"), "\n", 50);
}

/// With `--pv-lines`, the program writes lines about each search to standard error. The text that
/// gtp2ogs shows beside the game comes from the first and the last of these lines.
#[test]
fn variations_for_ogs() {
    for command in ["genmove b", "kata-genmove_analyze b 10"] {
        let mut program = Program::start(&format!("{FAST} --size 9 --pv-lines"));
        program.respond(command);
        let deadline = Instant::now() + PATIENCE;
        while !program.errors().contains(" n/s\n") && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let errors = program.errors();
        let lines: Vec<&str> = errors.lines().collect();
        let [best, .., numbers] = lines[..] else { panic!("{command}: {errors:?}") };
        for part in [" ->  ", " (V: ", "%) (LCB: ", "%) (N: ", "%) PV: "] {
            assert!(best.contains(part), "{command}: {best}");
        }
        assert!(numbers.starts_with("30 visits, "), "{command}: {numbers}");
        assert!(numbers.contains(" nodes, 30 playouts, "), "{command}: {numbers}");
    }
    let mut silent = Program::start(&format!("{FAST} --size 9"));
    silent.respond("genmove b");
    silent.respond("quit");
    assert!(silent.end_within(PATIENCE).is_some());
    assert_eq!(silent.errors(), "");
}

#[test]
fn an_unexpected_answer_is_named() {
    let hold = |answer: &str| hold("lies.talk", &format!("game of lies\n{answer}\n"), FAST, "\n");
    for (step, problem) in [
        ("protocol_version -> ok", "'ok' was expected"),
        ("boardsize 99 -> ok", "'ok' was expected"),
        ("clear_board -> failure", "'failure' was expected"),
        ("clear_board -> analysis D4", "lines, then 'play'"),
        ("place_free_handicap 2 -> handicap D4 Q16 D16", "3 points were expected"),
        ("clear_board", "'an' was expected"),
    ] {
        let failure = hold(step).unwrap_err();
        assert!(failure.starts_with("lies.talk:2: game of lies: ") && failure.contains(problem));
    }
    assert_eq!(hold("no-such_command -> ok if listed"), Ok(0));
    assert_eq!(hold("genmove b -> move D4\nplay w D4 -> failure\ngenmove w -> move pass"), Ok(3));
}
