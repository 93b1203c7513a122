//! What is read of the root before it is searched, as knowledge of moves.

use std::time::Instant;

use super::params::SearchParams;
use super::request::SearchRequest;
use crate::board::Position;
use crate::knowledge::{Candidate, Prior};
use crate::reading::{Critical, Lookout};
use crate::vocabulary::Geometry;
use classical::Budget;

/// The positions that are read where neither simulations nor time are limited.
const WITHOUT_LIMIT: u64 = 5_000;
/// One by the simulations that take as long as the reading of a position.
const POSITIONS_PER_SIMULATION: f32 = 4.0;

/// The chains and groups that one move decides at the root. They stay critical below it where nothing
/// has changed around them.
#[derive(Clone, Debug)]
pub(super) struct Foresight<G: Geometry> {
    lookout: Lookout<G>,
    critical: Vec<Critical<G>>,
    /// How many games it counts as that a move decides something; 0 is without reading.
    games: f32,
}

impl<G: Geometry> Foresight<G> {
    pub(super) fn new(params: &SearchParams) -> Self {
        Self { lookout: Lookout::default(), critical: Vec::new(), games: params.critical }
    }

    /// Whether anything is read at all.
    pub(super) fn is_on(&self) -> bool {
        self.games > 0.0
    }

    /// Reads the root, in a share of the time or the simulations of its search.
    pub(super) fn look(&mut self, root: &Position<G>, request: &SearchRequest<'_>, share: f32) {
        if !self.is_on() {
            return;
        }
        let mut budget = part_for_reading(request, share);
        self.lookout.look(root, &mut budget);
        self.critical = self.lookout.critical().copied().collect();
        log::debug!("{} positions read, {} critical", budget.spent(), self.critical.len());
    }

    /// Adds to the moves of a position what is known of them.
    pub(super) fn judge(&self, position: &Position<G>, candidates: &mut [Candidate]) {
        for critical in &self.critical {
            let point = critical.move_for(position.to_move(), position.board());
            let Some(point) = point else { continue };
            let deciding = candidates.iter_mut().find(|candidate| candidate.point == Some(point));
            if let Some(candidate) = deciding {
                candidate.prior.add(Prior::new(self.games, 1.0));
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.lookout = Lookout::default();
        self.critical.clear();
    }
}

/// What may be read in a share of what a search may take, 0 to 1.
pub(super) fn part_for_reading<'a>(request: &SearchRequest<'a>, share: f32) -> Budget<'a> {
    let limits = &request.limits;
    let positions =
        |simulations: u64| (simulations as f32 * share * POSITIONS_PER_SIMULATION) as u64;
    let mut budget = match (limits.simulations(0), limits.time) {
        (Some(simulations), _) => Budget::nodes(positions(simulations)),
        (None, Some(_)) => Budget::unlimited(),
        (None, None) => Budget::nodes(WITHOUT_LIMIT),
    };
    let time = limits.time.map(|time| time.soft.mul_f32(share));
    budget.deadline = time.and_then(|time| Instant::now().checked_add(time));
    budget.stop = request.stop;
    budget
}
