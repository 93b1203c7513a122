//! Iterative deepening: searches of increasing depth until the score no longer depends on an
//! estimate.

use super::alpha_beta::AlphaBeta;
use super::budget::{Budget, OutOfBudget};
use super::game::{Bounds, Score, Scored};
use super::mtdf::mtdf;
use super::value::{Value, Window};

/// The half-width of the window around the score of the previous iteration. If the new score is
/// outside the window, the position is searched again.
const ASPIRATION: Score = 2;

/// The search that is used at each depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta, first with a narrow window around the score of the previous iteration.
    AlphaBeta,
    /// MTD(f), starting from the score of the previous iteration.
    Mtdf,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedScore<M> {
    /// The score for the player to move.
    pub score: Score,
    /// Whether the score is proved, rather than based on an estimate `depth` moves ahead.
    pub is_exact: bool,
    /// The depth of the last completed iteration, in moves.
    pub depth: u32,
    /// The principal variation, as far as it is known.
    pub variation: Vec<M>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Returns the score of `game` from searches at most `deepest` moves deep. If the budget runs out,
/// returns the result of the last completed iteration.
pub fn solve<G: Scored>(
    game: &mut G,
    method: Method,
    search: &mut AlphaBeta<G>,
    deepest: u32,
    budget: &mut Budget<'_>,
) -> SearchedScore<G::Move> {
    search.begin(game);
    let before = budget.spent();
    let bounds = game.bounds();
    let mut found = SearchedScore {
        score: if bounds.are_equal() { bounds.low } else { game.estimate() },
        is_exact: bounds.are_equal(),
        depth: 0,
        variation: Vec::new(),
        nodes: 0,
    };
    let mut proved = bounds;
    while !found.is_exact && found.depth < deepest {
        let depth = found.depth + 1;
        search.begin_iteration();
        let value = match method {
            Method::AlphaBeta => search_aspiration(search, game, found.score, depth, budget),
            Method::Mtdf => mtdf(search, game, found.score, depth, budget),
        };
        let Ok(value) = value else { break };
        found.score = value.score.clamp(proved.low, proved.high);
        found.depth = depth;
        found.variation = search.variation(game, value.score, depth);
        if value.is_estimate {
            let Ok(bounds) = narrow_bounds(search, game, proved, found.score, depth, budget) else {
                break;
            };
            proved = bounds;
        } else {
            proved = Bounds::exactly(value.score);
        }
        found.is_exact = proved.are_equal();
    }
    found.nodes = budget.spent() - before;
    found
}

/// Narrows the bounds `possible` by trying to prove that the true score is at least `score` and
/// that it is at most `score`. If lines can go on forever, as with repeated captures, a search that
/// uses estimates can never prove either statement.
fn narrow_bounds<G: Scored>(
    search: &mut AlphaBeta<G>,
    game: &mut G,
    possible: Bounds,
    score: Score,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Bounds, OutOfBudget> {
    let mut left = possible;
    if left.low < score && search.is_at_least(game, score, depth, budget)? {
        left.low = score;
    }
    if score < left.high && search.is_at_most(game, score, depth, budget)? {
        left.high = score;
    }
    Ok(left)
}

/// Runs alpha-beta with a narrow window around `guess`, and repeats the search with a full window
/// if the score falls outside the narrow one.
fn search_aspiration<G: Scored>(
    search: &mut AlphaBeta<G>,
    game: &mut G,
    guess: Score,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Value, OutOfBudget> {
    let narrow = Window { alpha: guess - ASPIRATION, beta: guess + ASPIRATION };
    let value = search.search(game, narrow, depth, budget)?;
    if narrow.contains(value.score) {
        return Ok(value);
    }
    search.search(game, Window::ALL, depth, budget)
}
