//! Conversations by the Gomocup protocol.

mod swap2;

use std::fmt::Write as _;
use std::io::Cursor;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::notation::point;
use super::*;
use crate::gomoku::evaluation::Fitted;
use crate::settings::Settings;

/// The answers to these lines, with searches of few positions.
fn answers(lines: &str) -> Vec<String> {
    let settings = Settings { nodes: Some(200), memory: 1 << 20, ..Settings::default() };
    answers_with(settings, lines)
}

fn answers_with(settings: Settings, lines: &str) -> Vec<String> {
    let player = Player::<Position<Fitted>>::new(settings);
    let mut output = Vec::new();
    serve(player, connection(Cursor::new(lines.to_owned())), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// A session whose commands are called one by one.
fn session(settings: Settings, output: &mut Vec<u8>) -> Session<'_, Fitted, Vec<u8>> {
    let (_, speaker) = lines::open((), output, None);
    let stops = Arc::new(Stops::new(Arc::default()));
    Session::new(Player::new(settings), "Test".to_owned(), stops, speaker)
}

fn connection<R>(input: R) -> Connection<R> {
    Connection { name: "Test".to_owned(), log: None, input }
}

/// Whether a line is a point of the board.
fn is_point(line: &str) -> bool {
    point(line).is_ok()
}

#[test]
fn a_game_is_played() {
    let said = answers("START 15\r\nBEGIN\r\nTURN 8,8\r\nTURN 0,0\r\nEND\r\nTURN 1,1\r\n");
    assert_eq!(said[..2], ["OK", "7,7"]);
    assert_eq!(said.len(), 4, "nothing is said after END");
    assert!(said[2..].iter().all(|line| is_point(line)), "{said:?}");
}

#[test]
fn a_position_is_set_up_and_won() {
    let board = "BOARD\n7,7,1\n0,0,2\n8,7,1\n1,0,2\n9,7,1\n2,0,2\n10,7,1\n3,0,2\nDONE\n";
    let said = answers(&format!("START 15\n{board}TURN 14,14\nRESTART\n"));
    assert_eq!(said[0], "OK");
    assert!(["6,7", "11,7"].contains(&said[1].as_str()), "{said:?}");
    assert_eq!(said[2..], ["ERROR 14,14: illegal move", "OK"]);
    // The opponent is to make five, and there is one way to stop it.
    let board = "board\n0,2,1\n0,0,2\n4,1,1\n1,0,2\n0,4,1\n2,0,2\n3,0,2\ndone\n";
    assert_eq!(answers(&format!("START 15\n{board}")), ["OK", "4,0"]);
}

#[test]
fn errors_name_what_is_wrong_and_change_nothing() {
    let said = answers(
        "TURN 7,7\nSTART 20\nSTART\nRECTSTART 15,15\nSTART 15\nTURN 15,0\nTURN 7\nTURN 7,7\n\
         TURN 7,7\nBEGIN\nTAKEBACK 7,7\nFLY 3\nINFO rule 1\nINFO rule 0\nINFO evaluate 1,1\n\
         INFO timeout_turn soon\nSTOP\nFLY 4\n\
         BOARD\n7,7,3\nDONE\nBOARD\n7,7,1\nDONE\nabout\n",
    );
    let expected = [
        "ERROR expected START before this command",
        "ERROR unsupported size: expected 15, got '20'",
        "ERROR unsupported size: expected 15, got ''",
        "ERROR unsupported size: expected START 15",
        "OK",
        "ERROR expected a point such as 7,7, got '15,0'",
        "ERROR expected a point such as 7,7, got '7'",
        "",
        "ERROR 7,7: illegal move",
        "ERROR expected an empty board before BEGIN",
        "ERROR 7,7: expected the last move",
        "UNKNOWN command 'FLY'",
        "UNKNOWN command 'FLY'",
        // INFO has no answer, so what is wrong with it comes with the next command for a move.
        "MESSAGE rule 1: only freestyle is played",
        "MESSAGE timeout_turn: expected a number of milliseconds, got 'soon'",
        "ERROR expected a stone such as 7,7,1, got '7,7,3'",
        "ERROR expected as many own stones as the opponent has, or one fewer",
    ];
    for (said, expected) in said.iter().zip(expected) {
        assert!(said == expected || expected.is_empty() && is_point(said), "{said} {expected}");
    }
    assert_eq!(said.len(), expected.len() + 1);
    assert!(said.last().unwrap().starts_with("name=\"Test\", version=\""), "{said:?}");
}

#[test]
fn lines_that_are_too_long_are_errors_and_change_nothing() {
    let blanks = " ".repeat(protocol::LONGEST_LINE);
    let said = answers(&format!(
        "START 15\nTURN 8,8{blanks}\nINFO timeout_turn 1{blanks}\nEND{blanks}\n\
         BOARD\n8,8,2{blanks}\nDONE\nBEGIN\n"
    ));
    let long = "expected a line of at most 1048576 bytes";
    let said: Vec<String> = said.iter().map(|line| line.replace(long, "...")).collect();
    assert_eq!(said, ["OK", "ERROR ...", "ERROR ...", "MESSAGE ...", "ERROR ...", "7,7"]);
}

#[test]
fn moves_are_taken_back_from_the_last_one_on() {
    let said = answers("START 15\nBEGIN\nTAKEBACK 7,7\nTAKEBACK 7,7\nBEGIN\n");
    assert_eq!(said, ["OK", "7,7", "OK", "ERROR 7,7: expected the last move", "7,7"]);
}

#[test]
fn the_clock_is_obeyed() {
    // The input stays open, so that only the clock ends the searches.
    let (reader, mut writer) = std::io::pipe().unwrap();
    let input = std::io::BufReader::new(reader);
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let (answers, mut output) = std::io::pipe().unwrap();
    let serving = std::thread::spawn(move || {
        let player = Player::<Position<Fitted>>::new(settings);
        serve(player, connection(input), &mut output).unwrap();
    });
    let mut answers = std::io::BufReader::new(answers);
    let mut ask = |lines: &str| {
        writeln!(writer, "{lines}").unwrap();
        let begun = Instant::now();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        (answer, begun.elapsed())
    };
    assert_eq!(ask("START 15").0, "OK\n");
    ask("INFO timeout_turn 400\nINFO timeout_match 0\nINFO time_left 2147483647\nBEGIN");
    let (_, time) = ask("TURN 8,8");
    assert!((150..1500).contains(&time.as_millis()), "{time:?}");
    let (_, time) = ask("INFO timeout_turn 0\nTURN 0,0");
    assert!(time.as_millis() < 800, "{time:?}");
    let (_, time) =
        ask("INFO timeout_turn 60000\nINFO timeout_match 60000\nINFO time_left 300\nTURN 0,5");
    assert!(time.as_millis() < 800, "{time:?}");
    writeln!(writer, "END").unwrap();
    serving.join().unwrap();
}

#[test]
fn two_stops_before_an_answer_both_count() {
    // Both are read while the first search runs; it ends, and the second one runs on.
    let flag = Arc::default();
    let stops = Stops::new(Arc::clone(&flag));
    for line in ["STOP", "yxstop", " stop "] {
        assert_eq!(urgency(line), Urgency::EndsSearch);
        stops.come();
    }
    assert!(flag.load(std::sync::atomic::Ordering::Relaxed));
    let said = answers("START 15\nSTOP\nSTOP\nBEGIN\nTURN 8,8\n");
    assert!(said.len() == 3 && is_point(&said[2]), "{said:?}");
}

#[test]
fn a_move_that_ends_the_game_is_not_played() {
    let board = "BOARD\n7,7,2\n0,0,1\n8,7,2\n1,1,1\n9,7,2\n2,5,1\n10,7,2\nDONE\n";
    let block = answers(&format!("START 15\n{board}"))[1].clone();
    let five = if block == "6,7" { "11,7" } else { "6,7" };
    let said = answers(&format!("START 15\n{board}TURN {five}\nTAKEBACK {block}\n"));
    let ended = format!("ERROR {five}: this move ends the game, so there is no answer");
    assert_eq!(said[2..], [ended.as_str(), "OK"]);
}

#[test]
fn the_managers_memory_is_obeyed() {
    let settings = Settings { memory: 8 << 20, ..Settings::default() };
    let mut output = Vec::new();
    let mut session = session(settings, &mut output);
    for (said, expected) in
        [("4000000", 3_000_000), ("0", 8 << 20), ("99999999999", 8 << 20), ("1", 1)]
    {
        session.info(&format!("max_memory {said}")).unwrap();
        assert_eq!(session.player.settings().memory, expected, "{said}");
    }
    let problem = session.info("max_memory little").unwrap_err();
    assert_eq!(problem, "max_memory: expected a number of bytes, got 'little'");
}

#[test]
fn the_managers_other_limits_narrow_the_programs_own() {
    let own = Settings { threads: 3, depth: Some(9), memory: 1 << 20, ..Settings::default() };
    let mut output = Vec::new();
    let mut session = session(own, &mut output);
    for (told, nodes, depth, threads) in [
        ("max_node 500", Some(500), Some(9), 3),
        ("max_depth 4", Some(500), Some(4), 3),
        ("max_depth 99999999999", Some(500), Some(9), 3),
        ("max_node 18446744073709551615", Some(i64::MAX as u64), Some(9), 3),
        ("max_node 0", None, Some(9), 3),
        ("max_node -1", None, Some(9), 3),
        ("thread_num 2", None, Some(9), 2),
        ("thread_num 64", None, Some(9), 3),
        ("thread_num 1", None, Some(9), 1),
        ("thread_num 0", None, Some(9), 3),
    ] {
        session.info(told).unwrap();
        let Settings { nodes: found, depth: deepest, threads: running, .. } =
            *session.player.settings();
        assert_eq!((found, deepest, running), (nodes, depth, threads), "{told}");
    }
    let problem = session.info("max_node few").unwrap_err();
    assert_eq!(problem, "max_node: expected a number of positions, got 'few'");
}

#[test]
fn a_limit_of_positions_is_enough() {
    // As c-gomoku-cli sends it if only the positions are limited.
    let begun = Instant::now();
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let said = answers_with(
        settings,
        "START 15\nINFO timeout_match 0\nINFO max_node 300\nINFO time_left 2147483647\n\
         BOARD\n7,7,2\nDONE\n",
    );
    assert!(is_point(&said[1]), "{said:?}");
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn a_limit_of_time_can_be_lifted() {
    let mut output = Vec::new();
    let settings = Settings { nodes: Some(200), memory: 1 << 20, ..Settings::default() };
    let mut session = session(settings, &mut output);
    session.start("15").unwrap();
    for told in ["timeout_match 60000", "time_left 30000"] {
        session.info(told).unwrap();
    }
    session.begin().unwrap();
    for told in ["timeout_match 0", "time_left 2147483647"] {
        session.info(told).unwrap();
    }
    session.turn("8,8").unwrap();
    assert_eq!(session.player.clock_mut().left(clocks::Side::First), None);
}

#[test]
fn time_that_a_command_waits_is_charged() {
    let mut output = Vec::new();
    let settings = Settings { nodes: Some(200), memory: 1 << 20, ..Settings::default() };
    let mut session = session(settings, &mut output);
    session.start("15").unwrap();
    session.info("time_left 30000").unwrap();
    session.info("timeout_turn 5000").unwrap();
    let before = Instant::now().checked_sub(Duration::from_secs(2)).unwrap();
    (session.came, session.answered) = (before, before);
    session.begin().unwrap();
    let left = session.player.clock_mut().left(clocks::Side::First).unwrap();
    assert!(left <= Duration::from_secs(28), "{left:?}");
    assert!(session.player.settings().seconds.unwrap() <= Duration::from_millis(2900));
    // What came while another move was sought waited for its own player.
    session.answered = Instant::now();
    session.turn("8,8").unwrap();
    let left = session.player.clock_mut().left(clocks::Side::First).unwrap();
    assert!(left > Duration::from_secs(26), "{left:?}");
}

#[test]
fn a_board_on_which_the_game_is_over_changes_nothing() {
    let over =
        "BOARD\n1,1,1\n0,0,2\n2,2,1\n0,1,2\n3,5,1\n0,2,2\n6,6,1\n0,3,2\n9,9,1\n0,4,2\nDONE\n";
    let said = answers(&format!("START 15\nBEGIN\n{over}TAKEBACK 7,7\n"));
    assert_eq!(said, ["OK", "7,7", "ERROR the game is over", "OK"]);
}

#[test]
fn a_block_that_is_not_understood_has_one_answer() {
    let said = answers("START 15\nYXBOARD\n7,7,2\n8,8,1\nDONE\nRESTART\n");
    assert_eq!(said, ["OK", "UNKNOWN command 'YXBOARD'", "OK"]);
}

#[test]
fn the_time_left_is_set_once() {
    let mut output = Vec::new();
    let settings = Settings { nodes: Some(200), memory: 1 << 20, ..Settings::default() };
    let mut session = session(settings, &mut output);
    session.start("15").unwrap();
    session.info("timeout_match 60000").unwrap();
    session.info("time_left 30000").unwrap();
    session.begin().unwrap();
    let after_one = session.player.clock_mut().left(clocks::Side::First).unwrap();
    session.turn("8,8").unwrap();
    let after_two = session.player.clock_mut().left(clocks::Side::First).unwrap();
    assert!(after_two < after_one && after_one < Duration::from_secs(30), "{after_two:?}");
    session.new_game();
    session.begin().unwrap();
    let in_next_game = session.player.clock_mut().left(clocks::Side::First).unwrap();
    assert!(in_next_game > Duration::from_secs(50), "{in_next_game:?}");
}

#[test]
fn ten_thousand_lines_are_survived() {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let words = [
        "START",
        "15",
        "20",
        "BEGIN",
        "TURN",
        "7,7",
        "8,8",
        "0,14",
        "15,15",
        "BOARD",
        "DONE",
        "7,7,1",
        "8,8,2",
        "INFO",
        "time_left",
        "max_memory",
        "timeout_turn",
        "timeout_match",
        "-5",
        "99999999999999999999",
        "é",
        "",
        "TAKEBACK",
        "RESTART",
        "ABOUT",
        "SWAP2BOARD",
        "RECTSTART",
        "rule",
        "STOP",
        ",",
        "1,",
    ];
    let mut lines = "START 15\n".to_owned();
    for _ in 0..10_000 {
        for _ in 0..random.random_range(1..4) {
            write!(lines, "{} ", words.choose(&mut random).unwrap()).unwrap();
        }
        lines.push('\n');
    }
    lines += "DONE\nRESTART\nBEGIN\nABOUT\n";
    let said = answers(&lines);
    assert_eq!(said[said.len() - 3..said.len() - 1], ["OK", "7,7"]);
    let kinds = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=", "SWAP"];
    for line in said {
        assert!(
            line.split(' ').all(is_point) || kinds.iter().any(|kind| line.starts_with(kind)),
            "{line}"
        );
    }
}
