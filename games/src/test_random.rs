//! Reproducible random numbers for the tests of all games.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Reproducible random numbers.
pub(crate) struct Random(Pcg32);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }
}
