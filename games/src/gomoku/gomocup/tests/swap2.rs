//! Conversations about openings by the rule swap2.

use std::sync::mpsc;

use clocks::Side;

use super::*;
use crate::gomoku::point::Point;

#[test]
fn an_opening_is_placed_and_a_colour_is_taken() {
    let points = |answer: &str| answer.split(' ').map(|text| point(text).unwrap()).collect();
    let said = answers("START 15\nSWAP2BOARD\nDONE\nRESTART\nSWAP2BOARD\nDONE\n");
    let first: Vec<Point> = points(&said[1]);
    assert_eq!(first.len(), 3, "{said:?}");
    assert_ne!(said[1], said[3], "openings vary from game to game");
    // White, who is to move, can hardly stop two stones in the centre, or has no need to.
    let swap = |stones: &str| answers(&format!("START 15\nSWAP2BOARD\n{stones}DONE\n"))[1].clone();
    assert_eq!(swap("7,7\n0,0\n8,8\n"), "SWAP");
    let stays = swap("0,0\n7,7\n14,14\n");
    assert!(is_point(&stays), "{stays}");
    // After five stones, White is still to move.
    assert_eq!(swap("7,7\n0,0\n8,8\n14,0\n7,8\n"), "SWAP");
    let stays = swap("0,0\n7,7\n14,14\n8,8\n0,14\n");
    assert!(is_point(&stays), "{stays}");
    assert_eq!(swap("7,7\n"), "ERROR expected 0, 3 or 5 stones of an opening, got 1");
    assert_eq!(swap("7,7\n7,7\n8,8\n"), "ERROR 7,7: illegal move");
    // The game goes on with the next move, after a swap and after a move.
    for stones in ["7,7\n0,0\n8,8\n", "0,0\n7,7\n14,14\n"] {
        let said = answers(&format!("START 15\nSWAP2BOARD\n{stones}DONE\nTURN 3,11\n"));
        assert!(is_point(&said[2]), "{said:?}");
    }
}

#[test]
fn an_opening_leaves_time_for_the_game() {
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let begun = Instant::now();
    let said = answers_with(settings, "START 15\nINFO timeout_turn 200\nSWAP2BOARD\nDONE\n");
    assert_eq!(said[1].split(' ').count(), 3);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn the_time_for_an_opening_is_charged_whatever_colour_the_program_has_after_it() {
    for (stones, answer, side) in
        [("7,7 0,0 8,8", Some("SWAP"), Side::First), ("", None, Side::Second)]
    {
        let settings = Settings { nodes: Some(200), memory: 1 << 20, ..Settings::default() };
        let mut output = Vec::new();
        let mut session = session(settings, &mut output);
        session.start("15").unwrap();
        session.info("timeout_match 60000").unwrap();
        session.info("time_left 30000").unwrap();
        let (sender, lines) = mpsc::channel();
        for text in stones.split_whitespace().chain(["DONE"]) {
            let (text, came) = (text.to_owned(), Instant::now());
            let line = Incoming { text, is_cut: false, came };
            sender.send(line).unwrap();
        }
        let said = session.swap2(&lines).unwrap();
        assert!(answer.is_none_or(|answer| said == answer), "{said}");
        let left = session.player.clock_mut().left(side).unwrap();
        assert!(left < Duration::from_secs(30), "{side:?}: {left:?}");
    }
}
