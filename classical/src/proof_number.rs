//! Depth-first proof-number search (df-pn, Nagai, Df-pn Algorithm for Searching AND/OR Trees and
//! Its Applications, 2002). It always expands the position where the least work is left to prove or
//! disprove the goal.
//!
//! * A child is searched until it is more expensive than the second-best child by a fraction of the
//!   second-best child's cost (the 1+epsilon rule of Pawlewicz and Lew, Improving Depth-First
//!   PN-Search: 1+epsilon Trick, 2006). Otherwise two good children would alternate and push each
//!   other out of the table.
//! * If all children must be proved, the proof number is that of the most expensive child plus one
//!   for each other child that is not yet proved (weak proof numbers: Ueda, Hashimoto, Hashimoto
//!   and Iida, Weak Proof-Number Search, 2008). A sum would count positions shared by several lines
//!   more than once.
//! * A repetition does not reach the goal. A proof contains no repetition, so it holds on every
//!   path. A failure caused by a repetition may be a success on another path, so it is stored in
//!   the table with the [condition](super::conditions) under which it holds. The numbers of a
//!   visited position's children are kept outside the table, which guarantees termination.

use super::budget::{Budget, OutOfBudget};
use super::conditions::{Condition, Conditional, Conditions, position_key};
use super::dependence::Dependence;
use super::effort::{Child, Effort, Sum, VisitResult, dependence};
use super::game::{Game, Goal, GoalStatus};
use super::proof::Proof;
use super::table::{Record, Table};

/// The table record of a position.
#[derive(Clone, Copy, Debug)]
struct ProofRecord<M, Z> {
    effort: Effort,
    /// The number of positions searched to compute the record.
    work: u32,
    /// The deciding move, if one is known.
    best: Option<M>,
    /// The zone that a proof relies on.
    zone: Option<Z>,
    /// The condition under which a disproof holds.
    condition: Condition,
}

impl<M: Copy, Z: Copy> Record for ProofRecord<M, Z> {
    fn worth(&self) -> u32 {
        self.work
    }
}

type RecordOf<G> = ProofRecord<<G as Game>::Move, <G as Goal>::Zone>;
type ChildOf<G> = Child<<G as Game>::Move, <G as Goal>::Zone>;

type VisitOf<G> = Visit<<G as Game>::Move, <G as Goal>::Zone>;
type NextOf<G> = Next<<G as Game>::Move, <G as Goal>::Zone>;

/// A position on the path, and the state of its search.
struct Visit<M, Z> {
    children: Vec<Child<M, Z>>,
    /// The index of the child that is being searched.
    at: usize,
    /// The bounds at which the search of this position stops.
    bounds: Effort,
    /// The number of positions searched before this visit.
    before: u64,
}

/// The next step of the search.
enum Next<M, Z> {
    /// Search the position after this move until its effort reaches one of the bounds.
    Deeper(M, Effort),
    /// Return to the parent with the result and the best move.
    Back(VisitResult<Z>, Option<M>),
}

/// A move, the key of the position after it, and the table record of that position.
type Reply<G> = (<G as Game>::Move, u64, Option<RecordOf<G>>);

/// A search and its table. The table is kept for the next search for the same goal.
#[derive(Debug)]
pub struct ProofNumberSearch<G: Goal> {
    table: Table<RecordOf<G>>,
    conditions: Conditions,
    /// The keys of the positions on the current path.
    path: Vec<u64>,
    /// Buffers for a visit.
    moves: Vec<G::Move>,
    replies: Vec<Reply<G>>,
    spare: Vec<Vec<ChildOf<G>>>,
}

impl<G: Goal> ProofNumberSearch<G> {
    /// Creates a search whose table uses at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let (conditions, bytes) = Conditions::beside_table(bytes);
        Self {
            table: Table::with_memory(bytes),
            conditions,
            path: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Returns whether the prover reaches the goal of `game`. There is no verdict if the budget
    /// runs out.
    pub fn prove(&mut self, game: &mut G, budget: &mut Budget<'_>) -> Proof<G::Move> {
        self.table.start_generation();
        let verdict = game.status().verdict().or_else(|| {
            let found = self.search(game, budget).ok()?;
            found.effort.verdict()
        });
        let variation = if verdict.is_some() { self.variation(game) } else { Vec::new() };
        Proof { verdict, variation }
    }

    /// After a search without a verdict, returns the more likely verdict and the most promising
    /// move for the player to move, or `None` if there is no move.
    pub fn leaning(&mut self, game: &mut G) -> Option<(bool, G::Move)> {
        let wanted = game.is_prover_to_move();
        self.truncate_path(game, 0);
        let mut children = Vec::new();
        self.expand(game, &mut children);
        let Sum { effort, best, .. } = Sum::of(&children, wanted);
        Some((effort.proof < effort.disproof, children.get(best?)?.mv))
    }

    /// Returns the best move for the player to move, if it is in the table: the deciding move, or
    /// the move that resists longest.
    pub fn best(&self, game: &G) -> Option<G::Move> {
        self.table
            .find(position_key(game.key()))
            .and_then(|known| known.best)
            .map(|mv| game.actual(mv))
    }

    /// Returns the zone of the proof for `game`, if it is in the table.
    pub fn zone(&self, game: &G) -> Option<G::Zone> {
        self.table.find(position_key(game.key())).and_then(|known| known.zone)
    }

    /// Searches an open position until it is decided. The visits on the current path are kept in a
    /// list rather than on the call stack, because lines may grow longer than the stack allows.
    fn search(
        &mut self,
        game: &mut G,
        budget: &mut Budget<'_>,
    ) -> Result<VisitResult<G::Zone>, OutOfBudget> {
        let mut visit = self.enter(game, Effort::ALL, 0, budget)?;
        let mut visits = Vec::new();
        loop {
            match self.next(game, &mut visit, visits.len()) {
                Next::Deeper(mv, inner) => {
                    game.play(mv);
                    visits.push(visit);
                    visit = match self.enter(game, inner, visits.len(), budget) {
                        Ok(deeper) => deeper,
                        Err(end) => {
                            visits.iter().for_each(|_| game.undo());
                            return Err(end);
                        }
                    };
                }
                Next::Back(found, best) => {
                    let best = best.map(|mv| game.normal(mv));
                    self.store(
                        position_key(game.key()),
                        found,
                        best,
                        budget.spent() - visit.before,
                    );
                    visit.children.clear();
                    self.spare.push(visit.children);
                    let Some(before) = visits.pop() else { return Ok(found) };
                    game.undo();
                    visit = before;
                    if let Some(child) = visit.children.get_mut(visit.at) {
                        child.found = found;
                    }
                }
            }
        }
    }

    /// Begins a visit to the current position, which is `ply` moves from the root.
    fn enter(
        &mut self,
        game: &mut G,
        bounds: Effort,
        ply: usize,
        budget: &mut Budget<'_>,
    ) -> Result<VisitOf<G>, OutOfBudget> {
        let before = budget.spent();
        budget.spend()?;
        self.truncate_path(game, ply);
        let mut children = self.spare.pop().unwrap_or_default();
        self.expand(game, &mut children);
        Ok(Visit { children, at: 0, bounds, before })
    }

    /// Truncates the path to `ply` positions and appends the current position.
    fn truncate_path(&mut self, game: &G, ply: usize) {
        self.path.truncate(ply);
        self.path.push(position_key(game.key()));
    }

    /// Decides whether to search the best child or to return the result.
    fn next(&mut self, game: &mut G, visit: &mut VisitOf<G>, ply: usize) -> NextOf<G> {
        self.path.truncate(ply + 1);
        let wanted = game.is_prover_to_move();
        loop {
            let sum = Sum::of(&visit.children, wanted);
            let mut found = VisitResult::open(sum.effort);
            if let Some(verdict) = sum.effort.verdict() {
                if verdict {
                    found.zone = proved_zone(game, &visit.children, sum.best, wanted);
                    if !wanted && self.add_replies(game, found.zone, &mut visit.children) {
                        continue;
                    }
                }
                let dependence = dependence(&visit.children, sum.best, verdict == wanted);
                found.dependence = dependence.before(ply);
            }
            let best = sum.best.and_then(|at| Some((at, visit.children.get(at)?.mv)));
            return match best {
                Some((at, mv)) if !found.effort.is_beyond(visit.bounds) => {
                    visit.at = at;
                    Next::Deeper(mv, sum.inner_bounds(visit.bounds, wanted))
                }
                _ => Next::Back(found, best.map(|(_, mv)| mv)),
            };
        }
    }

    /// Stores the result for a position together with the condition under which it holds.
    fn store(&mut self, key: u64, found: VisitResult<G::Zone>, best: Option<G::Move>, work: u64) {
        let VisitResult { effort, dependence, zone } = found;
        if let Some(condition) = self.conditions.store(dependence, &self.path) {
            let work = work.min(u64::from(u32::MAX)) as u32;
            self.table.store(key, ProofRecord { effort, work, best, zone, condition });
        }
    }

    /// Appends the positions after the candidate moves, up to the first one that decides the
    /// result.
    fn expand(&mut self, game: &mut G, children: &mut Vec<ChildOf<G>>) {
        let decides = Effort::done(game.is_prover_to_move());
        let mut replies = std::mem::take(&mut self.replies);
        game.moves(&mut self.moves);
        replies.extend(self.moves.drain(..).map(|mv| (mv, position_key(game.key_after(mv)), None)));
        // All table lookups come first so that none has to wait for another.
        for (_, key, known) in &mut replies {
            *known = self.table.find(*key);
        }
        for reply in replies.drain(..) {
            let child = self.child(game, reply);
            children.push(child);
            if child.found.effort == decides && child.found.dependence == Dependence::NONE {
                break;
            }
        }
        self.replies = replies;
    }

    /// Returns the position after a move, with its result from the path, the table or the static
    /// status.
    fn child(&mut self, game: &mut G, (mv, key, known): Reply<G>) -> ChildOf<G> {
        let found = if let Some(earlier) = self.path.iter().position(|&earlier| earlier == key) {
            let dependence = Dependence::on(earlier);
            VisitResult { dependence, ..VisitResult::open(Effort::done(false)) }
        } else if let Some(known) = known {
            self.stored_result(key, known)
        } else {
            game.play(mv);
            let found = static_result(game);
            game.undo();
            // The result is stored because it is looked up again at each visit to the parent.
            self.store(key, found, None, 0);
            found
        };
        Child { mv, found }
    }

    /// Returns the stored result `known`, or an unknown result if the condition of `known` is not
    /// met.
    fn stored_result(&self, key: u64, known: RecordOf<G>) -> VisitResult<G::Zone> {
        let ProofRecord { effort, zone, condition, .. } = known;
        if condition == Condition::NONE {
            return VisitResult { zone, ..VisitResult::open(effort) };
        }
        let disproof = Conditional { key, claim: (), condition };
        let met = self.conditions.dependence_if_met(&self.path, disproof, |key, ()| {
            let known = self.table.find(key)?;
            let is_disproof = known.effort.verdict() == Some(false);
            is_disproof.then_some(Conditional { key, claim: (), condition: known.condition })
        });
        match met {
            Some(dependence) => VisitResult { dependence, ..VisitResult::open(effort) },
            None => VisitResult::open(Effort::UNKNOWN),
        }
    }

    /// Appends the opponent's moves that may invalidate a proof against all moves considered so
    /// far, unless they are already present. Returns whether any moves were appended.
    fn add_replies(
        &mut self,
        game: &mut G,
        zone: Option<G::Zone>,
        children: &mut Vec<ChildOf<G>>,
    ) -> bool {
        let Some(zone) = zone else { return false };
        let before = children.len();
        let mut replies = Vec::new();
        game.replies(zone, &mut replies);
        for mv in replies {
            if children.iter().take(before).all(|child| child.mv != mv) {
                let key = position_key(game.key_after(mv));
                let child = self.child(game, (mv, key, self.table.find(key)));
                children.push(child);
            }
        }
        children.len() > before
    }

    /// Returns the principal variation, as far as it is in the table.
    fn variation(&self, game: &mut G) -> Vec<G::Move> {
        let mut line = Vec::new();
        while game.repeats().is_none() && game.status().verdict().is_none() {
            let Some(mv) = self.best(game) else { break };
            game.play(mv);
            line.push(mv);
        }
        for _ in &line {
            game.undo();
        }
        line
    }
}

/// The result for a position, as determined without a search.
fn static_result<G: Goal>(game: &G) -> VisitResult<G::Zone> {
    match game.status() {
        GoalStatus::Open { proof, disproof } => VisitResult::open(Effort { proof, disproof }),
        GoalStatus::Decided(verdict) => {
            let zone = verdict.then(|| game.zone_of_goal());
            VisitResult { zone, ..VisitResult::open(Effort::done(verdict)) }
        }
    }
}

/// The zone of a proof: the zone of the deciding move if the prover is to move, otherwise the
/// combined zone of all moves.
fn proved_zone<G: Goal>(
    game: &G,
    children: &[ChildOf<G>],
    best: Option<usize>,
    wanted: bool,
) -> Option<G::Zone> {
    if wanted {
        let child = children.get(best?)?;
        return Some(game.zone_before(child.mv, child.found.zone?));
    }
    Some(game.zone_of_all(children.iter().filter_map(|child| child.found.zone)))
}
