//! Selects the move that a simulation follows from a node: PUCT.

use super::edge::PuctEdge;
use super::node::{NodeInfo, Values};
use super::params::PuctParams;
use crate::search::tree::{Branch, Tree};

/// The number of visits beyond which the weight of exploration grows.
const GROWTH_FROM: f32 = 500.0;
/// The deviation of utilities, on average, by which that of a node is measured, and the number of
/// visits for which it stands in at first.
const USUAL_DEVIATION: f32 = 0.4;
const USUAL_VISITS: f32 = 2.0;
/// Keeps the exploration term above 0 before the first visit.
const FIRST: f32 = 0.01;
/// The smallest weight of a move with a running simulation, so that a virtual loss does not replace
/// its value altogether.
const LEAST_WEIGHT: f32 = 0.25;

/// A node whose moves are to be compared.
pub(super) struct Choice<'a> {
    pub(super) params: &'a PuctParams,
    pub(super) tree: &'a Tree<PuctEdge>,
    pub(super) edges: &'a [PuctEdge],
    pub(super) info: &'a NodeInfo,
    /// The sign of the player to move: 1 for Black, -1 for White.
    pub(super) sign: f32,
    pub(super) is_root: bool,
}

/// The common terms of the urgencies of all moves of a node.
pub(super) struct Scale {
    /// The factor of the exploration term.
    exploration: f32,
    /// The utility of a move without visits, for the player to move.
    first_play: f32,
}

impl Choice<'_> {
    /// The index of the move to follow, or `None` if all moves are pruned or being evaluated by
    /// other threads. A move that is proved to lose is selected only if there is no better one.
    pub(super) fn select(&self) -> Option<usize> {
        let scale = self.scale();
        let (mut best, mut highest) = (None, f32::NEG_INFINITY);
        for (index, edge) in self.edges.iter().enumerate() {
            if !edge.standing.is_hopeful() || edge.link.is_claimed() {
                continue;
            }
            let urgency = self.urgency(&scale, edge);
            if urgency > highest {
                (best, highest) = (Some(index), urgency);
            }
        }
        best.or_else(|| {
            let is_open = |edge: &PuctEdge| !edge.standing.is_pruned() && !edge.link.is_claimed();
            self.edges.iter().position(is_open)
        })
    }

    /// The common terms of the urgencies of all moves.
    pub(super) fn scale(&self) -> Scale {
        let (mut weight, mut visited_policy) = (0.0, 0.0);
        for edge in self.edges {
            if let Some(child) = edge.child().filter(|_| edge.visits() > 0) {
                weight += self.tree.info(child).utility().1;
                visited_policy += edge.policy();
            }
        }
        let params = self.params;
        let values = self.info.values();
        let growth = libm::logf((weight + GROWTH_FROM) / GROWTH_FROM);
        let exploration = (params.exploration + params.exploration_growth * growth)
            * (weight + FIRST).sqrt()
            * self.deviation_factor(&values);
        // While few likely moves have been visited, the mean over the visited ones says less about
        // the others than the node's own evaluation.
        let known = (visited_policy * visited_policy).min(1.0);
        let own = self.info.own_utility();
        let mean = own + known * (values.utility - own);
        let reduction = if self.is_root { params.root_fpu_reduction } else { params.fpu_reduction };
        let first_play = self.sign * mean - reduction * visited_policy.min(1.0).sqrt();
        Scale { exploration, first_play }
    }

    /// The factor by which exploration grows or shrinks because the utilities below this node
    /// deviate more or less from their mean than usual.
    fn deviation_factor(&self, values: &Values) -> f32 {
        let square = values.utility * values.utility;
        let deviation = if values.weight <= 1.0 {
            USUAL_DEVIATION
        } else {
            let usual = (square + USUAL_DEVIATION * USUAL_DEVIATION) * USUAL_VISITS;
            let found = values.utility_square.max(square) * values.weight;
            ((usual + found) / (USUAL_VISITS + values.weight - 1.0) - square).max(0.0).sqrt()
        };
        1.0 + self.params.exploration_by_deviation * (deviation / USUAL_DEVIATION - 1.0)
    }

    /// The urgency of a move: its utility for the player to move and a term for exploration.
    pub(super) fn urgency(&self, scale: &Scale, edge: &PuctEdge) -> f32 {
        let (mut utility, mut weight) = self.utility_of(edge).unwrap_or((scale.first_play, 0.0));
        let running = f32::from(edge.running());
        if running > 0.0 {
            let share = running / (running + weight.max(LEAST_WEIGHT));
            utility += (-self.params.radius() - utility) * share;
            weight += running;
        }
        utility + scale.exploration * edge.policy() / (1.0 + weight)
    }

    /// The weight that would make a move with this utility as urgent as `urgency`.
    pub(super) fn fitting_weight(&self, scale: &Scale, edge: &PuctEdge, urgency: f32) -> f32 {
        let Some((utility, _)) = self.utility_of(edge) else { return 0.0 };
        let lack = urgency - utility;
        if lack <= 0.0 {
            return f32::INFINITY;
        }
        (scale.exploration * edge.policy() / lack - 1.0).max(0.0)
    }

    /// The utility of a move for the player to move, and the weight of its evaluations, if it has
    /// visits.
    pub(super) fn utility_of(&self, edge: &PuctEdge) -> Option<(f32, f32)> {
        let child = edge.child().filter(|_| edge.visits() > 0)?;
        let (utility, weight) = self.tree.info(child).utility();
        Some((self.sign * utility, weight))
    }
}
