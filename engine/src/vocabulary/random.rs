//! The random generator of a search thread.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seedable, portable generator (xoshiro256++): a seed means the same numbers on every machine
/// and in every version.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator number `stream` of `seed`: threads take different streams.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mixed = seed.wrapping_add(stream.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self(Xoshiro256PlusPlus::seed_from_u64(mixed))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`; 0 where `bound` is 0.
    ///
    /// By multiplication and shift: the bias is at most `bound` / 2^32, too small to measure.
    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to, but without, 1.
    #[inline(always)]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1 << 24) as f32)
    }
}
