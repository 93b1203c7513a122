//! What moves are worth before they are simulated.

use engine::board::Position;
use engine::policy::{Candidate, Prior, PriorKnowledge};
use engine::vocabulary::Geometry;

use crate::features::Scene;

/// No knowledge of moves: all are worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenPriors;

impl<G: Geometry> PriorKnowledge<G> for EvenPriors {
    fn judge(&self, _position: &Position<G>, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let weights = Weights::default();
            let is_pass = candidate.point.is_none();
            candidate.prior.add(if is_pass { weights.pass() } else { weights.even() });
        }
    }
}

/// As how many games knowledge counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Every move, half of these games won: the others weigh against it.
    pub even: f32,
    /// A pass, one game of ten won.
    pub pass: f32,
    /// What a move would have, were it the best with certainty, all won; others have the square root
    /// of their chance of it.
    pub features: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { even: 10.0, pass: 10.0, features: 250.0 }
    }
}

impl Weights {
    fn pass(&self) -> Prior {
        Prior::new(self.pass, -0.8)
    }

    fn even(&self) -> Prior {
        Prior::new(self.even, 0.0)
    }
}

/// Knowledge set by hand: what moves do, where they stand, and how strong each of it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandPriors {
    weights: Weights,
}

impl HandPriors {
    /// Knowledge that counts so much.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }
}

impl<G: Geometry> PriorKnowledge<G> for HandPriors {
    fn judge(&self, position: &Position<G>, candidates: &mut [Candidate]) {
        let weights = &self.weights;
        let scene = Scene::new(position);
        let mut sum = 0.0;
        // The strengths wait in the candidates for their sum.
        for candidate in &mut *candidates {
            if let Some(point) = candidate.point {
                let strength = scene.features(point).strength();
                candidate.prior.games = strength;
                sum += strength;
            }
        }
        for candidate in candidates {
            if candidate.point.is_none() {
                candidate.prior.add(weights.pass());
                continue;
            }
            let chance = candidate.prior.games / sum;
            candidate.prior = weights.even();
            candidate.prior.add(Prior::new(weights.features * chance.sqrt(), 1.0));
        }
    }
}
