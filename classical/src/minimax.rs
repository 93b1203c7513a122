//! Plain minimax: every move of every position, the measure of all that is cleverer.

use super::budget::{Budget, OutOfBudget};
use super::game::{Score, Scored};

/// The score of the game for the player to move, `depth` moves ahead, if both play their best.
///
/// # Errors
/// Where the budget does not suffice.
pub fn minimax<G: Scored>(
    game: &mut G,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Score, OutOfBudget> {
    budget.spend()?;
    if game.repeats().is_some() {
        return Ok(game.circle());
    }
    let bounds = game.bounds();
    if bounds.are_equal() {
        return Ok(bounds.low);
    }
    if depth == 0 {
        return Ok(game.estimate());
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = Score::MIN;
    for mv in moves {
        game.play(mv);
        let answer = minimax(game, depth - 1, budget);
        game.undo();
        best = best.max(-answer?);
    }
    Ok(best)
}
