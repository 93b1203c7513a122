//! What rests on the way to a position, because positions on it may come back.

/// The number from which on positions on the way are not told apart.
const FAR: usize = u128::BITS as usize - 1;

/// The positions on the way on which something rests, by their numbers on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependence(u128);

impl Dependence {
    /// It is the same on every way.
    pub(super) const NONE: Self = Self(0);

    /// On the position of this number on the way.
    pub(super) fn on(ply: usize) -> Self {
        Self(1 << ply.min(FAR))
    }

    /// On all on which either rests.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is left of it at the position of this number, the last one on the way: a circle from there
    /// on is found again on every way.
    pub(super) fn before(self, ply: usize) -> Self {
        // Beyond the first far one, others may be meant by the same bit.
        if ply > FAR { self } else { Self(self.0 & !(1 << ply)) }
    }

    /// On how many positions, those far away counted as one.
    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The numbers of the positions; `None` where some are not told apart.
    pub(super) fn plies(self) -> Option<impl Iterator<Item = usize>> {
        let is_near = self.0 >> FAR == 0;
        is_near.then(|| (0..FAR).filter(move |ply| self.0 >> ply & 1 != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_from_a_position_on_lies_behind_it() {
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
}
