//! The random number generator of a search thread.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A seedable, portable generator (PCG-XSH-RR 64/32): the same seed produces the same numbers on
/// every machine and in every version. Of the generators in the `rand` family, this one needs the
/// fewest instructions to produce the 32 random bits that a playout move requires.
#[derive(Clone, Debug)]
pub struct Random(Pcg32);

impl Random {
    /// Creates the generator for stream number `stream` of `seed`. Threads use different streams.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut mixer = Pcg32::seed_from_u64(seed);
        Self(Pcg32::new(mixer.next_u64(), stream))
    }

    /// Returns true with a probability of `percent` per cent.
    #[inline(always)]
    pub fn percent(&mut self, percent: u8) -> bool {
        self.below(100) < usize::from(percent)
    }

    /// Returns a random number from 0 to `bound - 1`, or 0 if `bound` is 0.
    ///
    /// The number is computed with a multiplication and a shift. The bias is at most
    /// `bound` / 2^32, too small to measure.
    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }
}
