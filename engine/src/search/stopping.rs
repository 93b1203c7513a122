//! Decides when a search has run out of time, when continuing it would be pointless, and when
//! continuing it would be worthwhile.

use std::time::{Duration, Instant};

use super::edge::Edge;
use super::limits::SearchLimits;
use super::stats::Mean;
use super::tree::{Branch, Tree};

/// A full tree is pruned only if more than this much time is left for each MiB below its root. This
/// is about twice the time that pruning takes per MiB.
const LEAST_TIME_TO_SHRINK: Duration = Duration::from_millis(1);
/// The least part of that time to allow, for what lies outside the root's subtree.
const LEAST_PART: f64 = 0.05;
/// The fraction of a search's soft time limit that must pass before the search may stop early.
const EARLIEST_STOP: f64 = 0.1;
/// The best move is clear only if its number of visits exceeds that of the second most visited move
/// by at least this factor.
const CLEAR_LEAD: f64 = 1.2;
/// A move can rival the most visited one only if it has at least this fraction of that move's
/// visits.
const RIVAL: f64 = 0.5;
/// A drop in value, on a scale of -1 to 1, that is too large to be due to chance: 5 percentage
/// points of win rate.
const FALL: f32 = 0.1;

/// Whether enough time is left to prune a full tree. Below the root there is at most one node for
/// each `visits_a_node` of its visits.
pub(super) fn may_shrink<E: Branch>(
    limits: &SearchLimits,
    tree: &Tree<E>,
    visits_a_node: u32,
) -> bool {
    let below = tree.root_visits() / u64::from(visits_a_node.max(1));
    let part = below as f64 / tree.nodes_used().max(1) as f64;
    let size = tree.bytes() as f64 / f64::from(1 << 20);
    let least = LEAST_TIME_TO_SHRINK.mul_f64(size * part.clamp(LEAST_PART, 1.0));
    limits.time.is_none_or(|time| time.remaining() > least)
}

/// Decides when one search should end.
pub(super) struct Stopping<'a> {
    pub(super) limits: &'a SearchLimits,
    /// With fewer simulations than this, the search ends exactly at its soft time limit, neither
    /// earlier nor later.
    fewest: u64,
    /// Whether the search uses a fixed time up, because what it finds out beyond the choice of this
    /// move is useful for the next one.
    uses_up: bool,
    started: Instant,
    /// The value that the most visited move had when the search began, if that value was reliable.
    expected: Option<f32>,
}

impl<'a> Stopping<'a> {
    /// Starts timing a search that begins now. The tree may already contain results for its root,
    /// in which these moves lead. Fewer than `fewest` simulations prove nothing.
    pub(super) fn new(limits: &'a SearchLimits, leaders: &Leaders, fewest: u64) -> Self {
        let best = leaders.best;
        let expected = (u64::from(best.visits) >= fewest).then_some(best.value);
        Self { limits, fewest, uses_up: false, started: Instant::now(), expected }
    }

    /// The same, but a fixed time is used up.
    #[must_use]
    pub(super) fn using_up_fixed_time(self) -> Self {
        Self { uses_up: self.limits.time.is_some_and(|time| time.soft == time.hard), ..self }
    }

    /// Whether the search should stop after `made` new simulations: because the time is up, because
    /// a move has been proved to win, or because the remaining time is too short to change which
    /// move has the most visits. Unless the best move is clear, the search may continue up to the
    /// hard limit. While a pass leads, the time budget for that case counts. `leaders` also returns
    /// the visits that the root has gained where other ranks add to them.
    pub(super) fn is_due(&self, leaders: impl Fn() -> (Leaders, u64), made: u64) -> bool {
        let Some(usual) = self.limits.time else { return false };
        // The search ends if more than half of the next simulation would lie beyond the limit.
        let a_simulation = self.started.elapsed().checked_div(made.min(1 << 30) as u32);
        let elapsed = usual.elapsed() + a_simulation.unwrap_or_default() / 2;
        let with_pass = self.limits.time_with_pass.filter(|less| elapsed >= less.soft);
        let time = with_pass.filter(|_| leaders().0.is_pass).unwrap_or(usual);
        if elapsed >= time.hard {
            return true;
        }
        let is_early = elapsed < time.soft.mul_f64(EARLIEST_STOP) || made < self.fewest;
        if self.limits.playouts.is_some() || self.uses_up || is_early {
            return elapsed >= time.soft;
        }
        let (leaders, gained) = leaders();
        if leaders.is_won {
            return true;
        }
        let end = if leaders.are_clear(self.expected) { time.soft } else { time.hard };
        let a_second = made.max(gained) as f64 / self.started.elapsed().as_secs_f64();
        let to_come = a_second * end.saturating_sub(elapsed).as_secs_f64();
        elapsed >= end || leaders.lead() > to_come
    }
}

/// The leading moves of the root.
#[derive(Debug)]
pub(super) struct Leaders {
    /// The most visited move.
    best: Mean,
    /// The second most visited move.
    second: Mean,
    /// The highest value of the best move and of all moves that rival it in visits; see [`RIVAL`].
    highest: f32,
    /// Whether a move is proved to win.
    is_won: bool,
    /// Whether the most visited move is a pass.
    is_pass: bool,
}

impl Leaders {
    /// The leading moves in a search with playouts.
    pub(super) fn of(tree: &Tree<Edge>) -> Self {
        Self::by(tree, |edge| edge.stats.load())
    }

    /// The leading moves of the root, given the visits and the value of each move.
    pub(super) fn by<E: Branch>(tree: &Tree<E>, mean: impl Fn(&E) -> Mean) -> Self {
        let edges = tree.root_edges();
        let hopeful = edges.iter().filter(|edge| edge.standing().is_hopeful());
        // If several moves tie, the first one leads.
        let best = hopeful.clone().rev().max_by_key(|edge| edge.visits());
        Self {
            is_won: edges.iter().any(|edge| edge.standing().proved() == Some(true)),
            is_pass: best.is_some_and(|edge| edge.point().is_none()),
            ..Self::among(hopeful.map(&mean))
        }
    }

    /// The leading ones of these moves, none of which is proved to win or a pass.
    fn among(moves: impl Iterator<Item = Mean> + Clone) -> Self {
        let [mut best, mut second] = [Mean::default(); 2];
        for found in moves.clone() {
            if found.visits > best.visits {
                (best, second) = (found, best);
            } else if found.visits > second.visits {
                second = found;
            }
        }
        let rivals =
            moves.filter(|rival| f64::from(rival.visits) >= RIVAL * f64::from(best.visits));
        let highest = rivals.map(|rival| rival.value).fold(best.value, f32::max);
        Self { best, second, highest, is_won: false, is_pass: false }
    }

    /// The lead of the best move, in visits.
    fn lead(&self) -> f64 {
        f64::from(self.best.visits - self.second.visits)
    }

    /// Whether the best move has a large lead in visits, also has the highest value, and is not
    /// much worse than `expected`.
    fn are_clear(&self, expected: Option<f32>) -> bool {
        f64::from(self.best.visits) >= CLEAR_LEAD * f64::from(self.second.visits)
            && self.best.value >= self.highest
            && expected.is_none_or(|expected| self.best.value > expected - FALL)
    }
}

#[cfg(test)]
mod tests {
    use clocks::TimeBudget;

    use super::*;
    use crate::knowledge::Candidate;
    use crate::vocabulary::Point;

    fn leaders(moves: &[(u32, f32)]) -> Leaders {
        Leaders::among(moves.iter().map(|&(visits, value)| Mean { visits, value }))
    }

    #[test]
    fn the_leaders_are_found_in_any_order() {
        for moves in [[(900, 0.1), (300, 0.2), (20, 0.9)], [(20, 0.9), (300, 0.2), (900, 0.1)]] {
            let found = leaders(&moves);
            assert_eq!((found.best.visits, found.second.visits), (900, 300));
            assert_eq!(found.lead(), 600.0);
            assert_eq!(found.highest, 0.1, "few visits prove nothing");
        }
        assert_eq!(leaders(&[(7, 0.0)]).lead(), 7.0);
        assert_eq!(leaders(&[]).lead(), 0.0);
    }

    #[test]
    fn a_move_is_clear_that_leads_by_visits_and_value() {
        assert!(leaders(&[(900, 0.1), (700, 0.0)]).are_clear(None));
        assert!(!leaders(&[(900, 0.1), (800, 0.0)]).are_clear(None), "close");
        assert!(!leaders(&[(900, 0.1), (600, 0.15)]).are_clear(None), "another one is better");
        assert!(leaders(&[(900, 0.1), (400, 0.15)]).are_clear(None), "with too few visits");
    }

    #[test]
    fn a_move_is_not_clear_that_is_worse_than_it_seemed() {
        let found = leaders(&[(900, 0.1), (300, 0.0)]);
        assert!(found.are_clear(Some(0.15)) && found.are_clear(Some(-0.5)));
        assert!(!found.are_clear(Some(0.3)));
    }

    #[test]
    fn a_pass_leads_that_has_the_most_visits_of_the_hopeful_moves() {
        let mut tree = Tree::<Edge>::with_room(4, 16);
        tree.add_root(&[Some(Point::from_bit(40)), None].map(Candidate::new));
        let [point, pass] = tree.root_edges() else { panic!("two moves") };
        let is_pass = || Leaders::of(&tree).is_pass;
        assert!(!is_pass(), "a tie");
        pass.stats.enter();
        assert!(is_pass());
        pass.standing.prove(false);
        assert!(!is_pass(), "it loses");
        pass.standing.clear();
        for _ in 0..2 {
            point.stats.enter();
        }
        assert!(!is_pass());
    }

    #[test]
    fn a_search_that_prefers_a_pass_leaves_time_to_judge_the_stones() {
        let time = TimeBudget::fixed(Duration::from_secs(3600));
        let with_pass = time.reduced(0.0);
        let limits = SearchLimits {
            time: Some(time),
            time_with_pass: Some(with_pass),
            ..SearchLimits::default()
        };
        let moves = leaders(&[(900, 0.1), (800, 0.0)]);
        for is_pass in [true, false] {
            let found = || (Leaders { is_pass, ..leaders(&[(900, 0.1), (800, 0.0)]) }, 0);
            for stopping in [
                Stopping::new(&limits, &moves, 40),
                Stopping::new(&limits, &moves, 40).using_up_fixed_time(),
            ] {
                assert_eq!(stopping.is_due(found, 1000), is_pass);
            }
        }
    }
}
