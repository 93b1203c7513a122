//! The use that alpha-beta makes of its table: which values it stores, and which it takes from
//! there.

use super::AlphaBeta;
use crate::bounds_record::BoundsRecord;
use crate::conditions::{Condition, Conditional};
use crate::dependence::Dependence;
use crate::game::{Bounds, Score, Scored};
use crate::value::{ScoreBound, Value, WindowQuery};
use crate::won::{from_position, from_root, is_decisive};

/// The depth recorded for a result that does not depend on the search depth.
const SETTLED: u32 = u32::MAX;

impl<G: Scored> AlphaBeta<G> {
    /// The table's record of a position `ply` moves after the root, with bounds counted from the
    /// root.
    pub(super) fn known(&self, key: u64, ply: usize) -> Option<BoundsRecord<G::Move>> {
        let known = self.table.find(key)?;
        Some(known.with_bounds(|score| from_root::<G>(score, ply)))
    }

    /// The best move of a position `ply` moves after the root, if the game goes on there and the
    /// table knows its score to be this one.
    pub(super) fn best_known(&self, game: &G, score: Score, ply: usize) -> Option<G::Move> {
        let known = self.known(self.key(game), ply)?;
        let is_expected = (known.low, known.high) == (score, score);
        let goes_on = game.repeats().is_none() && !game.bounds().are_equal();
        known.best.filter(|_| is_expected && goes_on).map(|mv| game.actual(mv))
    }

    /// Stores a result together with the condition under which it holds.
    pub(super) fn store(
        &mut self,
        query: WindowQuery,
        bounds: Bounds,
        value: Value,
        best: Option<G::Move>,
    ) {
        let WindowQuery { key, repetitions, window, depth, ply } = query;
        // A condition lists positions but not the moves between them, and the value of a repetition
        // may depend on these moves.
        if value.dependence != Dependence::NONE && !repetitions.are_equal() {
            return;
        }
        // An estimate holds on every path.
        let depends = if value.is_estimate { Dependence::NONE } else { value.dependence };
        let Some(condition) = self.conditions.store(depends, &self.path_keys) else { return };
        let depth = if value.is_estimate { depth } else { SETTLED };
        let Bounds { low, high } = bounds;
        let mut known =
            BoundsRecord { low, high, depth, iteration: self.iteration, best, condition };
        if value.score > window.alpha {
            known.low = low.max(value.score);
        }
        if value.score < window.beta {
            known.high = high.min(value.score);
        }
        if let Some(old) = self.known(key, ply) {
            // Results of searches to the same depth are consistent, unless one of the searches used
            // an entry from a deeper search.
            let is_comparable = depth == SETTLED || old.iteration == self.iteration;
            let agree = old.low <= known.high && known.low <= old.high;
            if old.depth == depth && is_comparable && agree {
                let is_free = |is_least| {
                    old.conditional(key, old.bound(is_least, repetitions)).condition
                        == Condition::NONE
                };
                known.low = if is_free(true) { known.low.max(old.low) } else { known.low };
                known.high = if is_free(false) { known.high.min(old.high) } else { known.high };
            }
            if value.score <= window.alpha {
                // No move caused a cutoff, so the best move of the earlier search is more
                // informative.
                known.best = old.best.or(best);
            }
        }
        self.table.store(key, known.with_bounds(|score| from_position::<G>(score, ply)));
    }

    /// Returns the value in the table if it answers the query.
    pub(super) fn stored_answer(
        &self,
        known: BoundsRecord<G::Move>,
        query: WindowQuery,
    ) -> Option<Value> {
        let WindowQuery { key, repetitions, window, depth, .. } = query;
        let is_settled = known.depth == SETTLED;
        if !is_settled && (known.depth < depth || known.iteration != self.iteration) {
            return None;
        }
        let stored_value = |is_least| {
            let claim = known.bound(is_least, repetitions);
            self.dependence_if_met(known.conditional(key, claim)).map(|dependence| Value {
                score: claim.score,
                is_estimate: !is_settled,
                dependence,
            })
        };
        if known.low >= known.high {
            let (least, most) = (stored_value(true)?, stored_value(false)?);
            Some(Value { dependence: least.dependence.and(most.dependence), ..least })
        } else if known.low >= window.beta {
            stored_value(true)
        } else if known.high <= window.alpha {
            stored_value(false)
        } else {
            None
        }
    }

    /// Returns the positions on the current path that a stored bound depends on, or `None` if the
    /// bound's condition is not met.
    fn dependence_if_met(&self, known: Conditional<ScoreBound>) -> Option<Dependence> {
        // The positions that a condition lists are at other distances from the end.
        if known.condition != Condition::NONE && is_decisive::<G>(known.claim.score) {
            return None;
        }
        self.conditions.dependence_if_met(&self.path_keys, known, |key, claim| {
            let known = self.table.find(key)?;
            let found = known.bound(claim.is_least, claim.repetitions);
            let is_as_good = match claim.is_least {
                true => found.score >= claim.score,
                false => found.score <= claim.score,
            };
            (known.depth == SETTLED && is_as_good).then(|| known.conditional(key, found))
        })
    }
}
