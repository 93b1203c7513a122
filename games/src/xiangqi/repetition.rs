//! The verdict on repetitions: which player, if either, was not allowed to repeat the position.
//!
//! A player who gives check with every move of the cycle loses, and so does one who chases the same
//! piece with every move; if both do so, or neither, the game is drawn. What counts as a chase
//! follows the Asian rules as Fairy-Stockfish has them.

use super::board::Board;
use super::chase::Chaser;
use super::piece::Piece;
use super::square::{Move, Set};

/// The result of a game that ends by repetition or without captures, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody is to blame, or both are.
    Draw,
    /// The opponent must not repeat.
    Won,
    /// The player to move has repeated what he must not.
    Lost,
}

/// A position with the move that led to it.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) board: Board,
    pub(super) is_checked: bool,
    /// The last move and what it captured, unless the history begins here.
    pub(super) last: Option<(Move, Option<Piece>)>,
}

/// Judges the repetition of a position. `path` goes back in time from that position, which also
/// occurred `since` plies earlier. It must include two plies before that occurrence, if there are
/// any.
pub(super) fn judge(path: &[Ply], since: usize) -> Verdict {
    let is_checked = |at: usize| path.get(at).is_some_and(|ply| ply.is_checked);
    let by_opponent = (0..=since).step_by(2).all(is_checked);
    let by_player = (1..since).step_by(2).all(is_checked);
    if by_opponent || by_player {
        return blame(by_opponent, by_player);
    }
    // At the beginning of the history, nobody knows what the last move was.
    let is_known = path.get(since).is_some_and(|ply| ply.last.is_some());
    let from_opponent = if is_known { since } else { since - 2 };
    let opponent = is_chased_throughout(path, 0, from_opponent);
    blame(opponent, is_chased_throughout(path, 1, since - 1))
}

fn blame(opponent: bool, player: bool) -> Verdict {
    match (opponent, player) {
        (true, false) => Verdict::Won,
        (false, true) => Verdict::Lost,
        _ => Verdict::Draw,
    }
}

/// Whether one piece is chased in each second ply from `first` back to `last`.
fn is_chased_throughout(path: &[Ply], first: usize, last: usize) -> bool {
    let mut chased = chased_at(path, first);
    for at in (first + 2..=last).step_by(2) {
        if chased == 0 {
            return false;
        }
        let moved = path.get(at - 1).and_then(|ply| ply.last);
        chased = moved.map_or(chased, |(mv, _)| taken_back(chased, mv)) & chased_at(path, at);
    }
    chased != 0
}

/// A set of pieces where they stood before a move.
fn taken_back(set: Set, mv: Move) -> Set {
    if set & mv.to.set() != 0 { set ^ mv.to.set() | mv.from.set() } else { set }
}

/// The pieces that the last move of a ply chases.
fn chased_at(path: &[Ply], at: usize) -> Set {
    let (Some(ply), Some(before)) = (path.get(at), path.get(at + 1)) else { return 0 };
    let Some((mv, captured)) = ply.last else { return 0 };
    Chaser::new(&ply.board, &before.board).chased(mv, captured.is_some())
}
