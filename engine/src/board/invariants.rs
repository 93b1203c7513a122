//! Recomputes, from the stones alone, everything that a board maintains incrementally.

use super::{Board, chain::ChainId};
use crate::vocabulary::{Bitboard, Color, Geometry};

impl<G: Geometry> Board<G> {
    /// In debug builds, checks that everything derived from the stones agrees with them.
    ///
    /// # Panics
    /// In debug builds, if an invariant is violated.
    #[inline(always)]
    pub(super) fn check(&self) {
        #[cfg(debug_assertions)]
        self.check_invariants();
    }

    /// Checks, in every build, that everything derived from the stones agrees with them.
    ///
    /// # Panics
    /// If an invariant is violated.
    pub fn check_invariants(&self) {
        let full = Bitboard::full(self.size());
        let (black, white) = (self.stones[Color::Black], self.stones[Color::White]);
        assert!(!black.intersects(&white), "a point with two stones");
        assert_eq!(self.empty, full - black - white, "empty points");
        let mut hash = 0;
        let mut chains = 0;
        for color in Color::BOTH {
            let mut rest = self.stones[color];
            while let Some(first) = rest.first() {
                let stones = Bitboard::of(first).flood(&self.stones[color]);
                let liberties = stones.neighbours() & self.empty;
                let chain = &self.chains[self.chain_at[first]];
                assert_eq!(*chain.stones(), stones, "stones of a chain");
                assert_eq!(*chain.liberties(), liberties, "liberties of a chain");
                assert_eq!(chain.stone_count(), stones.count(), "count of stones");
                assert_eq!(chain.liberty_count(), liberties.count(), "count of liberties");
                assert!(chain.liberty_count() > 0, "a chain without liberties");
                for stone in &stones {
                    assert_eq!(self.chain_at[stone], self.chain_at[first], "chain of a stone");
                    hash ^= stone.key::<G>(color);
                }
                rest -= stones;
                chains += 1;
            }
        }
        assert_eq!(self.hash, hash, "hash");
        assert_eq!(self.chains.count(), chains, "chains in use");
        for point in &self.empty {
            assert_eq!(self.chain_at[point], ChainId::NONE, "an empty point of a chain");
        }
    }
}
