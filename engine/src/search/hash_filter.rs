//! A filter for the hashes of earlier positions.

/// A set of hashes that can quickly rule out most of the hashes it does not contain.
pub(super) struct HashFilter([u64; Self::WORDS]);

impl HashFilter {
    const WORDS: usize = 128;

    pub(super) fn of(hashes: &[u64]) -> Self {
        let mut words = [0; Self::WORDS];
        for &hash in hashes {
            words[Self::word(hash)] |= 1 << (hash % 64);
        }
        Self(words)
    }

    /// Whether the set may contain `hash`.
    #[inline(always)]
    pub(super) fn may_hold(&self, hash: u64) -> bool {
        self.0[Self::word(hash)] >> (hash % 64) & 1 != 0
    }

    #[inline(always)]
    fn word(hash: u64) -> usize {
        (hash / 64) as usize % Self::WORDS
    }
}
