//! What only UCCI has: moves that are forbidden, and options without a word for their value.

use super::*;
use crate::settings::SearchName;

#[test]
fn forbidden_moves_are_not_played_until_the_next_position() {
    let position = format!("position fen {MATE}");
    let lines =
        format!("{position}\nbanmoves h7h9\ngo depth 2\ngo depth 2\n{position}\ngo depth 2\n");
    let said = essence(Dialect::Ucci, &lines);
    let mates: Vec<bool> = said.iter().map(|line| line.starts_with("bestmove h7h9")).collect();
    assert_eq!(mates, [false, false, true], "{said:?}");
}

#[test]
fn older_searches_obey_bans_too() {
    let settings =
        Settings { memory: 1 << 20, search: SearchName::AlphaBeta, ..Settings::default() };
    let player = Player::<Position<Simple>>::new(settings);
    let lines = format!("position fen {MATE}\nbanmoves h7h9\ngo depth 2\n");
    let mut output = Vec::new();
    serve(player, Dialect::Ucci, connection(&lines), &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("bestmove ") && !last.starts_with("bestmove h7h9"), "{said}");
}

#[test]
fn options_are_read_as_boards_send_them() {
    let said = |options: &[&str]| {
        let lines: String = options.iter().map(|option| format!("setoption {option}\n")).collect();
        essence(Dialect::Ucci, &lines)
    };
    assert_eq!(said(&["usemillisec on", "usemillisec OFF", "usebook off"]), [""; 0]);
    assert_eq!(said(&["hashsize 0", "threads 0", "pruning large", "newgame"]), [""; 0]);
    let problem = "info message setoption: expected true or false, got 'maybe'";
    assert_eq!(said(&["usemillisec maybe"]), [problem]);
    let problem = "info string setoption: expected a number from 1 to 512, got '0'";
    assert_eq!(essence(UCI, "setoption name Threads value 0\n"), [problem]);
}
