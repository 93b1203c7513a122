//! Conversations by GTP about a game of Othello.

mod books;

use std::fmt::Write;
use std::sync::Arc;

use clap::ValueEnum;
use protocol::Session as _;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Session;
use crate::board_game::BoardGame;
use crate::othello::Position;
use crate::othello::evaluation::Simple;
use crate::player::Player;
use crate::record::Record;
use crate::settings::{SearchName, Settings};
use crate::xiangqi;

type Othello = Position<Simple>;
type Xiangqi = xiangqi::Position<xiangqi::evaluation::Simple>;

/// A session whose searches see this many positions.
struct Talk(Session<Othello>);

impl Talk {
    fn new(search: SearchName) -> Self {
        let settings =
            Settings { nodes: Some(300), memory: 1 << 20, search, ..Settings::default() };
        Self(Session::new(Player::new(settings), "Test"))
    }

    /// The whole answer to a line that is a command.
    fn say(&mut self, line: &str) -> String {
        Session::TABLE
            .answer(&mut self.0, line)
            .map(|answer| answer.to_string())
            .unwrap_or_default()
    }

    #[track_caller]
    fn expect(&mut self, line: &str, answer: &str) {
        assert_eq!(self.say(line).trim_end(), answer, "{line}");
    }

    /// The answer to a command that must succeed.
    #[track_caller]
    fn ask(&mut self, line: &str) -> String {
        let answer = self.say(line);
        let answer = answer.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {answer}"));
        answer.trim().to_owned()
    }
}

#[test]
fn gogui_learns_the_rules() {
    let mut talk = Talk::new(SearchName::Pvs);
    talk.expect("gogui-rules_game_id", "= Othello");
    talk.expect("gogui-rules_board_size", "= 8");
    talk.expect("gogui-rules_legal_moves", "= D3 C4 F5 E6");
    talk.expect("gogui-rules_side_to_move", "= black");
    talk.expect("gogui-rules_final_result", "= The game is not over.");
    let empty = "........\n".repeat(3);
    let middle = "...XO...\n...OX...";
    talk.expect("gogui-rules_board", format!("= {empty}{middle}\n{empty}").trim_end());
    talk.expect("boardsize 8", "=");
    talk.expect("boardsize 9", "? unacceptable size");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut talk = Talk::new(SearchName::Pvs);
    talk.expect("play b d3", "=");
    talk.expect("play b c3", "? it is White's turn");
    talk.expect("play w a1", "? illegal move");
    talk.expect("play w pass", "? illegal move");
    talk.expect(
        "play w k9",
        "? syntax error: play: expected a point such as D3, or pass, got 'k9'",
    );
    talk.expect("play w C3", "=");
    talk.expect("move_history", "= white C3\nblack D3");
    talk.expect("undo", "=");
    talk.expect("gogui-rules_side_to_move", "= white");
    talk.expect("undo", "=");
    talk.expect("undo", "? cannot undo");
    talk.expect("perft 3", "= 56");
    talk.expect("final_score", "? cannot score");
    assert!(talk.ask("showboard").ends_with("1 . . . . . . . .\n  A B C D E F G H\nBlack to move"));
}

#[test]
fn every_search_ends_with_a_limit_in_depth_or_by_the_clock() {
    for search in [SearchName::Pvs, SearchName::AlphaBeta, SearchName::Divided] {
        let mut talk = Talk::new(search);
        talk.0.player.settings_mut().nodes = None;
        talk.expect("time_left b 0 0", "=");
        talk.ask("genmove b");
        talk.expect("time_settings 0 0 1", "=");
        talk.0.player.settings_mut().depth = Some(2);
        talk.0.player.settings_mut().seconds = Some(std::time::Duration::from_millis(200));
        talk.ask("genmove w");
    }
}

#[test]
fn positions_are_divided_again_and_again_within_the_limit() {
    let mut talk = Talk::new(SearchName::Divided);
    talk.0.player.settings_mut().nodes = Some(20_000);
    talk.ask("genmove b");
    let figures = talk.ask("mengxi_statistics");
    let nodes = figures.lines().find_map(|line| line.strip_prefix("nodes: ")).unwrap();
    assert!((2_000..=20_000).contains(&nodes.parse::<u64>().unwrap()), "{figures}");
}

#[test]
fn every_search_plays_whole_games() {
    for &search in SearchName::value_variants() {
        let mut talk = Talk::new(search);
        let mut turns = 0;
        while !talk.ask("gogui-rules_legal_moves").is_empty() {
            let side = talk.ask("gogui-rules_side_to_move");
            let suggested = talk.ask(&format!("reg_genmove {side}"));
            assert!(talk.ask("gogui-rules_legal_moves").contains(&suggested), "{suggested}");
            talk.ask(&format!("genmove {side}"));
            turns += 1;
        }
        assert!(turns > 20, "{search:?}");
        // Controllers that do not know the game pass, twice.
        talk.expect("genmove b", "= pass");
        talk.expect("genmove w", "= pass");
        let score = talk.ask("final_score");
        assert!(score == "0" || score.starts_with(['B', 'W']), "{score}");
        talk.expect("undo", "=");
        talk.expect("undo", "=");
        talk.expect("undo", "=");
        talk.expect("final_score", "? cannot score");
    }
}

#[test]
fn views_show_what_a_search_found() {
    let mut talk = Talk::new(SearchName::Pvs);
    talk.expect("mengxi_variation", "=");
    talk.expect("mengxi_legal_moves", "= D3 C4 F5 E6");
    assert_eq!(talk.ask("mengxi_values").lines().count(), 4);
    talk.ask("genmove b");
    assert!(talk.ask("mengxi_variation").starts_with("VAR b "));
    let figures = talk.ask("mengxi_statistics");
    assert!(figures.starts_with("score: ") && figures.contains("\nnodes: "), "{figures}");
    let menu = talk.ask("gogui-analyze_commands");
    let known = Session::<Othello>::TABLE;
    for line in menu.lines() {
        let command = line.split('/').nth(2).unwrap();
        assert!(known.find(command).is_some(), "{line}");
    }
}

#[test]
fn the_same_positions_give_the_same_game() {
    let game = || {
        let mut talk = Talk::new(SearchName::Pvs);
        for turn in 0..20 {
            talk.ask(if turn % 2 == 0 { "genmove b" } else { "genmove w" });
        }
        talk.ask("move_history")
    };
    assert_eq!(game(), game());
}

#[test]
fn a_game_is_copied_only_when_it_changes_and_can_be_restored() {
    let mut talk = Talk::new(SearchName::Pvs);
    talk.ask("play b d3");
    let before = Arc::clone(talk.0.player.record());
    talk.ask("showboard");
    talk.0.begin();
    assert!(Arc::ptr_eq(&before, talk.0.player.record()));
    talk.0.player.play(clocks::Side::Second, "c3").unwrap();
    assert_eq!((before.moves().len(), talk.0.player.record().moves().len()), (1, 2));
    talk.0.restore();
    assert!(Arc::ptr_eq(&before, talk.0.player.record()));
}

/// The number of moves up to the end of the game, without the passes after it.
fn twin_moves(record: &Record<Othello>) -> usize {
    record.game().moves_played()
}

#[test]
fn ten_thousand_lines_leave_the_board_right() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut talk = Talk::new(SearchName::Pvs);
    talk.0.player.settings_mut().nodes = Some(1);
    let names: Vec<&str> = Session::<Othello>::TABLE.commands().map(|row| row.name()).collect();
    let words = [
        "b",
        "w",
        "black",
        "D3",
        "e6",
        "pass",
        "z9",
        "",
        "-1",
        "8",
        "1e99",
        "\"",
        "é",
        "0",
        "show",
        "999999999999",
        "C4",
        "F5",
        "1",
        "2",
        "nan",
    ];
    for _ in 0..10_000 {
        let mut line = (*names.choose(&mut random).unwrap()).to_owned();
        if ["quit", "gogui-sigint", "echo_err"].contains(&line.as_str()) {
            continue;
        }
        if line == "perft" {
            line += " 2";
        }
        for _ in 0..random.random_range(0..4) {
            write!(line, " {}", words.choose(&mut random).unwrap()).unwrap();
        }
        let answer = talk.say(&line);
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line}: {answer:?}");
        let record = talk.0.player.record();
        let mut twin = Othello::default();
        for (_, mv) in record.moves().iter().take(twin_moves(record)) {
            classical::Game::play(&mut twin, mv.parse().unwrap());
        }
        assert_eq!(twin.diagram(), record.game().diagram(), "{line}");
    }
    assert_eq!(talk.0.name(), "Test");
}

/// The answers of a session of Chinese chess to these lines.
fn chess(lines: &[&str]) -> Vec<String> {
    let settings = Settings { nodes: Some(300), memory: 1 << 20, ..Settings::default() };
    let mut session = Session::new(Player::<Xiangqi>::new(settings), "Test");
    let answer = |line| Session::TABLE.answer(&mut session, line).unwrap().to_string();
    lines.iter().copied().map(answer).map(|answer| answer.trim_end().to_owned()).collect()
}

#[test]
fn pieces_move_by_two_clicks_or_in_one_word() {
    let said = chess(&[
        "play b H3",
        "gogui-rules_side_to_move",
        "gogui-rules_legal_moves",
        "play b H4",
        "gogui-rules_side_to_move",
        "play w h10g8",
        "move_history",
        "undo",
        "undo",
        "play b E3",
        "play b J1",
        "play w J10",
        "play w J9",
    ]);
    assert_eq!(said[..2], ["=", "= black"]);
    let points: Vec<&str> = said[2].trim_start_matches("= ").split(' ').collect();
    assert!(points.contains(&"H10") && points.contains(&"E3") && !points.contains(&"H3"));
    let rest = ["=", "= white", "=", "= white H10G8\nblack H3H4", "=", "=", "="];
    assert_eq!(said[3..10], rest, "the second undo puts the piece back into the hand");
    assert_eq!(said[10..], ["? it is Black's turn", "=", "="]);
}

#[test]
fn the_program_moves_pieces_by_two_clicks() {
    let said = chess(&["genmove b", "gogui-rules_legal_moves", "genmove b", "move_history"]);
    let point = |answer: &str| answer.strip_prefix("= ").unwrap().to_owned();
    let (from, to) = (point(&said[0]), point(&said[2]));
    assert!(said[1].split(' ').any(|point| point == to), "{said:?}");
    assert_eq!(said[3], format!("= black {from}{to}"));
    // A player lifts a piece, and the program puts it down.
    let said = chess(&["play b B1", "genmove b", "gogui-rules_side_to_move"]);
    assert!(["= A3", "= C3"].contains(&said[1].as_str()), "{said:?}");
    assert_eq!(said[2], "= white");
}

#[test]
fn gogui_shows_a_board_that_is_no_square_within_one() {
    let sizes = ["boardsize 10", "boardsize 9 10", "boardsize 9", "boardsize 10 9", "boardsize -1"];
    let bad = "? unacceptable size";
    assert_eq!(chess(&sizes), ["=", "=", bad, bad, bad]);
    assert_eq!(chess(&["gogui-rules_board_size"]), ["= 10"]);
    let board = chess(&["gogui-rules_board"]).remove(0);
    let lines: Vec<&str> = board.trim_start_matches("= ").lines().collect();
    assert_eq!((lines.len(), lines[0], lines[1]), (10, "OOOOOOOOO?", ".........?"));
}

#[test]
fn pieces_have_letters_on_the_board() {
    let said = chess(&["showboard", "gogui-rules_board_gfx", "play b A1", "gogui-rules_board_gfx"]);
    assert!(said[0].contains("\n10 r n b a k a b n r\n"), "{}", said[0]);
    assert_eq!(said[1].lines().count(), 32);
    assert!(said[1].contains("LABEL E1 K") && !said[1].contains("SQUARE"));
    assert!(said[3].ends_with("SQUARE A1"), "{}", said[3]);
}

#[test]
fn ten_thousand_lines_of_clicks_leave_the_board_right() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    let settings = Settings { nodes: Some(1), memory: 1 << 20, ..Settings::default() };
    let mut session = Session::new(Player::<Xiangqi>::new(settings), "Test");
    let mut longest = 0;
    for _ in 0..10_000 {
        let side = if session.player.record().mover() == clocks::Side::First { "b" } else { "w" };
        let points = session.points_to_click();
        let point = points.choose(&mut random).map_or("pass", |point| point.as_str());
        let words = ["H3", "a1", "B1C3", "z9", "", "J10", "pass", point, point, point, point];
        let command = ["play", "play", "play", "undo", "genmove", "showboard"];
        let command = command.choose(&mut random).unwrap();
        let line = format!("{command} {side} {}", words.choose(&mut random).unwrap());
        let line = if *command == "play" { line } else { format!("{command} {side}") };
        let line = line.replace("undo b", "undo").replace("undo w", "undo");
        let answer = Session::TABLE.answer(&mut session, &line).unwrap().to_string();
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line}: {answer:?}");
        let record = session.player.record();
        longest = longest.max(record.moves().len());
        let mut twin = Xiangqi::default();
        for (_, mv) in record.moves().iter().take(record.game().moves_played()) {
            let mv = twin.read_move(mv).unwrap();
            assert!(twin.is_legal(mv), "{line}");
            classical::Game::play(&mut twin, mv);
        }
        assert_eq!(twin.board(), record.game().board(), "{line}");
    }
    assert!(longest > 30, "{longest}");
}
