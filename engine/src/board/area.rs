//! Who owns what, when all stones on the board count as alive.

use super::Board;
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry};

impl<G: Geometry> Board<G> {
    /// Each player's area: its stones and the empty points from which only its stones are reached.
    #[inline]
    pub fn area(&self) -> ByColor<Bitboard<G>> {
        let reach = |color| self.stones[color].neighbours().flood(&self.empty);
        let (black, white) = (reach(Color::Black), reach(Color::White));
        ByColor::new(
            self.stones[Color::Black] | (black - white),
            self.stones[Color::White] | (white - black),
        )
    }

    /// Black's area less White's, in points, without komi.
    #[inline]
    pub fn area_score(&self) -> i32 {
        let area = self.area();
        area[Color::Black].count() as i32 - area[Color::White].count() as i32
    }
}
