//! The positions that a result depends on because they may be repeated: those on the path one by
//! one, and those of the game before the path together.

/// The path index at and above which all positions share one bit.
const FAR: usize = u128::BITS as usize - 2;

/// The positions that a result depends on, as a bit set of their indices on the path. The last bit
/// stands for the positions before the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependence(u128);

impl Dependence {
    /// No dependence: the result is the same on every path.
    pub(super) const NONE: Self = Self(0);
    /// The dependence on positions before the path.
    pub(super) const BEFORE_PATH: Self = Self(1 << (FAR + 1));

    /// The dependence on the position with this index on the path.
    pub(super) fn on(ply: usize) -> Self {
        Self(1 << ply.min(FAR))
    }

    /// The dependence on every position that `self` or `other` depends on.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Removes the dependence on the last position of the path, at index `ply`, because a
    /// repetition of that position is possible regardless of the path that led to it.
    pub(super) fn before(self, ply: usize) -> Self {
        // This bit may also represent other far positions.
        if ply > FAR { self } else { Self(self.0 & !(1 << ply)) }
    }

    /// The number of positions. All positions that share a bit count as one.
    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The indices of the positions, or `None` if some of them share a bit or are before the path.
    pub(super) fn plies(self) -> Option<impl Iterator<Item = usize>> {
        let is_near = self.0 >> FAR == 0;
        is_near.then(|| (0..FAR).filter(move |ply| self.0 >> ply & 1 != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_from_a_position_is_left_behind_there() {
        let both = Dependence::on(3).and(Dependence::on(7));
        assert_eq!(both.before(7), Dependence::on(3));
        assert_eq!(both.before(5), both);
        assert_eq!(both.before(7).before(3), Dependence::NONE);
        assert_eq!(both.plies().unwrap().collect::<Vec<_>>(), [3, 7]);
    }

    #[test]
    fn far_positions_are_left_behind_together() {
        let far = Dependence::on(FAR + 20);
        assert_eq!(far.before(FAR + 20), far);
        assert_eq!(far.before(FAR), Dependence::NONE);
        assert!(far.plies().is_none() && Dependence::on(FAR - 1).plies().is_some());
    }

    #[test]
    fn positions_before_the_path_are_never_left_behind() {
        let before = Dependence::BEFORE_PATH;
        assert!((0..FAR + 20).all(|ply| before.before(ply) == before));
        assert!(before.and(Dependence::on(3)).plies().is_none());
    }
}
