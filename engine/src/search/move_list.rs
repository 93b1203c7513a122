//! The moves of a new node: which moves are included, and in what order.

use super::params::SearchParams;
use super::request::Restriction;
use crate::board::Position;
use crate::knowledge::Candidate;
use crate::vocabulary::{Geometry, Move, Point, Random};

/// Sorts the moves for progressive widening: the pass, which is always searched, comes first,
/// followed by the others in descending order of prior.
pub(super) fn sort_by_prior(params: &SearchParams, candidates: &mut [Candidate]) {
    if params.widening == 0.0 {
        return;
    }
    let promise = |candidate: &Candidate| match candidate.point {
        Some(_) => candidate.prior.value_sum / candidate.prior.games.max(1.0),
        None => f32::INFINITY,
    };
    candidates.sort_by(|one, other| promise(other).total_cmp(&promise(one)));
}

/// Lists the current player's candidate moves in random order, with a pass at the end. Moves that a
/// restriction forbids `ply` moves after the root are left out; if no move remains, the list
/// contains just a pass.
pub(super) fn list_moves<G: Geometry>(
    position: &Position<G>,
    restrictions: &[Restriction],
    ply: usize,
    random: &mut Random,
    candidates: &mut Vec<Candidate>,
) {
    candidates.clear();
    let points = position.board().empty().into_iter();
    let sensible = points.filter(|&point| position.is_sensible(point));
    candidates.extend(sensible.map(|point| Candidate::new(Some(point))));
    for end in (1..candidates.len()).rev() {
        candidates.swap(end, random.below(end + 1));
    }
    candidates.push(Candidate::new(None));
    if !restrictions.is_empty() {
        let is_allowed = |candidate: &Candidate| {
            let mv = Move::from(candidate.point.map(Point::vertex::<G>));
            !restrictions.iter().any(|known| known.forbids(position.to_move(), mv, ply))
        };
        candidates.retain(is_allowed);
        if candidates.is_empty() {
            candidates.push(Candidate::new(None));
        }
    }
}
