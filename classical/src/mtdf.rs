//! MTD(f): finds the score with null-window searches, each of which shows only whether the score is
//! above or below a given bound (Plaat, Schaeffer, Pijls and de Bruin, Best-First Fixed-Depth
//! Minimax Algorithms, Artificial Intelligence, 1996). The transposition table keeps the results of
//! earlier searches.

use super::alpha_beta::AlphaBeta;
use super::budget::{Budget, OutOfBudget};
use super::game::{Score, Scored};
use super::value::{Value, Window};

/// Returns the score of `game` for the player to move, from searches `depth` moves deep. `guess` is
/// the first score to be tested.
pub(super) fn mtdf<G: Scored>(
    search: &mut AlphaBeta<G>,
    game: &mut G,
    guess: Score,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Value, OutOfBudget> {
    let bounds = game.bounds();
    let (mut low, mut high) = (Value::certain(bounds.low), Value::certain(bounds.high));
    let mut beta = guess;
    while low.score < high.score {
        beta = beta.clamp(low.score + 1, high.score);
        let value = search.search(game, Window::at_least(beta), depth, budget)?;
        if value.score < beta {
            (high, beta) = (value, value.score);
        } else {
            (low, beta) = (value, value.score + 1);
        }
    }
    low.is_estimate |= high.is_estimate;
    Ok(low)
}
