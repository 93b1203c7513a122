//! Tests of inputs that need no other program. `tests/networks.rs` compares inputs with KataGo's.

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Nine, Random, Vertex};

use super::ladders::LadderReader;
use super::*;

/// A game with these moves: `pass` or vertices, by Black and White in turn; `b:` or `w:` before a
/// move names its player.
fn game(size: u8, rules: &str, moves: &str) -> GameState {
    let mut game = GameState::new(BoardSize::square(size), Rules::preset(rules).unwrap(), 7.5);
    for word in moves.split_whitespace() {
        let (color, mv) = match word.split_once(':') {
            Some(("b", mv)) => (Color::Black, mv),
            Some((_, mv)) => (Color::White, mv),
            None => (game.to_move(), word),
        };
        let mv = if mv == "pass" { Move::Pass } else { Move::Play(mv.parse().unwrap()) };
        game.play(color, mv).unwrap_or_else(|why| panic!("{word}: {why}"));
    }
    game
}

fn inputs(game: &GameState) -> Inputs {
    Inputs::new(game, game.to_move(), false).unwrap()
}

/// The points on which a plane is set.
fn points(inputs: &Inputs, plane: usize) -> String {
    let is_set = |(_, point): &(Vertex, &[f32])| point[plane] == 1.0;
    let on = inputs.size.vertices().zip(inputs.planes.chunks(PLANES)).filter(is_set);
    on.map(|(vertex, _)| vertex.to_string()).collect::<Vec<_>>().join(" ")
}

/// The number of past moves that a network sees, and whether a pass ends the game.
fn past(rules: &str, moves: &str) -> (usize, bool) {
    let inputs = inputs(&game(9, rules, moves));
    let is_seen = |age: &usize| inputs.globals[*age] == 1.0 || !points(&inputs, 9 + age).is_empty();
    ((0..5).take_while(is_seen).count(), inputs.globals[14] == 1.0)
}

#[test]
fn the_past_ends_where_katago_forgets_it() {
    for (rules, moves, expected) in [
        ("tromp-taylor", "", (0, false)),
        ("tromp-taylor", "A1 B2 C3", (3, false)),
        ("tromp-taylor", "A1 B2 C3 D4 E5 F6", (5, false)),
        ("tromp-taylor", "A1 B2 C3 D4 pass", (5, true)),
        ("tromp-taylor", "A1 B2 pass pass", (1, true)),
        ("tromp-taylor", "A1 B2 pass pass C3", (2, false)),
        ("tromp-taylor", "A1 B2 pass pass C3 D4 E5", (4, false)),
        ("tromp-taylor", "A1 B2 b:C3 b:D4", (1, false)),
        ("tromp-taylor", "A1 B2 C3 w:pass w:D4 E5", (2, false)),
        // Where both may pass with dead stones on the board, one pass is no reason for another.
        ("chinese", "A1 B2 pass", (0, false)),
        ("chinese", "A1 B2 pass pass", (1, true)),
        ("chinese", "A1 B2 pass C3 pass", (0, false)),
        ("japanese", "A1 B2 pass", (3, true)),
        ("japanese", "A1 B2 pass pass", (1, true)),
    ] {
        assert_eq!(past(rules, moves), expected, "{rules}: {moves}");
    }
    let other = Inputs::new(&game(9, "tromp-taylor", "A1 B2 pass"), Color::Black, false).unwrap();
    assert_eq!((other.globals[0], points(&other, 9), other.globals[14]), (0.0, String::new(), 0.0));
}

#[test]
fn komi_contains_what_white_gets_for_handicap_and_stones() {
    for (rules, moves, expected) in [
        ("tromp-taylor", "E5", 7.5),
        ("tromp-taylor", "b:E5 b:C3", 7.5),
        ("chinese", "b:E5 b:C3 b:G7", 10.5),
        ("aga", "b:E5 b:C3 b:G7", 9.5),
        ("chinese", "b:E5 w:pass b:C3 w:F6", 9.5),
        ("chinese", "b:E5 w:F6 b:C3 b:D3", 7.5),
        ("japanese", "b:E5", 8.5),
        ("japanese", "b:E5 w:C3 b:pass w:D3", 6.5),
    ] {
        let game = game(9, rules, moves);
        let sign = if game.to_move() == Color::White { 1.0 } else { -1.0 };
        assert_eq!(inputs(&game).globals[5] * 20.0 * sign, expected, "{rules}: {moves}");
    }
    let mut game = GameState::new(BoardSize::square(9), Rules::preset("japanese").unwrap(), 0.5);
    game.place_handicap(&["C3".parse().unwrap(), "G7".parse().unwrap()]).unwrap();
    assert_eq!(inputs(&game).globals[5] * 20.0, 2.5, "stones of a set-up position count");
    game.set_komi(1e5);
    assert_eq!(inputs(&game).globals[5] * 20.0, 101.0, "komi is limited");
}

#[test]
fn repetitions_are_banned_and_moves_that_break_a_rule_are_not_legal() {
    let mut game = game(5, "tromp-taylor", "A2 B2 B1 C1 B3 C3 D4 D2 C2");
    let found = inputs(&game);
    assert_eq!((points(&found, 6).as_str(), game.to_move()), ("B2", Color::White));
    let at = |inputs: &Inputs, vertex: &str| {
        inputs.legal[vertex.parse::<Vertex>().unwrap().index(inputs.size)]
    };
    assert!(!at(&found, "B2") && !at(&found, "C2") && !at(&found, "A1") && at(&found, "E5"));
    // Out of turn, the ko is open.
    let other = Inputs::new(&game, Color::Black, false).unwrap();
    assert!(at(&other, "B2") && points(&other, 6).is_empty());
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!(points(&inputs(&game), 6), "");
}

#[test]
fn ladders_are_seen_now_and_before_the_last_moves() {
    let diagram = ". . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . X O . . .
                   . . . X X . .";
    let mut game = GameState::from_diagram(diagram, Rules::default(), Color::White).unwrap();
    let found = inputs(&game);
    assert_eq!([14, 15, 16].map(|plane| points(&found, plane)), ["D2", "D2", "D2"]);
    assert_eq!(points(&found, 17), "", "White's own stone");
    game.play(Color::White, Move::Play("F4".parse().unwrap())).unwrap();
    let found = inputs(&game);
    assert_eq!([14, 15, 16].map(|plane| points(&found, plane)), ["", "D2", "D2"]);
    game.undo().unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!(points(&inputs(&game), 17), "D3");
}

#[test]
fn a_maker_gives_the_same_as_a_new_one_whatever_came_before() {
    let mut random = Random::new(5, 0);
    let sizes = [BoardSize::square(5), BoardSize::square(9), BoardSize::new(4, 3).unwrap()];
    for round in 0..30 {
        let size = sizes[round % sizes.len()];
        let (name, rules) = Rules::PRESETS[random.below(Rules::PRESETS.len())];
        let mut maker = InputMaker::new(size).unwrap();
        let mut game = GameState::new(size, rules, 7.5);
        for _ in 0..100 {
            let color = if random.percent(5) { !game.to_move() } else { game.to_move() };
            match random.below(20) {
                0 => drop(game.undo_many(1 + random.below(4))),
                1 => game = GameState::new(size, rules, 0.5),
                2 => game.play(color, Move::Pass).unwrap(),
                _ => {
                    let points = game.legal_points(color);
                    let point = points.get(random.below(points.len().max(1))).copied();
                    game.play(color, point.into()).unwrap();
                }
            }
            let color = if random.percent(10) { !game.to_move() } else { game.to_move() };
            let made = maker.make(&game, color, round % 2 == 0);
            let new = Inputs::new(&game, color, round % 2 == 0).unwrap();
            assert!(*made == new, "{name}: {:?}", game.moves());
            for (vertex, is_legal) in size.vertices().zip(&new.legal) {
                assert_eq!(game.check(color, Move::Play(vertex)).is_ok(), *is_legal, "{name}");
            }
        }
    }
}

#[test]
fn remembered_ladders_are_those_of_the_position() {
    let mut random = Random::new(6, 0);
    let size = BoardSize::square(9);
    let mut reader = LadderReader::<Nine>::new(size);
    let mut found = 0;
    for _ in 0..20 {
        let mut position = engine::board::Position::<Nine>::new(size);
        for _ in 0..120 {
            let points: Vec<_> = position.board().empty().into_iter().collect();
            match points.get(random.below(points.len().max(1))) {
                Some(&point) if position.is_sensible(point) => drop(position.play(point)),
                _ => position.pass(),
            }
            let ladders = reader.read(&position);
            assert_eq!(ladders, LadderReader::new(size).read(&position));
            found += ladders.captured.count();
        }
    }
    assert!(found > 1000, "{found}");
}
