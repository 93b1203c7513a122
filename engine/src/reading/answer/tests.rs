//! Tests the answers to queries on diagrams, with one thread and with two.

use std::time::Duration;

use super::*;
use crate::board::Board;

const LIMITS: ReadingLimits<'static> = ReadingLimits::new(Duration::from_secs(60), 1 << 22);

fn position(diagram: &str, mover: Color) -> Position<AnySize> {
    Position::from_board(Board::from_diagram(diagram).unwrap(), mover)
}

/// The answer in GNU Go's notation.
fn words(answer: Option<Answer>) -> String {
    let Some(Answer { success, mv, is_complete, .. }) = answer else {
        return "nothing".to_owned();
    };
    let code = match success {
        None => 0,
        Some(Success::Certain) => 1,
        Some(Success::GoodKo) => 2,
        Some(Success::BadKo) => 3,
    };
    let mv = mv.map_or(String::new(), |mv| format!(" {mv}"));
    format!("{code}{mv}{}", if is_complete { "" } else { " incomplete" })
}

/// The answer found by one thread, checked against the answer found by two threads with tables of
/// the same size.
fn agreed<T: PartialEq + std::fmt::Debug>(ask: impl Fn(ReadingLimits<'_>) -> T) -> T {
    let limits = |threads| ReadingLimits { threads, memory: threads * LIMITS.memory, ..LIMITS };
    let [one, two] = [1, 2].map(|threads| ask(limits(threads)));
    assert_eq!(one, two);
    one
}

/// The answers when a stone is attacked and when it is defended.
fn fight(diagram: &str, stone: &str) -> [String; 2] {
    let stone = stone.parse().unwrap();
    let owner = Board::<AnySize>::from_diagram(diagram).unwrap();
    let owner = owner.color_at(Point::of::<AnySize>(stone)).unwrap();
    [!owner, owner].map(|mover| {
        agreed(|limits| words(super::fight_for(&position(diagram, mover), stone, limits)))
    })
}

#[test]
fn a_ladder_is_read_to_its_end() {
    let diagram = ". . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . . . . . . .
                   . X O . . . .
                   . . X X . . .
                   . . . . . . .";
    let ladder = position(diagram, Color::Black);
    let answer = words(super::fight_for(&ladder, "C3".parse().unwrap(), LIMITS));
    assert!(["1 C4", "1 D3"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn two_eyes_cannot_be_captured_and_one_can() {
    let alive = ". X . X O
                 X X X X O
                 O O O O O
                 . . . . .
                 . . . . .";
    assert_eq!(fight(alive, "A4")[0], "0");
    let dead = ". X X X O
                X X X X O
                O O O O O
                . . . . .
                . . . . .";
    assert_eq!(fight(dead, "A4"), ["1 A5", "0"]);
    let attack = super::fight_for(&position(dead, Color::White), "A4".parse().unwrap(), LIMITS);
    assert!(attack.is_some_and(|attack| attack.is_proved));
}

#[test]
fn a_stone_taken_in_a_ko_may_come_back() {
    let ko = ". X O . .
              X O . O .
              . X O . .
              . . . . .
              . . . . .";
    // White's stone at B4 is in atari, but if Black captures it, White can retake the ko. White can
    // save the stone by connecting it or by capturing the stone next to it.
    let [attack, defence] = fight(ko, "B4");
    assert_eq!(attack, "2 C4");
    assert!(["1 C4", "1 A5"].contains(&defence.as_str()), "{defence}");
    for saved in [". X O . .\nX O O O .\n. X O . .", "O . O . .\nX O . O .\n. X O . ."] {
        assert_eq!(fight(&format!("{saved}\n. . . . .\n. . . . ."), "B4")[0], "0", "{saved}");
    }
}

#[test]
fn chains_next_to_each_other_are_cut_by_one_move_and_miai_are_not() {
    let connect = |diagram: &str, mover, ends: [&str; 2]| {
        let ends = ends.map(|end| end.parse().unwrap());
        agreed(|limits| words(super::connect(&position(diagram, mover), ends, limits)))
    };
    let gap = ". . O . .
               . . O . .
               X X . X X
               O O O O O
               . . . . .";
    assert_eq!(connect(gap, Color::Black, ["A3", "E3"]), "1 C3");
    assert_eq!(connect(gap, Color::White, ["A3", "E3"]), "1 C3");
    let miai = ". . . . .
                . . X . .
                . . . . .
                . . . X .
                . . . . .";
    assert_eq!(connect(miai, Color::White, ["C4", "D2"]), "0");
    assert_eq!(connect(miai, Color::White, ["C4", "A1"]), "nothing");
}

fn fate_of(diagram: &str, stone: &str) -> Fate {
    let stone = stone.parse().unwrap();
    agreed(|limits| super::fate(&position(diagram, Color::Black), stone, limits)).unwrap()
}

#[test]
fn groups_live_with_two_eyes_and_die_without() {
    let at = |vertex: &str| Some(vertex.parse().unwrap());
    let critical = |vertex| Fate::Critical { kill: at(vertex), save: at(vertex) };
    let three = ". . . X O . .
                 X X X X O . .
                 O O O O O . .
                 . . . . . . .
                 . . . . . . .
                 . . . . . . .
                 . . . . . . .";
    assert_eq!(fate_of(three, "A6"), critical("B7"));
    let four = ". . . . X O .
                X X X X X O .
                O O O O O O .
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .";
    assert_eq!(fate_of(four, "A6"), Fate::Alive);
    let square = ". . . . . . .
                  . O O O O . .
                  O O X X O O .
                  O X . . X O .
                  O X . . X O .
                  O O X X O O .
                  . O O O O . .";
    assert_eq!(fate_of(square, "B3"), Fate::Dead);
}

#[test]
fn a_group_that_can_escape_lives() {
    let open = ". . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                O O . . . . . . .
                X X X . . . . . .
                . . . . . . . . .";
    assert_eq!(fate_of(open, "C2"), Fate::Alive);
    let closed = ". . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . O . . . . .
                  O O O O O . . . .
                  X X X O . . . . .
                  . . X O . . . . .";
    assert_eq!(fate_of(closed, "C2"), Fate::Dead);
}

#[test]
fn without_time_the_answer_is_a_guess() {
    let diagram = ". . .\n. X .\n. . .";
    let limits = ReadingLimits { time: Duration::ZERO, ..LIMITS };
    let target = "B2".parse().unwrap();
    let answer = super::fight_for(&position(diagram, Color::White), target, limits);
    assert_eq!(words(answer), "0 incomplete");
    assert_eq!(
        super::fight_for(&position(diagram, Color::White), "A1".parse().unwrap(), LIMITS),
        None
    );
}

#[test]
fn a_race_is_won_by_the_first_player_or_the_one_ahead() {
    let race = |diagram: &str, mover, stones: [&str; 2]| {
        let stones = stones.map(|at| at.parse().unwrap());
        agreed(|limits| words(super::race(&position(diagram, mover), stones, limits)))
    };
    let succeeds = |diagram, mover, stones| race(diagram, mover, stones).starts_with('1');
    let even = ". . . . . . .
                . . . . . . .
                . . . . . . .
                . . X . . . .
                O O O X . . .
                . X O X . . .
                . X O X . . .";
    let (black, white) = (["B1", "C1"], ["C1", "B1"]);
    assert!(succeeds(even, Color::White, black) && succeeds(even, Color::Black, white));
    // White's chain can capture the black one, but gains only one eye by doing so. Black then
    // captures White's chain.
    assert!(!succeeds(even, Color::Black, black) && succeeds(even, Color::White, white));
    // With one more liberty for White's chain, the black one is lost whichever player moves first.
    let uneven = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . X . . . .
                  O O O X . . .
                  . X O . X . .
                  O X O X . . .";
    assert!(!succeeds(uneven, Color::Black, black) && succeeds(uneven, Color::White, black));
    assert_eq!(race(even, Color::Black, ["B1", "D1"]), "nothing");
    assert_eq!(race(even, Color::Black, ["B1", "A1"]), "nothing");
}
