//! The ownership estimate of a position, made from a few playouts before a search.

use std::marker::PhantomData;

use super::playout::{Playout, PlayoutLimits};
use super::policy::PlayoutPolicy;
use crate::board::Position;
use crate::dispatch::{self, Work};
use crate::vocabulary::{Color, Geometry, Point, Random};

/// How often each player owns each point of a position at the end of a few playouts.
#[derive(Clone, Debug)]
pub struct OwnershipEstimate<G: Geometry> {
    /// For each point, indexed by its bit, the number of playouts in which Black owned the point
    /// minus the number in which White owned it. Empty if nothing is known.
    leads: Vec<i32>,
    geometry: PhantomData<G>,
}

impl<G: Geometry> OwnershipEstimate<G> {
    /// The estimate of a position about which nothing is known.
    pub const UNKNOWN: Self = Self { leads: Vec::new(), geometry: PhantomData };
    /// The number of playouts, which is small enough that they take only a negligible part of a
    /// search's time.
    const PLAYOUTS: i32 = 32;

    /// Estimates the ownership in a position by running playouts that follow a policy.
    pub fn of<P: PlayoutPolicy>(policy: &P, position: &Position<G>, random: Random) -> Self {
        dispatch::run(Estimation { policy, position, random })
    }

    /// Black's mean lead over White, in points, at the end of the playouts; 0 if nothing is known.
    pub fn lead(&self) -> f32 {
        self.leads.iter().sum::<i32>() as f32 / Self::PLAYOUTS as f32
    }

    /// The fraction of the playouts in which `color` owned a point, on a scale from 0 (never) to
    /// `most` (always), or `None` if nothing is known.
    #[inline(always)]
    pub fn share(&self, color: Color, point: Point, most: u8) -> Option<u8> {
        let lead = self.leads.get(point.bit())? * color.sign() as i32;
        Some(((lead + Self::PLAYOUTS) * i32::from(most) / (2 * Self::PLAYOUTS)) as u8)
    }
}

/// The computation that runs the playouts for an estimate.
struct Estimation<'a, G: Geometry, P> {
    policy: &'a P,
    position: &'a Position<G>,
    random: Random,
}

impl<G: Geometry, P: PlayoutPolicy> Work for Estimation<'_, G, P> {
    type Output = OwnershipEstimate<G>;

    #[inline(always)]
    fn run(mut self) -> OwnershipEstimate<G> {
        let limits = PlayoutLimits::of(self.position.board().size());
        let mut playout = Playout::new(self.policy, limits);
        let mut position = self.position.clone();
        let mut leads = vec![0; G::CELLS];
        for _ in 0..OwnershipEstimate::<G>::PLAYOUTS {
            position.clone_from(self.position);
            let area = playout.run(&mut position, &mut self.random, &mut ()).area;
            for color in Color::BOTH {
                for point in &area[color] {
                    leads[point.bit()] += color.sign() as i32;
                }
            }
        }
        OwnershipEstimate { leads, geometry: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::knowledge::idle::Idle;
    use crate::vocabulary::Nine;

    #[test]
    fn each_player_is_as_sure_as_the_playouts_end() {
        let row = "X X . O . . . . .\n";
        let board = Board::<Nine>::from_diagram(&row.repeat(9)).unwrap();
        let position = Position::from_board(board, Color::White);
        let estimate = OwnershipEstimate::of(&Idle, &position, Random::new(1, 1));
        let share = |color, vertex: &str| {
            estimate.share(color, Point::of::<Nine>(vertex.parse().unwrap()), 10)
        };
        assert_eq!((share(Color::Black, "A1"), share(Color::White, "A1")), (Some(10), Some(0)));
        assert_eq!((share(Color::Black, "H5"), share(Color::White, "H5")), (Some(0), Some(10)));
        assert_eq!(share(Color::Black, "C5"), Some(5), "it is nobody's");
        assert_eq!((estimate.lead(), OwnershipEstimate::<Nine>::UNKNOWN.lead()), (-36.0, 0.0));
        let point = Point::of::<Nine>("A1".parse().unwrap());
        assert_eq!(OwnershipEstimate::<Nine>::UNKNOWN.share(Color::Black, point, 10), None);
    }
}
