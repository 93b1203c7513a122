//! Where the values of a book come from.

use std::sync::atomic::AtomicBool;

use classical::{BoundKind, Budget, Limits, Score, Selective, Selectivity, Thinker, Thought};

use crate::book::Value;
use crate::book_game::BookGame;

/// A move that a search has valued, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub value: Value,
    /// How much the search has looked at it: visits, or depth.
    pub weight: u32,
}

/// What a search has found about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<M> {
    /// The moves that it has valued, the best first; none if the game is over.
    pub candidates: Vec<Candidate<M>>,
    /// An estimate of the best of all other moves; `None` if there are none.
    pub rest: Option<Score>,
    /// Whether the value of the position is proved.
    pub is_solved: bool,
    /// The size of the search.
    pub effort: u32,
}

/// A search that values the moves of positions, for one thread.
pub trait Evaluator<G: BookGame>: Send {
    /// Values the best moves of a position that are not among the `known` ones. The result depends
    /// only on the arguments. It is `None` if the search was stopped.
    fn evaluate(
        &mut self,
        game: &G,
        known: &[G::Move],
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Evaluation<G::Move>>;
}

/// Values by principal variation search.
#[derive(Debug)]
pub struct AlphaBetaValues {
    thinker: Thinker,
    nodes: u64,
    candidates: usize,
    neglect: Score,
}

impl AlphaBetaValues {
    /// Creates a source of values from searches of `nodes` positions, with a table of at most
    /// `bytes` bytes. Each search values up to `candidates` moves of a position. All other moves
    /// together count as worse by `neglect` than the worst of these.
    pub fn new(nodes: u64, bytes: usize, candidates: usize, neglect: Score) -> Self {
        let thinker = Thinker::new(bytes, 1, Selectivity::default());
        Self { thinker, nodes, candidates: candidates.max(1), neglect }
    }
}

impl<G: BookGame + Selective> Evaluator<G> for AlphaBetaValues {
    fn evaluate(
        &mut self,
        game: &G,
        known: &[G::Move],
        _: u64,
        stop: &AtomicBool,
    ) -> Option<Evaluation<G::Move>> {
        self.thinker.clear();
        let mut budget = Budget::nodes(self.nodes);
        budget.stop = Some(stop);
        let limits = Limits { budget, variations: self.candidates, ..Limits::default() };
        // Only within one iteration do all moves have values of the same depth. Most evaluations
        // favour the player to move, so values of odd and even depths cannot be compared either,
        // neither here nor with those of other positions.
        let mut comparable: Option<Thought<G::Move>> = None;
        let mut keep = |found: &Thought<G::Move>| {
            if comparable.is_none() || found.depth.is_multiple_of(2) || found.is_exact {
                comparable = Some(found.clone());
            }
        };
        let thought = self.thinker.think_without(game, known, limits, &mut keep);
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let found = comparable.as_ref().unwrap_or(&thought);
        let valued = found.moves.iter().take(self.candidates);
        let worst = valued.clone().map(|root| root.score).min();
        let rest = worst.filter(|_| self.candidates < found.moves.len());
        let candidates = valued.map(|root| {
            let is_exact = !root.is_estimate && root.kind == BoundKind::Exact;
            let value = Value { score: root.score, is_exact };
            Candidate { mv: root.mv, value, weight: root.depth }
        });
        Some(Evaluation {
            candidates: candidates.collect(),
            rest: rest.map(|worst| worst.saturating_sub(self.neglect)),
            is_solved: found.is_exact,
            effort: u32::try_from(thought.nodes).unwrap_or(u32::MAX),
        })
    }
}
