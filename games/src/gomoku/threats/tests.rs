//! Checks the wins that the solver reports by trying every reply, with the rules of the slow twin.

use classical::{Budget, Game};
use clocks::Side;

use super::*;
use crate::gomoku::Position;
use crate::gomoku::evaluation::Fitted;
use crate::gomoku::tests::{Twin, after, digit};
use crate::test_random::Random;

/// Whether the solver wins against every reply, in a game that its player is to move.
struct Judge {
    solver: Solver,
    replies: u64,
}

impl Judge {
    fn new() -> Self {
        Self { solver: Solver::new(1 << 22), replies: 0 }
    }

    fn wins(&mut self, board: &Board, winner: Side) -> bool {
        let (own, other) = (digit(winner), digit(!winner));
        let mut twin = Twin::of(board);
        if !twin.fives(own).is_empty() {
            return true;
        }
        let Some(win) = self.solver.solve(board, winner, &mut Budget::nodes(100_000)) else {
            return false;
        };
        let mv = win.line[0];
        twin.set(mv, own);
        let dangers = twin.fives(other);
        let fives = twin.fives(own);
        if !dangers.is_empty() {
            return false;
        }
        if fives.len() > 1 {
            return true;
        }
        let mut after = board.clone();
        after.place(winner, mv, &mut ());
        // A reply that does not close the only way to five loses at once.
        let replies = if fives.is_empty() { twin.empty() } else { fives };
        replies.into_iter().all(|reply| {
            self.replies += 1;
            after.place(!winner, reply, &mut ());
            let wins = self.wins(&after, winner);
            after.remove(!winner, reply, &mut ());
            wins
        })
    }
}

fn solve(position: &Position<Fitted>) -> Option<Win> {
    let mut solver = Solver::new(1 << 20);
    solver.solve(position.board(), position.to_move(), &mut Budget::nodes(100_000))
}

#[test]
fn wins_by_fours_and_by_threes_are_found() {
    for (moves, length) in [
        // A four in a row.
        ("H8 A1 J8 A3 K8 A5 L8 A7", 1),
        // An open three.
        ("H8 A1 J8 A3 K8 A5", 3),
        // A four whose answer leaves a four and a three.
        ("H8 G8 J8 A3 K8 A5 L9 A9 L10 O1", 5),
        // Two open twos that cross.
        ("H8 A1 J8 A4 K9 A7 K10 A10", 5),
    ] {
        let position = after::<Fitted>(moves);
        let win = solve(&position).unwrap_or_else(|| panic!("{moves}"));
        assert_eq!(win.moves, length, "{moves}: {:?}", win.line);
        assert!(Judge::new().wins(position.board(), position.to_move()), "{moves}");
    }
    for moves in ["", "H8", "H8 H9 J8 J9", "H8 G8 J8 A3 K8 L8"] {
        assert_eq!(solve(&after::<Fitted>(moves)), None, "{moves}");
    }
}

#[test]
fn wins_in_random_games_hold_against_every_reply() {
    let mut random = Random::new(8);
    let (mut found, mut by_threes, mut judge) = (0, 0, Judge::new());
    for _ in 0..150 {
        let mut position = Position::<Fitted>::default();
        for _ in 0..14 + random.below(16) {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if !moves.is_empty() {
                position.play(moves[random.below(moves.len().min(8))]);
            }
        }
        if position.is_over() {
            continue;
        }
        let (board, mover) = (position.board(), position.to_move());
        let budget = || Budget::nodes(3_000);
        let Some(win) = Solver::new(1 << 20).solve(board, mover, &mut budget()) else { continue };
        if win.moves > 3 {
            found += 1;
            let fours = Solver::new(1 << 20).solve_by_fours(board, mover, &mut budget());
            by_threes += u32::from(fours.is_none());
            assert!(judge.wins(board, mover), "{position:?}");
        }
    }
    assert!(found > 10 && by_threes > 3 && judge.replies > 1000, "{found} {by_threes}");
}
