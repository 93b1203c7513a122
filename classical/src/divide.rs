//! Alpha-beta with a number of positions instead of a depth. A position divides its number equally
//! among its moves; what one move does not use goes on to the next. Where fewer positions than
//! moves are left, the estimate counts. Forced lines are thus searched more deeply than open
//! positions, and the effort is known in advance.

use super::game::{Game, Score, Scored};
use super::value::Window;

/// The longest line, in moves. A line in which each position has only one move would otherwise be
/// as long as the number of positions.
const LONGEST: usize = 200;

/// Returns the score for the player to move, and the best move unless the game is over, from a
/// search of at most `nodes` positions; at least one position counts. If there are too few
/// positions for a search, the best move is the one that the game lists first.
pub fn divide<G: Scored>(game: &mut G, nodes: u64) -> (Score, Option<G::Move>) {
    let mut search = Divided { path: Vec::new(), best: None };
    let (score, _) = search.visit(game, Window::ALL, nodes.max(1));
    (score, search.best)
}

struct Divided<G: Game> {
    path: Vec<G::Move>,
    /// The best move at the root.
    best: Option<G::Move>,
}

impl<G: Scored> Divided<G> {
    /// Returns the score and the number of positions used, which is at least 1 and at most `nodes`.
    fn visit(&mut self, game: &mut G, window: Window, nodes: u64) -> (Score, u64) {
        let is_root = self.path.is_empty();
        if !is_root && let Some(length) = game.repeats() {
            let first = self.path.len().saturating_sub(length);
            return (game.repetition(self.path.get(first..).unwrap_or_default()), 1);
        }
        let bounds = game.bounds();
        if bounds.are_equal() && !is_root {
            return (bounds.low, 1);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if is_root {
            self.best = moves.first().copied();
        }
        if moves.is_empty() || bounds.are_equal() {
            return (if bounds.are_equal() { bounds.low } else { game.estimate() }, 1);
        }
        if nodes - 1 < moves.len() as u64 || self.path.len() >= LONGEST {
            return (game.estimate(), 1);
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
    ) -> (Score, u64) {
        let Window { mut alpha, beta } = window;
        let mut left = nodes - 1;
        let mut best = -Score::MAX;
        for (number, &mv) in moves.iter().enumerate() {
            let share = left / (moves.len() - number) as u64;
            game.play(mv);
            self.path.push(mv);
            let (answer, used) = self.visit(game, Window { alpha, beta }.negated(), share);
            self.path.pop();
            game.undo();
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
        (best, nodes - left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::minimax::minimax;
    use crate::tests::walks;

    #[test]
    fn enough_positions_find_the_score_of_minimax() {
        for mut walk in walks(300) {
            let expected = minimax(&mut walk, 64, &mut Budget::unlimited()).unwrap();
            let (score, best) = divide(&mut walk, u64::MAX);
            assert_eq!(score, expected);
            let mut moves = Vec::new();
            walk.moves(&mut moves);
            assert_eq!(best.is_some(), !moves.is_empty());
            if let Some(best) = best {
                walk.play(best);
                let answer = divide(&mut walk, u64::MAX).0;
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
                let mut search = Divided { path: Vec::new(), best: None };
                let (score, used) = search.visit(&mut walk, Window::ALL, nodes);
                assert!((1..=nodes).contains(&used), "{used} of {nodes}");
                let mut moves = Vec::new();
                walk.moves(&mut moves);
                if nodes <= moves.len() as u64 {
                    assert_eq!((score, search.best), (walk.estimate(), moves.first().copied()));
                }
                last = last.max(used);
            }
            assert!(last > 1 || walk.bounds().are_equal());
        }
    }
}
