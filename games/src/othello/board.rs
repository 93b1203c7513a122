//! The discs on the board, from the perspective of the player to move.
//!
//! A board does not know the colours, so two positions that differ only in their colours are the
//! same board. [`Diagram`](super::Diagram) reads and writes boards with colours.

use super::bitboard;

/// The discs of the player to move and those of the opponent, which never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    own: u64,
    opponent: u64,
}

impl Board {
    /// The board at the start of a game. Black, who has d5 and e4, is to move.
    pub const START: Self = Self { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// Creates a board from the discs of the player to move and those of the opponent, or returns
    /// `None` if they overlap.
    #[must_use]
    pub const fn new(own: u64, opponent: u64) -> Option<Self> {
        if own & opponent == 0 { Some(Self { own, opponent }) } else { None }
    }

    /// The discs of the player to move.
    #[inline]
    #[must_use]
    pub const fn own(self) -> u64 {
        self.own
    }

    /// The discs of the opponent.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> u64 {
        self.opponent
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The squares to which the player to move may move.
    #[inline]
    #[must_use]
    pub const fn legal_moves(self) -> u64 {
        bitboard::legal_moves(self.own, self.opponent)
    }

    /// The discs that a move to an empty square turns over; none if the move is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, square: u8) -> u64 {
        bitboard::flips(self.own, self.opponent, square)
    }

    /// The board after a legal move to this square, from the opponent's perspective.
    #[inline]
    #[must_use]
    pub fn play(self, square: u8) -> Self {
        self.place(square, self.flips(square))
    }

    /// The board after a move to this square that turns over `flips`, from the opponent's
    /// perspective.
    #[inline]
    #[must_use]
    pub const fn place(self, square: u8, flips: u64) -> Self {
        let own = self.own ^ flips | 1 << (square & 63);
        Self { own: self.opponent & !flips, opponent: own }
    }

    /// The same discs from the opponent's perspective.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// Whether neither player can move.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.legal_moves() == 0 && self.pass().legal_moves() == 0
    }

    /// The player's discs less those of the opponent, with the empty squares counted for the player
    /// who has more. This is the result of the game if it [is over](Self::is_over).
    #[must_use]
    pub const fn disc_difference(self) -> i32 {
        let (own, opponent) = (self.own.count_ones() as i32, self.opponent.count_ones() as i32);
        if own > opponent {
            64 - 2 * opponent
        } else if own < opponent {
            2 * own - 64
        } else {
            0
        }
    }

    /// A hash of the discs, which also tells the player to move from the opponent.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        fold(self.own ^ 0x9e37_79b9_7f4a_7c15, self.opponent ^ 0xc2b2_ae3d_27d4_eb4f)
    }

    /// A second hash, independent of [`hash`](Self::hash).
    #[inline]
    pub(super) const fn second_hash(self) -> u64 {
        let opponent = self.opponent.rotate_left(29);
        fold(self.own ^ 0xa076_1d64_78bd_642f, opponent ^ 0xe703_7ed1_a0b4_28db)
    }
}

/// Both halves of a product, so that every bit of the factors matters.
#[inline]
const fn fold(left: u64, right: u64) -> u64 {
    let product = left as u128 * right as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_turns_one_disc() {
        let start = Board::START;
        assert_eq!(start.legal_moves(), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
        assert_eq!(start.flips(19), 1 << 27);
        let next = start.play(19);
        assert_eq!((next.own().count_ones(), next.opponent().count_ones()), (1, 4));
        assert_eq!(next.pass().pass(), next);
        assert!(!next.is_over());
    }

    #[test]
    fn empty_squares_count_for_the_winner() {
        let board = |own, opponent| Board::new(own, opponent).unwrap();
        assert_eq!(board(0xff, 0).disc_difference(), 64);
        assert_eq!(board(0xff, 0x100).disc_difference(), 62);
        assert_eq!(board(1, 0x300).disc_difference(), -62);
        assert_eq!(board(1, 0x100).disc_difference(), 0);
        assert_eq!(Board::new(3, 1), None);
    }

    #[test]
    fn the_hashes_tell_the_players_apart() {
        let start = Board::START;
        assert_ne!(start.hash(), start.pass().hash());
        assert_ne!(start.second_hash(), start.pass().second_hash());
        assert_ne!(start.hash(), start.second_hash());
    }
}
