//! Counts how often each point is owned by a player at the end of the playouts, adding one bitboard
//! at a time.

use crate::vocabulary::{Bitboard, Geometry};

/// The number of bit planes; `n` planes can count up to `2^n - 1` sets.
const PLANES: usize = 8;

/// Counts how often each point was in a set.
///
/// The counts are bit-sliced: plane `k` holds bit `k` of every point's count, so adding a set takes
/// a few operations on whole words and involves two planes on average. When the planes are full,
/// they are added to ordinary counters and cleared.
#[derive(Clone, Debug)]
pub(super) struct PointCounts<G: Geometry> {
    planes: [Bitboard<G>; PLANES],
    counts: Vec<u64>,
    /// The number of sets counted in the planes.
    pending: u32,
}

impl<G: Geometry> PointCounts<G> {
    pub(super) fn new() -> Self {
        Self { planes: [Bitboard::EMPTY; PLANES], counts: vec![0; G::CELLS], pending: 0 }
    }

    /// Adds one to the count of each point in the set.
    #[inline(always)]
    pub(super) fn add(&mut self, set: &Bitboard<G>) {
        let mut carry = *set;
        for plane in &mut self.planes {
            let both = *plane & carry;
            *plane = (*plane | carry) - both;
            carry = both;
            if carry.is_empty() {
                break;
            }
        }
        self.pending += 1;
        if self.pending == (1 << PLANES) - 1 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        Self::empty_into(&mut self.planes, &mut self.counts);
        self.pending = 0;
    }

    fn empty_into(planes: &mut [Bitboard<G>; PLANES], counts: &mut [u64]) {
        for (bit, plane) in planes.iter_mut().enumerate() {
            for point in &*plane {
                counts[point.bit()] += 1 << bit;
            }
            *plane = Bitboard::EMPTY;
        }
    }

    /// Adds to the counts of some points, which are given by their bits.
    pub(super) fn add_counts(&mut self, counts: impl Iterator<Item = (usize, u64)>) {
        for (bit, more) in counts {
            self.counts[bit] += more;
        }
    }

    /// Adds the counts of another instance.
    pub(super) fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.totals()) {
            *count += more;
        }
    }

    /// The count of each point, indexed by the point's bit.
    pub(super) fn totals(&self) -> Vec<u64> {
        let mut counts = self.counts.clone();
        Self::empty_into(&mut self.planes.clone(), &mut counts);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{BoardSize, Nine, Point, Random};

    #[test]
    fn counts_are_those_of_one_by_one() {
        let mut random = Random::new(5, 0);
        let points: Vec<Point> = Bitboard::<Nine>::full(BoardSize::square(9)).into_iter().collect();
        let mut expected = vec![0; points.len()];
        let (mut left, mut right) = (PointCounts::<Nine>::new(), PointCounts::<Nine>::new());
        for round in 0..1000 {
            let mut set = Bitboard::EMPTY;
            for (index, &point) in points.iter().enumerate() {
                if random.below(index + 1) < 3 {
                    set.insert(point);
                    expected[index] += 1;
                }
            }
            if round % 3 == 0 { left.add(&set) } else { right.add(&set) }
        }
        left.merge(&right);
        let totals = left.totals();
        for (&point, &count) in points.iter().zip(&expected) {
            assert_eq!(totals[point.bit()], count);
        }
    }
}
