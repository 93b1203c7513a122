//! What a search found.

use std::fmt;
use std::time::Duration;

use crate::vocabulary::Move;

/// What was found about one move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it, those of earlier searches included.
    pub visits: u64,
    /// The share of them that its player won, 0 to 1; a draw is half a win.
    pub win_rate: f32,
    /// The mean lead of its player at the end of the new simulations, in points, komi included; 0
    /// where there were none.
    pub lead: f32,
}

/// What a search found, from the side of the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// All moves, the most visited first.
    pub moves: Vec<MoveReport>,
    /// The most visited line of play.
    pub variation: Vec<Move>,
    /// Simulations through the root, those of earlier searches included: the sum over the moves.
    pub visits: u64,
    /// New simulations.
    pub simulations: u64,
    /// Nodes in use.
    pub nodes: usize,
    /// The time it took.
    pub time: Duration,
    /// Black's ownership of each point over the new simulations, by
    /// [`Vertex::index`](crate::vocabulary::Vertex::index): 1 is always Black's, -1 always White's.
    pub ownership: Vec<f32>,
}

impl SearchReport {
    /// The share of simulations that the player to move won with the most visited move, 0 to 1;
    /// one half where there is no move.
    pub fn win_rate(&self) -> f32 {
        self.moves.first().map_or(0.5, |best| best.win_rate)
    }
}

/// One line for the log.
impl fmt::Display for SearchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        write!(
            f,
            "{} visits, {} new in {seconds:.2} s ({:.0}/s), {} nodes, win rate {:.1} %, pv",
            self.visits,
            self.simulations,
            self.simulations as f64 / seconds.max(1e-9),
            self.nodes,
            self.win_rate() * 100.0,
        )?;
        self.variation.iter().take(12).try_for_each(|mv| write!(f, " {mv}"))?;
        f.write_str("; by move")?;
        let shown = self.moves.iter().take(5);
        shown.into_iter().try_for_each(|found| {
            write!(f, " {} {} {:.1} %", found.mv, found.visits, found.win_rate * 100.0)
        })
    }
}
