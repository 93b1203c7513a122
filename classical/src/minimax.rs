//! Plain minimax, which searches every move of every position: the reference for all other
//! searches.

use super::budget::{Budget, OutOfBudget};
use super::game::{Score, Scored};
use super::repetition::repetition;
use super::won::bounds_from_root;

/// Returns the score of the game for the player to move if both sides play their best, from a
/// search `depth` moves deep, followed by noisy moves.
///
/// # Errors
/// If the budget runs out.
pub fn minimax<G: Scored>(
    game: &mut G,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Score, OutOfBudget> {
    visit(game, depth, &mut Vec::new(), budget)
}

/// Returns the score of a move for the player who makes it, from a search `depth` moves deep that
/// begins with the move. Wins and repetitions are counted from the position before it.
///
/// # Errors
/// If the budget runs out.
pub fn minimax_after<G: Scored>(
    game: &mut G,
    mv: G::Move,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Score, OutOfBudget> {
    game.play(mv);
    let answer = visit(game, depth.saturating_sub(1), &mut vec![mv], budget);
    game.undo();
    Ok(-answer?)
}

/// The score after the moves in `path`. At depth 0, only noisy moves are searched.
fn visit<G: Scored>(
    game: &mut G,
    depth: u32,
    path: &mut Vec<G::Move>,
    budget: &mut Budget<'_>,
) -> Result<Score, OutOfBudget> {
    budget.spend()?;
    if let Some(score) = repetition(game, path) {
        return Ok(score);
    }
    let bounds = bounds_from_root(game, path.len());
    if bounds.are_equal() {
        return Ok(bounds.low);
    }
    let mut moves = Vec::new();
    let mut best = Score::MIN;
    if depth > 0 {
        game.moves(&mut moves);
    } else {
        game.noisy_moves(&mut moves);
        if moves.is_empty() || game.may_stand_pat() {
            best = game.estimate();
        }
    }
    for mv in moves {
        game.play(mv);
        path.push(mv);
        let answer = visit(game, depth.saturating_sub(1), path, budget);
        path.pop();
        game.undo();
        best = best.max(-answer?);
    }
    Ok(best)
}
