//! The points of the board, sets of them, and moves with their names.
//!
//! A point is `h2`: a file from a to i, from Red's left, and a rank from 0 to 9, from Red's side. A
//! move is two points, `h2e2`, as UCCI and most programs write it. Fairy-Stockfish counts [`Ranks`]
//! from 1 to 10.

use std::fmt;
use std::str::FromStr;

use clocks::Side;
use protocol::clip;
use thiserror::Error;

/// The number of files.
pub const FILES: u8 = 9;
/// The number of ranks.
pub const RANKS: u8 = 10;
/// The number of points.
pub const POINTS: usize = 90;

/// A set of points: bit `9 * rank + file`.
pub type Set = u128;

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The point on this file and rank, both from 0 and seen by Red.
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < FILES && rank < RANKS).then_some(Self(FILES * rank + file))
    }

    /// The point with this number.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < POINTS).then_some(Self(index as u8))
    }

    /// All points.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// The number of the point, `9 * rank + file`.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The file, from 0.
    #[inline]
    pub fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, from 0.
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The set of this point alone.
    #[inline]
    pub fn set(self) -> Set {
        1 << self.0
    }

    /// The point that is so many files and ranks away, if it is on the board.
    pub fn offset(self, (files, ranks): (i8, i8)) -> Option<Self> {
        Self::new(self.file().checked_add_signed(files)?, self.rank().checked_add_signed(ranks)?)
    }

    /// The same point as the other player sees it.
    #[inline]
    pub fn turned(self) -> Self {
        Self(POINTS as u8 - 1 - self.0)
    }

    /// The point as a side sees it: Red's own view is the usual one.
    #[inline]
    pub fn seen_by(self, side: Side) -> Self {
        if side == Side::First { self } else { self.turned() }
    }

    /// The point on the other side of the middle file.
    #[inline]
    pub fn mirrored(self) -> Self {
        Self(self.0 + FILES - 1 - 2 * self.file())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

/// The points of a set, in the order of their numbers.
#[inline]
pub fn squares(set: Set) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let square = Square(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            square
        })
    })
}

/// The number with which ranks begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// 0 to 9, as in UCCI and in Pikafish's dialect of UCI.
    FromZero,
    /// 1 to 10, as in Fairy-Stockfish's dialect of UCI and in the Go Text Protocol.
    FromOne,
}

impl Ranks {
    fn first(self) -> u8 {
        match self {
            Self::FromZero => 0,
            Self::FromOne => 1,
        }
    }

    /// The name of a point.
    pub fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + square.file()), square.rank() + self.first())
    }

    /// The name of a move.
    pub fn name_of_move(self, mv: Move) -> String {
        self.name(mv.from) + &self.name(mv.to)
    }

    /// Reads a move.
    ///
    /// # Errors
    /// If the text is no move.
    pub fn read_move(self, text: &str) -> Result<Move, MoveError> {
        self.move_in(text).ok_or_else(|| MoveError(clip(text)))
    }

    fn move_in(self, text: &str) -> Option<Move> {
        let second = 1 + text.bytes().skip(1).position(|byte| byte.is_ascii_alphabetic())?;
        let (from, to) = text.split_at_checked(second)?;
        Some(Move { from: self.square_in(from)?, to: self.square_in(to)? })
    }

    /// Reads a point, in small letters.
    pub fn square_in(self, text: &str) -> Option<Square> {
        let (letter, rank) = text.split_at_checked(1)?;
        let file = letter.bytes().next()?.checked_sub(b'a')?;
        let is_plain = rank.bytes().all(|byte| byte.is_ascii_digit()) && rank.len() <= 2;
        let rank: u8 = rank.parse().ok().filter(|_| is_plain)?;
        Square::new(file, rank.checked_sub(self.first())?)
    }
}

/// A move of a piece from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The point that the piece leaves.
    pub from: Square,
    /// The point that it goes to.
    pub to: Square,
}

impl Move {
    /// A number for each move, below 8100.
    #[inline]
    pub fn index(self) -> usize {
        self.from.index() * POINTS + self.to.index()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Ranks::FromZero.name_of_move(*self))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Ranks::FromZero.read_move(text)
    }
}

/// The text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a move such as h2e2, got '{0}'")]
pub struct MoveError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_two_notations() {
        let mv: Move = "h2e9".parse().unwrap();
        assert_eq!((mv.from.file(), mv.from.rank(), mv.to.file(), mv.to.rank()), (7, 2, 4, 9));
        assert_eq!(
            (mv.to_string().as_str(), Ranks::FromOne.name_of_move(mv)),
            ("h2e9", "h3e10".into())
        );
        assert_eq!(Ranks::FromOne.read_move("h3e10"), Ok(mv));
        for text in ["", "h2", "h2e", "h2e10", "j2e2", "h2é", "é", "h2e2q", "h+2e2", "hhee", "2h2e"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert!(Ranks::FromOne.read_move("h0e2").is_err());
        assert_eq!(
            "h2x2".parse::<Move>().unwrap_err().to_string(),
            "expected a move such as h2e2, got 'h2x2'"
        );
    }

    #[test]
    fn points_are_turned_and_mirrored() {
        for square in Square::all() {
            assert_eq!(square.turned().turned(), square);
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(
                (square.turned().rank(), square.mirrored().rank()),
                (9 - square.rank(), square.rank())
            );
            assert_eq!(square.turned().file(), square.mirrored().file());
            assert_eq!(Square::from_index(square.index()), Some(square));
        }
        let set = Square::all().step_by(7).fold(0, |set, square| set | square.set());
        assert!(squares(set).eq(Square::all().step_by(7)));
    }
}
