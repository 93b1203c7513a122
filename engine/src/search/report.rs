//! The result of a search.

use std::fmt;
use std::time::Duration;

use crate::vocabulary::Move;

/// The number of simulations with playouts that tell as much as a visit with a network.
pub const PLAYOUTS_A_VISIT: u64 = 40;

/// The results for one of the root's moves, from the perspective of the player who makes the move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// The number of simulations that began with the move, including those from earlier searches.
    pub visits: u64,
    /// The fraction of simulations won, 0 to 1; a draw counts as half a win.
    pub win_rate: f32,
    /// The fraction of the visits, 0 to 1, that the move appears to deserve before any search.
    pub prior: f32,
    /// The mean lead at the end of the simulations, in points, including komi. If no simulation has
    /// begun with this move since the current root was set, this is the mean over all moves.
    pub lead: f32,
    /// The standard deviation of the lead, in points.
    pub lead_deviation: f32,
    /// The most visited line of play that begins with the move, including the move itself.
    pub variation: Vec<Ply>,
    /// Whether the move is proved to win (`true`) or to lose (`false`); `None` if neither is
    /// proved.
    pub proved: Option<bool>,
    /// Black's ownership of each point after the move, in the same form as
    /// [`SearchReport::ownership`], if requested and known.
    pub ownership: Option<Vec<f32>>,
}

impl MoveReport {
    /// A report on a move without visits, with a win rate of one half.
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            visits: 0,
            win_rate: 0.5,
            prior: 0.0,
            lead: 0.0,
            lead_deviation: 0.0,
            variation: Vec::new(),
            proved: None,
            ownership: None,
        }
    }

    /// The lower bound of the win rate at 97.5 % confidence: the lower end of Wilson's interval
    /// (Probable inference, the law of succession, and statistical inference, 1927).
    pub fn lower_bound(&self) -> f32 {
        const Z: f64 = 1.96;
        let (rate, visits) = (f64::from(self.win_rate), self.visits as f64);
        if visits == 0.0 {
            return 0.0;
        }
        let half = Z / (2.0 * visits);
        let spread = (rate * (1.0 - rate) / visits + half * half).sqrt();
        let middle = rate + Z * Z / (2.0 * visits);
        (((middle - Z * spread) / (1.0 + Z * Z / visits)) as f32).clamp(0.0, 1.0)
    }

    /// The upper bound of the win rate, likewise at 97.5 % confidence.
    pub fn upper_bound(&self) -> f32 {
        let opponents = Self { win_rate: 1.0 - self.win_rate, ..self.clone() };
        1.0 - opponents.lower_bound()
    }
}

/// A move in a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The number of visits to the move.
    pub visits: u64,
}

/// The result of a search, from the perspective of the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// All moves: those proved to win come first, those proved to lose last, and all others in
    /// between. Within each of these groups, the moves are in descending order of visits.
    pub moves: Vec<MoveReport>,
    /// The number of simulations through the root, including those from earlier searches: the sum
    /// of the visits to all moves.
    pub visits: u64,
    /// Whether each visit is an evaluation by a network; otherwise it is a playout.
    pub by_network: bool,
    /// The fraction, from 0 to 1, of simulations through the root that were won by the player to
    /// move. One half if there are no simulations.
    pub mean_win_rate: f32,
    /// The number of new simulations.
    pub simulations: u64,
    /// The lead, in points, at the end of a simulation, averaged over all simulations since the
    /// current root was set.
    pub lead: f32,
    /// The standard deviation of the lead, in points.
    pub lead_deviation: f32,
    /// The number of nodes in use.
    pub nodes: usize,
    /// The duration of the search.
    pub time: Duration,
    /// Black's ownership of each point at the end of a simulation, averaged over all simulations
    /// since the current root was set: 1 if the point is always Black's, -1 if it is always
    /// White's. The values are indexed by [`Vertex::index`](crate::vocabulary::Vertex::index).
    pub ownership: Vec<f32>,
    /// The criticality of each point, from the same simulations and in the same order as the
    /// ownership: how strongly owning the point correlates with winning, from 0 for a point that
    /// decides nothing up to 0.5 for one that decides the game.
    pub criticality: Vec<f32>,
}

impl SearchReport {
    /// The win rate of the first move in the list: the fraction of its simulations, from 0 to 1,
    /// that the player to move won. One half if the list is empty.
    pub fn win_rate(&self) -> f32 {
        self.moves.first().map_or(0.5, |best| best.win_rate)
    }

    /// The number of playouts that tell as much as the visits.
    pub fn playouts_worth(&self) -> u64 {
        let each = if self.by_network { PLAYOUTS_A_VISIT } else { 1 };
        self.visits.saturating_mul(each)
    }

    /// The most visited line of play.
    pub fn variation(&self) -> impl Iterator<Item = Move> {
        self.moves.first().into_iter().flat_map(|best| &best.variation).map(|ply| ply.mv)
    }
}

/// The standard deviation of each point's owner, given its mean ownership. At the end of each
/// simulation, a point belongs to one of the two players, so the mean determines the deviation.
pub fn ownership_deviations(ownership: &[f32]) -> impl Iterator<Item = f32> {
    ownership.iter().map(|own| (1.0 - own * own).max(0.0).sqrt())
}

/// Formats the report as one line for the log.
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
        self.variation().take(12).try_for_each(|mv| write!(f, " {mv}"))?;
        f.write_str("; by move")?;
        let shown = self.moves.iter().take(5);
        shown.into_iter().try_for_each(|found| {
            write!(f, " {} {} {:.1} %", found.mv, found.visits, found.win_rate * 100.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_close_in_with_visits_and_stay_shares() {
        let report =
            |visits, win_rate| MoveReport { visits, win_rate, ..MoveReport::new(Move::Pass) };
        let bound = |visits, win_rate| report(visits, win_rate).lower_bound();
        assert_eq!(report(0, 0.5).upper_bound(), 1.0);
        assert!((report(10, 0.5).upper_bound() - 0.763).abs() < 1e-3);
        assert_eq!(bound(0, 0.5), 0.0);
        // Wilson's interval for 5 wins out of 10 is 0.237 to 0.763.
        assert!((bound(10, 0.5) - 0.237).abs() < 1e-3, "{}", bound(10, 0.5));
        assert!(bound(100, 0.5) < bound(10_000, 0.5) && bound(10_000, 0.5) < 0.5);
        assert!(bound(3, 0.0) < 1e-6 && (0.3..1.0).contains(&bound(3, 1.0)));
    }
}
