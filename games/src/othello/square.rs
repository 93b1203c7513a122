//! Moves and their notation: `d3` for the fourth column and the third row from the top, or `pass`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A move to a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a move such as d3 or pass, got '{0}'")]
pub struct MoveError(String);

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Self = Self(64);

    /// Creates the move to a square, `row * 8 + column` from a1 at the top left, or returns `None`
    /// if the number is 64 or more.
    #[must_use]
    pub const fn to(square: u8) -> Option<Self> {
        if square < 64 { Some(Self(square)) } else { None }
    }

    /// The square of the move, or `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }

    /// The number of the square, or 64 for a pass.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::PASS);
        }
        match text.as_bytes() {
            [column, row @ b'1'..=b'8'] if matches!(column.to_ascii_lowercase(), b'a'..=b'h') => {
                Ok(Self((row - b'1') * 8 + (column.to_ascii_lowercase() - b'a')))
            }
            _ => Err(MoveError(text.to_owned())),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => {
                write!(f, "{}{}", char::from(b'a' + square % 8), char::from(b'1' + square / 8))
            }
            None => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_its_notation() {
        for index in 0..=64 {
            let mv = Move::to(index).unwrap_or(Move::PASS);
            assert_eq!(mv.index(), usize::from(index));
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
        }
        assert_eq!("d3".parse(), Ok(Move(19)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "d", "d9", "i1", "d33", "ä1", "passt", " d3"] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("expected a move such as d3 or pass, got '{text}'")
            );
        }
    }
}
