//! Tests each rule of the heavy policy on diagrams, by checking the moves that it proposes after a
//! given last move.

use engine::board::Board;
use engine::vocabulary::{AnySize, BoardSize, Color, Nine, Vertex};

use super::*;

type Rule = fn(&Position<AnySize>, Point, &mut Proposed);

fn point(vertex: &str) -> Point {
    Point::of::<AnySize>(vertex.parse().unwrap())
}

/// The position with Black to move after White has played at `last`, which is empty in the diagram.
fn after(diagram: &str, last: &str) -> Position<AnySize> {
    let board = Board::from_diagram(diagram).unwrap();
    let mut position = Position::from_board(board, Color::White);
    position.play(point(last));
    position
}

/// The points that a rule proposes, sorted.
fn proposed(rule: Rule, diagram: &str, last: &str) -> Vec<String> {
    let position = after(diagram, last);
    let mut found = Proposed::new();
    rule(&position, point(last), &mut found);
    let mut vertices: Vec<Vertex> = found.iter().map(|point| point.vertex::<AnySize>()).collect();
    vertices.sort_by_key(|vertex| (vertex.row(), vertex.column()));
    vertices.iter().map(ToString::to_string).collect()
}

#[test]
fn atari_takes_what_is_in_atari() {
    let diagram = ". . . . .
                   . X . X .
                   . . . . .
                   . X . X .
                   . . . . .";
    // White's stone is between two black stones and has two liberties, so it is not in atari.
    assert!(proposed(captures_and_escapes, diagram, "C4").is_empty());
    let diagram = ". . X . .
                   . X . X .
                   . . . . .
                   . . . . .
                   . . . . .";
    assert_eq!(proposed(captures_and_escapes, diagram, "C4"), ["C3"]);
}

#[test]
fn atari_saves_what_can_be_saved_by_running_or_by_taking() {
    let runs = ". . . . .
                . O . . .
                O X . . .
                . . . . .
                . . . . .";
    assert_eq!(proposed(captures_and_escapes, runs, "B2"), ["C3"]);
    // On the first line there is no escape.
    let caught = ". . . . .
                  . . . . .
                  . . . . .
                  . . O O O
                  . . . X .";
    assert!(proposed(captures_and_escapes, caught, "E1").is_empty());
    let takes = ". . . . .
                 . . . . .
                 . . X X .
                 . X O O .
                 . . . X .";
    // White's E1 puts D1 into atari. Black's E2 captures E1, whereas C1 would not capture anything.
    assert_eq!(proposed(captures_and_escapes, takes, "E1"), ["E2"]);
}

#[test]
fn two_liberties_attack_what_a_ladder_catches() {
    let diagram = ". . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . X . . . . .
                   . . X X . . .
                   . . . . . . .";
    assert_eq!(proposed(two_liberties::attacks_and_defences, diagram, "C3"), ["C4"]);
    let broken = diagram.replacen(". . . . . . .\n", ". . . . . O .\n", 2);
    assert!(proposed(two_liberties::attacks_and_defences, &broken, "C3").is_empty());
}

#[test]
fn two_liberties_defend_what_a_ladder_would_catch() {
    let diagram = ". . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . X . . . .
                   . . O O . . .
                   . . . . . . .";
    let moves = proposed(two_liberties::attacks_and_defences, diagram, "B3");
    assert!(moves.contains(&"D3".to_owned()) && !moves.contains(&"C2".to_owned()), "{moves:?}");
}

#[test]
fn a_race_takes_the_outer_liberties_of_the_rival() {
    let diagram = ". . . . . . .
                   . . . . . . .
                   . . . . . . .
                   X X . X . . .
                   O O O X . . .
                   X X . X . . .
                   . . . X . . .";
    assert_eq!(proposed(race::answers, diagram, "C2"), ["C1", "C4"]);
    // A rival with one more liberty is ahead, even with Black to move.
    let ahead = diagram.replacen("X X . X . . .", ". X . X . . .", 1);
    assert!(proposed(race::answers, &ahead, "C2").is_empty());
}

#[test]
fn a_race_approaches_a_liberty_that_would_be_a_self_atari() {
    let diagram = ". . . . . .
                   . . . . . .
                   . . . O . X
                   . . . . . .
                   . . . O O O
                   . . . . . .";
    // A stone at F6 would have E6 as its only liberty.
    assert_eq!(proposed(race::answers, diagram, "F5"), ["E5", "E6"]);
    let supported = diagram.replacen(". . . . . .", ". . . . X .", 1);
    assert_eq!(proposed(race::answers, &supported, "F5"), ["E5", "F6"]);
}

#[test]
fn nakade_is_the_middle_of_an_eye() {
    let diagram = ". . . O X . .
                   O O O O X . .
                   X X X X X . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .";
    // White's eye is three points in a row. The last move completed the wall around it.
    let diagram = diagram.replacen("O O O O X", "O . O O X", 1);
    assert_eq!(proposed(nakade::vital_points, &diagram, "B6"), ["B7"]);
}

#[test]
fn nakade_begins_the_ko_of_four_bent_in_a_corner() {
    // White has just captured four stones by playing at D1.
    let diagram = ". . . . . .
                   . . . . . .
                   X X X X X .
                   O O X . X .
                   . O O O X X
                   . . . . O X";
    assert_eq!(proposed(nakade::vital_points, diagram, "D1"), ["B1"]);
}

#[test]
fn a_self_atari_is_bad_unless_it_takes_or_kills() {
    let bad = |diagram: &str, vertex: &str| {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        is_bad_self_atari(&Position::from_board(board, Color::Black), point(vertex))
    };
    let room = ". . . O X . .
                . . . O X . .
                . . . O X . .
                O O O O X . .
                X X X X X . .
                . . . . . . .
                . . . . . . .";
    assert!(!bad(room, "B6"), "room to live");
    let eye = "X . . O X . .
               O O O O X . .
               X X X X X . .
               . . . . . . .
               . . . . . . .
               . . . . . . .
               . . . . . . .";
    assert!(!bad(eye, "B7"), "two of three points: the eye stays one");
    assert!(bad(". O . . .\n. . O . .\n. O . . .\n. . . . .\n. . . . .", "B4"), "nothing gained");
    assert!(!bad(". O X . .\n. . O X .\n. O X . .\n. . . . .\n. . . . .", "B4"), "takes C4");
}

#[test]
fn a_counter_attack_catches_a_neighbour() {
    let diagram = ". . . . .
                   . . . . .
                   . . X . .
                   . X O . .
                   . . X . .";
    // White's D1 puts C1 into atari, but C2 has only one liberty left, at D2.
    assert_eq!(proposed(two_liberties::counter_attacks, diagram, "D1"), ["D2"]);
    assert!(proposed(two_liberties::counter_attacks, diagram, "E5").is_empty());
}

#[test]
fn an_eye_is_kept_from_becoming_false() {
    let eye = |upper_left: &str| {
        format!(
            ". . . . .
             . {upper_left} X . .
             . X . X .
             . X X . .
             . . . . ."
        )
    };
    assert_eq!(proposed(eyes::keeping_moves, &eye("."), "D4"), ["D2", "B4"]);
    assert_eq!(proposed(eyes::keeping_moves, &eye("X"), "D4"), ["D2"]);
    assert!(proposed(eyes::keeping_moves, &eye("O"), "D4").is_empty(), "it is false already");
    assert!(proposed(eyes::keeping_moves, &eye("."), "E5").is_empty(), "not at the eye");
}

#[test]
fn each_rule_proposes_empty_points_only() {
    let heavy = Heavy::default();
    let rules: [fn(&Position<Nine>, Point, &mut Proposed); 6] = [
        captures_and_escapes,
        two_liberties::attacks_and_defences,
        two_liberties::counter_attacks,
        eyes::keeping_moves,
        race::answers,
        nakade::vital_points,
    ];
    let mut random = Random::new(5, 5);
    let mut counts = [0; 6];
    for _ in 0..40 {
        let mut position = Position::<Nine>::new(BoardSize::square(9));
        let amaf_values = AmafValues::none();
        let mut state = heavy.new_state();
        heavy.start(&mut state, &position);
        for _ in 0..150 {
            if let Some(last) = position.last() {
                for (index, rule) in rules.iter().enumerate() {
                    let mut found = Proposed::new();
                    rule(&position, last, &mut found);
                    let is_empty = |point: &Point| {
                        point.bit() < 128 && position.board().empty().contains(*point)
                    };
                    assert!(found.iter().all(is_empty), "rule {index}: {found:?}");
                    counts[index] += found.len();
                }
            }
            let Some(point) = heavy.choose(&mut state, &position, &amaf_values, &mut random) else {
                position.pass();
                continue;
            };
            assert!(
                point.bit() < 128 && position.board().empty().contains(point),
                "{point:?} {}\n{}",
                point.bit(),
                position.board()
            );
            let captured = position.play(point);
            heavy.played(&mut state, point, captured.as_ref());
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "proposals by rule: {counts:?}");
}

#[test]
fn experience_chooses_between_two_moves() {
    let position = Position::<Nine>::new(BoardSize::square(9));
    let mut amaf_values = AmafValues::none();
    let is_good = |point: Point| point.vertex::<Nine>().column() < 3;
    for point in *position.board().empty() {
        amaf_values.set(Color::Black, point, if is_good(point) { 0.2 } else { -0.1 });
    }
    let good_of_900 = |rate, color| {
        let heavy = Heavy::new(Rates { experience: rate, ..Rates::default() });
        let mut position = position.clone();
        position.set_to_move(color);
        let mut random = Random::new(1, 1);
        let mut state = heavy.new_state();
        let mut is_good_now = || {
            heavy.start(&mut state, &position);
            let chosen = heavy.choose(&mut state, &position, &amaf_values, &mut random);
            is_good(chosen.expect("an empty board has moves"))
        };
        (0..900).filter(|_| is_good_now()).count()
    };
    // A third of the points are good, so at least one of two random points is good in 5 of 9 cases.
    assert!(good_of_900(100, Color::Black).abs_diff(500) < 50);
    assert!(good_of_900(0, Color::Black).abs_diff(300) < 50);
    assert!(good_of_900(100, Color::White).abs_diff(300) < 50, "nothing is known of White's");
}
