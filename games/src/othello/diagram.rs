//! Positions as text, in the format of the FFO test files: the 64 squares row by row (`X` black,
//! `O` white, `-` or `.` empty), a space, and the player to move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;

/// The colour of a player. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Black, written as `X`.
    Black,
    /// White, written as `O`.
    White,
}

impl Color {
    /// The other colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The letter of the colour's discs.
    const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

/// A board with the colour of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// The discs, from the perspective of the player to move.
    pub board: Board,
    /// The player to move.
    pub to_move: Color,
}

/// The text is not a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// The first word is too short or too long.
    #[error("expected 64 squares, got {0}")]
    Length(usize),
    /// A square has an unknown letter.
    #[error("square {square}: expected X, O, - or ., got '{found}'")]
    Square {
        /// The number of the square, from 1.
        square: usize,
        /// The letter.
        found: char,
    },
    /// The second word is missing, or is neither X nor O.
    #[error("player to move: expected X or O, got '{0}'")]
    Player(String),
    /// There are more than two words.
    #[error("expected nothing after the player to move, got '{0}'")]
    Rest(String),
}

impl Diagram {
    /// The start of a game.
    pub const START: Self = Self { board: Board::START, to_move: Color::Black };

    /// The discs of a colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> u64 {
        if color == self.to_move { self.board.own() } else { self.board.opponent() }
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut words = text.split_whitespace();
        let squares = words.next().unwrap_or_default();
        let (mut black, mut white) = (0_u64, 0_u64);
        let length = squares.chars().count();
        if length != 64 {
            return Err(DiagramError::Length(length));
        }
        for (at, found) in squares.chars().enumerate() {
            match found {
                'X' | 'x' | '*' => black |= 1 << at,
                'O' | 'o' => white |= 1 << at,
                '-' | '.' => {}
                _ => return Err(DiagramError::Square { square: at + 1, found }),
            }
        }
        let (own, opponent, to_move) = match words.next().unwrap_or_default() {
            "X" | "x" | "*" => (black, white, Color::Black),
            "O" | "o" => (white, black, Color::White),
            other => return Err(DiagramError::Player(other.to_owned())),
        };
        if let Some(rest) = words.next() {
            return Err(DiagramError::Rest(rest.to_owned()));
        }
        let board = Board::new(own, opponent).unwrap_or(Board::START);
        Ok(Self { board, to_move })
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..64 {
            let has = |color| self.discs(color) >> square & 1 == 1;
            let colors = [Color::Black, Color::White];
            let letter = colors.into_iter().find(|&color| has(color)).map_or('-', Color::letter);
            write!(f, "{letter}")?;
        }
        write!(f, " {}", self.to_move.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_and_read() {
        assert_eq!(Diagram::START.to_string(), START);
        assert_eq!(START.parse(), Ok(Diagram::START));
        assert_eq!(START.replace('-', ".").to_lowercase().parse(), Ok(Diagram::START));
        let white = START.replace(" X", " O").parse::<Diagram>().unwrap();
        assert_eq!(white.to_string(), START.replace(" X", " O"));
        assert_eq!(white.board, Board::START.pass());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |text: &str| text.parse::<Diagram>().unwrap_err().to_string();
        assert_eq!(message("--- X"), "expected 64 squares, got 3");
        let question = START.replacen('-', "?", 1);
        assert_eq!(message(&question), "square 1: expected X, O, - or ., got '?'");
        let player = "player to move: expected X or O, got ";
        assert_eq!(message(&START.replace(" X", "")), format!("{player}''"));
        assert_eq!(message(&START.replace(" X", " black")), format!("{player}'black'"));
        let rest = format!("{START} O");
        assert_eq!(message(&rest), "expected nothing after the player to move, got 'O'");
    }
}
