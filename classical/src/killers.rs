//! Killers: the moves that have most recently refuted others at the same distance from the root.

/// The number of killers kept for each distance.
pub(super) const KILLERS: usize = 2;

/// The killers of all distances from the root.
#[derive(Clone, Debug)]
pub(super) struct Killers<M>(Vec<[Option<M>; KILLERS]>);

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// The killers at distance `ply` from the root, the most recent one first.
    pub(super) fn at(&self, ply: usize) -> [Option<M>; KILLERS] {
        self.0.get(ply).copied().unwrap_or_default()
    }

    /// Records that a move caused a cutoff at distance `ply` from the root.
    pub(super) fn record(&mut self, mv: M, ply: usize) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.0[ply];
        if killers[0] != Some(mv) {
            killers.rotate_right(1);
            killers[0] = Some(mv);
        }
    }
}
