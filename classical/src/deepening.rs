//! The score of a game by looks that go deeper and deeper, until one depends on no estimate.

use super::alpha_beta::AlphaBeta;
use super::budget::{Budget, OutOfBudget};
use super::game::{Bounds, Score, Scored};
use super::mtdf::mtdf;
use super::value::{Value, Window};

/// How far the score may be from the one of the look before: beyond, it is asked for again.
const ASPIRATION: Score = 2;

/// How the score is found at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Alpha-beta, first in a narrow window around the score of the look before.
    AlphaBeta,
    /// MTD(f), from the score of the look before on.
    Mtdf,
}

/// What was found about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedScore<M> {
    /// The score for the player to move.
    pub score: Score,
    /// Whether it is the score for certain, or only the estimate of so many moves ahead.
    pub is_exact: bool,
    /// How many moves the last whole look went ahead.
    pub depth: u32,
    /// What both play if they play their best, as far as it is known.
    pub variation: Vec<M>,
    /// The positions looked at.
    pub nodes: u64,
}

/// The score of `game`, looked for up to `deepest` moves ahead. Where the budget ends before, what
/// the last whole look found.
pub fn solve<G: Scored>(
    game: &mut G,
    method: Method,
    search: &mut AlphaBeta<G>,
    deepest: u32,
    budget: &mut Budget<'_>,
) -> SearchedScore<G::Move> {
    search.begin();
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
        search.look_deeper();
        let look = match method {
            Method::AlphaBeta => aspire(search, game, found.score, depth, budget),
            Method::Mtdf => mtdf(search, game, found.score, depth, budget),
        };
        let Ok(value) = look else { break };
        found.score = value.score.clamp(proved.low, proved.high);
        found.depth = depth;
        found.variation = search.variation(game, value.score, depth);
        if value.is_estimate {
            let Ok(bounds) = ascertain(search, game, proved, found.score, depth, budget) else {
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

/// What is left of the scores that are `possible` once it has been looked which side of the `score`
/// found is certain. Where lines lead on without an end, as by captures again and again, no look
/// at estimates ever comes to know it for certain.
fn ascertain<G: Scored>(
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

/// Alpha-beta in a window around `guess`, and beyond it where the score turns out to lie there.
fn aspire<G: Scored>(
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
