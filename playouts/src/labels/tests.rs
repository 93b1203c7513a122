//! Labelled games, written and read back, in their old and their new form.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::rules::{GameState, Rules};
use engine::sgf;
use engine::vocabulary::{BoardSize, Color, Nine, Vertex};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A game as it was written before games had widths, set-up stones and teachers.
const OLD: &str = r#"{"size":9,"komi":6.5,"moves":[40,41,81],"labels":[{"p":[[40,9000],[81,5]],"w":5000,"l":-2},{"p":[],"w":4000,"l":12},{"w":0,"l":0}],"final":{"w":10000,"l":800}}"#;

/// Writes a compressed file.
fn file_in(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("games.jsonl.gz");
    let mut encoder = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap();
    path
}

fn read(text: &str) -> io::Result<Vec<LabelledGame>> {
    let folder = tempfile::tempdir().unwrap();
    LabelledGame::read(&file_in(folder.path(), text))
}

fn vertex(text: &str) -> Vertex {
    text.parse().unwrap()
}

#[test]
fn the_old_form_is_read() {
    let games = read(&format!("{OLD}\n{OLD}")).unwrap();
    let LabelledGame { record, labels, end, teacher } = &games[0];
    assert_eq!((games.len(), record.size), (2, BoardSize::square(9)));
    assert_eq!((record.komi, record.rules, record.first), (6.5, None, Color::Black));
    let moves = [Move::Play(vertex("E5")), Move::Play(vertex("F5")), Move::Pass];
    assert_eq!(record.moves, moves);
    assert_eq!(labels[0].policy, [(moves[0], 9000), (Move::Pass, 5)]);
    assert_eq!((labels[0].white_win_rate(), labels[1].white_lead()), (0.5, 1.2));
    assert_eq!((end.white_wins, end.white_leads, teacher), (10_000, 800, &None));
    let position = record.position::<Nine>(2).unwrap();
    assert_eq!(81 - position.board().empty().count(), 2);
}

#[test]
fn games_are_taken_before_the_next_line_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path(), &format!("{OLD}\n{OLD}\nnoise"));
    let mut taken = 0;
    let error = LabelledGame::read_each(&path, |_| taken += 1).unwrap_err().to_string();
    assert!(error.contains("line 3: a labelled game was expected"), "{error}");
    assert_eq!(taken, 2);
}

#[test]
fn the_new_form_is_read_as_it_was_written() {
    let size = BoardSize::new(3, 2).unwrap();
    let (black, white) = ((Color::Black, vertex("A1")), (Color::White, vertex("C2")));
    let label = |policy, owners| Label { policy, white_wins: 7, white_leads: -31, owners };
    let written = LabelledGame {
        record: GameRecord {
            size,
            komi: -0.5,
            rules: Rules::preset("japanese"),
            setup: vec![black, white],
            first: Color::White,
            moves: vec![Move::Play(vertex("B1")), Move::Pass],
        },
        labels: vec![label(vec![(Move::Pass, 30)], Vec::new()), label(Vec::new(), vec![-9; 6])],
        end: label(Vec::new(), vec![9; 6]),
        teacher: Some(Teacher {
            name: "t".to_owned(),
            digest: "00".to_owned(),
            optimism: 0.2,
            visits: None,
        }),
    };
    let line = serde_json::to_string(&written).unwrap();
    let start = r#"{"width":3,"height":2,"komi":-0.5,"rules":"japanese","setup":[["b",3],["w",2]],"first":"w","moves":[4,6],"#;
    assert!(line.starts_with(start), "{line}");
    assert_eq!(read(&line).unwrap(), [written]);
}

#[test]
fn games_that_are_not_whole_are_refused_by_line() {
    for (good, bad, problem) in [
        (OLD, "noise", "line 2: a labelled game was expected: "),
        (OLD, "", "line 2: a labelled game was expected: "),
        ("\"size\":9", "\"size\":26", "line 2: board size 26x26"),
        ("\"size\":9", "\"height\":9", "line 2: 'width' or 'size' was expected"),
        ("\"size\":9", "\"size\":9,\"width\":8", "line 2: size 9 was expected to be 8x9"),
        ("\"size\"", "\"rules\":\"mine\",\"size\"", "no rules are called 'mine'"),
        ("\"size\"", "\"setup\":[[\"b\",81]],\"size\"", "setup: no point of 9x9 is 81"),
        ("\"size\"", "\"setup\":[[\"b\",1],[\"w\",1]],\"size\"", "setup: B9 is repeated"),
        ("[40,41,81]", "[40,40,81]", "line 2: move 2, white E5: the point is occupied"),
        ("[40,41,81]", "[40,41,82]", "a move on 9x9 was expected, 0 to 81, got 82"),
        ("[40,41,81]", "[40,41]", "a label was expected for each of 2 moves, got 3"),
        ("[81,5]", "[81,10001]", "label 1: ten-thousandths were expected, 0 to 10000, got 10001"),
        ("\"l\":800", "\"l\":800,\"o\":[0]", "final: 81 owners were expected, got 1"),
        ("\"l\":800", "\"l\":800,\"o\":[10]", "an owner from -9 to 9 was expected, got 10"),
    ] {
        let error = read(&format!("{OLD}\n{}\n", OLD.replace(good, bad))).unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[test]
fn a_line_that_would_fill_the_memory_is_refused() {
    let error = read(&" ".repeat((1 << 25) + 10)).unwrap_err().to_string();
    assert!(error.contains("line 1: a labelled game was expected"), "{error}");
}

#[test]
fn records_keep_what_labels_can_hold() {
    let of = |text: &str| GameRecord::of(&sgf::read(text, None).unwrap());
    let record = of("(;SZ[9:5]KM[0.5]RU[AGA]AB[aa]AW[bb]PL[W];W[cc];B[dd];B[ee];W[fe])");
    assert_eq!((record.size.to_string().as_str(), record.komi), ("9x5", 0.5));
    assert_eq!(
        (record.setup.len(), record.first, record.rules),
        (2, Color::White, Rules::preset("aga"))
    );
    let moves: Vec<String> = record.turns().map(|(color, mv)| format!("{color} {mv}")).collect();
    assert_eq!(moves, ["white C3", "black D2"], "up to the move out of turn");
    let record = of("(;SZ[9];B[cc];B[gg];W[cg];B[])");
    assert_eq!((record.setup.len(), record.first, record.moves.len()), (2, Color::White, 2));
    let start = record.start(Rules::default()).unwrap();
    assert_eq!((start.handicap(), start.to_move()), (2, Color::White));
    assert_eq!(of("(;SZ[9];W[cc];B[dd])").first, Color::White);
    let empty = GameRecord::of(&GameState::new(BoardSize::square(5), Rules::default(), 7.5));
    assert_eq!((empty.first, empty.moves.len()), (Color::Black, 0));
}

#[test]
fn the_digest_of_games_covers_all_of_them() {
    let game = |text: &str| GameRecord::of(&sgf::read(text, None).unwrap());
    let (a, b) = (game("(;SZ[9];B[aa];W[bb])"), game("(;SZ[9];B[aa])"));
    let all = digest(&[a.clone(), b.clone()]);
    assert_eq!(all, digest(&[a.clone(), b.clone()]));
    assert!(all.len() == 64 && all != digest(&[b, a]));
}
