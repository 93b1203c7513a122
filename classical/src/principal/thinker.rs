//! Iterative deepening for play: the entry point of the principal variation search.
//!
//! Several threads search the same position to slightly different depths and help each other only
//! through the table (lazy SMP). The result is that of the first thread; the others stop with it.
//! With one thread, a node limit and an empty table, the result is the same each time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::root_move::RootMove;
use super::search::Search;
use super::selective::{Selective, Selectivity};
use super::shared_table::{BoundKind, SharedTable};
use crate::budget::Budget;
use crate::game::Score;
use crate::won::moves_to_end;

/// The deepest iteration.
const DEEPEST: u32 = 200;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The depth of the last iteration, in moves; values outside 1 to 200 count as the nearest.
    pub deepest: u32,
    /// The limits of work and time. A limit of positions is divided equally among the threads. The
    /// first iteration is always completed, whatever the budget, so that there is a move.
    pub budget: Budget<'a>,
    /// The number of best moves whose scores are to be exact; at least 1.
    pub variations: usize,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { deepest: DEEPEST, budget: Budget::unlimited(), variations: 1 }
    }
}

/// The result of an iteration, and in the end that of the whole search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The depth of the last completed iteration, in moves; 0 if the game is over.
    pub depth: u32,
    /// The longest line searched, in moves.
    pub selective_depth: u32,
    /// The score for the player to move.
    pub score: Score,
    /// Whether the score is exact within the search. It is a bound only if the budget ran out while
    /// the best move was changing.
    pub kind: BoundKind,
    /// Whether the score is proved rather than estimated. If the game prefers quick wins, a proved
    /// win need not be the quickest.
    pub is_exact: bool,
    /// The principal variation; empty only if the game is over.
    pub variation: Vec<M>,
    /// The number of positions searched by all threads.
    pub nodes: u64,
    /// All moves of the position, beginning with the best ones, as many as the limits ask for, the
    /// best of them first. After a completed iteration these have scores of the same depth. If the
    /// budget ran out during an iteration, the first move may have the score of that iteration, and
    /// the others have those of the one before, so the scores need not be in order.
    pub moves: Vec<RootMove<M>>,
}

impl<M: Copy> Thought<M> {
    /// The best move, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|root| root.mv)
    }
}

/// A player's memory and settings from one search to the next.
#[derive(Debug)]
pub struct Thinker {
    table: SharedTable,
    threads: usize,
    selectivity: Selectivity,
}

impl Thinker {
    /// Creates a thinker with a table of at most `bytes` bytes that searches with this number of
    /// threads, at least 1.
    pub fn new(bytes: usize, threads: usize, selectivity: Selectivity) -> Self {
        Self { table: SharedTable::new(bytes), threads: threads.max(1), selectivity }
    }

    /// The table with the results so far.
    pub fn table(&self) -> &SharedTable {
        &self.table
    }

    /// Sets which guesses are allowed from the next search on, for example none in an endgame that
    /// can be searched to its end. A change forgets all results, because they may rest on guesses
    /// that are no longer allowed.
    pub fn set_selectivity(&mut self, selectivity: Selectivity) {
        if self.selectivity != selectivity {
            self.selectivity = selectivity;
            self.table.clear();
        }
    }

    /// Forgets all results, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches the position until a limit is reached or the score is exact, and reports each
    /// completed iteration. If the budget runs out during an iteration, a better move that it has
    /// already proved counts. If the position itself is a repetition, the game goes on all the
    /// same.
    pub fn think<G: Selective>(
        &mut self,
        game: &G,
        limits: Limits<'_>,
        on_iteration: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        self.think_without(game, &[], limits, on_iteration)
    }

    /// Does the same, but leaves out the `avoided` moves of the position, as if they were not
    /// there. If no other moves are left, the result is that of a game that is over.
    pub fn think_without<G: Selective>(
        &mut self,
        game: &G,
        avoided: &[G::Move],
        limits: Limits<'_>,
        on_iteration: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        self.table.new_generation();
        let (table, selectivity) = (&self.table, self.selectivity);
        let (done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
        let (leading, helping) = divided(limits.budget, self.threads);
        let mut thought = thread::scope(|scope| {
            for number in 1..self.threads {
                let mut budget = Budget::unlimited();
                (budget.nodes, budget.deadline) = (helping, leading.deadline);
                (budget.stop, budget.enough) = (leading.stop, Some(&done));
                let (game, helped) = (game.clone(), &helped);
                let avoided = avoided.to_vec();
                scope.spawn(move || {
                    let search = Search::new(game, table, selectivity, budget);
                    help(search.without(&avoided), number, helped);
                });
            }
            let _end = EndsHelp(&done);
            let search = Search::new(game.clone(), table, selectivity, leading);
            lead(search.without(avoided), limits, &helped, on_iteration)
        });
        // The helpers have stopped only now.
        thought.nodes += helped.load(Ordering::Relaxed);
        thought
    }
}

/// Stops the helpers when it is dropped, even if the first thread has panicked. A limit in depth
/// does not end the helpers, so they could run almost for ever, and the scope waits for them.
struct EndsHelp<'a>(&'a AtomicBool);

impl Drop for EndsHelp<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The budget of the first thread, and the number of positions for each of the others.
fn divided(budget: Budget<'_>, threads: usize) -> (Budget<'_>, Option<u64>) {
    let helpers = threads as u64 - 1;
    let left = budget.nodes.map(|nodes| nodes.saturating_sub(budget.spent()));
    let share = left.map(|left| left / threads as u64);
    let mut leading = budget;
    leading.nodes = budget.nodes.zip(share).map(|(nodes, share)| nodes - share * helpers);
    (leading, share)
}

/// The search of the first thread. The nodes of the result are its own.
fn lead<G: Selective>(
    search: Search<'_, G>,
    limits: Limits<'_>,
    helped: &AtomicU64,
    on_iteration: &mut dyn FnMut(&Thought<G::Move>),
) -> Thought<G::Move> {
    let mut search = search;
    let before = search.budget.spent();
    if search.roots.is_empty() {
        return finished(&search.game);
    }
    let deepest = limits.deepest.clamp(1, DEEPEST);
    let (mut depth, mut line) = (0, 0);
    while depth < deepest {
        let next = depth + 1;
        if next == 1 {
            search.iterate_unlimited(next, limits.variations);
        } else if search.iterate(next, limits.variations).is_err() {
            break;
        }
        (depth, line) = (next, search.selective_depth);
        let nodes = search.budget.spent() - before;
        let mut thought = thought_of(&search, depth, line, nodes);
        thought.nodes += helped.load(Ordering::Relaxed);
        on_iteration(&thought);
        if is_finished(&search, depth, limits.variations) {
            break;
        }
    }
    thought_of(&search, depth, line, search.budget.spent() - before)
}

/// Searches slightly deeper than the first thread until the budget runs out, which includes the end
/// of that thread.
fn help<G: Selective>(search: Search<'_, G>, number: usize, helped: &AtomicU64) {
    let mut search = search;
    let mut depth = 1 + (number % 2) as u32;
    while depth <= DEEPEST && !search.roots.is_empty() {
        let before = search.budget.spent();
        let end = search.iterate(depth, 1);
        helped.fetch_add(search.budget.spent() - before, Ordering::Relaxed);
        if end.is_err() || is_finished(&search, depth, 1) {
            break;
        }
        depth += 1;
    }
}

/// Whether a deeper search cannot change the scores of the best moves.
fn is_finished<G: Selective>(search: &Search<'_, G>, depth: u32, variations: usize) -> bool {
    let best = &search.roots[..variations.clamp(1, search.roots.len())];
    // A search that is less deep than a win is long may have missed a quicker one.
    let are_quick = best.iter().all(|root| {
        moves_to_end::<G>(root.score).is_none_or(|moves| moves.unsigned_abs() <= depth)
    });
    are_quick && are_proved(search, best.len())
}

/// Whether the scores of the best moves, `count` of them, depend on no estimate.
fn are_proved<G: Selective>(search: &Search<'_, G>, count: usize) -> bool {
    let (best, rest) = search.roots.split_at(count);
    let least = best.last().map_or(0, |root| root.score);
    let is_proved = |root: &RootMove<G::Move>| !root.is_estimate;
    // Other moves could only win sooner.
    let is_won = least > 0 && moves_to_end::<G>(least).is_some();
    let are_no_better = || rest.iter().all(|root| is_proved(root) && root.score <= least);
    best.iter().all(|root| is_proved(root) && root.kind == BoundKind::Exact)
        && (is_won || search.game.lists_all_moves() && are_no_better())
}

/// The result after an iteration.
fn thought_of<G: Selective>(
    search: &Search<'_, G>,
    depth: u32,
    selective_depth: usize,
    nodes: u64,
) -> Thought<G::Move> {
    let best = &search.roots[0];
    Thought {
        depth,
        selective_depth: selective_depth as u32,
        score: best.score,
        kind: best.kind,
        is_exact: are_proved(search, 1),
        variation: best.variation.clone(),
        nodes,
        moves: search.roots.clone(),
    }
}

/// The result for a game that is over.
fn finished<G: Selective>(game: &G) -> Thought<G::Move> {
    let bounds = game.bounds();
    let is_exact = bounds.are_equal();
    Thought {
        depth: 0,
        selective_depth: 0,
        score: if is_exact { bounds.low } else { game.estimate() },
        kind: BoundKind::Exact,
        is_exact,
        variation: Vec::new(),
        nodes: 0,
        moves: Vec::new(),
    }
}
