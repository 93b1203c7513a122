//! Which move of a node a simulation follows.

use super::params::SearchParams;
use super::tree::Edge;

/// The index of the move to follow in a node that has been visited `visits` times, or `None` where
/// all moves are pruned.
///
/// The moves stand in random order and are tried in that order, so those without visits are at the
/// end: the first of them speaks for all.
#[inline(always)]
pub(super) fn select(params: &SearchParams, edges: &[Edge], visits: u32) -> Option<usize> {
    let exploration = params.exploration * ((visits + 1) as f32).ln().sqrt();
    let mut best = None;
    let mut highest = f32::NEG_INFINITY;
    for (index, edge) in edges.iter().enumerate() {
        let mean = edge.stats.load();
        if mean.visits == 0 {
            if edge.is_pruned() {
                continue;
            }
            return if params.first_play_urgency > highest { Some(index) } else { best };
        }
        let urgency = upper_bound(mean.value, mean.visits, exploration);
        if urgency > highest && !edge.is_pruned() {
            highest = urgency;
            best = Some(index);
        }
    }
    best
}

/// UCB1: the mean, in the scale of 0 to 1, and what it may be off by after so many visits.
#[inline(always)]
fn upper_bound(value: f32, visits: u32, exploration: f32) -> f32 {
    0.5 + 0.5 * value + exploration / (visits as f32).sqrt()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn edges(means: &[(u32, f32)]) -> Vec<Edge> {
        let edge = |&(visits, value): &(u32, f32)| {
            let edge = Edge::default();
            for _ in 0..visits {
                edge.stats.enter();
                edge.stats.settle(value);
            }
            edge
        };
        means.iter().map(edge).collect()
    }

    #[test]
    fn a_move_without_visits_goes_first() {
        let params = SearchParams::default();
        assert_eq!(select(&params, &edges(&[(3, -1.0), (0, 0.0), (0, 0.0)]), 3), Some(1));
        let patient = SearchParams { first_play_urgency: 0.3, exploration: 0.0, ..params };
        assert_eq!(select(&patient, &edges(&[(3, 0.5), (0, 0.0)]), 3), Some(0));
    }

    #[test]
    fn few_visits_outweigh_a_little_value() {
        let params = SearchParams::default();
        assert_eq!(select(&params, &edges(&[(1000, 0.2), (10, 0.15)]), 1010), Some(1));
        assert_eq!(select(&params, &edges(&[(1000, 0.2), (1000, 0.15)]), 2000), Some(0));
    }

    #[test]
    fn pruned_moves_are_left_out() {
        let edges = edges(&[(5, 1.0), (5, 0.0), (0, 0.0)]);
        edges[0].prune();
        edges[2].prune();
        assert_eq!(select(&SearchParams::default(), &edges, 10), Some(1));
        edges[1].prune();
        assert_eq!(select(&SearchParams::default(), &edges, 10), None);
    }
}
