//! What depends on the way to a position, because positions on it may come back.

/// The earliest position on the way on which something depends, by its number on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dependence(usize);

impl Dependence {
    /// It is the same on every way.
    pub(super) const NONE: Self = Self(usize::MAX);

    /// On the position so many moves before the one at `ply`.
    pub(super) fn on(ply: usize, moves_before: usize) -> Self {
        Self(ply.saturating_sub(moves_before))
    }

    /// What is left of it where the way begins at `ply`: a circle that lies behind is found again
    /// on every way.
    pub(super) fn before(self, ply: usize) -> Self {
        if self.0 >= ply { Self::NONE } else { self }
    }
}
