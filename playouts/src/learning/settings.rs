//! The settings of learning.

/// The settings of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings {
    /// The minimum number of good moves with a feature for it to get a weight.
    pub least: u32,
    /// The maximum number of positions, drawn at random. On 19x19 each takes about 10 KiB of
    /// memory.
    pub positions: usize,
    /// Whether to learn features of likely ownership too, which takes playouts of each position and
    /// most of the time.
    pub ownership: bool,
    /// How often each weight is set.
    pub rounds: u32,
    /// The seed of the random draws.
    pub seed: u64,
}
