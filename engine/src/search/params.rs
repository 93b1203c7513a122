//! The numbers that shape the tree search.

/// Parameters of the selection and expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchParams {
    /// The weight of the exploration term of UCB1 (Kocsis and Szepesvári, Bandit based Monte-Carlo
    /// planning, 2006), where a win counts 1 and a loss 0.
    pub exploration: f32,
    /// The urgency of a move without visits (Gelly and Wang's first-play urgency, 2006), in the
    /// same scale: above 1, each move is tried once before any is tried again.
    pub first_play_urgency: f32,
    /// The visits at which a leaf becomes a node.
    pub expansion_visits: u32,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self { exploration: 0.4, first_play_urgency: 1.1, expansion_visits: 8 }
    }
}
