//! The priors of moves: their values before they are simulated.

use engine::board::Position;
use engine::knowledge::{Candidate, Prior, PriorKnowledge};
use engine::vocabulary::Geometry;

use crate::features::View;
use crate::table::Table;

/// No knowledge: all moves except a pass have the same prior.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenPriors;

impl PriorKnowledge for EvenPriors {
    fn add_priors<G: Geometry>(&self, _: &Position<G>, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let weights = Weights::default();
            let is_pass = candidate.point.is_none();
            candidate.prior.add(if is_pass { weights.pass() } else { weights.even() });
        }
    }
}

/// The weight of each kind of knowledge, measured in games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weight of the even prior, in which half of the games are won. Every move except a pass
    /// has this prior, which other knowledge must outweigh.
    pub even: f32,
    /// The weight of the prior of a pass, in which one game in ten is won.
    pub pass: f32,
    /// The weight of the prior based on the features, in which all games are won. This is the
    /// weight for a move that is certain to be the best. For other moves, it is multiplied by the
    /// square root of the probability that the move is the best.
    pub features: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { even: 10.0, pass: 10.0, features: 200.0 }
    }
}

impl Weights {
    fn pass(&self) -> Prior {
        Prior::new(self.pass, Prior::VALUE_OF_PASS)
    }

    fn even(&self) -> Prior {
        Prior::new(self.even, 0.0)
    }

    /// The prior of a move with this probability of being the best.
    fn of_chance(&self, chance: f32) -> Prior {
        let mut prior = self.even();
        prior.add(Prior::new(self.features * chance.sqrt(), 1.0));
        prior
    }
}

/// Knowledge learned from games: the weights of features.
#[derive(Clone, Copy, Debug, Default)]
pub struct LearnedPriors {
    weights: Weights,
    /// The table to use in place of the built-in ones.
    table: Option<&'static Table>,
}

impl LearnedPriors {
    /// Creates knowledge with these weights, based on `table`, or on the built-in tables if `table`
    /// is `None`.
    pub fn new(weights: Weights, table: Option<&'static Table>) -> Self {
        Self { weights, table }
    }
}

impl PriorKnowledge for LearnedPriors {
    fn add_priors<G: Geometry>(&self, position: &Position<G>, candidates: &mut [Candidate]) {
        let built_in = || Table::of_size(position.board().size());
        let table = self.table.unwrap_or_else(built_in);
        let view = View::new(position, table.knows_nets());
        // The candidates' priors temporarily store the values of the moves until the largest value
        // is known, and then the strengths until their sum is known.
        let mut largest = f32::MIN;
        for candidate in &mut *candidates {
            if let Some(point) = candidate.point {
                let mut sum = 0.0;
                view.describe(point, |feature| {
                    let weight = table.weight(feature);
                    sum += weight.unwrap_or(0.0);
                    weight.is_some()
                });
                candidate.prior.games = sum;
                largest = largest.max(sum);
            }
        }
        let mut all = 0.0;
        for candidate in candidates.iter_mut().filter(|candidate| candidate.point.is_some()) {
            candidate.prior.games = libm::expf(candidate.prior.games - largest);
            all += candidate.prior.games;
        }
        for candidate in candidates {
            candidate.prior = match candidate.point {
                None => self.weights.pass(),
                Some(_) => self.weights.of_chance(candidate.prior.games / all),
            };
        }
    }
}
