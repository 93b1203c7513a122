//! The pieces. Red is [`Side::First`], Black is [`Side::Second`].

use clocks::Side;

/// The number of kinds of pieces.
pub const KINDS: usize = 7;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The general, which moves one point inside its palace.
    King,
    /// The guard, which moves one point diagonally inside its palace.
    Advisor,
    /// The minister, which moves two points diagonally on its side of the river.
    Elephant,
    /// The horse, which a piece beside it can block.
    Horse,
    /// The chariot.
    Rook,
    /// The cannon, which captures over a piece between.
    Cannon,
    /// The soldier, which moves sideways as well once it has crossed the river.
    Pawn,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; KINDS] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// The letter in a FEN, small.
    pub fn letter(self) -> char {
        match self {
            Self::King => 'k',
            Self::Advisor => 'a',
            Self::Elephant => 'b',
            Self::Horse => 'n',
            Self::Rook => 'r',
            Self::Cannon => 'c',
            Self::Pawn => 'p',
        }
    }

    /// The kind with this letter, in either case. Elephants may be `e` and horses `h`.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = match letter.to_ascii_lowercase() {
            'e' => 'b',
            'h' => 'n',
            other => other,
        };
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 2 * KINDS;

    /// A number for each piece, below [`COUNT`](Self::COUNT).
    #[inline]
    pub fn index(self) -> usize {
        index_of(self.side) * KINDS + self.kind as usize
    }

    /// The letter in a FEN: a capital for Red.
    pub fn letter(self) -> char {
        let letter = self.kind.letter();
        if self.side == Side::First { letter.to_ascii_uppercase() } else { letter }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Self { side, kind: Kind::from_letter(letter)? })
    }
}

/// 0 for Red, 1 for Black.
#[inline]
pub fn index_of(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
