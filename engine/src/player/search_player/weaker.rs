//! Play adapted to human opponents: moves that may be weaker than the best one, and a minimum time
//! for each move.

use std::thread;
use std::time::Duration;

use clocks::TimeBudget;

use super::SearchPlayer;
use crate::player::level::{self, Softness};
use crate::player::softening::soften;
use crate::search::{SearchLimits, SearchReport};
use crate::vocabulary::{Color, Move, Random, Vertex};

/// The number of simulations on 9x9 used to evaluate one move.
const LOOKING_SIMULATIONS: u64 = 100;
/// The first random-number stream used to choose moves. It lies beyond the streams that searches
/// use.
const CHOICES: u64 = 1 << 62;
/// The distance between the seeds of two games in succession. It is large and odd, so that
/// neighbouring seeds have no games in common.
const NEXT_GAME: u64 = 0x9e37_79b9_7f4a_7c15;
/// The time between two looks at the stop signal.
const STEP: Duration = Duration::from_millis(10);

impl SearchPlayer {
    /// The seed of the random numbers. Below full strength, where each move begins anew from the
    /// seed, it differs from game to game: the same moves of the opponent would otherwise have the
    /// same answers for as long as the program runs.
    pub(super) fn seed(&self) -> u64 {
        let seed = self.settings.search.seed;
        match self.settings.level.is_full() {
            true => seed,
            false => seed.wrapping_add(self.game_number.wrapping_mul(NEXT_GAME)),
        }
    }

    /// Chooses a move that may be weaker than the best one found by the search.
    pub(super) fn choose_softly(
        &mut self,
        softness: Softness,
        color: Color,
        found: (&SearchReport, Vertex),
        limits: SearchLimits,
    ) -> Vertex {
        let game = self.game.clone();
        let seed = self.seed() ^ game.position().board().hash();
        let mut random = Random::new(seed, CHOICES | game.moves().len() as u64);
        let look = |vertex| self.look_after(color, vertex, limits);
        soften(softness, (&game, color), found, &mut random, look)
    }

    /// The lead of `color`, in points, after a move, as estimated by a short search within these
    /// limits. Returns `None` if the time is up or the search was stopped.
    fn look_after(&mut self, color: Color, vertex: Vertex, limits: SearchLimits) -> Option<f32> {
        let SearchLimits { playouts, time, .. } = limits;
        if self.stop.is_raised() || time.is_some_and(|time| time.remaining().is_zero()) {
            return None;
        }
        self.clear_tree();
        let simulations = level::scaled(LOOKING_SIMULATIONS, self.game.size());
        let simulations = self.worth(simulations);
        let simulations = playouts.into_iter().fold(simulations, u64::min);
        let limits = SearchLimits { time, ..SearchLimits::playouts(simulations) };
        Some(-self.search_after(color, Move::Play(vertex), limits)?.lead)
    }

    /// Waits until the delay is over or the stop signal is raised.
    pub(super) fn keep_back(&self, delay: TimeBudget) {
        while !self.stop.is_raised() && !delay.remaining().is_zero() {
            thread::sleep(delay.remaining().min(STEP));
        }
    }
}
