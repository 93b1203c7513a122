//! The rules against numbers that are known, against a slow twin, and against the verdicts of
//! pyffish (Fairy-Stockfish's rules as a Python package).

mod repetitions;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use classical::{Game, Limits, Scored, Selective, Selectivity, Thinker, moves_to_end};
use clocks::Side;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Position;
use super::attacks;
use super::evaluation::{Evaluation, Simple};
use super::fen::{self, START};
use super::piece::{Kind, Piece};
use super::square::{Move, Square};
use crate::board_game::{BoardGame, Outcome};
use crate::perft::perft;
use crate::record::Record;

type Chess = Position<Simple>;

/// Positions from random games with the numbers of sequences of 1, 2 and 3 moves, which pyffish
/// counted.
const COUNTS: &str = include_str!("../../data/xiangqi.perft");

fn count(fen: &str, depth: u32) -> u64 {
    let mut game = Chess::from_fen(fen).unwrap();
    perft(&mut game, depth, &AtomicBool::new(false)).unwrap()
}

#[test]
fn the_counts_from_the_start_are_the_known_ones() {
    for (depth, known) in (1..).zip([44, 1920, 79_666, 3_290_240]) {
        assert_eq!(count(START, depth), known, "{depth}");
    }
}

/// Takes half a minute: `cargo test -p mengxi-games --release known_one -- --ignored`.
#[test]
#[ignore = "takes half a minute"]
fn the_deepest_count_from_the_start_is_the_known_one() {
    assert_eq!(count(START, 5), 133_312_995);
}

#[test]
fn counts_elsewhere_are_those_of_pyffish() {
    let mut positions = 0;
    for line in COUNTS.lines() {
        let (fen, counts) = line.split_once("; ").unwrap();
        for (depth, known) in (1..).zip(counts.split(' ')) {
            assert_eq!(count(fen, depth).to_string(), known, "{fen}, {depth}");
        }
        positions += 1;
    }
    assert_eq!(positions, 20);
}

#[test]
fn a_player_without_moves_has_lost() {
    let won = |by| Some(Outcome::Won { by, margin: None });
    for (fen, result) in [
        // No check, but Black has no move.
        ("3k5/R8/9/9/9/9/9/9/9/4K4 b", won(Side::First)),
        ("3k3R1/R8/9/9/9/9/9/9/9/4K4 b", won(Side::First)),
        ("3k5/9/9/9/9/9/9/9/3r5/r3K4 w", won(Side::Second)),
    ] {
        let mut game = Chess::from_fen(fen).unwrap();
        assert_eq!((game.result(), game.legal_moves()), (result, vec![]), "{fen}");
    }
}

/// The rules as a beginner would check them: each pair of points, step by step.
mod twin {
    use super::*;

    type Points = HashMap<(i8, i8), Piece>;

    fn points(game: &Chess) -> Points {
        let place = |square: Square| (square.file().cast_signed(), square.rank().cast_signed());
        let piece = |square| Some((place(square), game.board().piece_at(square)?));
        Square::all().filter_map(piece).collect()
    }

    /// The pieces on the way from one point of a line to another.
    fn between(points: &Points, from: (i8, i8), to: (i8, i8)) -> usize {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = (from.0 + step.0, from.1 + step.1);
        let mut count = 0;
        while at != to {
            count += usize::from(points.contains_key(&at));
            at = (at.0 + step.0, at.1 + step.1);
        }
        count
    }

    /// Whether the piece on a point may go to another, apart from the safety of its king.
    fn reaches(points: &Points, from: (i8, i8), to: (i8, i8)) -> bool {
        let (Some(piece), target) = (points.get(&from), points.get(&to)) else { return false };
        if from == to || target.is_some_and(|target| target.side == piece.side) {
            return false;
        }
        let (right, up) = (to.0 - from.0, to.1 - from.1);
        let is_red = piece.side == Side::First;
        let forward = if is_red { 1 } else { -1 };
        let is_home = |rank: i8| (rank < 5) == is_red;
        let in_palace = (3..=5).contains(&to.0) && (to.1 <= 2 || to.1 >= 7);
        let is_straight = right == 0 || up == 0;
        let is_taken =
            |files: i8, ranks: i8| points.contains_key(&(from.0 + files, from.1 + ranks));
        match piece.kind {
            Kind::King => in_palace && right.abs() + up.abs() == 1,
            Kind::Advisor => in_palace && right.abs() == 1 && up.abs() == 1,
            Kind::Elephant => {
                right.abs() == 2 && up.abs() == 2 && is_home(to.1) && !is_taken(right / 2, up / 2)
            }
            Kind::Horse => match (right.abs(), up.abs()) {
                (2, 1) => !is_taken(right / 2, 0),
                (1, 2) => !is_taken(0, up / 2),
                _ => false,
            },
            Kind::Rook => is_straight && between(points, from, to) == 0,
            Kind::Cannon => {
                is_straight && between(points, from, to) == usize::from(target.is_some())
            }
            Kind::Pawn => {
                (right == 0 && up == forward) || (up == 0 && right.abs() == 1 && !is_home(from.1))
            }
        }
    }

    fn is_safe(points: &Points, side: Side) -> bool {
        let king = |side| {
            let is_king =
                |(_, piece): &(&(i8, i8), &Piece)| **piece == Piece { side, kind: Kind::King };
            points.iter().find(is_king).map(|(&place, _)| place).unwrap()
        };
        let (own, other) = (king(side), king(!side));
        let is_facing = own.0 == other.0 && between(points, own, other) == 0;
        !is_facing && points.keys().all(|&from| !reaches(points, from, own))
    }

    /// All legal moves.
    pub(super) fn moves(game: &Chess) -> Vec<Move> {
        let points = points(game);
        let side = game.mover();
        let mut moves = Vec::new();
        for from in Square::all() {
            for to in Square::all() {
                let place = |at: Square| (at.file().cast_signed(), at.rank().cast_signed());
                let is_own = points.get(&place(from)).is_some_and(|piece| piece.side == side);
                if is_own && reaches(&points, place(from), place(to)) {
                    let mut after = points.clone();
                    let piece = after.remove(&place(from)).unwrap();
                    after.insert(place(to), piece);
                    if is_safe(&after, side) {
                        moves.push(Move { from, to });
                    }
                }
            }
        }
        moves
    }
}

/// Plays random games and calls `check` after each move.
fn play_randomly(seed: u64, games: usize, mut check: impl FnMut(&mut Chess)) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..games {
        let mut game = Chess::default();
        let turns = random.random_range(10..150);
        for _ in 0..turns {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let is_capture = |mv: &&Move| game.board().piece_at(mv.to).is_some();
            let captures: Vec<Move> = moves.iter().filter(is_capture).copied().collect();
            let from = if random.random_range(0..3) == 0 && !captures.is_empty() {
                &captures
            } else {
                &moves
            };
            let Some(&mv) = from.choose(&mut random) else { break };
            game.play(mv);
            check(&mut game);
        }
    }
}

#[test]
fn moves_are_those_of_the_slow_twin() {
    let (mut checks, mut positions) = (0, 0);
    play_randomly(1, 40, |game| {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.sort_by_key(|mv| mv.index());
        assert_eq!(moves, twin::moves(game), "{}", game.fen());
        assert_eq!(game.has_move(), !moves.is_empty());
        positions += 1;
        checks += usize::from(game.is_checked());
    });
    assert!(positions > 1000 && checks > 20, "{positions} {checks}");
}

#[test]
fn a_board_is_the_same_from_scratch_and_after_moves_are_taken_back() {
    play_randomly(2, 20, |game| {
        let again = Chess::from_fen(&game.fen()).unwrap();
        assert_eq!(again.board(), game.board());
        assert_eq!(again.is_checked(), game.is_checked());
        let before = game.board().clone();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for mv in moves {
            let gives_check = before.gives_check(mv);
            game.play(mv);
            assert_ne!(game.key(), before.key());
            assert_eq!(game.is_checked(), gives_check, "{mv}");
            let estimate = Simple::of(game.board()).evaluate(game.board());
            assert_eq!(game.evaluation().evaluate(game.board()), estimate, "{mv}");
            game.undo();
            assert_eq!(game.board(), &before);
        }
        let estimate = Simple::of(game.board()).evaluate(game.board());
        assert_eq!(game.evaluation().evaluate(game.board()), estimate);
    });
}

#[test]
fn a_move_is_found_by_its_index() {
    play_randomly(4, 5, |game| {
        let legal = twin::moves(game);
        let found = (0..90 * 90).filter_map(|index| game.move_with(index));
        assert_eq!(found.collect::<Vec<_>>(), legal);
    });
}

#[test]
fn some_moves_can_be_asked_for() {
    let only: Vec<Move> = ["h2e2", "a0a1", "a0a9"].map(|mv| mv.parse().unwrap()).to_vec();
    let mut game = Chess::default().restricted(&only);
    let found = game.legal_moves();
    assert!(found.len() == 2 && only.iter().take(2).all(|mv| found.contains(mv)), "{found:?}");
    assert_ne!(game.key(), Chess::default().key());
    game.play(only[0]);
    assert!(game.legal_moves().len() > 40, "the opponent may move as he likes");
}

#[test]
fn a_position_without_attackers_is_drawn() {
    let estimate = |fen| Chess::from_fen(fen).unwrap().estimate();
    assert_eq!(estimate("3k5/9/9/9/9/9/9/9/4A4/4KAB2 w"), 0);
    assert!(estimate("3k5/9/9/9/9/9/9/P8/4A4/4KAB2 w") > 0);
    assert!(estimate("3k5/9/9/9/9/9/9/P8/4A4/4KAB2 b") < 0);
    // Two advisors and two elephants hold a bare king's only pawn, and cannot win themselves.
    assert!(estimate("3ak4/4a4/4b3b/9/9/9/9/P8/9/4K4 b") <= 0);
}

#[test]
fn a_player_without_moves_is_seen_to_have_lost_at_a_leaf() {
    let value = |fen: &str| {
        let selectivity = Selectivity::NONE;
        let mut thinker = Thinker::new(1 << 20, 1, selectivity);
        let limits = Limits { deepest: 1, ..Limits::default() };
        thinker.think(&Chess::from_fen(fen).unwrap(), limits, &mut |_| ()).score
    };
    // The pawn takes the last point from a king that is not in check, and the rook mates.
    assert!(moves_to_end::<Chess>(value("3k5/9/2P6/9/9/9/9/9/9/4K4 w")).is_some());
    assert!(moves_to_end::<Chess>(value("3k5/7R1/9/9/9/9/9/9/9/R3K4 w")).is_some());
}

#[test]
fn the_other_players_turn_is_named_as_on_the_board() {
    let mut record = Record::<Chess>::default();
    let error = record.play(Side::Second, "h10g8").unwrap_err();
    assert_eq!(error.to_string(), "it is Red's turn");
}

#[test]
fn lines_are_looked_up_as_they_are_walked() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..2000 {
        let mut occupied = attacks::Occupied::default();
        for square in Square::all() {
            if random.random_range(0..3) == 0 {
                occupied = occupied.with(square);
            }
        }
        let from = Square::from_index(random.random_range(0..90)).unwrap();
        let (mut rook, mut cannon) = (0, 0);
        for step in attacks::STRAIGHT {
            let (mut at, mut pieces) = (from, 0);
            while let Some(next) = at.offset(step) {
                let is_taken = occupied.set & next.set() != 0;
                rook |= if pieces == 0 { next.set() } else { 0 };
                cannon |= if pieces == 1 && is_taken { next.set() } else { 0 };
                pieces += usize::from(is_taken);
                at = next;
            }
        }
        assert_eq!(attacks::rook(from, occupied), rook);
        assert_eq!(attacks::cannon_captures(from, occupied), cannon);
    }
}

#[test]
fn exchanges_are_counted_to_their_end() {
    let loses = |fen: &str, mv: &str| {
        let board = fen::read(fen).unwrap().board;
        super::exchange::loses(&board, mv.parse().unwrap())
    };
    // A protected pawn and a free one, for a rook and for a pawn.
    let fen = "3k5/9/4b4/9/2p1p4/9/9/2R1P4/9/4K4 w";
    assert!(loses(fen, "c2c5") && !loses("3k5/9/9/9/2p6/9/9/2R6/9/4K4 w", "c2c5"));
    assert!(!loses("3k5/9/4b4/9/2p6/2P6/9/9/9/4K4 w", "c4c5"));
    // A second rook behind the first one does not make it pay.
    assert!(loses("3k5/9/4b4/9/2p6/9/9/2R6/2R6/4K4 w", "c2c5"));
    // A cannon loses its screen.
    assert!(loses("3k5/9/4b4/9/2p6/9/9/2R6/2C6/4K4 w", "c2c5"));
}

#[test]
fn futile_moves_are_left_out_but_mates_are_found() {
    let search = |fen, depth, futility| {
        let selectivity = Selectivity { futility, ..Selectivity::FULL };
        let mut thinker = Thinker::new(1 << 20, 1, selectivity);
        let limits = Limits { deepest: depth, ..Limits::default() };
        thinker.think(&Chess::from_fen(fen).unwrap(), limits, &mut |_| ())
    };
    let nodes = |futility| search(START, 6, futility).nodes;
    assert!(3 * nodes(true) < 2 * nodes(false), "{} {}", nodes(true), nodes(false));
    let two_rooks = "3k5/9/9/9/9/9/9/R7p/7R1/4K4 w";
    let score = search(two_rooks, 7, true).score;
    assert!(moves_to_end::<Chess>(score).is_some_and(|plies| plies > 0), "{score}");
}

#[test]
fn a_mate_counts_even_in_the_last_move_before_a_draw() {
    for quiet in 97..=99 {
        let fen = format!("3k5/7R1/9/p8/9/9/9/9/9/1R2K4 w - - {quiet} 60");
        let game = Chess::from_fen(&fen).unwrap();
        let mut thinker = Thinker::new(1 << 20, 1, Selectivity::default());
        let thought = thinker.think(&game, Limits { deepest: 3, ..Limits::default() }, &mut |_| {});
        assert_eq!(moves_to_end::<Chess>(thought.score), Some(1), "{quiet}");
    }
}

#[test]
fn positions_with_other_moves_to_choose_from_have_other_keys() {
    let game = Chess::from_fen(START).unwrap();
    let moves = game.clone().legal_moves();
    let key = |only: &[Move]| game.clone().with_moves(only).key();
    let keys = [game.key(), key(&moves[..1]), key(&moves[1..2]), key(&moves[..2])];
    assert!(keys.iter().enumerate().all(|(at, key)| !keys[..at].contains(key)), "{keys:?}");
}
