//! What proved rules add to other knowledge of moves.

use super::{Candidate, Outlook, Prior, PriorKnowledge};
use crate::board::{Board, Position};
use crate::theorems::{Firing, RuleBook, RuleGoal};
use crate::vocabulary::{Bitboard, Geometry, Point};

/// Knowledge of moves with what the [rules](crate::theorems) say on top: moves by which either
/// player reaches a goal are good, and those that come too late or are not needed any more are not.
#[derive(Clone, Copy, Debug)]
pub struct Ruled<K> {
    knowledge: K,
    games: f32,
}

impl<K> Ruled<K> {
    /// The knowledge with rules that count as so many games, 0 to do without them.
    pub fn new(knowledge: K, games: f32) -> Self {
        Self { knowledge, games }
    }
}

impl<K: PriorKnowledge> PriorKnowledge for Ruled<K> {
    fn judge<G: Geometry>(
        &self,
        position: &Position<G>,
        outlook: &Outlook<G>,
        candidates: &mut [Candidate],
    ) {
        self.knowledge.judge(position, outlook, candidates);
        if self.games <= 0.0 {
            return;
        }
        let (mut good, mut idle) = (Bitboard::<G>::EMPTY, Bitboard::<G>::EMPTY);
        for firing in RuleBook::embedded().firings(position) {
            match firing.mv {
                Some(mv) => good.insert(Point::of::<G>(mv)),
                None => idle |= decided(position.board(), &firing),
            }
        }
        for candidate in candidates {
            let Some(point) = candidate.point else { continue };
            if good.contains(point) {
                candidate.prior.add(Prior::new(self.games, 1.0));
            } else if idle.contains(point) {
                candidate.prior.add(Prior::new(self.games, -1.0));
            }
        }
    }
}

/// The points where nobody needs to play any more, as the goal of a rule is reached whoever moves first:
/// the liberties of a captured chain, and those that connected chains have in common.
fn decided<G: Geometry>(board: &Board<G>, firing: &Firing<'_>) -> Bitboard<G> {
    let liberties = |at: usize| {
        let stone = Point::of::<G>(firing.targets[at]);
        board.chain_liberties(stone).copied().unwrap_or_default()
    };
    match firing.rule.goal() {
        RuleGoal::Capture => liberties(0),
        RuleGoal::Connection => liberties(0) & liberties(1),
        RuleGoal::Life => Bitboard::EMPTY,
    }
}
