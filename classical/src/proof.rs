//! What a search for a proof has found.

/// Whether a goal is reached, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Whether the prover reaches the goal; `None` where the search did not go so far.
    pub verdict: Option<bool>,
    /// Moves of both players: of the one who gets what it wants the ones that force it, of the
    /// other one some that hold out for long.
    pub variation: Vec<M>,
}

impl<M> Proof<M> {
    /// A verdict that takes no move.
    pub(super) fn at_once(verdict: bool) -> Self {
        Self { verdict: Some(verdict), variation: Vec::new() }
    }

    /// The same after one move more.
    pub(super) fn after(mut self, mv: M) -> Self {
        self.variation.insert(0, mv);
        self
    }
}
