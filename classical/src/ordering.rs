//! Move ordering: moves that have refuted others come first.
//!
//! The order is: the best move from an earlier search of this position; the killers, which refuted
//! other moves at the same distance from the root; then all other moves, ranked by how often they
//! have refuted any move (the history heuristic, Schaeffer, 1983). Moves of equal rank stay in the
//! order in which the game lists them.

use super::game::Game;
use super::killers::Killers;

/// The highest rank that a move can get from its history count. All killers rank higher.
const MOST_REFUTED: u64 = u64::MAX >> 1;

/// The statistics that the search has collected about moves.
#[derive(Clone, Debug)]
pub(super) struct Ordering<G: Game> {
    killers: Killers<G::Move>,
    /// The history counts by move index, kept separately for even and odd distances from the root,
    /// that is, for each player.
    history: [Vec<u64>; 2],
    /// A buffer for sorting: each move with its rank and, to break ties, its original index.
    sorted: Vec<(u64, usize, G::Move)>,
}

impl<G: Game> Ordering<G> {
    pub(super) fn new() -> Self {
        Self { killers: Killers::new(), history: [Vec::new(), Vec::new()], sorted: Vec::new() }
    }

    /// Sorts the moves by rank, with `first` in front.
    pub(super) fn sort(&mut self, moves: &mut [G::Move], first: Option<G::Move>, ply: usize) {
        let killers = self.killers.at(ply);
        let history = &self.history[ply % 2];
        let promise = |mv: G::Move| {
            if first == Some(mv) {
                return u64::MAX;
            }
            match killers.iter().position(|&killer| killer == Some(mv)) {
                Some(at) => u64::MAX - 1 - at as u64,
                None => history.get(G::index(mv)).copied().unwrap_or(0).min(MOST_REFUTED),
            }
        };
        self.sorted.clear();
        let numbered = moves.iter().enumerate();
        self.sorted.extend(numbered.map(|(at, &mv)| (u64::MAX - promise(mv), at, mv)));
        self.sorted.sort_unstable_by_key(|&(key, at, _)| (key, at));
        for (place, &(_, _, mv)) in moves.iter_mut().zip(&self.sorted) {
            *place = mv;
        }
    }

    /// Records that a move caused a cutoff at distance `ply` from the root, with `depth` moves left
    /// to search.
    pub(super) fn record_cutoff(&mut self, mv: G::Move, ply: usize, depth: u32) {
        self.killers.record(mv, ply);
        let history = &mut self.history[ply % 2];
        let at = G::index(mv);
        if history.len() <= at {
            history.resize(at + 1, 0);
        }
        let depth = u64::from(depth.min(1 << 16));
        history[at] = history[at].saturating_add(depth * depth + 1);
    }
}
