//! The two sides of a clock.

use std::ops::{Index, IndexMut, Not};

/// One of the two players. A game converts its own colours to this type, and the methods of a
/// [`Clock`](crate::Clock) accept either type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first.
    First,
    /// The other player.
    Second,
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    first: T,
    second: T,
}

impl<T> BySide<T> {
    /// Creates a pair from the values of the first and the second side.
    pub fn new(first: T, second: T) -> Self {
        Self { first, second }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
