//! The input of a search, and its observer.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::limits::SearchLimits;
use super::report::SearchReport;
use crate::rules::GameState;
use crate::vocabulary::{Color, Move};

/// The input of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The current game.
    pub game: &'a GameState,
    /// The player whose move is searched.
    pub color: Color,
    /// The limits of the search.
    pub limits: SearchLimits,
    /// Moves to exclude. If the restrictions differ from those of the previous search, a new tree
    /// is begun.
    pub restrictions: &'a [Restriction],
    /// Whether reports include the ownership after each move.
    pub ownership_by_move: bool,
    /// Ends reading and solving before the first simulation, once it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> SearchRequest<'a> {
    /// A search without restrictions.
    pub fn new(game: &'a GameState, color: Color, limits: SearchLimits) -> Self {
        Self { game, color, limits, restrictions: &[], ownership_by_move: false, stop: None }
    }
}

/// Moves that one player must avoid in its next turns, or must choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether only these moves are allowed; otherwise they are forbidden.
    pub only: bool,
    /// The number of moves of both players during which it holds: 1 means the next move only.
    pub depth: usize,
}

impl Restriction {
    /// Whether `color` may not make this move after `ply` moves from the root.
    pub fn forbids(&self, color: Color, mv: Move, ply: usize) -> bool {
        self.color == color && ply < self.depth && self.moves.contains(&mv) != self.only
    }
}

/// An observer of a running search.
pub struct Watch<'a> {
    interval: Duration,
    due: Instant,
    tell: &'a mut dyn FnMut(&SearchReport),
}

impl<'a> Watch<'a> {
    /// Creates an observer that calls `tell` with a report every `interval`, for the first time
    /// after one interval.
    pub fn new(interval: Duration, tell: &'a mut dyn FnMut(&SearchReport)) -> Self {
        Self { interval, due: Instant::now() + interval, tell }
    }

    /// Passes on the report that `summarize` creates, if one is due.
    pub fn look(&mut self, summarize: impl FnOnce() -> SearchReport) {
        if Instant::now() >= self.due {
            (self.tell)(&summarize());
            self.due = Instant::now() + self.interval;
        }
    }

    /// Passes on a report now.
    pub fn tell(&mut self, report: &SearchReport) {
        (self.tell)(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_are_for_one_player_and_some_moves() {
        let (a, b) = (Move::Pass, Move::Play("C3".parse().unwrap()));
        let avoid = Restriction { color: Color::Black, moves: vec![b], only: false, depth: 2 };
        assert!(avoid.forbids(Color::Black, b, 0) && avoid.forbids(Color::Black, b, 1));
        assert!(!avoid.forbids(Color::Black, b, 2), "beyond the depth");
        assert!(!avoid.forbids(Color::Black, a, 0) && !avoid.forbids(Color::White, b, 0));
        let allow = Restriction { only: true, ..avoid };
        assert!(allow.forbids(Color::Black, a, 0) && !allow.forbids(Color::Black, b, 0));
    }
}
