//! Chains: connected stones of one colour, with their exact liberties.

use std::ops::{Index, IndexMut};

use crate::vocabulary::{Bitboard, Geometry, Point, Window};

/// The place of a chain in [`Chains`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChainId(u16);

impl ChainId {
    /// Ends the list of free places.
    const NONE: Self = Self(u16::MAX);
}

/// One chain. The count of its liberties is kept beside the set, since it is asked far more often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<G: Geometry> {
    stones: Bitboard<G>,
    liberties: Bitboard<G>,
    liberty_count: u16,
    stone_count: u16,
    /// In a free place, the next free one.
    next_free: ChainId,
}

impl<G: Geometry> Chain<G> {
    /// The chain of one stone.
    #[inline(always)]
    pub(super) fn of(stone: Point, liberties: Window<G>) -> Self {
        let mut chain = Self {
            stones: Bitboard::of(stone),
            liberties: Bitboard::EMPTY,
            liberty_count: 0,
            stone_count: 1,
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
        self.liberty_count -= u16::from(self.liberties.contains(liberty));
        self.liberties.remove(liberty);
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

/// All chains of a board. Places of chains that are gone are used again, so that the chains in use
/// stay close together and a copy is short.
#[derive(Debug)]
pub(super) struct Chains<G: Geometry> {
    places: Vec<Chain<G>>,
    free: ChainId,
}

impl<G: Geometry> Chains<G> {
    #[inline(always)]
    pub(super) fn add(&mut self, chain: Chain<G>) -> ChainId {
        let id = self.free;
        if let Some(place) = self.places.get_mut(usize::from(id.0)) {
            self.free = place.next_free;
            *place = chain;
            return id;
        }
        let id = ChainId(self.places.len() as u16);
        self.places.push(chain);
        id
    }

    /// Adds a chain with all its stones and liberties at once.
    pub(super) fn add_whole(&mut self, stones: Bitboard<G>, liberties: Bitboard<G>) -> ChainId {
        self.add(Chain {
            stones,
            liberties,
            liberty_count: liberties.count() as u16,
            stone_count: stones.count() as u16,
            next_free: ChainId::NONE,
        })
    }

    #[inline(always)]
    pub(super) fn free(&mut self, id: ChainId) {
        self[id].next_free = self.free;
        self.free = id;
    }

    /// The number of places ever in use.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// How many places are free: what the invariants count.
    pub(super) fn free_places(&self) -> usize {
        let next = |id: &ChainId| self.places.get(usize::from(id.0)).map(|place| place.next_free);
        std::iter::successors(Some(self.free), next).count() - 1
    }
}

impl<G: Geometry> Default for Chains<G> {
    fn default() -> Self {
        Self { places: Vec::new(), free: ChainId::NONE }
    }
}

impl<G: Geometry> Clone for Chains<G> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), free: self.free }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.places.clone_from(&other.places);
        self.free = other.free;
    }
}

impl<G: Geometry> Index<ChainId> for Chains<G> {
    type Output = Chain<G>;

    #[inline(always)]
    fn index(&self, id: ChainId) -> &Chain<G> {
        &self.places[usize::from(id.0)]
    }
}

impl<G: Geometry> IndexMut<ChainId> for Chains<G> {
    #[inline(always)]
    fn index_mut(&mut self, id: ChainId) -> &mut Chain<G> {
        &mut self.places[usize::from(id.0)]
    }
}
