//! The result of a search for a proof.

/// Whether a goal is reached, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Whether the prover reaches the goal; `None` if the search could not decide.
    pub verdict: Option<bool>,
    /// Moves of both players. Those of the player who succeeds force the result; those of the other
    /// hold out for long.
    pub variation: Vec<M>,
}

impl<M> Proof<M> {
    /// A verdict that takes no move.
    pub(super) fn at_once(verdict: bool) -> Self {
        Self { verdict: Some(verdict), variation: Vec::new() }
    }

    /// The same verdict with one more move in front.
    pub(super) fn after(mut self, mv: M) -> Self {
        self.variation.insert(0, mv);
        self
    }
}
