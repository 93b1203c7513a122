//! Selects the move that a simulation with playouts follows from a node.

use super::edge::Edge;
use super::params::SearchParams;

/// The index of the move to follow at a node with `visits` visits. A move that is proved to lose is
/// selected only if there is no better one. Returns `None` if all moves are pruned.
#[inline(always)]
pub(super) fn select(params: &SearchParams, edges: &[Edge], visits: u32) -> Option<usize> {
    // Without exploration, its logarithm would be computed in vain at every selection.
    let exploration = if params.exploration > 0.0 {
        params.exploration * libm::logf((visits + 1) as f32).sqrt()
    } else {
        0.0
    };
    let mut best = None;
    let mut highest = f32::NEG_INFINITY;
    let open = edges.iter().enumerate().filter(|(_, edge)| edge.standing.is_hopeful());
    for (index, edge) in open.take(width(params, visits)) {
        let urgency = urgency(params, edge, exploration);
        if urgency > highest {
            highest = urgency;
            best = Some(index);
        }
    }
    best.or_else(|| edges.iter().position(|edge| !edge.standing.is_pruned()))
}

/// The number of moves that are searched at a node with `visits` visits.
#[inline(always)]
fn width(params: &SearchParams, visits: u32) -> usize {
    /// The number of visits beyond which a node widens.
    const NARROW: f32 = 40.0;
    /// The number of moves added whenever the visits grow by a factor of e. It is 1 / ln 1.4, so
    /// one move is added whenever the visits grow by 40 %.
    const MOVES_PER_LOG: f32 = 2.972;
    if params.widening == 0.0 {
        return usize::MAX;
    }
    let growth = (visits as f32 / NARROW).max(1.0);
    (params.widening + MOVES_PER_LOG * libm::logf(growth)) as usize
}

/// The urgency of a move, on a scale of 0 to 1.
///
/// The mean of the move's own simulations and its prior, `m` visits in total, is combined with the
/// mean of the `r` simulations in which the move's player was the first to play on the move's
/// point. The weight of the second mean is `r / (r + m + r m / E)`, where `E` is
/// [`SearchParams::rave_visits`]: the second mean is the better estimate while the move has few
/// visits of its own, and the first mean is better later.
#[inline(always)]
fn urgency(params: &SearchParams, edge: &Edge, exploration: f32) -> f32 {
    let ((visits, sum), prior) = (edge.stats.sums(), edge.prior());
    let (own, own_sum) = (visits + prior.games, sum + prior.value_sum);
    let (weight, weighted_sum) = if params.rave_visits > 0.0 {
        let (rave, rave_sum) = edge.amaf.sums();
        let trust = 1.0 + rave / params.rave_visits;
        (rave + own * trust, rave_sum + own_sum * trust)
    } else {
        (own, own_sum)
    };
    if weight == 0.0 {
        return params.first_play_urgency;
    }
    let mean = 0.5 + 0.5 * weighted_sum / weight;
    if exploration > 0.0 { mean + exploration / visits.max(1.0).sqrt() } else { mean }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::knowledge::Prior;

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

    /// Plain UCB1.
    fn ucb() -> SearchParams {
        SearchParams { exploration: 0.4, rave_visits: 0.0, ..SearchParams::default() }
    }

    #[test]
    fn a_move_of_which_nothing_is_known_goes_first() {
        assert_eq!(select(&ucb(), &edges(&[(3, -1.0), (0, 0.0), (0, 0.0)]), 3), Some(1));
        let patient = SearchParams { first_play_urgency: 0.3, exploration: 0.0, ..ucb() };
        assert_eq!(select(&patient, &edges(&[(3, 0.5), (0, 0.0)]), 3), Some(0));
    }

    #[test]
    fn few_visits_outweigh_a_little_value() {
        assert_eq!(select(&ucb(), &edges(&[(1000, 0.2), (10, 0.15)]), 1010), Some(1));
        assert_eq!(select(&ucb(), &edges(&[(1000, 0.2), (1000, 0.15)]), 2000), Some(0));
    }

    #[test]
    fn other_simulations_count_until_there_are_enough_of_a_moves_own() {
        let params = SearchParams { rave_visits: 1000.0, ..SearchParams::default() };
        for (visits, expected) in [(10, 1), (10_000, 0)] {
            // The second move has the lower mean in its own simulations, but the higher mean in the
            // other simulations.
            let edges = edges(&[(visits, 0.1), (visits, 0.0)]);
            edges[0].amaf.add_from_afar(3000, -0.25);
            edges[1].amaf.add_from_afar(3000, 0.25);
            assert_eq!(select(&params, &edges, 2 * visits), Some(expected), "{visits} visits");
            assert_eq!(select(&ucb(), &edges, 2 * visits), Some(0));
        }
    }

    #[test]
    fn a_prior_counts_as_games() {
        let edges = edges(&[(10, 0.2), (10, 0.0), (0, 0.0)]);
        edges[1].set_prior(Prior::new(20.0, 0.5));
        edges[2].set_prior(Prior::new(20.0, -0.5));
        assert_eq!(select(&SearchParams::default(), &edges, 20), Some(1));
    }

    #[test]
    fn a_node_widens_with_its_visits() {
        let narrow = SearchParams { widening: 2.0, ..ucb() };
        let edges = edges(&[(9, -0.5), (9, -0.6), (0, 0.0), (0, 0.0), (0, 0.0)]);
        assert_eq!(select(&narrow, &edges, 40), Some(0));
        assert_eq!(select(&narrow, &edges, 57), Some(2));
        assert_eq!(select(&SearchParams { widening: 0.0, ..narrow }, &edges, 40), Some(2));
        edges[0].standing.prune();
        assert_eq!(select(&narrow, &edges, 40), Some(2), "pruned moves take no place");
        assert_eq!([1, 40, 57, 79, 111].map(|visits| width(&narrow, visits)), [2, 2, 3, 4, 5]);
    }

    #[test]
    fn a_move_that_loses_for_certain_is_followed_where_all_do() {
        let edges = edges(&[(5, 1.0), (5, 0.0), (0, 0.0)]);
        edges[0].standing.prove(false);
        edges[2].standing.prune();
        assert_eq!(select(&SearchParams::default(), &edges, 10), Some(1));
        edges[1].standing.prove(false);
        assert_eq!(select(&SearchParams::default(), &edges, 10), Some(0));
    }

    #[test]
    fn pruned_moves_are_left_out() {
        let edges = edges(&[(5, 1.0), (5, 0.0), (0, 0.0)]);
        edges[0].standing.prune();
        edges[2].standing.prune();
        assert_eq!(select(&SearchParams::default(), &edges, 10), Some(1));
        edges[1].standing.prune();
        assert_eq!(select(&SearchParams::default(), &edges, 10), None);
    }
}
