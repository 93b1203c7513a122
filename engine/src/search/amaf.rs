//! All moves as first (AMAF): learns from a simulation about moves that were not made at a node but
//! were made later by the same player.

use super::edge::Edge;
use super::path::PathStep;
use super::tree::Branch;
use crate::knowledge::{AmafValues, Play};
use crate::vocabulary::{Color, Geometry, PointMap};

/// In the table of first plays, the entry for a point that is never played.
const NEVER: u16 = u16::MAX;

/// For each point, the index of the first play there in the part of a simulation that has been
/// scanned so far. The scan starts at the end and runs backwards.
pub(super) struct Amaf<G: Geometry> {
    first: PointMap<G, u16>,
}

impl<G: Geometry> Amaf<G> {
    pub(super) fn new() -> Self {
        Self { first: PointMap::filled(NEVER) }
    }

    /// For each node on the path, credits the simulation to every move whose player was the first
    /// to play on the point of the move, either at the node or later. `value` is from the root
    /// player's perspective, and `plays` contains all moves from the root onwards. A ko threat
    /// after which the ko is retaken says nothing about the value of its point, and is therefore
    /// not credited (Huang, New heuristics for Monte Carlo tree search applied to the game of Go,
    /// 2011).
    #[inline(always)]
    pub(super) fn add(&mut self, path: &[PathStep<'_>], plays: &[Play], value: f32) {
        self.first = PointMap::filled(NEVER);
        // Scans backwards, so that an earlier play at a point replaces a later one.
        for index in (path.len()..plays.len()).rev() {
            self.note(plays, index);
        }
        for (depth, step) in path.iter().enumerate().rev() {
            self.note(plays, depth);
            let own_value = if depth.is_multiple_of(2) { value } else { -value };
            for edge in step.edges {
                self.add_to(edge, depth, plays.len(), own_value);
            }
        }
    }

    #[inline(always)]
    fn note(&mut self, plays: &[Play], index: usize) {
        let Play { point, banned } = plays[index];
        if let Some(point) = point {
            let is_threat =
                banned.is_some() && plays.get(index + 2).is_some_and(|next| next.point == banned);
            self.first[point] = if is_threat { NEVER } else { index as u16 };
        }
    }

    /// Adds the value to a move if its player was the first to play on its point. Earlier plays
    /// have more weight: 3 in the first third of the remaining simulation, 2 in the second third
    /// and 1 in the last.
    #[inline(always)]
    fn add_to(&self, edge: &Edge, depth: usize, end: usize, value: f32) {
        let Some(point) = edge.point() else { return };
        let index = usize::from(self.first[point]);
        if index < end && (index - depth).is_multiple_of(2) {
            let weight = 1 + 3 * (end - index) / (end - depth + 1);
            edge.amaf.add_from_afar(weight as u32, value);
        }
    }
}

/// The minimum number of visits a node needs for the values of its moves to be passed on to
/// playouts.
const TELLING_VISITS: f32 = 50.0;
/// The minimum total weight that a move must have accumulated through [`Amaf::add`] for its value
/// to be passed on.
const KNOWN_WEIGHT: f32 = 60.0;

/// Collects information for a playout that starts at the end of a path: how well each player's
/// moves have done so far. The values for each player come from the last node on the path that has
/// enough visits and at which that player is to move.
#[inline(always)]
pub(super) fn recall<G: Geometry>(
    path: &[PathStep<'_>],
    to_move: Color,
    amaf_values: &mut AmafValues<G>,
) {
    for (first, color) in [(0, to_move), (1, !to_move)] {
        amaf_values.forget(color);
        let is_known =
            |&depth: &usize| depth < 2 || path[depth - 1].edge.stats.sums().0 >= TELLING_VISITS;
        if let Some(depth) = (first..path.len()).step_by(2).rev().find(is_known) {
            tell(path[depth].edges, color, amaf_values);
        }
    }
}

/// Records, for each of these moves by `color`, how far its value lies above or below the moves'
/// mean value.
#[inline(always)]
fn tell<G: Geometry>(edges: &[Edge], color: Color, amaf_values: &mut AmafValues<G>) {
    let (mut all_weights, mut all_sums) = (0.0, 0.0);
    for (weight, sum) in edges.iter().map(|edge| edge.amaf.sums()) {
        if weight >= KNOWN_WEIGHT {
            all_weights += weight;
            all_sums += sum;
        }
    }
    let mean = all_sums / all_weights;
    for edge in edges {
        let (weight, sum) = edge.amaf.sums();
        if let Some(point) = edge.point()
            && weight >= KNOWN_WEIGHT
        {
            amaf_values.set(color, point, sum / weight - mean);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::knowledge::Candidate;
    use crate::search::link::NodeId;
    use crate::search::tree::Tree;
    use crate::vocabulary::{Nine, Point};

    fn point(bit: usize) -> Option<Point> {
        Some(Point::from_bit(20 + bit))
    }

    /// A root and two other nodes, each with moves at `points` points and a pass.
    fn three_nodes(points: usize) -> (Tree<Edge>, [NodeId; 3]) {
        let mut tree = Tree::<Edge>::with_room(8, 64);
        let moves: Vec<_> = (0..points).map(point).chain([None]).map(Candidate::new).collect();
        tree.add_root(&moves);
        let nodes = [tree.root(), tree.add_node(&moves), tree.add_node(&moves)];
        (tree, nodes.map(Option::unwrap))
    }

    /// The weights and sums that a simulation adds at this depth to moves 0 to 5 and to the pass,
    /// computed by scanning all plays for each move.
    fn slowly(depth: usize, plays: &[Play], value: f32) -> Vec<(f32, f32)> {
        let own_value = if depth.is_multiple_of(2) { value } else { -value };
        let weight_of = |mv: Option<Point>| {
            let is_it = |&index: &usize| mv.is_some() && plays[index].point == mv;
            let index = (depth..plays.len()).find(is_it)?;
            let threat = plays[index].banned;
            let retakes = plays.get(index + 2).map(|play| play.point) == Some(threat);
            let is_own = (index - depth).is_multiple_of(2) && !(threat.is_some() && retakes);
            is_own.then(|| 1 + 3 * (plays.len() - index) / (plays.len() - depth + 1))
        };
        let moves = (0..6).map(point).chain([None]);
        moves.map(|mv| weight_of(mv).unwrap_or(0) as f32).map(|w| (w, w * own_value)).collect()
    }

    #[test]
    fn plays_count_for_their_player_from_the_node_on_and_early_ones_more() {
        let (tree, nodes) = three_nodes(6);
        let edges = nodes.map(|node| tree.edges(node).1);
        let way = [0, 3, 1];
        let path: Vec<PathStep<'_>> = way
            .iter()
            .zip(edges)
            .map(|(&at, edges)| PathStep { edges, edge: &edges[at] })
            .collect();
        // Some points are played twice, by one player or by both, and there is a pass.
        let rest = [2, 4, 9, 0, 5, 3, 2, 4].map(point);
        let points = way.map(point).into_iter().chain(rest).chain([None, point(5)]);
        let mut plays: Vec<Play> = points.map(|point| Play { point, banned: None }).collect();
        // The play at point 4 is a ko threat. There is also a ko when point 5 is played, but it is
        // not retaken two moves later.
        plays[4].banned = plays[6].point;
        plays[7].banned = point(8);
        let mut amaf = Amaf::<Nine>::new();
        for value in [1.0, -1.0, 1.0] {
            amaf.add(&path, &plays, value);
        }
        for (depth, edges) in edges.iter().enumerate() {
            let expected = slowly(depth, &plays, 1.0);
            for (edge, (weight, sum)) in edges.iter().zip(expected) {
                assert_eq!(edge.amaf.sums(), (3.0 * weight, sum), "depth {depth}");
            }
        }
        let weights = edges[0].iter().map(|edge| edge.amaf.sums().0).collect::<Vec<_>>();
        assert!(weights[0] > weights[5] && weights[6] == 0.0, "{weights:?}");
    }

    #[test]
    fn playouts_are_told_of_the_last_well_known_node_of_each_player() {
        let (tree, nodes) = three_nodes(3);
        let edges = nodes.map(|node| tree.edges(node).1);
        let path = edges.map(|edges| PathStep { edges, edge: &edges[0] });
        let [a, b, c] = [0, 1, 2].map(|bit| point(bit).unwrap());
        let mut amaf_values = AmafValues::<Nine>::none();
        let mut after = |path: &[PathStep<'_>]| {
            recall(path, Color::White, &mut amaf_values);
            Color::BOTH.map(|color| {
                let known = amaf_values.knows(color);
                known.then(|| [(a, b), (b, c)].map(|(x, y)| amaf_values.better(color, x, y)))
            })
        };
        assert_eq!(after(&path), [None, None], "no move has been simulated");
        let simulate = |edge: &Edge, value| (0..40).for_each(|_| edge.amaf.add_from_afar(3, value));
        simulate(&edges[0][0], -0.5);
        simulate(&edges[0][1], 0.5);
        // This move has too few simulations for its value to be passed on.
        edges[0][2].amaf.add_from_afar(3, 1.0);
        assert_eq!(after(&path), [None, Some([b, b])]);
        simulate(&edges[1][0], -0.9);
        simulate(&edges[1][1], -0.2);
        assert_eq!(after(&path), [Some([b, b]), Some([b, b])], "the others are bad in the mean");
        simulate(&edges[2][0], 0.5);
        simulate(&edges[2][1], -0.5);
        assert_eq!(after(&path)[1], Some([b, b]), "hardly visited");
        (0..50).for_each(|_| {
            edges[1][0].stats.enter();
        });
        assert_eq!(after(&path), [Some([b, b]), Some([a, c])]);
        assert_eq!(after(&path[..1]), [None, Some([b, b])], "Black has no node on the way");
    }
}
