//! The legality of moves, as far as the stones alone determine it.

use thiserror::Error;

use super::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The point already has a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the point is occupied")]
pub struct Occupied;

impl<G: Geometry> Board<G> {
    /// Whether a stone of `color` at the empty `point` would leave its own chain without liberties
    /// and capture nothing.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !self.has_empty_neighbour(point) && !self.is_saved(color, point)
    }

    /// Whether a point next to `point` is empty.
    #[inline(always)]
    pub fn has_empty_neighbour(&self, point: Point) -> bool {
        !self.empty.window(point).adjacent().is_empty()
    }

    /// Whether a stone of `color` at the empty `point`, which has no empty neighbour, would gain
    /// another liberty from a neighbouring chain or capture a chain. All neighbours are treated
    /// alike, because a separate branch for each neighbour would often be mispredicted.
    #[inline(always)]
    pub(super) fn is_saved(&self, color: Color, point: Point) -> bool {
        let saves = |neighbour| self.chains[self.chain_at[neighbour]].gives_liberty_to(color);
        point.adjacent::<G>().into_iter().fold(false, |saved, neighbour| saved | saves(neighbour))
    }

    /// Whether a stone of `color` at the empty `point` would capture a chain.
    #[inline(always)]
    pub fn captures(&self, color: Color, point: Point) -> bool {
        self.stones[!color].window(point).adjacent().any(|other| self.liberties_of(other) == 1)
    }

    /// The hash of the stones after `color` has played at the empty `point`, and the stones removed
    /// by that move: the captured stones or, in a suicide, the player's own chain.
    pub fn hash_after(&self, color: Color, point: Point) -> (u64, Bitboard<G>) {
        let (taken, stones) = if self.is_suicide(color, point) {
            let mut own = self.in_atari_around(color, point);
            own.insert(point);
            (color, own)
        } else {
            (!color, self.in_atari_around(!color, point))
        };
        let hash = self.hash ^ point.key::<G>(color);
        (stones.into_iter().fold(hash, |hash, stone| hash ^ stone.key::<G>(taken)), stones)
    }

    /// The stones of all chains of `color` whose only liberty is the empty `point`: the stones that
    /// the opponent would capture by playing there.
    pub fn in_atari_around(&self, color: Color, point: Point) -> Bitboard<G> {
        let mut stones = Bitboard::EMPTY;
        for neighbour in self.stones[color].window(point).adjacent() {
            if self.liberties_of(neighbour) == 1 {
                stones |= *self.chains[self.chain_at[neighbour]].stones();
            }
        }
        stones
    }

    /// The number of liberties of the chain that contains the stone at `stone`.
    #[inline(always)]
    pub fn liberties_of(&self, stone: Point) -> usize {
        self.chains[self.chain_at[stone]].liberty_count()
    }
}
