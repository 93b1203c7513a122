//! Conversations by the NBoard protocol.

use std::io::Cursor;
use std::time::{Duration, Instant};

use clocks::{Clock, Side};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::othello::evaluation::Simple;
use crate::settings::Settings;

/// The answers to these lines.
fn answers(lines: &str) -> Vec<String> {
    let player = Player::<Position<Simple>>::new(Settings {
        depth: Some(2),
        memory: 1 << 20,
        ..Settings::default()
    });
    let mut output = Vec::new();
    let input = Cursor::new(lines.to_owned());
    let connection = Connection { name: "Test".to_owned(), log: None, input };
    serve(player, connection, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_game_is_set_and_a_move_is_found() {
    let said = answers("nboard 2\nset depth 3\nset game (;GM[Othello]B[D3]W[C3];)\ngo\nquit\n");
    assert_eq!(said[..2], ["set myname Test2", "set myname Test3"]);
    assert!(said[2].starts_with("search "), "{said:?}");
    assert!(said[3].starts_with("nodestats "), "{said:?}");
    let mv = said[4].strip_prefix("=== ").unwrap().split('/').next().unwrap();
    let mut record = Record::<Position<Simple>>::default();
    record.play(record.mover(), "D3").unwrap();
    record.play(record.mover(), "C3").unwrap();
    assert!(record.play(record.mover(), mv).is_ok(), "{mv}");
}

#[test]
fn hints_come_in_the_order_of_their_values() {
    let said = answers("set depth 4\nhint 3\nping 7\n");
    let values: Vec<f64> = said
        .iter()
        .filter_map(|line| line.strip_prefix("search "))
        .map(|rest| rest.split(' ').nth(1).unwrap().parse().unwrap())
        .collect();
    // Earlier lines are from the depths before.
    let last = values.last_chunk::<3>().unwrap();
    assert!(last.is_sorted_by(|left, right| left >= right), "{values:?}");
    assert_eq!(said.last().unwrap(), "pong 7");
}

#[test]
fn wrong_moves_and_games_change_nothing() {
    let said = answers(
        "move D3\nmove D3//1.0\nmove K9\nset game (;B[A1];)\nF5\nset game (;B[D3\nset game (;W[D3];)\nmove PA\nC3\n\
         nonsense\nset contempt 3\nlearn\nset depth x\n",
    );
    assert_eq!(
        said,
        [
            "status illegal move",
            "status expected a move such as D3 or PA, got 'K9'",
            "status A1: illegal move",
            "status illegal move",
            "status expected a closing bracket after B",
            "status D3: it is Black's turn",
            "status illegal move",
            "learned",
        ]
    );
}

#[test]
fn a_line_that_is_too_long_is_reported_and_changes_nothing() {
    let blanks = " ".repeat(protocol::LONGEST_LINE);
    let said = answers(&format!("move D3{blanks}F5\nquit{blanks}\nping{blanks}\nD3\nping 1\n"));
    let long = "status expected a line of at most 1048576 bytes";
    assert_eq!(said, [long, long, long, "pong 1"], "D3 is played only once");
}

#[test]
fn ten_thousand_lines_are_survived() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let words = [
        "set",
        "game",
        "depth",
        "1",
        "move",
        "D3",
        "PA",
        "hint",
        "99999999999999999999",
        "é",
        "(;B[F5];)",
        "(;BO[8 x];)",
        "[",
        "]",
        "ping",
        "learn",
        "nboard",
        "2",
        "-1",
        "C3",
        "",
    ];
    let mut lines = String::new();
    for _ in 0..10_000 {
        for _ in 0..random.random_range(1..4) {
            lines += words.choose(&mut random).unwrap();
            lines.push(' ');
        }
        lines.push('\n');
    }
    lines += "set game (;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)\n";
    lines += "go\n";
    assert!(answers(&lines).last().unwrap().starts_with("=== "));
}

#[test]
fn a_ping_ends_a_search() {
    let begun = Instant::now();
    let said = answers("set\tdepth 60\nping 1\nhint 1\nping\t2\nset depth 60\ngo\nping 3\n");
    assert_eq!(said.last().unwrap(), "pong 3");
    assert!(begun.elapsed().as_secs() < 60);
}

/// What a session says while `talk` uses it.
fn said(settings: Settings, talk: impl FnOnce(&mut Session<'_, Simple, Vec<u8>>)) -> Vec<String> {
    let mut output = Vec::new();
    let (_, speaker) = lines::open((), &mut output, None);
    let player = Player::new(settings);
    let pings = Arc::new(Stops::new(player.stop_flag()));
    let clock = GameClock::default();
    talk(&mut Session { player, clock, name: "Test".to_owned(), pings, speaker });
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_clock_of_a_game_is_obeyed() {
    let seconds = Some(Duration::from_secs(20));
    let settings = Settings { depth: Some(60), seconds, memory: 1 << 20, ..Settings::default() };
    said(settings, |session| {
        let time = |session: &mut Session<'_, Simple, Vec<u8>>, lines: &[&str]| {
            let begun = Instant::now();
            for line in lines {
                let (command, rest) = words(line);
                match command {
                    "set" => session.set(rest).unwrap(),
                    "move" => session.play(rest).unwrap(),
                    _ => session.go().unwrap(),
                }
            }
            begun.elapsed().as_secs_f64()
        };
        let first = time(session, &["set game (;TI[0:06]B[F5//0.1];)", "go"]);
        assert!(first < 3.0, "{first}");
        let last = time(session, &["move F6//5.5", "move E6//0.1", "go"]);
        assert!(last < 0.5, "{last}");
        session.set_game("(;TI[0:06]TW[0:01/0:02]B[F5//1.5]W[F6//0.75]B[E6//9];)").unwrap();
        let left = |mover| {
            let mut clock = Clock::default();
            session.clock.set(&mut clock, mover);
            clock.left(mover).unwrap().as_millis()
        };
        assert_eq!([left(Side::First), left(Side::Second)], [0, 2250]);
    });
}

#[test]
fn hints_come_while_the_search_goes_on() {
    let settings = Settings { depth: Some(4), memory: 1 << 20, ..Settings::default() };
    let said = said(settings, |session| session.hint(1).unwrap());
    let depths: Vec<&str> = said
        .iter()
        .filter_map(|line| line.strip_prefix("search "))
        .map(|rest| rest.split(' ').nth(3).unwrap())
        .collect();
    assert_eq!(depths.first(), Some(&"1"), "{said:?}");
    assert_eq!(depths.last(), Some(&"4"), "{said:?}");
}

#[test]
fn each_position_of_a_game_is_valued_from_the_last_one_back() {
    // Black has no discs left after this move, so the game is over.
    let won = "(;BO[8 -*O------------------------------------------------------------- O]W[A1];)";
    let settings = Settings { depth: Some(2), memory: 1 << 20, ..Settings::default() };
    let said = said(settings, |session| {
        session.set_game("(;B[F5]W[F6]B[E6];)").unwrap();
        session.analyze().unwrap();
        assert_eq!(session.player.record().moves().len(), 3, "the game stays as it is");
        session.set_game(won).unwrap();
        session.analyze().unwrap();
        session.pings.come();
        session.analyze().unwrap();
    });
    let analysed = |line: &String| {
        let (number, value) = line.strip_prefix("analysis ")?.split_once(' ')?;
        Some((number.parse().ok()?, value.parse().ok()?))
    };
    let values: Vec<(usize, f64)> = said.iter().filter_map(analysed).collect();
    let numbers: Vec<usize> = values.iter().map(|value| value.0).collect();
    assert_eq!(numbers, [3, 2, 1, 0, 1, 0], "{said:?}");
    assert!(values[..4].iter().all(|value| value.1.abs() < 30.0), "{said:?}");
    assert_eq!(values[4..], [(1, -64.0), (0, 64.0)], "Black has lost all, and White wins it all");
    assert_eq!(said.last().unwrap(), "status", "a ping ends an analysis");
}

#[test]
fn moves_of_a_book_are_named_as_such_and_vary_from_game_to_game() {
    let mut game = Position::<Simple>::default();
    let mut book = books::Book::new(crate::opening::subject::<Position<Simple>>());
    classical::Game::play(&mut game, "F5".parse().unwrap());
    for reply in ["F6", "F4", "D6"] {
        book.count(&game, reply.parse().unwrap(), 1);
    }
    let opening = crate::opening::Opening::new::<Position<Simple>>(Arc::new(book)).unwrap();
    let variety = books::Variety { margin: 1, seed: 1 };
    let settings =
        Settings { opening: Some(opening), variety, memory: 1 << 16, ..Settings::default() };
    let said = said(settings, |session| {
        for _ in 0..12 {
            session.set_game("(;GM[Othello];)").unwrap();
            session.set_game("(;GM[Othello]B[F5];)").unwrap();
            session.go().unwrap();
        }
    });
    let mut moves: Vec<&String> = said.iter().filter(|line| line.starts_with("book ")).collect();
    assert!(moves[0].ends_with(" 0.00 0 0"), "{}", moves[0]);
    assert_eq!(moves.len(), 12);
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
}
