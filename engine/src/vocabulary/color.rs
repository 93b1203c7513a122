//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// The colour of a stone or of a player. An empty point is `Option::<Color>::None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Black, who moves first.
    Black = 0,
    /// White, who receives komi.
    White = 1,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline(always)]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `B` or `W`, as in results and game records.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// `+1` for Black and `-1` for White: the factor that converts a value between Black's
    /// perspective and this player's.
    #[inline(always)]
    pub const fn sign(self) -> f32 {
        match self {
            Self::Black => 1.0,
            Self::White => -1.0,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A value for each player, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// Creates a pair from Black's value and White's value.
    pub const fn new(black: T, white: T) -> Self {
        Self([black, white])
    }

    /// Both values, Black's first.
    pub fn into_pair(self) -> (T, T) {
        let [black, white] = self.0;
        (black, white)
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
