//! The input to a search, and an observer that receives reports while the search runs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::limits::SearchLimits;
use super::report::SearchReport;
use crate::rules::GameState;
use crate::vocabulary::{Color, Move};

/// The input to a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The current game.
    pub game: &'a GameState,
    /// The player for whom a move is sought.
    pub color: Color,
    /// The limits of the search.
    pub limits: SearchLimits,
    /// Restrictions on the moves. If they differ from those of the previous search, a new tree is
    /// started.
    pub restrictions: &'a [Restriction],
    /// Whether reports include the ownership after each move.
    pub ownership_by_move: bool,
    /// A flag that, once set, ends any reading or solving done before the first simulation.
    pub stop: Option<&'a AtomicBool>,
    /// Whether a move will be chosen from the result. Otherwise the result may be empty if the flag
    /// is set at once.
    pub owes_a_move: bool,
}

impl<'a> SearchRequest<'a> {
    /// A request for a search without restrictions.
    pub fn new(game: &'a GameState, color: Color, limits: SearchLimits) -> Self {
        Self {
            game,
            color,
            limits,
            restrictions: &[],
            ownership_by_move: false,
            stop: None,
            owes_a_move: true,
        }
    }

    /// Whether this is a search in the opponent's time: it owes no move, and takes no time to prune
    /// its tree.
    pub fn ponders(&self) -> bool {
        !self.owes_a_move && self.limits.ends_when_full
    }
}

/// Moves that a player must avoid, or must choose from, for a limited number of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether only these moves are allowed; otherwise they are forbidden.
    pub only: bool,
    /// The number of moves for which the restriction applies, counting the moves of both players: 1
    /// means the next move only.
    pub depth: usize,
}

impl Restriction {
    /// Whether `color` is forbidden to make this move `ply` moves after the root.
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
    /// Creates an observer that calls `tell` with a report every `interval`, starting one interval
    /// from now.
    pub fn new(interval: Duration, tell: &'a mut dyn FnMut(&SearchReport)) -> Self {
        Self { interval, due: Instant::now() + interval, tell }
    }

    /// The same observer, with the first report after `delay` instead of one interval.
    #[must_use]
    pub fn starting_after(self, delay: Duration) -> Self {
        Self { due: Instant::now() + delay, ..self }
    }

    /// If a report is due, creates it with `summarize` and passes it on.
    pub fn look(&mut self, summarize: impl FnOnce() -> SearchReport) {
        if Instant::now() >= self.due {
            (self.tell)(&summarize());
            self.due = Instant::now() + self.interval;
        }
    }

    /// Passes on a report immediately.
    pub fn tell(&mut self, report: &SearchReport) {
        (self.tell)(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_report_may_come_at_another_time_than_the_next() {
        let day = Duration::from_secs(86_400);
        let mut told = 0;
        let mut tell = |_: &SearchReport| told += 1;
        let mut watch = Watch::new(day, &mut tell).starting_after(Duration::ZERO);
        watch.look(SearchReport::default);
        watch.look(SearchReport::default);
        assert_eq!(told, 1);
    }

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
