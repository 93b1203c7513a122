//! What a search has found out about moves, for the playouts that it makes.

use crate::vocabulary::{ByColor, Color, Geometry, Point, PointMap};

/// How the moves of both players did in the simulations of a search, near the position from which a
/// playout starts.
#[derive(Clone, Debug)]
pub struct Experience<G: Geometry> {
    values: ByColor<PointMap<G, f32>>,
    known: ByColor<bool>,
}

impl<G: Geometry> Experience<G> {
    /// Nothing is known.
    pub fn none() -> Self {
        let none = PointMap::filled(0.0);
        Self { values: ByColor::new(none, none), known: ByColor::default() }
    }

    /// Forgets what is known of moves of `color`.
    #[inline(always)]
    pub fn forget(&mut self, color: Color) {
        if self.known[color] {
            self.values[color] = PointMap::filled(0.0);
            self.known[color] = false;
        }
    }

    /// Takes down how much better than others a move of `color` did, in values of -1 to 1 for that
    /// player.
    #[inline(always)]
    pub fn tell(&mut self, color: Color, point: Point, value: f32) {
        self.values[color][point] = value;
        self.known[color] = true;
    }

    /// Whether anything is known of moves of `color`.
    #[inline(always)]
    pub fn knows(&self, color: Color) -> bool {
        self.known[color]
    }

    /// The better of two moves of `color`; the first where nothing is known of both. A move of which
    /// nothing is known is as good as the others in the mean.
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
        let mut experience = Experience::<Nine>::none();
        assert!(Color::BOTH.into_iter().all(|color| !experience.knows(color)));
        experience.tell(Color::White, a, -0.5);
        experience.tell(Color::White, b, 0.25);
        assert!(experience.knows(Color::White) && !experience.knows(Color::Black));
        assert_eq!(experience.better(Color::White, a, b), b);
        assert_eq!(experience.better(Color::White, c, a), c, "unknown is better than bad");
        assert_eq!(experience.better(Color::White, c, b), b);
        assert_eq!(experience.better(Color::Black, a, b), a);
        experience.forget(Color::White);
        assert!(!experience.knows(Color::White));
        assert_eq!(experience.better(Color::White, a, b), a);
    }
}
