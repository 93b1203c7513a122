//! What a search is asked for, and who looks on.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::limits::SearchLimits;
use super::report::SearchReport;
use crate::rules::GameState;
use crate::vocabulary::{Color, Move};

/// A search to be made.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The game as it stands.
    pub game: &'a GameState,
    /// The player to find a move for.
    pub color: Color,
    /// What ends the search.
    pub limits: SearchLimits,
    /// Moves to be left out. Other restrictions than those of the search before begin a new tree.
    pub restrictions: &'a [Restriction],
    /// Whether reports hold the ownership after each move as well.
    pub ownership_by_move: bool,
    /// Ends what is read and solved before the first simulation, once it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> SearchRequest<'a> {
    /// A search without restrictions.
    pub fn new(game: &'a GameState, color: Color, limits: SearchLimits) -> Self {
        Self { game, color, limits, restrictions: &[], ownership_by_move: false, stop: None }
    }
}

/// Moves that one player shall not look at in its first turns, or shall look at alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether these are the only moves allowed; otherwise they are forbidden.
    pub only: bool,
    /// The number of moves, both players' counted, for which it holds: 1 is the next move alone.
    pub depth: usize,
}

impl Restriction {
    /// Whether `color` may not make this move after `ply` moves from the root.
    pub fn forbids(&self, color: Color, mv: Move, ply: usize) -> bool {
        self.color == color && ply < self.depth && self.moves.contains(&mv) != self.only
    }
}

/// Somebody who looks on while a search runs.
pub struct Watch<'a> {
    interval: Duration,
    due: Instant,
    tell: &'a mut dyn FnMut(&SearchReport),
}

impl<'a> Watch<'a> {
    /// Is told what has been found each time `interval` has passed, the first time after one.
    pub fn new(interval: Duration, tell: &'a mut dyn FnMut(&SearchReport)) -> Self {
        Self { interval, due: Instant::now() + interval, tell }
    }

    /// Tells the report that `summarize` makes, if it is time.
    pub fn look(&mut self, summarize: impl FnOnce() -> SearchReport) {
        if Instant::now() >= self.due {
            (self.tell)(&summarize());
            self.due = Instant::now() + self.interval;
        }
    }

    /// Tells a report now.
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
