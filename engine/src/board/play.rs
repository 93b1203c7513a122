//! Places a stone: connects it, takes liberties from its neighbours and captures chains.

use super::chain::{Chain, ChainId};
use super::{Board, legality::Occupied};
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Window};

impl<G: Geometry> Board<G> {
    /// Places a stone of `color` at `point`, removes the opponent's chains that this stone leaves
    /// without liberties, and returns the removed stones, if any.
    ///
    /// A stone that would leave its own chain without liberties must not be placed, because that
    /// chain would then stay on the board. [`play_or_suicide`](Self::play_or_suicide) removes such
    /// a chain.
    #[inline(always)]
    pub fn play(&mut self, color: Color, point: Point) -> Option<Bitboard<G>> {
        debug_assert!(!self.is_suicide(color, point), "suicide at {point:?}");
        let captured = self.place(color, point);
        self.check();
        captured
    }

    /// Places a stone like [`play`](Self::play), but also removes the stone's own chain if it has
    /// no liberties afterwards. Returns the opponent's captured stones and the player's own stones
    /// that were removed.
    pub fn play_or_suicide(&mut self, color: Color, point: Point) -> (Bitboard<G>, Bitboard<G>) {
        let captured = self.place(color, point).unwrap_or_default();
        let own = self.chain_at[point];
        let mut suicide = Bitboard::EMPTY;
        if self.chains[own].liberty_count() == 0 {
            suicide = self.capture(color, own);
        }
        self.check();
        (captured, suicide)
    }

    /// Places a stone while a position is being set up. Chains without liberties are removed just
    /// as they are after a move, with the stone's own chain removed last.
    ///
    /// # Errors
    /// If the point is occupied.
    pub fn set_up(&mut self, color: Color, point: Point) -> Result<(), Occupied> {
        if !self.empty.contains(point) {
            return Err(Occupied);
        }
        self.play_or_suicide(color, point);
        Ok(())
    }

    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> Option<Bitboard<G>> {
        debug_assert!(self.empty.contains(point), "{point:?} is not empty");
        self.empty.remove(point);
        self.stones[color].insert(point);
        self.hash ^= point.key::<G>(color);
        // All neighbours are treated alike, without checking what they are. Chains of both colours
        // lose the liberty, a chain that is next to the stone twice loses it only once, and the
        // placeholder chain of empty points has no liberties to lose.
        let mut out_of_liberties = false;
        for neighbour in point.adjacent::<G>() {
            let chain = &mut self.chains[self.chain_at[neighbour]];
            chain.remove_liberty(point);
            out_of_liberties |= chain.liberty_count() == 0;
        }
        self.connect(color, point);
        if out_of_liberties { self.capture_around(color, point) } else { None }
    }

    /// Removes the opponent's chains next to `point` that have no liberties.
    #[inline(always)]
    fn capture_around(&mut self, color: Color, point: Point) -> Option<Bitboard<G>> {
        let mut captured: Option<Bitboard<G>> = None;
        for neighbour in self.stones[!color].window(point).adjacent() {
            let id = self.chain_at[neighbour];
            // A chain that is next to the stone twice is removed when it is first found. Its points
            // then belong to no chain.
            if self.chains[id].liberty_count() == 0 {
                let stones = self.capture(!color, id);
                captured = Some(captured.unwrap_or_default() | stones);
            }
        }
        captured
    }

    /// Joins the new stone at `point` and the adjacent chains of its colour into one chain.
    #[inline(always)]
    fn connect(&mut self, color: Color, point: Point) {
        let liberties = self.empty.window(point).adjacent();
        let mut own = self.stones[color].window(point).adjacent();
        let Some(first) = own.next() else {
            self.chain_at[point] = self.chains.add(Chain::of(color, point, liberties));
            return;
        };
        let mut id = self.chain_at[first];
        for neighbour in own {
            id = self.merge(id, self.chain_at[neighbour]);
        }
        self.chain_at[point] = id;
        let chain = &mut self.chains[id];
        chain.add_stone(point);
        chain.add_liberties(liberties, point);
    }

    /// Merges two chains into the larger one, and returns its index.
    #[inline(always)]
    fn merge(&mut self, a: ChainId, b: ChainId) -> ChainId {
        if a == b {
            return a;
        }
        let a_is_larger = self.chains[a].stone_count() >= self.chains[b].stone_count();
        let (larger, smaller) = if a_is_larger { (a, b) } else { (b, a) };
        let absorbed = self.chains[smaller];
        for stone in absorbed.stones() {
            self.chain_at[stone] = larger;
        }
        self.chains[larger].absorb(&absorbed);
        self.chains.free(smaller);
        larger
    }

    /// Removes a chain of `color`, and adds its points to the liberties of the chains next to it.
    #[inline(always)]
    fn capture(&mut self, color: Color, id: ChainId) -> Bitboard<G> {
        let stones = *self.chains[id].stones();
        self.chains.free(id);
        self.stones[color] -= stones;
        self.empty |= stones;
        for stone in &stones {
            self.chain_at[stone] = ChainId::NONE;
            self.hash ^= stone.key::<G>(color);
            let neighbours: Window<G> = self.stones[!color].window(stone).adjacent();
            for neighbour in neighbours {
                self.chains[self.chain_at[neighbour]].add_liberty(stone);
            }
        }
        stones
    }
}
