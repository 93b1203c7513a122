//! Depth-first backtracking: tries lines in order, the most promising first, until it finds a way
//! for the prover to reach the goal against every reply. It suits forced sequences, in which few
//! moves matter.

use super::budget::{Budget, OutOfBudget};
use super::game::Goal;
use super::proof::Proof;

/// Returns whether the prover reaches the goal of `game` within `depth` moves, counting the moves
/// of both players.
///
/// # Errors
/// If the budget runs out.
pub fn backtrack<G: Goal>(
    game: &mut G,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<Proof<G::Move>, OutOfBudget> {
    budget.spend()?;
    if game.repeats().is_some() {
        return Ok(Proof::at_once(false));
    }
    if let Some(verdict) = game.status().verdict() {
        return Ok(Proof::at_once(verdict));
    }
    if depth == 0 {
        return Ok(Proof { verdict: None, variation: Vec::new() });
    }
    let mover_wants = game.is_prover_to_move();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    // The result of the move that resists longest. It is returned if no move succeeds.
    let mut resistance = Proof::at_once(!mover_wants);
    for mv in moves {
        game.play(mv);
        let answer = backtrack(game, depth - 1, budget);
        game.undo();
        let found = answer?.after(mv);
        if found.verdict == Some(mover_wants) {
            return Ok(found);
        }
        let is_open = resistance.verdict.is_none() || found.verdict.is_none();
        if found.variation.len() > resistance.variation.len() {
            resistance = found;
        }
        resistance.verdict = if is_open { None } else { Some(!mover_wants) };
    }
    Ok(resistance)
}
