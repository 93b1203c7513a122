//! Chooses among the moves of the root when a search has ended.

use super::edge::PuctEdge;
use super::node::Values;
use super::select::Choice;
use crate::search::tree::Branch;

/// A move whose lower bound may decide has at least this fraction of the weight of the move with
/// the most.
const LEAST_SHARE: f32 = 0.15;
/// The weight of the policy where visits are few.
const POLICY_VISITS: f32 = 2.0;
/// The weight of a move may grow because its lower bound is better, at most by the square of 1 over
/// this.
const LEAST_RATIO: f32 = 0.2;

impl Choice<'_> {
    /// The worth of each move: higher is better, and 0 means that the move should not be played.
    pub(super) fn worths(&self) -> Vec<f32> {
        let weight = |edge: &PuctEdge| {
            let is_open = edge.standing.is_hopeful();
            self.utility_of(edge).filter(|_| is_open).map_or(0.0, |(_, weight)| weight)
        };
        let mut worths: Vec<f32> = self.edges.iter().map(weight).collect();
        let Some(best) = self.most_visited(&worths) else {
            return self.edges.iter().map(PuctEdge::policy).collect();
        };
        let most = worths[best];
        // Visits beyond those that would have been made had the values been known count for
        // nothing.
        let scale = self.scale();
        let urgency = self.urgency(&scale, &self.edges[best]);
        for (index, (worth, edge)) in worths.iter_mut().zip(self.edges).enumerate() {
            if index != best && *worth > 0.0 {
                *worth = self.fitting_weight(&scale, edge, urgency).min(*worth).ceil();
            }
        }
        if self.params.lcb_deviations > 0.0 {
            self.prefer_high_bounds(&mut worths, most);
        }
        worths
    }

    /// The move with the most weight, if one visit is left out, because the last one may weigh too
    /// much, and a little is added for the policy.
    fn most_visited(&self, weights: &[f32]) -> Option<usize> {
        let good = |index: &usize| {
            let (edge, weight) = (&self.edges[*index], weights[*index]);
            let visits = edge.visits() as f32;
            weight * (visits - 1.0).max(0.0) / visits.max(1.0) + POLICY_VISITS * edge.policy()
        };
        let visited = (0..weights.len()).filter(|&index| weights[index] > 0.0);
        visited.rev().max_by(|one, other| good(one).total_cmp(&good(other)))
    }

    /// Raises the worth of the move with the highest lower bound to at least that of each other
    /// move whose bound is not higher, times a factor that grows with the distance between the
    /// bounds.
    fn prefer_high_bounds(&self, worths: &mut [f32], most: f32) {
        let bounds: Vec<(f32, f32)> = self.edges.iter().map(|edge| self.bound(edge)).collect();
        let may_lead = |&index: &usize| worths[index] > 0.0 && worths[index] >= LEAST_SHARE * most;
        let leader = (0..worths.len())
            .filter(may_lead)
            .rev()
            .max_by(|&one, &other| bounds[one].0.total_cmp(&bounds[other].0));
        let Some(leader) = leader else { return };
        let mut highest = worths[leader];
        for (index, &(bound, radius)) in bounds.iter().enumerate() {
            let excess = bounds[leader].0 - bound;
            if index != leader && excess >= 0.0 && worths[index] > 0.0 {
                // About the factor by which the interval would have to widen to make up for the
                // difference. The width is inversely proportional to the root of the visits, so the
                // square of this factor is a factor of visits.
                let ratio = (radius + excess) / (radius + LEAST_RATIO * excess);
                highest = highest.max(ratio * ratio * worths[index]);
            }
        }
        worths[leader] = highest;
    }

    /// The lower bound of the utility of a move for the player to move, and how far it lies below
    /// the mean.
    pub(super) fn bound(&self, edge: &PuctEdge) -> (f32, f32) {
        let widest = 2.0 * self.params.radius() * self.params.lcb_deviations;
        let Some(child) = edge.child().filter(|_| edge.visits() > 0) else {
            return (-widest, widest);
        };
        let values = self.tree.info(child).values();
        let radius = self.params.lcb_deviations * self.error(&values);
        (self.sign * values.utility - radius, radius)
    }

    /// The standard error of the mean utility. One visit, or a few, leave the deviation unknown;
    /// the largest possible one stands in for it with a small weight, which fades quickly.
    fn error(&self, values: &Values) -> f32 {
        let Values { utility, utility_square, weight, weight_square, .. } = *values;
        if weight <= 0.0 || weight_square <= 0.0 {
            return 2.0 * self.params.radius();
        }
        let samples = weight * weight / weight_square;
        let unknown = weight / (samples * samples * samples);
        let found = utility_square.max(utility * utility + 1e-8);
        let widest = found + self.params.radius() * self.params.radius();
        let mean_square = (found * weight + widest * unknown) / (weight + unknown);
        let samples = (weight + unknown) * (weight + unknown) / (weight_square + unknown * unknown);
        ((mean_square - utility * utility) / samples).max(0.0).sqrt()
    }
}
