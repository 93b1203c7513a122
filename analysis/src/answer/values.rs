//! Converts values to the requested perspective and rounds them. A few decimal places are as
//! precise as the search, and they keep answers with the ownership of hundreds of points short.

use engine::player::ownership_deviations;
use engine::vocabulary::Color;

/// The perspective from which values are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The player whose perspective it is.
    color: Color,
    /// Whether this player is the one to move, whose perspective the search takes.
    is_to_move: bool,
}

impl View {
    /// The perspective of `color` in a position with this player to move.
    pub(super) fn new(color: Color, to_move: Color) -> Self {
        Self { color, is_to_move: color == to_move }
    }

    /// A win rate, given that of the player to move.
    pub(super) fn share(self, share: f32) -> f64 {
        rounded(if self.is_to_move { share } else { 1.0 - share })
    }

    /// A lead in points, given that of the player to move.
    pub(super) fn points(self, lead: f32) -> f64 {
        rounded(if self.is_to_move { lead } else { -lead })
    }

    /// The owner of each point, given Black's ownership.
    pub(super) fn owned(self, ownership: &[f32]) -> Vec<f64> {
        ownership.iter().map(|own| coarse(own * self.color.sign())).collect()
    }
}

/// A win rate on the scale from -1 to 1.
pub(super) fn utility(rate: f64) -> f64 {
    to_places(2.0 * rate - 1.0, 1e6)
}

/// The standard deviation of each point's owner.
pub(super) fn spread(ownership: &[f32]) -> Vec<f64> {
    ownership_deviations(ownership).map(coarse).collect()
}

/// A value with six decimal places.
pub(super) fn rounded(value: f32) -> f64 {
    to_places(f64::from(value), 1e6)
}

/// A value with four decimal places.
fn coarse(value: f32) -> f64 {
    to_places(f64::from(value), 1e4)
}

fn to_places(value: f64, scale: f64) -> f64 {
    // Adding zero avoids a negative zero.
    (value * scale).round() / scale + 0.0
}
