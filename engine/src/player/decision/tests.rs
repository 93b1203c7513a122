//! Tests the decisions made in a turn, using hand-written search reports.

use super::*;
use crate::rules::Rules;
use crate::vocabulary::BoardSize;

fn game(moves: &str) -> GameState {
    let mut game = GameState::new(BoardSize::square(5), Rules::default(), 0.5);
    for (index, text) in moves.split_whitespace().enumerate() {
        let mv = text.parse().map_or(Move::Pass, Move::Play);
        game.play(Color::BOTH[index % 2], mv).unwrap();
    }
    game
}

fn report(found: &[(&str, f32)]) -> SearchReport {
    let moves = found.iter().enumerate().map(|(index, &(text, win_rate))| MoveReport {
        visits: 100 - index as u64,
        win_rate,
        ..MoveReport::new(text.parse().map_or(Move::Pass, Move::Play))
    });
    SearchReport { moves: moves.collect(), ..SearchReport::default() }
}

const NEVER: Resignation = Resignation { threshold: 0.0, least_deficit: 0.0, hopeless_turns: 0 };

/// A turn in which nothing is settled and no stones have to be captured.
fn turn<'a>(
    game: &'a GameState,
    color: Color,
    report: &'a SearchReport,
    resignation: Resignation,
) -> Turn<'a> {
    Turn { game, color, report, resignation, cleans_up: false, is_settled: false, stays_won: true }
}

fn decide(game: &GameState, report: &SearchReport, dead: &str) -> Decision {
    turn(game, game.to_move(), report, NEVER).decide(|| judged(dead))
}

fn vertices(text: &str) -> Vec<Vertex> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn judged(dead: &str) -> Judgement {
    Judgement { dead: vertices(dead), ..Judgement::default() }
}

fn choose(moves: &str, found: &[(&str, f32)]) -> Decision {
    decide(&game(moves), &report(found), "")
}

fn play(text: &str) -> Decision {
    Decision::Move(text.parse().map_or(Move::Pass, Move::Play))
}

/// Black owns the three columns on the left, and White the two on the right.
const DIVIDED: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5";

#[test]
fn the_most_visited_legal_move_is_played() {
    assert_eq!(choose("C3", &[("C3", 0.9), ("D3", 0.5)]), play("D3"));
}

#[test]
fn the_choice_is_free_where_the_best_move_of_the_search_is_played() {
    let free = |moves: &str, found: &[(&str, f32)]| {
        let (game, found) = (game(moves), report(found));
        let turn = turn(&game, game.to_move(), &found, NEVER);
        turn.free_choice(turn.decide(Judgement::default))
    };
    assert_eq!(free("C3 B2", &[("D3", 0.5), ("pass", 0.4)]), "D3".parse().ok());
    assert_eq!(free("C3", &[("D3", 0.5)]), "D3".parse().ok(), "one stone fills no board");
    assert_eq!(free("C3 B2 pass", &[("D3", 0.2)]), None, "the opponent has passed");
    assert_eq!(free("C3 B2", &[("pass", 0.1), ("D3", 0.1)]), None, "the search likes to pass");
    assert_eq!(free(DIVIDED, &[("A1", 0.9)]), None, "nothing is left to play for");
    let (game, found) = (game("C3 B2"), report(&[("D3", 0.5)]));
    let bound = Turn { cleans_up: true, ..turn(&game, game.to_move(), &found, NEVER) };
    assert_eq!(bound.free_choice(play("D3")), None);
    let bound = Turn { is_settled: true, ..turn(&game, game.to_move(), &found, NEVER) };
    assert_eq!(bound.free_choice(play("D3")), None);
}

#[test]
fn a_won_count_is_taken() {
    assert_eq!(choose(DIVIDED, &[("A1", 0.9)]), play("pass"), "nothing is left to play for");
    assert_eq!(choose("C3 pass", &[("B3", 0.9)]), play("pass"));
}

#[test]
fn where_all_is_settled_a_lost_count_is_taken_too() {
    let (game, found) = (game(&format!("{DIVIDED} pass")), report(&[("E1", 0.1)]));
    let turn = turn(&game, game.to_move(), &found, NEVER);
    assert_eq!(turn.decide(Judgement::default), play("E1"));
    let settled = Turn { is_settled: true, ..turn };
    assert_eq!(settled.decide(Judgement::default), play("pass"));
}

/// A seki: Black has 11 points, and White 12.
const SEKI: &str = "XXXXX
                    XXXXX
                    .XOO.
                    OOOOO
                    OOOOO";

#[test]
fn a_draw_is_kept_if_the_search_finds_nothing_better() {
    let found = report(&[("pass", 0.5), ("A3", 0.0)]);
    for name in ["chinese", "cgos"] {
        let rules = Rules::preset(name).unwrap();
        let mut game = GameState::from_diagram(SEKI, rules, Color::Black).unwrap();
        game.set_komi(-1.0);
        assert_eq!(decide(&game, &found, ""), play("pass"), "{name}");
        assert_eq!(decide(&after_a_pass(SEKI, name, -1.0), &found, ""), play("pass"), "{name}");
        game.set_komi(0.5);
        assert_eq!(decide(&game, &found, ""), play("A3"), "lost");
    }
    // If all stones count, it does not matter at the end that Black's are dead.
    let game = after_a_pass(SEKI, "cgos", -1.0);
    assert_eq!(decide(&game, &found, "B3"), play("pass"));
    let mut game = GameState::from_diagram(SEKI, game.rules(), Color::Black).unwrap();
    game.set_komi(-1.0);
    assert_eq!(decide(&game, &found, "B3"), play("A3"), "White may still capture it");
}

#[test]
fn nobody_passes_into_a_lost_count() {
    let lost = &format!("{DIVIDED} pass");
    assert_eq!(choose(lost, &[("pass", 0.4), ("E1", 0.3)]), play("E1"));
    assert_eq!(choose(lost, &[("pass", 0.0)]), play("pass"), "unless nothing else is left");
    // Black wins the count with all stones on the board, but loses it once the dead stones are
    // removed.
    let game = game(DIVIDED);
    let found = report(&[("A1", 0.9)]);
    assert_eq!(decide(&game, &found, "C1 C2 C3"), play("A1"));
}

#[test]
fn resigning_takes_several_hopeless_turns_after_the_opening() {
    let bad = report(&[("A1", 0.01)]);
    let late = game("C1 D1 C2 D2 C3 E5");
    let with = |hopeless_turns, threshold, game| {
        let resignation = Resignation { threshold, least_deficit: 0.0, hopeless_turns };
        let color = Color::Black;
        turn(game, color, &bad, resignation).decide(Judgement::default)
    };
    assert_eq!(with(2, 0.1, &late), Decision::Resign);
    assert_eq!(with(1, 0.1, &late), play("A1"));
    assert_eq!(with(2, 0.0, &late), play("A1"), "0 is never");
    assert_eq!(with(2, 0.1, &game("C1 D1")), play("A1"), "not in the opening");
}

#[test]
fn hopeless_turns_of_another_game_do_not_count() {
    let mut turns = HopelessTurns::default();
    let played = game("C1 D1 C2 D2");
    turns.set(&played, Color::Black, 3);
    let before = |moves: &str| turns.clone().before(&game(moves), Color::Black);
    assert_eq!(before("C1 D1 C2 D2"), 0, "the same turn again");
    assert_eq!(before("C1 D1 C2 D2 C3 D3"), 3);
    for other in ["C1 D1 C2 E2", "C1 D1 C3 D2 C2 E5", "C1 D1 C2", ""] {
        assert_eq!(before(other), 0, "after {other}");
    }
    turns.set(&game("C3"), Color::Black, 1);
    assert_eq!(turns.before(&played, Color::Black), 0, "it began anew");
}

#[test]
fn a_hopeless_turn_that_is_taken_again_counts_once() {
    let mut turns = HopelessTurns::default();
    turns.set(&game("C1 D1"), Color::Black, 1);
    let second = game("C1 D1 C2 D2");
    for _ in 0..3 {
        let before = turns.before(&second, Color::Black);
        assert_eq!(before, 1);
        turns.set(&second, Color::Black, before + 1);
    }
    assert_eq!(turns.before(&game("C1 D1 C2 D2 C3 D3"), Color::Black), 2);
}

/// Black leads by five points once A3 is captured; White has just passed.
const DEAD_AT_A3: &str = "..XO.
                          .XXO.
                          O.XO.
                          ..XO.
                          ..XO.";

fn after_a_pass(diagram: &str, rules: &str, komi: f64) -> GameState {
    let rules = Rules::preset(rules).unwrap();
    let mut game = GameState::from_diagram(diagram, rules, Color::White).unwrap();
    game.set_komi(komi);
    game.play(Color::White, Move::Pass).unwrap();
    game
}

#[test]
fn dead_stones_are_taken_before_a_pass_where_they_count_as_alive() {
    let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", 0.5);
    let found = report(&[("E5", 0.9), ("pass", 0.8), ("A2", 0.9)]);
    assert_eq!(decide(&game, &found, "A3"), play("A2"));
    let loses = report(&[("E5", 0.9), ("A2", 0.0)]);
    assert_eq!(decide(&game, &loses, "A3"), play("B3"), "a move that does not lose");
    assert_eq!(decide(&game, &found, ""), play("E5"), "lost while the stone is not dead");
    let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", 10.5);
    assert_eq!(decide(&game, &found, "A3"), play("E5"), "lost in any case");
    // Black wins the count even if A3 counts as alive, but still captures the stone first.
    let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", -20.5);
    assert_eq!(decide(&game, &found, "A3"), play("A2"));
    assert_eq!(decide(&game, &found, ""), play("pass"));
}

#[test]
fn dead_stones_stay_where_they_are_taken_off_at_the_end() {
    let game = after_a_pass(DEAD_AT_A3, "japanese", 0.5);
    let found = report(&[("E5", 0.9)]);
    assert_eq!(decide(&game, &found, "A3"), play("pass"));
    assert_eq!(decide(&game, &found, ""), play("E5"));
    assert_eq!(decide(&game, &report(&[("E5", 0.2)]), "A3"), play("E5"), "not sure enough");
}

#[test]
fn disputed_stones_are_taken_before_a_pass_where_this_costs_nothing() {
    let found = report(&[("E4", 0.9), ("A2", 0.9)]);
    let decided = |rules: &str, moves: &str| {
        let mut game = after_a_pass(DEAD_AT_A3, rules, 0.5);
        for text in moves.split(' ') {
            game.play(game.to_move(), text.parse().map_or(Move::Pass, Move::Play)).unwrap();
        }
        decide(&game, &found, "A3")
    };
    assert_eq!(decided("chinese", "A5 pass"), play("pass"), "nobody has disputed anything");
    assert_eq!(decided("chinese", "pass E5 A5 pass"), play("A2"));
    assert_eq!(decided("japanese", "pass E5 A5 pass"), play("pass"));
}

#[test]
fn a_cleanup_takes_dead_stones_and_never_resigns() {
    let color = Color::Black;
    let resignation = Resignation { threshold: 0.5, least_deficit: 0.0, hopeless_turns: 5 };
    let clean = |game: &GameState, dead: &str| {
        let report = &report(&[("E5", 0.1)]);
        let turn = Turn { cleans_up: true, ..turn(game, color, report, resignation) };
        turn.decide(|| judged(dead))
    };
    for komi in [0.5, 50.5] {
        let game = after_a_pass(DEAD_AT_A3, "chinese", komi);
        assert_eq!(clean(&game, "A3"), play("A2"), "komi {komi}");
        assert_eq!(clean(&game, ""), play("E5"), "komi {komi}");
    }
    assert_eq!(clean(&after_a_pass(DEAD_AT_A3, "chinese", -50.5), ""), play("pass"));
}

#[test]
fn nobody_plays_in_areas_that_cannot_change() {
    let settled = ".XXOO
                   XXXO.
                   .XXOO
                   XXXO.
                   .XXOO";
    let game = after_a_pass(settled, "chinese", 10.5);
    let found = report(&[("pass", 0.0), ("A5", 0.0), ("E4", 0.0)]);
    assert_eq!(decide(&game, &found, ""), play("pass"));
}

#[test]
fn handicap_stones_are_neither_a_pass_nor_a_resignation() {
    let mut game = game("C3");
    game.set_komi(-50.0);
    let report = &report(&[("pass", 0.0), ("B2", 0.0)]);
    let resignation = Resignation { threshold: 0.5, least_deficit: 0.0, hopeless_turns: 50 };
    let color = Color::Black;
    let turn = turn(&game, color, report, resignation);
    assert_eq!(turn.decide(Judgement::default), play("B2"));
}

#[test]
fn a_handicap_is_not_resigned_to_in_the_opening() {
    let size = BoardSize::square(9);
    let mut game = GameState::new(size, Rules::default(), 0.5);
    game.place_handicap(&crate::rules::fixed_handicap(size, 9).unwrap()).unwrap();
    let report = &report(&[("A1", 0.01)]);
    let resignation = Resignation { threshold: 0.1, least_deficit: 0.0, hopeless_turns: 50 };
    let color = Color::White;
    for moves in 0..40 {
        let turn = turn(&game, color, report, resignation);
        let expected = if moves < 34 { play("A1") } else { Decision::Resign };
        assert_eq!(turn.decide(Judgement::default), expected, "move {moves}");
        game.play(game.to_move(), Move::Pass).unwrap();
    }
}

#[test]
fn a_turn_is_not_hopeless_before_the_deficit_is_large_enough() {
    let resignation = Resignation { threshold: 0.1, least_deficit: 20.0, hopeless_turns: 2 };
    let behind = |points: f32| SearchReport { lead: -points, ..report(&[("A1", 0.01)]) };
    assert_eq!(resignation.turns(&behind(19.0)), 0);
    assert_eq!(resignation.turns(&behind(20.0)), 3);
}

#[test]
fn an_eye_is_not_filled_if_anything_else_is_of_use() {
    let color = Color::Black;
    let diagram = ".X.XX\nXXXX.\n.....\nOOOO.\n.O.OO";
    let game = GameState::from_diagram(diagram, Rules::default(), color).unwrap();
    let spared = |found: &[(&str, f32)]| {
        let report = report(found);
        turn(&game, color, &report, NEVER).sparing_eyes(play("A5"))
    };
    assert_eq!(spared(&[("A5", 0.9), ("C5", 0.5), ("C3", 0.4)]), play("C3"));
    assert_eq!(spared(&[("A5", 0.9), ("C5", 0.5)]), play("pass"));
    let report = report(&[("C3", 0.4)]);
    assert_eq!(turn(&game, color, &report, NEVER).sparing_eyes(play("C3")), play("C3"));
}

#[test]
fn nobody_passes_on_a_filled_board_that_a_pass_would_lose() {
    let game = game(DIVIDED);
    let found = report(&[("A1", 0.9)]);
    let color = game.to_move();
    let turn = turn(&game, color, &found, NEVER);
    assert_eq!(turn.decide(Judgement::default), play("pass"));
    let turn = Turn { stays_won: false, ..turn };
    assert_eq!(turn.decide(Judgement::default), play("A1"));
}
