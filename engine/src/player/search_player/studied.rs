//! The position that a player's last report is about.

use std::time::Duration;

use crate::rules::{GameState, Rules};
use crate::vocabulary::{Color, Move, Vertex};

/// The position of the last report, and the time spent on it.
pub(super) struct Studied {
    pub(super) setup: Vec<(Color, Vertex)>,
    pub(super) moves: Vec<(Color, Move)>,
    pub(super) rules: Rules,
    pub(super) komi: f64,
    pub(super) color: Color,
    pub(super) time: Duration,
}

impl Studied {
    pub(super) fn is_about(&self, game: &GameState, color: Color) -> bool {
        self.moves == game.moves()
            && self.setup == game.setup()
            && self.rules == game.rules()
            && self.komi == game.full_komi()
            && self.color == color
    }
}
