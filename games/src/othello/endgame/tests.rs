//! Compares the solver with minimax on random positions, and with the known results of the FFO test
//! suite, whose lines are number, board, player, score, and the best moves.

use classical::{Budget, OutOfBudget, minimax};

use super::{Solution, Solver, Window};
use crate::othello::evaluation::{Mobile, Simple};
use crate::othello::tests::random_position;
use crate::othello::{Board, DISC, Diagram, Move, Position};
use crate::test_random::Random;

const FFO: &str = include_str!("ffo.txt");

fn exact(
    solver: &mut Solver<impl crate::othello::evaluation::Evaluation>,
    board: Board,
) -> Solution {
    solver.solve(board, Window::FULL, &mut Budget::unlimited()).unwrap()
}

#[test]
fn the_score_is_that_of_minimax() {
    let mut random = Random::new(4);
    let mut solver = Solver::new(Mobile, 1 << 16);
    let mut compared = 0;
    for number in 0..200 {
        let Some(diagram) = random_position(&mut random, number % 10) else { continue };
        let mut position = Position::from_diagram(diagram, Simple);
        let expected = minimax(&mut position, 99, &mut Budget::unlimited()).unwrap() / DISC;
        let found = exact(&mut solver, diagram.board);
        assert_eq!(found.score, expected, "{diagram}");
        let after = found.best.map(|mv| match mv.square() {
            Some(square) => diagram.board.play(square),
            None => diagram.board.pass(),
        });
        assert_eq!(after.is_none(), diagram.board.is_over());
        if let Some(board) = after {
            assert_eq!(-exact(&mut Solver::new(Mobile, 0), board).score, expected, "{diagram}");
        }
        compared += 1;
    }
    assert!(compared > 100, "{compared} positions");
}

#[test]
fn a_window_gives_bounds() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for _ in 0..200 {
        let Some(diagram) = random_position(&mut random, 10) else { continue };
        let expected = exact(&mut Solver::new(Mobile, 1 << 16), diagram.board).score;
        let mut solver = Solver::new(Mobile, 1 << 16);
        for low in [-1, -65, 3, 10, -20] {
            let window = Window { low, high: low + 2 };
            let unlimited = &mut Budget::unlimited();
            let found = solver.solve(diagram.board, window, unlimited).unwrap();
            if found.score <= low {
                assert!(expected <= found.score, "{diagram}");
            } else if found.score >= low + 2 {
                assert!(expected >= found.score, "{diagram}");
            } else {
                assert_eq!(expected, found.score, "{diagram}");
            }
        }
        compared += 1;
    }
    assert!(compared > 100, "{compared} positions");
}

#[test]
fn a_budget_ends_the_search() {
    let board = ffo(30).0.board;
    let mut solver = Solver::new(Mobile, 1 << 16);
    let mut budget = Budget::nodes(1000);
    assert_eq!(solver.solve(board, Window::FULL, &mut budget), Err(OutOfBudget));
    assert_eq!(budget.spent(), 1000);
}

/// A position of the test suite, its score, and its best moves.
fn ffo(number: u32) -> (Diagram, i32, Vec<Move>) {
    let is_line = |line: &&str| line.starts_with(&format!("{number} "));
    let words: Vec<&str> = FFO.lines().find(is_line).unwrap().split(' ').collect();
    let diagram = format!("{} {}", words[1], words[2]).parse().unwrap();
    let moves = words[4].split(',').map(|word| word.parse().unwrap()).collect();
    (diagram, words[3].parse().unwrap(), moves)
}

fn check(numbers: std::ops::RangeInclusive<u32>, bytes: usize) {
    for number in numbers {
        let (diagram, score, moves) = ffo(number);
        let found = exact(&mut Solver::new(Mobile, bytes), diagram.board);
        assert_eq!(found.score, score, "FFO {number}");
        assert!(moves.contains(&found.best.unwrap()), "FFO {number}: {found:?}");
    }
}

#[test]
fn the_smallest_positions_of_the_suite_are_solved() {
    check(20..=24, 1 << 22);
}

/// Takes about a minute of processor time: `cargo test -p mengxi-games --release ffo -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn ffo_positions_up_to_44_are_solved() {
    check(20..=39, 1 << 26);
    check(40..=44, 1 << 28);
}
