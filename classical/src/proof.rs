//! The result of a search for a proof.

/// The verdict on a goal, and a variation that demonstrates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Whether the prover reaches the goal; `None` if the search could not decide.
    pub verdict: Option<bool>,
    /// Moves of both players. Those of the successful player force the result. Those of the
    /// opponent resist for as long as possible.
    pub variation: Vec<M>,
}

impl<M> Proof<M> {
    /// A verdict without any moves.
    pub(super) fn at_once(verdict: bool) -> Self {
        Self { verdict: Some(verdict), variation: Vec::new() }
    }

    /// The same verdict with one more move at the front of the variation.
    pub(super) fn after(mut self, mv: M) -> Self {
        self.variation.insert(0, mv);
        self
    }
}
