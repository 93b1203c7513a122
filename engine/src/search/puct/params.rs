//! The parameters of the search with a network.

/// The parameters of the search with a network. Values are utilities: the chance to win less that
/// to lose, -1 to 1, and a smaller part for the score. The defaults are those of KataGo, whose
/// `docs/KataGoMethods.md` describes most of the methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctParams {
    /// The weight of the exploration term (Rosin, Multi-armed bandits with episode context, 2011;
    /// Silver et al., Mastering the game of Go without human knowledge, 2017).
    pub exploration: f32,
    /// The growth of that weight with the logarithm of the visits (Silver et al., A general
    /// reinforcement learning algorithm, 2018).
    pub exploration_growth: f32,
    /// The degree, 0 to 1, to which exploration follows the deviation of the values below a node.
    pub exploration_by_deviation: f32,
    /// The amount by which the value of a move without visits lies below that of its node, once all
    /// promising moves have been visited.
    pub fpu_reduction: f32,
    /// The same at the root.
    pub root_fpu_reduction: f32,
    /// The weight of the score on a fixed scale.
    pub static_score: f32,
    /// The weight of the score on a scale around the expected score.
    pub dynamic_score: f32,
    /// How strongly moves with bad values lose weight in the mean of a node; 0 means not at all.
    pub value_weighting: f32,
    /// The difference in value at which visits beyond those that the policy justifies lose most of
    /// their weight; 0 keeps their weight.
    pub noise_pruning: f32,
    /// The error with which an evaluation has about the weight of one visit, if the network
    /// estimates its own errors; 0 gives all evaluations the same weight.
    pub uncertainty: f32,
    /// The share, 0 to 1, by which an evaluation is corrected by the errors found for the same
    /// local pattern elsewhere in the tree; 0 disables it.
    pub subtree_bias: f32,
    /// The distance of the lower bound of a move's value from its mean, in standard errors. The
    /// move with the highest lower bound is preferred; 0 chooses by visits alone.
    pub lcb_deviations: f32,
    /// The share, 0 to 1, of the optimistic policy, where the network has one.
    pub optimism: f32,
    /// The same at the root.
    pub root_optimism: f32,
    /// The temperature of the policy, above 0: the larger, the more even. 1 leaves the policy as it
    /// is. A network trained on the moves of games or of searches may be too sure of its first
    /// choice.
    pub policy_temperature: f32,
    /// The same at the root.
    pub root_policy_temperature: f32,
    /// The number of symmetries over which the root's evaluation is averaged, at least 1. A small
    /// network sees a position differently under each, and no policy matters more than the root's.
    pub root_symmetries: u32,
}

impl Default for PuctParams {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            exploration_growth: 0.45,
            exploration_by_deviation: 0.85,
            fpu_reduction: 0.2,
            root_fpu_reduction: 0.1,
            static_score: 0.1,
            dynamic_score: 0.3,
            value_weighting: 0.25,
            noise_pruning: 0.15,
            uncertainty: 0.25,
            subtree_bias: 0.45,
            lcb_deviations: 5.0,
            optimism: 1.0,
            root_optimism: 0.2,
            policy_temperature: 1.0,
            root_policy_temperature: 1.0,
            root_symmetries: 1,
        }
    }
}

impl PuctParams {
    /// The largest possible distance of a utility from 0.
    pub(super) fn radius(&self) -> f32 {
        1.0 + self.static_score + self.dynamic_score
    }
}
