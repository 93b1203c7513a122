//! Chains: connected stones of one colour, with their exact liberties.

use std::ops::{Index, IndexMut};

use crate::vocabulary::{Bitboard, Color, Geometry, Point, Window};

/// The index of a chain in [`Chains`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChainId(u16);

impl ChainId {
    /// The placeholder chain to which empty points and guards belong. It has no stones and never
    /// loses a liberty. Thanks to this chain, the code that makes a move can treat all four
    /// neighbours alike, whatever they are.
    pub(super) const NONE: Self = Self(0);
}

/// The owner of a chain: the number of its colour, or `NOBODY` if it has no owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner(u8);

impl Owner {
    const NOBODY: Self = Self(2);
}

/// A chain. Both the set of its liberties and their number are stored, because the number is needed
/// far more often than the set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chain<G: Geometry> {
    stones: Bitboard<G>,
    liberties: Bitboard<G>,
    liberty_count: u16,
    stone_count: u16,
    owner: Owner,
    /// The next free slot, if this slot is free.
    next_free: ChainId,
}

impl<G: Geometry> Chain<G> {
    /// The content of a slot that has never contained a chain.
    const NOTHING: Self = Self {
        stones: Bitboard::EMPTY,
        liberties: Bitboard::EMPTY,
        liberty_count: u16::MAX,
        stone_count: 0,
        owner: Owner::NOBODY,
        next_free: ChainId::NONE,
    };

    /// Creates the chain of a single stone.
    #[inline(always)]
    pub(super) fn of(color: Color, stone: Point, liberties: Window<G>) -> Self {
        let mut chain = Self {
            stones: Bitboard::of(stone),
            liberties: Bitboard::EMPTY,
            liberty_count: 0,
            stone_count: 1,
            owner: Owner(color as u8),
            next_free: ChainId::NONE,
        };
        chain.add_liberties(liberties, stone);
        chain
    }

    #[inline(always)]
    pub(super) fn stones(&self) -> &Bitboard<G> {
        &self.stones
    }

    #[inline(always)]
    pub(super) fn liberties(&self) -> &Bitboard<G> {
        &self.liberties
    }

    #[inline(always)]
    pub(super) fn liberty_count(&self) -> usize {
        usize::from(self.liberty_count)
    }

    #[inline(always)]
    pub(super) fn stone_count(&self) -> usize {
        usize::from(self.stone_count)
    }

    /// Whether this chain saves a stone that `color` places next to it. A chain of `color` does so
    /// if it has another liberty. An opponent's chain does so if it has no other liberty and is
    /// therefore captured.
    #[inline(always)]
    pub(super) fn gives_liberty_to(&self, color: Color) -> bool {
        u8::from(self.liberty_count == 1) == self.owner.0 ^ color as u8
    }

    #[inline(always)]
    pub(super) fn add_stone(&mut self, stone: Point) {
        self.stones.insert(stone);
        self.stone_count += 1;
    }

    #[inline(always)]
    pub(super) fn add_liberties(&mut self, liberties: Window<G>, centre: Point) {
        self.liberty_count += self.liberties.insert_window(liberties, centre) as u16;
    }

    #[inline(always)]
    pub(super) fn add_liberty(&mut self, liberty: Point) {
        self.liberty_count += u16::from(!self.liberties.contains(liberty));
        self.liberties.insert(liberty);
    }

    #[inline(always)]
    pub(super) fn remove_liberty(&mut self, liberty: Point) {
        self.liberty_count -= u16::from(self.liberties.take(liberty));
    }

    /// Takes over the stones and liberties of another chain.
    #[inline(always)]
    pub(super) fn absorb(&mut self, other: &Self) {
        self.stones |= other.stones;
        self.stone_count += other.stone_count;
        self.liberties |= other.liberties;
        self.liberty_count = self.liberties.count() as u16;
    }
}

/// All chains of a board. The slots of removed chains are reused, so that the chains stay close
/// together and are quick to copy.
#[derive(Debug)]
pub(super) struct Chains<G: Geometry> {
    places: Box<G::Cells<Chain<G>>>,
    /// The number of slots ever used, including the one for [`ChainId::NONE`].
    used: u16,
    /// The first free slot below `used`, or [`ChainId::NONE`].
    free: ChainId,
}

/// The end of the used slots, the first free slot, and the free slot that follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    used: u16,
    free: ChainId,
    next_free: ChainId,
}

impl<G: Geometry> Chains<G> {
    /// The bookkeeping that changes when chains are added, apart from the chains themselves.
    pub(super) fn ends(&self) -> Ends {
        let Self { used, free, .. } = *self;
        Ends { used, free, next_free: self[free].next_free }
    }

    /// Restores the bookkeeping that [`ends`](Self::ends) returned.
    pub(super) fn set_ends(&mut self, ends: Ends) {
        self.used = ends.used;
        self.free = ends.free;
        self[ends.free].next_free = ends.next_free;
    }

    #[inline(always)]
    pub(super) fn add(&mut self, chain: Chain<G>) -> ChainId {
        let mut id = self.free;
        if id == ChainId::NONE {
            id = ChainId(self.used);
            self.used += 1;
        } else {
            self.free = self[id].next_free;
        }
        self[id] = chain;
        id
    }

    /// Adds a chain, given all of its stones and liberties.
    pub(super) fn add_whole(
        &mut self,
        color: Color,
        stones: Bitboard<G>,
        liberties: Bitboard<G>,
    ) -> ChainId {
        self.add(Chain {
            stones,
            liberties,
            liberty_count: liberties.count() as u16,
            stone_count: stones.count() as u16,
            owner: Owner(color as u8),
            next_free: ChainId::NONE,
        })
    }

    #[inline(always)]
    pub(super) fn free(&mut self, id: ChainId) {
        self[id].next_free = self.free;
        self.free = id;
    }

    /// The number of chains, used to check the invariants.
    pub(super) fn count(&self) -> usize {
        let next = |id: &ChainId| Some(self[*id].next_free);
        let free = std::iter::successors(Some(self.free), next);
        usize::from(self.used) - 1 - free.take_while(|&id| id != ChainId::NONE).count()
    }
}

impl<G: Geometry> Default for Chains<G> {
    fn default() -> Self {
        Self { places: Box::new(G::cells(Chain::NOTHING)), used: 1, free: ChainId::NONE }
    }
}

impl<G: Geometry> Clone for Chains<G> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let used = usize::from(other.used);
        self.places.as_mut().as_mut()[..used]
            .copy_from_slice(&other.places.as_ref().as_ref()[..used]);
        self.used = other.used;
        self.free = other.free;
    }
}

impl<G: Geometry> Index<ChainId> for Chains<G> {
    type Output = Chain<G>;

    #[inline(always)]
    fn index(&self, id: ChainId) -> &Chain<G> {
        &self.places.as_ref().as_ref()[usize::from(id.0) & (G::CELLS - 1)]
    }
}

impl<G: Geometry> IndexMut<ChainId> for Chains<G> {
    #[inline(always)]
    fn index_mut(&mut self, id: ChainId) -> &mut Chain<G> {
        &mut self.places.as_mut().as_mut()[usize::from(id.0) & (G::CELLS - 1)]
    }
}
