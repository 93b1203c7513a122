//! What is said of a search: a line for each variation.

use classical::{Score, moves_to_end};

use super::dialect::Dialect;
use crate::player::Found;
use crate::xiangqi::evaluation::Evaluation;
use crate::xiangqi::position::Position;
use crate::xiangqi::square::{Move, Ranks};

/// The line on the `number`-th best variation.
pub(super) fn info<E: Evaluation>(
    found: &Found<Position<E>>,
    number: usize,
    dialect: Dialect,
) -> String {
    let milliseconds = found.time.as_millis();
    let rate = (found.nodes as f64 / found.time.as_secs_f64().max(1e-3)) as u64;
    let line = line(&found.variation, dialect.ranks());
    let (depth, nodes) = (found.depth, found.nodes);
    let score = match dialect {
        Dialect::Uci(_) => format!("multipv {number} score {}", in_words::<E>(found.score)),
        Dialect::Ucci => format!("score {}", found.score),
    };
    format!("info depth {depth} {score} nodes {nodes} nps {rate} time {milliseconds} pv {line}")
}

/// The line with the move to play.
pub(super) fn best_move(line: &[Move], dialect: Dialect) -> String {
    let mut names = line.iter().map(|&mv| dialect.ranks().name_of_move(mv));
    match (names.next(), names.next()) {
        (Some(mv), Some(answer)) => format!("bestmove {mv} ponder {answer}"),
        (Some(mv), None) => format!("bestmove {mv}"),
        _ => dialect.no_move().to_owned(),
    }
}

fn line(moves: &[Move], ranks: Ranks) -> String {
    moves.iter().map(|&mv| ranks.name_of_move(mv)).collect::<Vec<_>>().join(" ")
}

/// Hundredths of a pawn, or the number of moves to the end of the game.
fn in_words<E: Evaluation>(score: Score) -> String {
    match moves_to_end::<Position<E>>(score) {
        Some(plies) if score > 0 => format!("mate {}", (plies + 1) / 2),
        // A player who makes a forbidden repetition loses by that move, before any reply.
        Some(plies) => format!("mate {}", (plies / 2).min(-1)),
        None => format!("cp {score}"),
    }
}
