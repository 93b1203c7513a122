//! Conversations by UCI and UCCI.

mod ucci;

use std::io::{BufRead, Cursor, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::Book;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Dialect, serve};
use crate::board_game::BoardGame;
use crate::connection::Connection;
use crate::opening::{self, Opening};
use crate::player::Player;
use crate::settings::Settings;
use crate::xiangqi::Position;
use crate::xiangqi::evaluation::Simple;
use crate::xiangqi::square::Ranks;

/// UCI as Fairy-Stockfish and as Pikafish speak it.
const UCI: Dialect = Dialect::Uci(Ranks::FromOne);
const PIKAFISH: Dialect = Dialect::Uci(Ranks::FromZero);

/// The answers to these lines.
fn answers(dialect: Dialect, lines: &str) -> Vec<String> {
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let player = Player::<Position<Simple>>::new(settings);
    let mut output = Vec::new();
    serve(player, dialect, connection(lines), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// A connection to a controller that sends these lines.
fn connection(lines: &str) -> Connection<Cursor<String>> {
    Connection { name: "Test".to_owned(), log: None, input: Cursor::new(lines.to_owned()) }
}

/// The answers without what is said during searches.
fn essence(dialect: Dialect, lines: &str) -> Vec<String> {
    let mut said = answers(dialect, lines);
    said.retain(|line| !line.starts_with("info depth"));
    said
}

/// A position in which Red mates by moving the rook from h7 to h9, counted from 0.
const MATE: &str = "3k5/R8/7R1/9/9/9/9/p8/9/5K3 w";

#[test]
fn both_dialects_introduce_themselves() {
    let said = answers(UCI, "uci\nisready\nquit\n");
    assert!(said[0].starts_with("id name Test "));
    assert!(said.contains(&"option name Hash type spin default 1 min 1 max 16384".to_owned()));
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
    let said = answers(Dialect::Ucci, "ucci\nisready\nquit\n");
    assert!(said.contains(&"option usemillisec type check default false".to_owned()));
    assert_eq!(said[said.len() - 3..], ["ucciok", "readyok", "bye"]);
}

#[test]
fn defaults_are_within_their_bounds() {
    let settings = Settings {
        memory: 1 << 40,
        threads: 10_000,
        pacing: clocks::Pacing { lag: Duration::from_secs(60), ..clocks::Pacing::default() },
        ..Settings::default()
    };
    let options = UCI.options(&settings);
    for expected in [
        "Hash type spin default 16384 min 1 max 16384",
        "Threads type spin default 512 min 1 max 512",
        "Skill Level type spin default 20 min 1 max 20",
        "Move Overhead type spin default 5000 min 0 max 5000",
    ] {
        assert!(options.contains(&format!("option name {expected}")), "{options:?}");
    }
    assert!(!options.iter().any(|option| option.contains("OwnBook")), "there is none");
}

#[test]
fn a_weaker_level_ends_a_search_by_itself() {
    let begun = Instant::now();
    let lines = "setoption name Move Overhead value 0\nsetoption name Skill Level value 1\n\
                 setoption name Skill Level value 21\nsetoption name Skill Level value 1\n\
                 go movetime 20000\n";
    assert!(essence(UCI, lines)[0].starts_with("bestmove "));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_value_that_is_set_already_keeps_what_was_found() {
    let nodes = |option: &str| {
        // The next line is sent after the move, because it would end the search.
        let (reader, mut writer) = std::io::pipe().unwrap();
        let (answers, mut output) = std::io::pipe().unwrap();
        let input = std::io::BufReader::new(reader);
        let serving = std::thread::spawn(move || {
            let settings = Settings { memory: 1 << 20, ..Settings::default() };
            let player = Player::<Position<Simple>>::new(settings);
            let connection = Connection { name: "Test".to_owned(), log: None, input };
            serve(player, UCI, connection, &mut output).unwrap();
        });
        let mut answers = std::io::BufReader::new(answers).lines().map(Result::unwrap);
        writeln!(writer, "go depth 5").unwrap();
        assert!(answers.any(|line| line.starts_with("bestmove ")));
        writeln!(writer, "setoption {option}\ngo depth 5").unwrap();
        let said: Vec<_> =
            answers.by_ref().take_while(|line| !line.starts_with("bestmove ")).collect();
        writeln!(writer, "quit").unwrap();
        serving.join().unwrap();
        let mut words = said.last().unwrap().split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    let (same, other) = (nodes("name Hash value 1"), nodes("name Hash value 2"));
    assert!(2 * same < other, "{same} {other}");
}

#[test]
fn remarks_are_those_of_the_dialect() {
    assert_eq!(essence(UCI, "hello\n"), ["info string unknown command: hello"]);
    assert_eq!(essence(Dialect::Ucci, "hello\n"), ["info message unknown command: hello"]);
}

#[test]
fn a_mate_is_found_and_named_in_each_notation() {
    for (dialect, mv, score) in [
        (UCI, "h8h10", "score mate 1"),
        (PIKAFISH, "h7h9", "score mate 1"),
        (Dialect::Ucci, "h7h9", "score 29999"),
    ] {
        let said = answers(dialect, &format!("position fen {MATE}\ngo depth 3\n"));
        let info = said.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        assert!(info.contains(score) && info.ends_with(&format!("pv {mv}")), "{info}");
        assert_eq!(said.last().unwrap(), &format!("bestmove {mv}"));
    }
}

#[test]
fn moves_are_read_as_each_dialect_counts_ranks() {
    for (dialect, moves) in
        [(UCI, "h3e3 h10g8"), (PIKAFISH, "h2e2 h9g7"), (Dialect::Ucci, "h2e2 h9g7")]
    {
        let said = essence(dialect, &format!("position startpos moves {moves}\ngo depth 1\n"));
        assert!(said.len() == 1 && said[0].starts_with("bestmove "), "{said:?}");
    }
}

#[test]
fn a_lost_game_has_no_move() {
    let mated = "3k3R1/R8/9/9/9/9/9/9/9/4K4 b";
    let position = format!("position fen {mated}\ngo depth 3\n");
    assert_eq!(answers(UCI, &position), ["bestmove (none)"]);
    assert_eq!(answers(Dialect::Ucci, &position), ["nobestmove"]);
}

#[test]
fn wrong_lines_are_named_and_change_nothing() {
    let said = essence(
        UCI,
        "position startpos moves h3e3 h10g8 h1g3\nposition startpos moves h3e3 h3e3\nposition moon\n\
         position startpos moves h2\ngo depth x\nsetoption name Contempt value 3\n\
         setoption name Hash value much\nhello\nposition fen 9/9 w\ngo depth 1\n",
    );
    assert_eq!(
        said[..9],
        [
            "info string illegal move: h3e3",
            "info string position: expected startpos or fen, got 'moon'",
            "info string expected a move such as h2e2, got 'h2'",
            "info string go: expected a number after 'depth'",
            "bestmove (none)",
            "info string setoption: expected an option, got 'name Contempt value 3'",
            "info string setoption: expected a number from 1 to 16384, got 'much'",
            "info string unknown command: hello",
            "info string expected ten ranks of nine points, got '9/9'",
        ]
    );
    let mv = said[9].strip_prefix("bestmove ").unwrap();
    assert!(mv.as_bytes()[1] > b'5' || mv[1..].starts_with("10"), "Black moves: {mv}");
}

#[test]
fn lines_that_are_too_long_are_reported_and_change_nothing() {
    let blanks = " ".repeat(protocol::LONGEST_LINE);
    let said = essence(UCI, &format!("{blanks}quit\nquit{blanks}\ngo depth 1{blanks}\nisready\n"));
    let long = "info string expected a line of at most 1048576 bytes";
    assert_eq!(said, [long, long, long, "bestmove (none)", "readyok"]);
}

#[test]
fn several_lines_are_reported() {
    let said = answers(UCI, "setoption name MultiPV value 3\ngo depth 3\n");
    for number in 1..=3 {
        assert!(said.iter().any(|line| line.contains(&format!("multipv {number} "))));
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    let lines = "go depth 2 searchmoves a1a2 i1i2\ngo depth 2\n";
    let said = essence(UCI, lines);
    assert!(said[0].starts_with("bestmove a1a2") || said[0].starts_with("bestmove i1i2"));
    assert!(!said[1].starts_with("bestmove a1a2") && !said[1].starts_with("bestmove i1i2"));
    let mate = format!("position fen {MATE}\ngo mate 1\n");
    assert_eq!(essence(UCI, &mate), ["bestmove h8h10"]);
}

#[test]
fn a_book_answers_only_where_all_moves_are_allowed() {
    let game = Position::<Simple>::default();
    let mut book = Book::new(opening::subject::<Position<Simple>>());
    book.count(&game, game.read_move("H3E3").unwrap(), 1);
    let opening = Opening::new::<Position<Simple>>(Arc::new(book)).unwrap();
    let searches = |lines: &str| {
        let opening = Some(opening.clone());
        let settings = Settings { memory: 1 << 20, opening, ..Settings::default() };
        let player = Player::<Position<Simple>>::new(settings);
        let mut output = Vec::new();
        serve(player, UCI, connection(lines), &mut output).unwrap();
        let said = String::from_utf8(output).unwrap();
        assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
        said.contains("info depth")
    };
    assert!(!searches("position startpos\ngo depth 1\n"));
    assert!(searches("position startpos\ngo depth 1 searchmoves h3e3\n"));
    assert!(searches("position startpos\nbanmoves a1a2\ngo depth 1\n"));
    assert!(searches("setoption name OwnBook value false\ngo depth 1\n"));
    let off_and_on = "setoption name OwnBook value false\nsetoption name OwnBook value true\n";
    assert!(!searches(&format!("{off_and_on}go depth 1\n")));
    assert!(searches("setoption name Skill Level value 3\ngo depth 1\n"), "a weaker player");
}

#[test]
fn clocks_are_obeyed() {
    let timed = |dialect, lines: &str| {
        let begun = Instant::now();
        let said = answers(dialect, lines);
        assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
        begun.elapsed()
    };
    for (dialect, go) in [
        (UCI, "go movetime 100"),
        (UCI, "go wtime 2000 btime 1 winc 10 binc 10"),
        (UCI, "go wtime 1000 btime 1 movestogo 10"),
        (Dialect::Ucci, "setoption usemillisec true\ngo time 2000 increment 10 opptime 1"),
        (Dialect::Ucci, "go time 1 movestogo 10"),
        (Dialect::Ucci, "go nodes 1000"),
    ] {
        let time = timed(dialect, &format!("{go}\n"));
        assert!(time < Duration::from_millis(1500), "{go}: {time:?}");
    }
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    let begun = Instant::now();
    let said = essence(UCI, "go infinite\nisready\nstop\nisready\n");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said.iter().filter(|line| *line == "readyok").count() == 2);
    // The search ends by itself, but its move waits.
    let line = format!("position fen {MATE}\ngo infinite depth 2\nisready\nstop\n");
    assert_eq!(essence(UCI, &line), ["readyok", "bestmove h8h10"]);
    // Once the opponent has moved, the clock counts.
    let said = essence(Dialect::Ucci, "go ponder time 1 movestogo 20\nponderhit\nisready\n");
    assert_eq!((said.len(), said[0].as_str()), (2, "readyok"));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn games_go_on_after_repetitions_if_the_board_wants_that() {
    let cycle = "h3h4 h8h7 h4h3 h7h8 ".repeat(4);
    let line = format!("position startpos moves {cycle}\ngo depth 2\n");
    assert!(answers(UCI, &line).last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_greatest_numbers_are_survived() {
    let longest = i64::MAX;
    for (dialect, clock) in [
        (Dialect::Ucci, format!("time {longest} movestogo 1")),
        (Dialect::Ucci, format!("time {longest} increment {longest}")),
        (UCI, format!("wtime {longest} winc {longest} movestogo 1")),
        (UCI, format!("movetime {longest}")),
        (UCI, format!("nodes {}", u64::MAX)),
    ] {
        let lines = format!("go {clock} depth 1\ngo ponder {clock} depth 1\nponderhit\n");
        assert_eq!(essence(dialect, &lines).len(), 2, "{clock}");
    }
}

/// A word that the protocols know, or another.
const WORDS: [&str; 38] = [
    "position",
    "startpos",
    "fen",
    "moves",
    "h2e2",
    "h3e3",
    "h9g7",
    "h10g8",
    "go",
    "depth",
    "nodes",
    "movetime",
    "time",
    "wtime",
    "1",
    "2",
    "3",
    "-1",
    "99999999999999999999",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "hashsize",
    "MultiPV",
    "é",
    "uci",
    "ucci",
    "banmoves",
    "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR",
    "w",
    "b",
    "debug",
    "",
];

#[test]
fn ten_thousand_lines_are_survived() {
    for (dialect, seed) in [(UCI, 3), (Dialect::Ucci, 4)] {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut lines = String::new();
        for _ in 0..10_000 {
            let mut words = Vec::new();
            for _ in 0..random.random_range(1..6) {
                words.push(*WORDS.choose(&mut random).unwrap());
            }
            if words.contains(&"go") {
                words.insert(0, "go");
                words.extend(["nodes", "20"]);
            }
            lines += &words.join(" ");
            lines.push('\n');
        }
        lines += "position startpos moves\nisready\ngo depth 1\n";
        let said = essence(dialect, &lines);
        assert!(said.last().unwrap().starts_with("bestmove "), "{:?}", said.last());
        assert!(said.iter().filter(|line| *line == "readyok").count() > 100);
    }
}

#[test]
fn lines_that_come_at_once_are_answered_in_their_order() {
    let moves = |lines: &str| {
        let said = essence(UCI, lines);
        said.into_iter().filter(|line| line.starts_with("bestmove")).count()
    };
    assert_eq!(moves("position startpos\ngo infinite\ngo infinite\n"), 2, "the end ends both");
    let stopped = "position startpos\ngo infinite\nposition startpos\ngo infinite\nstop\n";
    assert_eq!(moves(stopped), 2);
}

#[test]
fn what_is_said_to_go_always_gets_a_move() {
    let said = essence(UCI, "position startpos\ngo wtime x\n");
    let problem = "info string go: expected a number after 'wtime'";
    assert_eq!(said, [problem, "bestmove (none)"]);
    let said = essence(UCI, "position startpos\ngo searchmoves h3e3 fast depth 1\n");
    assert!(said.len() == 1 && said[0].starts_with("bestmove "), "{said:?}");
    for hit in ["depth 1", "nodes 100"] {
        let lines = format!("position startpos\ngo ponder {hit}\nponderhit\n");
        assert_eq!(essence(UCI, &lines).len(), 1);
    }
}
