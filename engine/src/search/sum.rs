//! Exact sums of values, as they are passed from one tree to another.

/// The number of units in a value of 1.
pub(super) const UNITS: i64 = 32;

/// A number of visits and the sum of their values, in units of 1 / [`UNITS`], from the perspective
/// of the player who makes the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) visits: u64,
    pub(super) units: i64,
}

impl Sum {
    /// The two sums together.
    #[must_use]
    pub(super) fn plus(self, other: Self) -> Self {
        let visits = self.visits.saturating_add(other.visits);
        Self { visits, units: self.units.saturating_add(other.units) }
    }

    /// The addition since the sum was `earlier`, or `None` if it has lost visits since then.
    pub(super) fn since(self, earlier: Self) -> Option<Self> {
        let visits = self.visits.checked_sub(earlier.visits)?;
        Some(Self { visits, units: self.units.saturating_sub(earlier.units) })
    }

    /// Whether this number of visits can have this sum: each value lies between -1 and 1.
    pub(super) fn is_possible(self) -> bool {
        self.units.unsigned_abs() <= self.visits.saturating_mul(UNITS.unsigned_abs())
    }

    /// About the same mean from at most `most` visits.
    pub(super) fn at_most(self, most: u64) -> Self {
        let mut sum = self;
        while sum.visits > most {
            sum = Self { visits: sum.visits / 2, units: sum.units / 2 };
        }
        sum
    }
}

/// The statistics of a move: the sums of its own simulations, and those of all simulations in which
/// its player was the first to play on its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgeSums {
    pub(super) own: Sum,
    pub(super) amaf: Sum,
}

impl EdgeSums {
    /// The sums together.
    #[must_use]
    pub(super) fn plus(self, other: Self) -> Self {
        Self { own: self.own.plus(other.own), amaf: self.amaf.plus(other.amaf) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_with_too_many_visits_keeps_its_mean() {
        let sum = Sum { visits: 1 << 40, units: -3 * (1 << 40) };
        let fewer = sum.at_most(1000);
        assert!((501..=1000).contains(&fewer.visits));
        assert_eq!(fewer.units, -3 * fewer.visits as i64);
        assert_eq!(fewer.at_most(1000), fewer);
    }

    #[test]
    fn values_beyond_one_are_impossible() {
        for (visits, units, expected) in [(0, 0, true), (2, -64, true), (2, 65, false)] {
            assert_eq!(Sum { visits, units }.is_possible(), expected);
        }
        assert!(!Sum { visits: 0, units: i64::MIN }.is_possible());
    }
}
