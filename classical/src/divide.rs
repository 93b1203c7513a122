//! Alpha-beta with a number of positions instead of a depth. A position divides its number equally
//! among its moves; what one move does not use goes on to the next. Where fewer positions than
//! moves are left, the estimate counts. Forced lines are thus searched more deeply than open
//! positions, and the effort is known in advance.

use super::budget::{Budget, OutOfBudget};
use super::game::{Game, Score, Scored};
use super::repetition::repetition;
use super::value::Window;
use super::won::bounds_from_root;

/// The longest line, in moves. A line in which each position has only one move would otherwise be
/// as long as the number of positions.
const LONGEST: usize = 200;

/// The result of a search that divides a number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divided<M> {
    /// The score for the player to move.
    pub score: Score,
    /// The best move, or `None` if the game is over. If there were too few positions for a search,
    /// it is the move that the game lists first.
    pub best: Option<M>,
    /// Whether no estimate was needed, so that more positions would change nothing.
    pub is_exact: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Searches at most `nodes` positions; at least one position counts.
///
/// # Errors
/// If the budget runs out.
pub fn divide<G: Scored>(
    game: &mut G,
    nodes: u64,
    budget: &mut Budget<'_>,
) -> Result<Divided<G::Move>, OutOfBudget> {
    let mut search = Search { path: Vec::new(), best: None, is_exact: true, budget };
    let (score, nodes) = search.visit(game, Window::ALL, nodes.max(1))?;
    Ok(Divided { score, best: search.best, is_exact: search.is_exact, nodes })
}

struct Search<'a, 'b, G: Game> {
    path: Vec<G::Move>,
    /// The best move at the root.
    best: Option<G::Move>,
    /// Whether no estimate has been needed so far.
    is_exact: bool,
    budget: &'a mut Budget<'b>,
}

/// A score, and the number of positions used for it.
type Used = (Score, u64);

impl<G: Scored> Search<'_, '_, G> {
    /// Returns the score and the number of positions used, which is at least 1 and at most `nodes`.
    fn visit(&mut self, game: &mut G, window: Window, nodes: u64) -> Result<Used, OutOfBudget> {
        self.budget.spend()?;
        let is_root = self.path.is_empty();
        if !is_root && let Some(score) = repetition(game, &self.path) {
            return Ok((score, 1));
        }
        let bounds = bounds_from_root(game, self.path.len());
        if bounds.are_equal() && !is_root {
            return Ok((bounds.low, 1));
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if is_root {
            self.best = moves.first().copied();
        }
        if bounds.are_equal() {
            return Ok((bounds.low, 1));
        }
        if moves.is_empty() || nodes - 1 < moves.len() as u64 || self.path.len() >= LONGEST {
            self.is_exact = false;
            return Ok((game.estimate(), 1));
        }
        self.expand(game, window, nodes, &moves)
    }

    /// Divides all positions but one among the moves.
    fn expand(
        &mut self,
        game: &mut G,
        window: Window,
        nodes: u64,
        moves: &[G::Move],
    ) -> Result<Used, OutOfBudget> {
        let Window { mut alpha, beta } = window;
        let mut left = nodes - 1;
        let mut best = -Score::MAX;
        for (number, &mv) in moves.iter().enumerate() {
            let share = left / (moves.len() - number) as u64;
            game.play(mv);
            self.path.push(mv);
            let answer = self.visit(game, Window { alpha, beta }.negated(), share);
            self.path.pop();
            game.undo();
            let (answer, used) = answer?;
            left -= used;
            if -answer > best {
                best = -answer;
                if self.path.is_empty() {
                    self.best = Some(mv);
                }
            }
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        Ok((best, nodes - left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimax::minimax;
    use crate::tests::walks;

    /// The result with as many positions as there are.
    fn all<G: Scored>(game: &mut G) -> Divided<G::Move> {
        divide(game, u64::MAX, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn enough_positions_find_the_score_of_minimax() {
        for mut walk in walks(300) {
            let expected = minimax(&mut walk, 64, &mut Budget::unlimited()).unwrap();
            let Divided { score, best, is_exact, nodes } = all(&mut walk);
            assert_eq!((score, is_exact), (expected, true));
            assert!(divide(&mut walk, u64::MAX, &mut Budget::nodes(nodes - 1)).is_err());
            let mut moves = Vec::new();
            walk.moves(&mut moves);
            assert_eq!(best.is_some(), !moves.is_empty());
            if let Some(best) = best {
                walk.play(best);
                let answer = all(&mut walk).score;
                assert_eq!(-answer, expected);
                walk.undo();
            }
        }
    }

    #[test]
    fn no_search_uses_more_than_its_number() {
        for mut walk in walks(100) {
            let mut last = 0;
            for nodes in 1..200 {
                let mut budget = Budget::unlimited();
                let found = divide(&mut walk, nodes, &mut budget).unwrap();
                let used = found.nodes;
                assert!((1..=nodes).contains(&used), "{used} of {nodes}");
                assert_eq!(used, budget.spent());
                let mut moves = Vec::new();
                walk.moves(&mut moves);
                if nodes <= moves.len() as u64 {
                    assert_eq!(
                        (found.score, found.best),
                        (walk.estimate(), moves.first().copied())
                    );
                }
                last = last.max(used);
            }
            assert!(last > 1 || walk.bounds().are_equal());
        }
    }
}
