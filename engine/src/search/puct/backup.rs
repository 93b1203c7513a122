//! Computes the values of a node from its moves and its own evaluation.

use std::f32::consts::FRAC_1_PI;

use super::bias::Biases;
use super::edge::PuctEdge;
use super::node::{NO_PATTERN, NodeInfo, Outlook, Values};
use super::params::PuctParams;
use super::utility::Utility;
use crate::search::atomics::Ordering;
use crate::search::link::NodeId;
use crate::search::tree::{Branch, Tree};

/// The weight of the difference between a node's own evaluation and the values below it is the
/// weight of those values raised to this power.
const BIAS_EXPONENT: f32 = 0.85;
/// Keeps a little of the weight of the worst moves.
const LEAST_SHARE: f32 = 1e-4;

/// Computes values from moves.
pub(super) struct Backup<'a> {
    pub(super) params: &'a PuctParams,
    pub(super) utility: &'a Utility,
    pub(super) tree: &'a Tree<PuctEdge>,
    pub(super) biases: &'a Biases,
    /// The visited moves of the node in question, the likeliest first.
    moves: Vec<Visited>,
}

/// A visited move.
struct Visited {
    policy: f32,
    /// Its utility for the player to move.
    utility: f32,
    weight: f32,
    values: Values,
}

impl<'a> Backup<'a> {
    pub(super) fn new(
        params: &'a PuctParams,
        utility: &'a Utility,
        tree: &'a Tree<PuctEdge>,
        biases: &'a Biases,
    ) -> Self {
        Self { params, utility, tree, biases, moves: Vec::new() }
    }

    /// Computes the values of a node anew. `sign` is that of the player to move there.
    pub(super) fn refresh(&mut self, node: NodeId, sign: f32) {
        let tree = self.tree;
        tree.info(node).refresh(|| self.compute(node, sign));
    }

    /// Computes the values of a node that no other thread is working on.
    pub(super) fn compute(&mut self, node: NodeId, sign: f32) {
        let (edges, info) = (self.tree.edges(node).1, self.tree.info(node));
        let (own, _) = info.own();
        info.set_own_utility(self.utility.of(own.win_loss, own.score, own.deviation()));
        if edges.is_empty() {
            return settle(info);
        }
        self.moves.clear();
        for edge in edges {
            if let Some(child) = edge.child().filter(|_| edge.visits() > 0) {
                let values = self.tree.info(child).values();
                let (utility, weight) = (sign * values.utility, values.weight);
                self.moves.push(Visited { policy: edge.policy(), utility, weight, values });
            }
        }
        // A node lists its likeliest moves first, but a root may have new policies.
        if !self.moves.is_sorted_by(|one, next| one.policy >= next.policy) {
            self.moves.sort_by(|one, other| other.policy.total_cmp(&one.policy));
        }
        let all: f32 = self.moves.iter().map(|one| one.weight).sum();
        let total = self.prune_noise();
        self.reward_good_moves(total);
        info.set_values(&self.mean(info, all, total));
    }

    /// The weighted mean of the moves and the node's own evaluation. The weights of the moves added
    /// up to `all` originally, and add up to `total` after pruning.
    fn mean(&self, info: &NodeInfo, all: f32, total: f32) -> Values {
        let (mut outlook, mut sum) = (Outlook::default(), Values::default());
        for one in &self.moves {
            let Visited { weight, values, .. } = one;
            let scale = weight / values.weight;
            outlook.add(*weight, &values.outlook);
            sum.utility += weight * values.utility;
            sum.utility_square += weight * values.utility_square;
            sum.weight_square += scale * scale * values.weight_square;
        }
        let (own, weight) = info.own();
        let below = (total > 0.0).then(|| sum.utility / total);
        let utility = info.own_utility() + self.correction(info, below, all);
        outlook.add(weight, &own);
        sum.utility += weight * utility;
        sum.utility_square += weight * utility * utility;
        sum.weight_square += weight * weight;
        let whole = total + weight;
        Values {
            outlook: outlook.times(1.0 / whole),
            utility: sum.utility / whole,
            utility_square: sum.utility_square / whole,
            weight: whole,
            weight_square: sum.weight_square,
        }
    }

    /// Records the difference between `below`, the utility found below the node with the given
    /// weight, and the node's own evaluation. Returns the correction to be added to that
    /// evaluation.
    fn correction(&self, info: &NodeInfo, below: Option<f32>, weight: f32) -> f32 {
        let place = info.pattern.load(Ordering::Relaxed);
        if self.params.subtree_bias == 0.0 || place == NO_PATTERN {
            return 0.0;
        }
        if let Some(below) = below {
            let weight = libm::powf(weight, BIAS_EXPONENT);
            let sum = (below - info.own_utility()) * weight;
            self.biases.add(place, sum - info.bias_sum.get(), weight - info.bias_weight.get());
            info.bias_sum.set(sum);
            info.bias_weight.set(weight);
        }
        self.params.subtree_bias * self.biases.mean(place)
    }

    /// Reduces the weight of each move that is worse than the mean of the likelier moves, if this
    /// weight exceeds twice the move's share according to the policy: the excess comes from noise.
    /// Returns the sum of the reduced weights.
    fn prune_noise(&mut self) -> f32 {
        let (mut weights, mut utilities, mut policies) = (0.0, 0.0, 0.0);
        for one in &mut self.moves {
            if self.params.noise_pruning > 0.0 && weights > 0.0 && policies > 0.0 {
                let gap = utilities / weights - one.utility;
                let excess = one.weight - 2.0 * weights * one.policy / policies;
                if gap > 0.0 && excess > 0.0 {
                    one.weight -= excess * (1.0 - libm::expf(-gap / self.params.noise_pruning));
                }
            }
            weights += one.weight;
            utilities += one.weight * one.utility;
            policies += one.policy;
        }
        weights
    }

    /// Moves weight from moves that are worse than the mean to better ones. The more certain the
    /// difference, the more weight is moved. The sum of the weights remains `total`.
    fn reward_good_moves(&mut self, total: f32) {
        let exponent = self.params.value_weighting;
        if exponent == 0.0 || total <= 0.0 || self.moves.len() < 2 {
            return;
        }
        let mean = self.moves.iter().map(|one| one.weight * one.utility).sum::<f32>() / total;
        let mut sum = 0.0;
        for one in self.moves.iter_mut().filter(|one| one.weight > 0.0) {
            let deviation = (1e-8 + 1.0 / (1.5 * one.weight.sqrt())).sqrt();
            let share = student((one.utility - mean) / deviation) + LEAST_SHARE;
            one.weight *= libm::powf(share, exponent);
            sum += one.weight;
        }
        self.moves.iter_mut().for_each(|one| one.weight *= total / sum);
    }
}

/// Sets the values at the end of a game, which keep the weight of its visits.
fn settle(info: &NodeInfo) {
    let ((outlook, own), before, utility) = (info.own(), info.values(), info.own_utility());
    info.set_values(&Values {
        outlook,
        utility,
        utility_square: utility * utility,
        weight: before.weight.max(own),
        weight_square: before.weight_square.max(own * own),
    });
}

/// The probability that a variable with Student's distribution with three degrees of freedom is at
/// most `x`.
fn student(x: f32) -> f32 {
    const ROOT: f32 = 1.732_050_8;
    let t = x / ROOT;
    0.5 + FRAC_1_PI * (t / (1.0 + t * t) + libm::atanf(t))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::edge::LikelyMove;
    use super::*;
    use crate::vocabulary::{Color, Point};

    /// A likely good move, and an unlikely bad one with a large weight: its policy, Black's lead
    /// and the weight of that evaluation.
    const MOVES: [(f32, f32, f32); 2] = [(0.7, 20.0, 1.0), (0.1, -20.0, 10.0)];

    /// The values of a root at which Black has these moves, in this order.
    fn values_of(moves: [(f32, f32, f32); 2]) -> Values {
        let mut tree = Tree::<PuctEdge>::with_room(32, 256);
        let likely = |at: usize| {
            let (policy, ..) = moves[at];
            LikelyMove { point: Some(Point::from_bit(at)), policy }
        };
        tree.add_root(&[0, 1].map(likely));
        let root = tree.root().expect("a root");
        tree.info(root).start(&Outlook::default(), 1.0, NO_PATTERN);
        let params = PuctParams::default();
        let (utility, biases) = (Utility::new(&params, 81, 0.0), Biases::new());
        let mut backup = Backup::new(&params, &utility, &tree, &biases);
        for (edge, (_, lead, weight)) in tree.root_edges().iter().zip(moves) {
            let child = tree.add_node(&[]).expect("room");
            tree.info(child).start(&Outlook::certain(lead), weight, NO_PATTERN);
            backup.compute(child, Color::White.sign());
            assert!(edge.link.try_claim());
            edge.link.publish(Some(child));
            edge.enter();
            edge.leave(true);
        }
        backup.compute(root, Color::Black.sign());
        tree.info(root).values()
    }

    #[test]
    fn noise_is_pruned_whatever_the_order_in_which_a_node_lists_its_moves() {
        let [likely, unlikely] = MOVES;
        let values = values_of([likely, unlikely]);
        assert!(values.weight < 6.0, "the excess is pruned: {values:?}");
        assert_eq!(values_of([unlikely, likely]), values);
    }

    #[test]
    fn students_distribution_has_its_known_values() {
        assert_eq!(student(0.0), 0.5);
        // From a table: 95 % at 2.353, 99.5 % at 5.841.
        assert!((student(2.353) - 0.95).abs() < 1e-4 && (student(-5.841) - 0.005).abs() < 1e-4);
    }
}
