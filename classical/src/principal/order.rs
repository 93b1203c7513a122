//! The order in which moves are tried.
//!
//! The best move of an earlier search of the position comes first. Moves that are not quiet follow
//! in the game's own order, then the killers, then the other quiet moves by how often they have
//! caused a cutoff (the history heuristic, Schaeffer, 1983). Most positions are cut by one of the
//! first moves, so the next move is selected when it is needed instead of sorting all of them.

use std::cmp::Reverse;

use super::selective::Selective;
use crate::killers::{KILLERS, Killers};

/// The limit of a history count, in absolute value.
const MOST: i32 = 1 << 20;
/// The history count, in absolute value, at which the `success` of a move is one half.
const TYPICAL: i32 = 1000;
/// The highest move index with a history count.
const HIGHEST_INDEX: usize = u16::MAX as usize;

/// A move with its rank; the highest rank comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub(super) rank: u64,
    pub(super) mv: M,
    /// Whether the move is [quiet](Selective::is_quiet), if the rank depends on it.
    pub(super) is_quiet: Option<bool>,
}

/// The statistics that one thread has collected about moves.
#[derive(Debug)]
pub(super) struct Order<G: Selective> {
    killers: Killers<G::Move>,
    /// The history counts by move index, kept separately for each player.
    history: [Vec<i32>; 2],
    /// The last move that refuted each move, by its index, in a [game](Selective::IS_LIKE_CHESS)
    /// like chess (the countermove heuristic, Uiterwijk, 1992).
    replies: Vec<Option<G::Move>>,
}

impl<G: Selective> Order<G> {
    pub(super) fn new() -> Self {
        Self { killers: Killers::new(), history: [Vec::new(), Vec::new()], replies: Vec::new() }
    }

    /// Appends the moves with their ranks. `first` is the table's index of the best move.
    pub(super) fn rank(
        &self,
        game: &G,
        moves: &[G::Move],
        first: Option<u16>,
        ply: usize,
        last: Option<G::Move>,
        into: &mut Vec<Ranked<G::Move>>,
    ) {
        let killers = self.killers.at(ply);
        let reply = last.and_then(|last| self.replies.get(G::index(last)).copied().flatten());
        let history = &self.history[ply % 2];
        let is_own_order = game.trusts_own_order();
        into.extend(moves.iter().enumerate().map(|(at, &mv)| {
            let is_first = first.is_some_and(|first| G::index(game.normal(mv)) == first.into());
            let is_quiet = (!is_first && !is_own_order).then(|| game.is_quiet(mv));
            let (class, count) = if is_first {
                (4, 0)
            } else if is_quiet != Some(true) {
                (3, 0)
            } else if let Some(killer) = killers.iter().position(|&killer| killer == Some(mv)) {
                (2, (KILLERS - killer) as u64)
            } else if reply == Some(mv) {
                (2, 0)
            } else {
                let count = history.get(G::index(mv)).copied().unwrap_or(0);
                (1, (count + MOST) as u64)
            };
            let rank = class << 60 | count << 32 | u64::from(u32::MAX - at as u32);
            Ranked { rank, mv, is_quiet }
        }));
    }

    /// Appends the moves in the game's own order, except that `first` is in front.
    pub(super) fn rank_noisy(
        game: &G,
        moves: &[G::Move],
        first: Option<u16>,
        into: &mut Vec<Ranked<G::Move>>,
    ) {
        into.extend(moves.iter().enumerate().map(|(at, &mv)| {
            let is_first = first.is_some_and(|first| G::index(game.normal(mv)) == first.into());
            let rank = u64::from(is_first) << 60 | u64::from(u32::MAX - at as u32);
            Ranked { rank, mv, is_quiet: None }
        }));
    }

    /// Records that a quiet move caused a cutoff at distance `ply` from the root, with `depth`
    /// moves left to search, and that the moves tried before it did not.
    pub(super) fn record_cutoff(
        &mut self,
        tried: &[G::Move],
        mv: G::Move,
        last: Option<G::Move>,
        ply: usize,
        depth: u32,
    ) {
        self.killers.record(mv, ply);
        if let Some(last) = last.filter(|_| G::IS_LIKE_CHESS).map(G::index)
            && last <= HIGHEST_INDEX
        {
            if self.replies.len() <= last {
                self.replies.resize(last + 1, None);
            }
            self.replies[last] = Some(mv);
        }
        let bonus = (depth * depth).clamp(1, 1 << 10).cast_signed();
        self.count(mv, ply, bonus);
        for &failed in tried {
            self.count(failed, ply, -bonus);
        }
    }

    /// How often a quiet move has caused cutoffs rather than not, from -1 to 1.
    pub(super) fn success(&self, mv: G::Move, ply: usize) -> f32 {
        let count = self.history[ply % 2].get(G::index(mv)).copied().unwrap_or(0);
        count as f32 / (count.abs() + TYPICAL) as f32
    }

    /// Changes a history count. The closer the count is to its limit, the less it grows.
    fn count(&mut self, mv: G::Move, ply: usize, bonus: i32) {
        let history = &mut self.history[ply % 2];
        let at = G::index(mv);
        if at > HIGHEST_INDEX {
            return;
        }
        if history.len() <= at {
            history.resize(at + 1, 0);
        }
        let fading = i64::from(history[at]) * i64::from(bonus.abs()) / i64::from(MOST);
        history[at] = (history[at] + bonus - fading as i32).clamp(-MOST, MOST);
    }
}

/// Moves the best of the remaining moves to the front, and returns it.
pub(super) fn next_best<M: Copy>(rest: &mut [Ranked<M>]) -> Option<Ranked<M>> {
    let (at, _) = rest.iter().enumerate().min_by_key(|(_, ranked)| Reverse(ranked.rank))?;
    rest.swap(0, at);
    rest.first().copied()
}
