//! The board: stones as bitboards, and chains whose liberties are exact after each move.
//!
//! A board contains only the stones. The player to move, the ko and the last moves belong to the
//! [`Position`], while komi and superko belong to the rules. These invariants are checked after
//! each move in debug builds:
//!
//! - Each point of the board is empty or has a stone of one colour.
//! - Each stone belongs to the chain of all stones connected to it.
//! - The recorded liberties of each chain are exact, and there is at least one.

mod area;
mod chain;
mod diagram;
mod eye;
mod invariants;
mod legality;
mod play;
mod position;
mod undo;

pub use area::lead;
pub use diagram::DiagramError;
pub use position::Position;
pub use undo::Undo;

use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, PointMap};
use chain::{Chain, ChainId, Chains};

/// The stones on a board of geometry `G`.
#[derive(Debug)]
pub struct Board<G: Geometry> {
    size: BoardSize,
    stones: ByColor<Bitboard<G>>,
    empty: Bitboard<G>,
    /// The chain of each stone; empty points and guards have none.
    chain_at: PointMap<G, ChainId>,
    chains: Chains<G>,
    hash: u64,
}

impl<G: Geometry> Board<G> {
    /// Creates an empty board.
    ///
    /// # Panics
    /// If the geometry does not support `size`.
    pub fn new(size: BoardSize) -> Self {
        assert!(G::holds(size), "{size} is no board of {:?}", G::default());
        Self {
            size,
            stones: ByColor::default(),
            empty: Bitboard::full(size),
            chain_at: PointMap::filled(ChainId::NONE),
            chains: Chains::default(),
            hash: 0,
        }
    }

    /// The width and height.
    #[inline(always)]
    pub fn size(&self) -> BoardSize {
        G::FIXED.unwrap_or(self.size)
    }

    /// All stones of one colour.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> &Bitboard<G> {
        &self.stones[color]
    }

    /// All empty points.
    #[inline(always)]
    pub fn empty(&self) -> &Bitboard<G> {
        &self.empty
    }

    /// The colour of the stone at `point`, or `None` if the point is empty.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// The Zobrist hash of the stones. It depends neither on the geometry nor on the moves that led
    /// to these stones.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The stones of the chain at `point`, or `None` if the point is empty.
    pub fn chain_stones(&self, point: Point) -> Option<&Bitboard<G>> {
        self.chain(point).map(Chain::stones)
    }

    /// The liberties of the chain at `point`, or `None` if the point is empty.
    pub fn chain_liberties(&self, point: Point) -> Option<&Bitboard<G>> {
        self.chain(point).map(Chain::liberties)
    }

    /// For each chain that has stones in the set `stones`, the first stone of that chain in the
    /// set.
    #[inline(always)]
    pub fn chains_of(&self, stones: Bitboard<G>) -> impl Iterator<Item = Point> + '_ {
        let mut rest = stones;
        std::iter::from_fn(move || {
            let stone = rest.first()?;
            rest -= *self.chain_stones(stone)?;
            Some(stone)
        })
    }

    /// All points of the board.
    pub fn all(&self) -> Bitboard<G> {
        self.empty | self.stones[Color::Black] | self.stones[Color::White]
    }

    /// The points of the board that are next to a point in `points`.
    pub fn around(&self, points: Bitboard<G>) -> Bitboard<G> {
        points.neighbours() & self.all()
    }

    fn chain(&self, point: Point) -> Option<&Chain<G>> {
        let id = self.chain_at[point];
        (id != ChainId::NONE).then(|| &self.chains[id])
    }
}

impl<G: Geometry> Clone for Board<G> {
    fn clone(&self) -> Self {
        Self { chains: self.chains.clone(), ..*self }
    }

    /// Copies the other board without allocating. Only the chain slots that the other board has
    /// used are copied. Every playout starts with such a copy.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.size = other.size;
        self.stones = other.stones;
        self.empty = other.empty;
        self.chain_at = other.chain_at;
        self.chains.clone_from(&other.chains);
        self.hash = other.hash;
    }
}

/// Boards are equal if their sizes and stones are equal, regardless of the moves that led to them.
impl<G: Geometry> PartialEq for Board<G> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl<G: Geometry> Eq for Board<G> {}
