//! The area of each player if all stones on the board are alive.

use super::Board;
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry};

impl<G: Geometry> Board<G> {
    /// Each player's area: the player's stones and the empty points that only this player's stones
    /// reach.
    #[inline]
    pub fn area(&self) -> ByColor<Bitboard<G>> {
        areas(&self.stones, &self.empty)
    }

    /// Each player's area if every point in `settled` counts for the owner given there, regardless
    /// of what is on the point.
    pub fn area_with(&self, settled: &ByColor<Bitboard<G>>) -> ByColor<Bitboard<G>> {
        let of = |color: Color| (self.stones[color] - settled[!color]) | settled[color];
        let stones = ByColor::new(of(Color::Black), of(Color::White));
        areas(&stones, &(self.empty - settled[Color::Black] - settled[Color::White]))
    }

    /// Black's area minus White's, in points without komi.
    #[inline]
    pub fn area_score(&self) -> i32 {
        lead(&self.area())
    }
}

/// The number of Black's points minus the number of White's points.
#[inline]
pub fn lead<G: Geometry>(area: &ByColor<Bitboard<G>>) -> i32 {
    area[Color::Black].count() as i32 - area[Color::White].count() as i32
}

#[inline]
fn areas<G: Geometry>(stones: &ByColor<Bitboard<G>>, empty: &Bitboard<G>) -> ByColor<Bitboard<G>> {
    let reach = |color| stones[color].neighbours().flood(empty);
    let (black, white) = (reach(Color::Black), reach(Color::White));
    ByColor::new(stones[Color::Black] | (black - white), stones[Color::White] | (white - black))
}
