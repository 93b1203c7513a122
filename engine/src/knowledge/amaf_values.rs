//! The AMAF values of moves, which a search collects and its playouts may consult.

use crate::vocabulary::{ByColor, Color, Geometry, Point, PointMap};

/// The all-moves-as-first (AMAF) values of both players' moves, collected near the position from
/// which a playout starts. Each value is relative to the mean value of the same player's known
/// moves (Rimmel, Teytaud and Teytaud, Biasing Monte-Carlo simulations through RAVE values, 2010).
#[derive(Clone, Debug)]
pub struct AmafValues<G: Geometry> {
    values: ByColor<PointMap<G, f32>>,
    known: ByColor<bool>,
}

impl<G: Geometry> AmafValues<G> {
    /// Creates a table in which no value is known.
    pub fn none() -> Self {
        let none = PointMap::filled(0.0);
        Self { values: ByColor::new(none, none), known: ByColor::default() }
    }

    /// Forgets the values of the moves of `color`.
    #[inline(always)]
    pub fn forget(&mut self, color: Color) {
        if self.known[color] {
            self.values[color] = PointMap::filled(0.0);
            self.known[color] = false;
        }
    }

    /// Sets the value of a move of `color`: its AMAF value minus the mean AMAF value of that
    /// player's known moves. AMAF values range from -1 to 1, from that player's perspective.
    #[inline(always)]
    pub fn set(&mut self, color: Color, point: Point, value: f32) {
        self.values[color][point] = value;
        self.known[color] = true;
    }

    /// Whether any move of `color` has a known value.
    #[inline(always)]
    pub fn knows(&self, color: Color) -> bool {
        self.known[color]
    }

    /// The better of two moves of `color`, or the first if neither value is known. A move whose
    /// value is unknown counts as average.
    #[inline(always)]
    pub fn better(&self, color: Color, first: Point, second: Point) -> Point {
        let values = &self.values[color];
        if values[second] > values[first] { second } else { first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Nine;

    #[test]
    fn the_better_move_is_that_of_the_player() {
        let [a, b, c] = ["A1", "B1", "C1"].map(|name| Point::of::<Nine>(name.parse().unwrap()));
        let mut amaf_values = AmafValues::<Nine>::none();
        assert!(Color::BOTH.into_iter().all(|color| !amaf_values.knows(color)));
        amaf_values.set(Color::White, a, -0.5);
        amaf_values.set(Color::White, b, 0.25);
        assert!(amaf_values.knows(Color::White) && !amaf_values.knows(Color::Black));
        assert_eq!(amaf_values.better(Color::White, a, b), b);
        assert_eq!(amaf_values.better(Color::White, c, a), c, "unknown is better than bad");
        assert_eq!(amaf_values.better(Color::White, c, b), b);
        assert_eq!(amaf_values.better(Color::Black, a, b), a);
        amaf_values.forget(Color::White);
        assert!(!amaf_values.knows(Color::White));
        assert_eq!(amaf_values.better(Color::White, a, b), a);
    }
}
