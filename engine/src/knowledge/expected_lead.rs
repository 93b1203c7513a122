//! The expected lead in a position, found by a few playouts before a search.

use super::playout::{Playout, PlayoutLimits};
use super::policy::PlayoutPolicy;
use crate::board::Position;
use crate::dispatch::{self, Work};
use crate::vocabulary::{Geometry, Random};

/// The number of playouts, which is small enough that they take only a negligible part of a
/// search's time.
const PLAYOUTS: i32 = 32;

/// Black's mean lead over White, in points without komi, at the end of a few playouts from
/// `position` that follow a policy.
pub(crate) fn expected_lead<G: Geometry, P: PlayoutPolicy>(
    policy: &P,
    position: &Position<G>,
    random: Random,
) -> f32 {
    dispatch::run(Expectation { policy, position, random })
}

/// The computation that runs the playouts.
struct Expectation<'a, G: Geometry, P> {
    policy: &'a P,
    position: &'a Position<G>,
    random: Random,
}

impl<G: Geometry, P: PlayoutPolicy> Work for Expectation<'_, G, P> {
    type Output = f32;

    #[inline(always)]
    fn run(mut self) -> f32 {
        let limits = PlayoutLimits::of(self.position.board().size());
        let mut playout = Playout::new(self.policy, limits);
        let mut position = self.position.clone();
        let mut leads = 0;
        for _ in 0..PLAYOUTS {
            position.clone_from(self.position);
            leads += playout.run(&mut position, &mut self.random, &mut ()).score();
        }
        leads as f32 / PLAYOUTS as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::knowledge::idle::Idle;
    use crate::vocabulary::{Color, Nine};

    #[test]
    fn the_lead_is_that_at_the_end_of_the_playouts() {
        let row = "X X . O . . . . .\n";
        let board = Board::<Nine>::from_diagram(&row.repeat(9)).unwrap();
        let position = Position::from_board(board, Color::White);
        assert_eq!(expected_lead(&Idle, &position, Random::new(1, 1)), -36.0);
    }
}
