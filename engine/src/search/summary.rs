//! Creates a search report from the tree and the root's statistics.

use std::cmp::Reverse;

use super::edge::Edge;
use super::report::{MoveReport, Ply, SearchReport};
use super::root_statistics::{MoveSums, RootStatistics};
use super::stats::Mean;
use super::tree::{Branch, Tree};
use crate::board::Position;
use crate::vocabulary::{BoardSize, Geometry, Move, Point};

/// Returns a report on the moves from `root`, in which the time and the number of new simulations
/// are not yet set. `total` is the sum of the statistics, and of those of other ranks.
pub(super) fn summarize<G: Geometry>(
    root: &Position<G>,
    tree: &Tree<Edge>,
    (statistics, total): (&RootStatistics<G>, Option<MoveSums<G>>),
    score_weight: f32,
    ownership_by_move: bool,
) -> SearchReport {
    let (size, sign) = (root.board().size(), root.to_move().sign());
    let lead = |sums: Option<&MoveSums<G>>| sums.map_or(0.0, |sums| sums.lead() as f32 * sign);
    let deviation = |sums: Option<&MoveSums<G>>| sums.map_or(0.0, MoveSums::lead_deviation) as f32;
    let edges = tree.root_edges();
    // The number of prior games that the move won, plus a small constant. Thanks to the constant,
    // all moves get the same prior if nothing is known about them.
    let expectation = |edge: &Edge| {
        let prior = edge.prior();
        0.5 * (prior.games + prior.value_sum) + 1e-3
    };
    let expectations: f32 = edges.iter().map(expectation).sum();
    let describe = |edge: &Edge| {
        let mean = edge.stats.load();
        let own = statistics.of(edge.point());
        let own_or_all = own.or(total.as_ref());
        MoveReport {
            mv: to_move::<G>(edge.point()),
            visits: u64::from(mean.visits),
            win_rate: win_rate(mean, own, score_weight, sign),
            prior: expectation(edge) / expectations,
            lead: lead(own_or_all),
            lead_deviation: deviation(own_or_all),
            variation: variation::<G, _>(tree, edge),
            proved: edge.standing.proved(),
            ownership: own.filter(|_| ownership_by_move).map(|sums| sums.ownership(size)),
        }
    };
    let possible = edges.iter().filter(|edge| !edge.standing.is_pruned());
    let mut moves: Vec<_> = possible.map(describe).collect();
    moves.sort_by_key(|found| (place(found.proved), Reverse(found.visits)));
    let visits: u64 = moves.iter().map(|found| found.visits).sum();
    let won: f64 = moves.iter().map(|found| f64::from(found.win_rate) * found.visits as f64).sum();
    let of_points = |figure: fn(&MoveSums<G>, BoardSize) -> Vec<f32>| {
        total.as_ref().map_or_else(|| vec![0.0; size.area()], |total| figure(total, size))
    };
    SearchReport {
        visits: tree.root_visits(),
        mean_win_rate: if visits == 0 { 0.5 } else { (won / visits as f64) as f32 },
        lead: lead(total.as_ref()),
        lead_deviation: deviation(total.as_ref()),
        nodes: tree.nodes_used(),
        ownership: of_points(MoveSums::ownership),
        criticality: of_points(MoveSums::criticality),
        moves,
        ..SearchReport::default()
    }
}

/// The place of a move in the order of moves, given what is proved about it: moves that win come
/// first, moves that lose last.
pub(super) fn place(proved: Option<bool>) -> u8 {
    proved.map_or(1, |wins| if wins { 0 } else { 2 })
}

/// The fraction of a move's simulations won by the player to move, whose `Color::sign` is `sign`.
/// The simulations in `sums` are counted exactly. For simulations from earlier searches, the
/// fraction is estimated from their mean value.
fn win_rate<G: Geometry>(
    mean: Mean,
    sums: Option<&MoveSums<G>>,
    score_weight: f32,
    sign: f32,
) -> f32 {
    let by_value = (mean.value / (1.0 - score_weight).max(0.1)).clamp(-1.0, 1.0);
    let (counted, winner) =
        sums.map_or((0.0, 0.0), |sums| (sums.simulations() as f32, sums.winner()));
    let earlier = (mean.visits as f32 - counted).max(0.0);
    let value = (winner * sign * counted + by_value * earlier) / (counted + earlier).max(1.0);
    0.5 + 0.5 * value
}

pub(super) fn to_move<G: Geometry>(point: Option<Point>) -> Move {
    Move::from(point.map(Point::vertex::<G>))
}

/// The most visited line that begins with the move `first`, or `first` alone if no move follows it.
pub(super) fn variation<G: Geometry, E: Branch>(tree: &Tree<E>, first: &E) -> Vec<Ply> {
    let ply = |(point, visits)| Ply { mv: to_move::<G>(point), visits: u64::from(visits) };
    tree.line(first).into_iter().map(ply).collect()
}
