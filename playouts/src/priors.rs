//! What moves are worth before they are simulated.

use engine::board::Position;
use engine::knowledge::{Candidate, OwnershipEstimate, Prior, PriorKnowledge};
use engine::vocabulary::Geometry;

use crate::features::View;
use crate::table::Table;

/// No knowledge of moves: all are worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenPriors;

impl PriorKnowledge for EvenPriors {
    fn add_priors<G: Geometry>(
        &self,
        _: &Position<G>,
        _: &OwnershipEstimate<G>,
        candidates: &mut [Candidate],
    ) {
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
        Self { even: 10.0, pass: 10.0, features: 200.0 }
    }
}

impl Weights {
    fn pass(&self) -> Prior {
        Prior::new(self.pass, -0.8)
    }

    fn even(&self) -> Prior {
        Prior::new(self.even, 0.0)
    }

    /// What a move with this chance to be the best is worth.
    fn of_chance(&self, chance: f32) -> Prior {
        let mut prior = self.even();
        prior.add(Prior::new(self.features * chance.sqrt(), 1.0));
        prior
    }
}

/// Knowledge learned from games: the weights of what a move is, does and stands near to.
#[derive(Clone, Copy, Debug, Default)]
pub struct LearnedPriors {
    weights: Weights,
    /// The table to ask instead of those built in.
    table: Option<&'static Table>,
}

impl LearnedPriors {
    /// Knowledge that counts so much, from `table` or from those built in.
    pub fn new(weights: Weights, table: Option<&'static Table>) -> Self {
        Self { weights, table }
    }
}

impl PriorKnowledge for LearnedPriors {
    fn add_priors<G: Geometry>(
        &self,
        position: &Position<G>,
        estimate: &OwnershipEstimate<G>,
        candidates: &mut [Candidate],
    ) {
        let built_in = || Table::of_size(position.board().size());
        let table = self.table.unwrap_or_else(built_in);
        let unknown = OwnershipEstimate::UNKNOWN;
        let estimate = if table.knows_owners() { estimate } else { &unknown };
        let view = View::new(position, estimate, table.knows_nets());
        // What is known of the moves waits in the candidates for the largest, then for the sum.
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
            candidate.prior.games = (candidate.prior.games - largest).exp();
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
