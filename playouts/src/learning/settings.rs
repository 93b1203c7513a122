//! The settings for learning.

/// The settings for learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings {
    /// The minimum number of good moves in which a feature must occur to get a weight.
    pub least: u32,
    /// The approximate maximum number of positions, which are drawn at random. On 19x19, each needs
    /// about 10 KiB of memory.
    pub positions: usize,
    /// The number of times that each weight is set.
    pub rounds: u32,
    /// The seed of the random draws.
    pub seed: u64,
}
