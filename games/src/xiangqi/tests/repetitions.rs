//! Repetitions and other draws: the verdicts of pyffish, and what the search makes of them.

use std::collections::HashMap;

use classical::{Game, Limits, Scored, Selectivity, Thinker, moves_to_end};
use clocks::Side;

use super::Chess;
use crate::board_game::{BoardGame, Outcome};
use crate::xiangqi::WIN;
use crate::xiangqi::square::Ranks;

/// Positions with sequences that end by repetition, and the verdicts of pyffish for the player to
/// move.
const REPETITIONS: &str = include_str!("../../../data/xiangqi.repetitions");

#[test]
fn repetitions_are_judged_as_pyffish_judges_them() {
    let mut verdicts = HashMap::<&str, usize>::new();
    for line in REPETITIONS.lines() {
        let mut parts = line.split("; ");
        let (verdict, fen, moves) =
            (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let mut game = Chess::from_fen(fen).unwrap();
        for mv in moves.split(' ') {
            assert_eq!(game.result(), None, "{line}, before {mv}");
            game.play(Ranks::FromOne.read_move(mv).unwrap());
        }
        let found = match game.result() {
            None => "none",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Won { by, .. }) if by == game.mover() => "won",
            Some(Outcome::Won { .. }) => "lost",
        };
        assert_eq!(found, verdict, "{line}");
        *verdicts.entry(verdict).or_default() += 1;
    }
    assert!(verdicts.len() == 3 && verdicts.values().all(|&count| count > 60), "{verdicts:?}");
}

#[test]
fn a_game_without_captures_is_drawn_unless_there_were_many_checks() {
    let mut game = Chess::from_fen("3k5/4P4/9/9/9/9/9/9/9/5K3 w - - 98 60").unwrap();
    assert_eq!(game.result(), None);
    game.play("e8f8".parse().unwrap());
    assert_eq!(game.result(), None);
    game.play("d9e9".parse().unwrap());
    assert_eq!(game.result(), Some(Outcome::Draw));
}

#[test]
fn a_draw_that_is_near_is_not_mistaken_for_one_that_is_far() {
    let key = |quiet| Chess::from_fen(&format!("3k5/4P4/9/9/9/9/9/9/9/5K3 w - - {quiet} 60"));
    let key = |quiet| key(quiet).unwrap().key();
    assert_eq!(key(0), key(20));
    assert!(key(90) != key(0) && key(90) != key(91));
}

#[test]
fn the_positions_that_would_end_the_game_are_told_apart_from_others() {
    let mut game = Chess::default();
    let mut key_after = |moves: &str| {
        moves.split(' ').for_each(|mv| game.play(Ranks::FromOne.read_move(mv).unwrap()));
        game.history_key()
    };
    let back = "h3h4 h8h7 h4h3 h7h8";
    assert_eq!(key_after(back), 0, "only the position on the board has occurred twice");
    let keys = ["h3h4", "h8h7", "a1a2"].map(&mut key_after);
    assert!(keys[0] != 0 && keys[0] != keys[1] && keys[1] != keys[2], "{keys:?}");
    assert_eq!(key_after("a10a9"), keys[2], "no more positions have occurred twice");
    assert_eq!(key_after("b3b10"), 0, "none can come back after a capture");
}

/// A game in which Black gives check until it would lose by that. After the first repetition, he
/// must not believe in a draw, because he would have to turn away.
#[test]
fn a_repetition_of_the_game_is_no_draw_yet() {
    let fen = "2bakab2/8R/2n5c/p1p3p1p/9/4C1P2/P3P3P/7C1/4K4/2r3B1R b";
    let mut game = Chess::from_fen(fen).unwrap();
    for mv in ["c0c1", "e1e0", "c1c0", "e0e1", "c0c1", "e1e0"] {
        game.play(mv.parse().unwrap());
    }
    let mut thinker = Thinker::new(1 << 20, 1, Selectivity::FULL);
    let limits = Limits { deepest: 8, ..Limits::default() };
    let found = thinker.think(&game, limits, &mut |_| ());
    assert!(found.score < -150, "{found:?}");
}

/// The same game as above: Black loses by the rules once a position occurs for the third time.
#[test]
fn a_repetition_that_ends_the_game_counts_as_a_mate() {
    let fen = "2bakab2/8R/2n5c/p1p3p1p/9/4C1P2/P3P3P/7C1/4K4/2r3B1R b";
    let mut game = Chess::from_fen(fen).unwrap();
    let cycle = ["c0c1", "e1e0", "c1c0", "e0e1"].map(|mv| mv.parse().unwrap());
    cycle.iter().for_each(|&mv| game.play(mv));
    let once = game.repetition(&[]);
    assert!(-WIN + 1000 < once && once < -WIN / 2, "{once}");
    cycle.iter().for_each(|&mv| game.play(mv));
    assert_eq!(game.result(), Some(Outcome::Won { by: Side::First, margin: None }));
    assert_eq!(game.repetition(&[]), -WIN);
    assert_eq!(game.repetition(&cycle), once, "in a search, the player may turn away earlier");
}

/// The end of a game of the program against itself. Red is about to be mated, and gave check until
/// that lost by the rules.
#[test]
fn a_lost_player_does_not_hurry_to_a_forbidden_repetition() {
    let fen = "2baka3/5R3/9/p1p6/9/9/4r3P/5K3/9/c1Bn5 b";
    let mut game = Chess::from_fen(fen).unwrap();
    for mv in ["e3i3", "f8f9", "e9e8", "f9f8", "e8e9", "f8f9", "e9e8", "f9f8", "e8e9"] {
        game.play(mv.parse().unwrap());
    }
    let forbidden = "f8f9".parse().unwrap();
    let mut thinker = Thinker::new(1 << 20, 1, Selectivity::FULL);
    let limits = Limits { deepest: 6, ..Limits::default() };
    let found = thinker.think(&game, limits, &mut |_| ());
    assert_eq!(moves_to_end::<Chess>(found.score), Some(-4), "{found:?}");
    assert_ne!(found.best(), Some(forbidden));
    game.play(forbidden);
    assert_eq!(game.result(), Some(Outcome::Won { by: Side::Second, margin: None }));
}

#[test]
fn repeated_positions_are_noticed() {
    let mut game = Chess::default();
    let cycle = ["h2h3", "h7h6", "h3h2", "h6h7"];
    for (turn, mv) in cycle.iter().cycle().take(8).enumerate() {
        assert_eq!(game.repeats(), if turn >= 4 { Some(4) } else { None });
        game.play(mv.parse().unwrap());
    }
    assert_eq!(game.result(), Some(Outcome::Draw));
    assert_eq!(game.without_history().result(), None);
    game.undo();
    assert_eq!((game.result(), game.legal_moves().is_empty()), (None, false));
}
