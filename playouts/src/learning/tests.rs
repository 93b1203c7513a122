//! Tests learning on games that are made up, so that it is known which features matter.

use engine::rules::{GameState, Rules};
use engine::vocabulary::{Color, Move, Nine, Vertex};

use super::*;

const SETTINGS: LearnSettings = LearnSettings { least: 20, positions: 10_000, rounds: 4, seed: 1 };

/// Generates games in which each move is next to the previous one if there is room, and anywhere
/// otherwise.
fn following(count: u64) -> Vec<Game> {
    let game = |seed| {
        let mut random = Random::new(seed, 0);
        let size = BoardSize::square(9);
        let mut game = GameState::new(size, Rules::default(), 7.5);
        for _ in 0..30 {
            let last = game.moves().last().and_then(|(_, mv)| mv.vertex());
            let color = game.to_move();
            let legal = game.legal_points(color);
            let beside: Vec<Vertex> = last
                .map(|last| last.neighbours(size).filter(|vertex| legal.contains(vertex)).collect())
                .unwrap_or_default();
            let choice = if beside.is_empty() { &legal } else { &beside };
            game.play(color, Move::Play(choice[random.below(choice.len())])).unwrap();
        }
        Game::of_record(&game)
    };
    (0..count).map(game).collect()
}

fn learned(games: &[Game], settings: LearnSettings, checkpoint: Option<&Path>) -> Learned {
    let size = BoardSize::square(9);
    learn(size, games, &following(5), settings, checkpoint, &|_, _, _| {}).unwrap()
}

fn weight(learned: &Learned, feature: &str) -> f32 {
    let line = learned.table.lines().find_map(|line| line.strip_suffix(feature)).unwrap();
    line.trim().parse().unwrap()
}

#[test]
fn what_good_moves_have_in_common_weighs_more() {
    let learned = learned(&following(60), SETTINGS, None);
    assert!(weight(&learned, " last 2") > 1.0);
    assert!(learned.positions > 1700 && learned.features > 30);
    // Only one of the last move's two or three free neighbours is the right move.
    let Prediction { positions, first, .. } = learned.prediction;
    assert!(positions == 150 && first > 40, "{first}");
    assert!(crate::Table::read(&learned.table).is_ok());
}

#[test]
fn learning_is_the_same_on_any_number_of_threads() {
    let games = following(40);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| learned(&games, SETTINGS, None).table)
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn fewer_positions_may_be_asked_for() {
    let few = LearnSettings { positions: 300, ..SETTINGS };
    let learned = learned(&following(40), few, None);
    assert!((250..350).contains(&learned.positions), "{}", learned.positions);
}

#[test]
fn learning_goes_on_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let games = following(40);
    let whole = learned(&games, SETTINGS, None);
    let cut_off = Task {
        size: BoardSize::square(9),
        games: &games,
        held_out: &[],
        settings: SETTINGS,
        checkpoint: Some(&path),
        progress: &|part, done, _| {
            if part == "learning" && done == 2 {
                panic!("cut off");
            }
        },
    };
    let cut_off = std::panic::AssertUnwindSafe(|| cut_off.run::<Nine>());
    assert!(std::panic::catch_unwind(cut_off).is_err());
    let state = std::fs::read_to_string(&path).unwrap();
    assert!(state.contains("\"rounds\":2}"), "two rounds are done");
    assert_eq!(learned(&games, SETTINGS, Some(&path)).table, whole.table);
    let size = BoardSize::square(9);
    let refused = |size: BoardSize, games: &[Game]| {
        let result = learn(size, games, &[], SETTINGS, Some(&path), &|_, _, _| {});
        result.unwrap_err().to_string()
    };
    let error = refused(BoardSize::square(13), &games);
    assert!(error.contains("board size: expected 13x13, got 9x9"), "{error}");
    let mut others = following(41);
    let error = refused(size, &others[1..]);
    assert!(error.contains("learning: digest of the games: expected "), "{error}");
    let error = refused(size, &others);
    assert!(error.contains("number of games: expected 41, got 40"), "{error}");
    others.truncate(40);
    assert!(learn(size, &others, &[], SETTINGS, Some(&path), &|_, _, _| {}).is_ok());
    for (good, bad) in
        [("\"weights\":[", "\"weights\":[1e39,"), ("\"weights\":[", "\"weights\":[null,")]
    {
        let kept = std::fs::read_to_string(&path).unwrap();
        let (head, rest) = kept.split_once(good).unwrap();
        let (_, rest) = rest.split_once(',').unwrap();
        std::fs::write(&path, format!("{head}{bad}{rest}")).unwrap();
        let error = refused(size, &games);
        assert!(error.contains("out of range") || error.contains("null"), "{error}");
        std::fs::write(&path, kept).unwrap();
    }
    let other = LearnSettings { seed: 2, ..SETTINGS };
    for (settings, content) in [(other, None), (SETTINGS, Some("{}")), (SETTINGS, Some("noise"))] {
        content.into_iter().for_each(|content| std::fs::write(&path, content).unwrap());
        assert!(learn(size, &games, &[], settings, Some(&path), &|_, _, _| {}).is_err());
    }
}

#[test]
fn games_are_read_from_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("more")).unwrap();
    std::fs::write(path("more/a.sgf"), "(;SZ[9]KM[7.5];B[ee];W[];B[ef])").unwrap();
    std::fs::write(path("b.sgf"), "(;SZ[9]HA[2]AB[cc][gg];W[ee])").unwrap();
    std::fs::write(path("large.sgf"), "(;SZ[19];B[dd])").unwrap();
    std::fs::write(path("broken.sgf"), "no game").unwrap();
    std::fs::write(path("notes.txt"), "nothing").unwrap();
    #[cfg(unix)]
    for link in ["itself", "more/above"] {
        std::os::unix::fs::symlink(folder.path(), path(link)).unwrap();
    }
    let twice = [folder.path().to_owned(), path("more")];
    let games = Game::read_all(&twice, BoardSize::square(9)).unwrap();
    let mut seen = Vec::new();
    for game in &games {
        game.visit::<Nine>(|position, good| {
            let stones = 81 - position.board().empty().count();
            seen.push((stones, good[0].0.map(|point| point.vertex::<Nine>().to_string())));
        });
    }
    let played = |stones, vertex: &str| (stones, Some(vertex.to_owned()));
    assert_eq!(seen, [played(2, "E5"), played(0, "E5"), (1, None), played(1, "E4")]);
    assert!(Game::read_all(&[path("missing.sgf")], BoardSize::square(9)).is_err());
}

#[test]
fn labelled_games_of_both_forms_are_learned_from() {
    use std::io::Write as _;

    let label = r#"{"p":[[40,6000],[81,2000]],"w":1,"l":1}"#;
    let end = r#""final":{"w":1,"l":1}"#;
    let old =
        format!(r#"{{"size":9,"komi":7.5,"moves":[40,41],"labels":[{label},{label}],{end}}}"#);
    let new = format!(
        r#"{{"size":9,"width":9,"height":9,"komi":0.5,"rules":"aga","setup":[["b",0],["b",2]],"first":"w","moves":[1,3],"labels":[{label},{label}],{end},"teacher":{{"name":"a","digest":"b","optimism":0}}}}"#
    );
    let oblong = new.replace(r#""size":9,"width":9"#, r#""width":8"#).replace("81", "72");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl.gz");
    let file = std::fs::File::create(&path).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    writeln!(encoder, "{old}\n{new}\n{oblong}").unwrap();
    encoder.finish().unwrap();
    let games = Game::read_all(&[path], BoardSize::square(9)).unwrap();
    let mut seen = Vec::new();
    for game in &games {
        game.visit::<Nine>(|position, good| {
            let stones = 81 - position.board().empty().count();
            let best = good[0].0.map(|point| point.vertex::<Nine>().to_string());
            assert_eq!((best.as_deref(), good[0].1, good[1]), (Some("E5"), 0.75, (None, 0.25)));
            seen.push((stones, position.to_move()));
        });
    }
    let expected = [(0, Color::Black), (1, Color::White), (2, Color::White), (3, Color::Black)];
    assert_eq!(seen, expected);
}
