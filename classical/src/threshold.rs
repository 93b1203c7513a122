//! Finds scores by means of proofs. Each proof shows whether a player can get at least a given
//! score, so a few proofs determine the score.

use super::game::{Bounds, Game, Goal, GoalStatus, Score, Scored};
use super::proof::Proof;

/// The upper limit on the estimated number of positions needed for a proof. Larger estimates would
/// have too much influence on the search.
const MAX_ESTIMATE: Score = 12;

/// The goal of one player, the prover: to get at least a given score.
#[derive(Debug)]
pub struct AtLeast<G> {
    game: G,
    least: Score,
    /// Whether the prover is to move.
    is_turn: bool,
}

impl<G> AtLeast<G> {
    /// Creates the goal of getting a score of at least `least`. The prover is the player to move if
    /// `is_turn` is true, otherwise the opponent.
    pub fn new(game: G, is_turn: bool, least: Score) -> Self {
        Self { game, least, is_turn }
    }

    /// A key that distinguishes between different goals in the same position.
    fn goal_key(&self, is_turn: bool) -> u64 {
        let goal = 2 * i64::from(self.least) + i64::from(is_turn);
        (goal as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
    }
}

impl<G: Scored> Game for AtLeast<G> {
    type Move = G::Move;

    fn moves(&mut self, into: &mut Vec<G::Move>) {
        self.game.moves(into);
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.is_turn = !self.is_turn;
    }

    fn undo(&mut self) {
        self.game.undo();
        self.is_turn = !self.is_turn;
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.goal_key(self.is_turn)
    }

    fn key_after(&mut self, mv: G::Move) -> u64 {
        self.game.key_after(mv) ^ self.goal_key(!self.is_turn)
    }

    fn repeats(&self) -> Option<usize> {
        self.game.repeats()
    }

    fn index(mv: G::Move) -> usize {
        G::index(mv)
    }

    fn normal(&self, mv: G::Move) -> G::Move {
        self.game.normal(mv)
    }

    fn actual(&self, mv: G::Move) -> G::Move {
        self.game.actual(mv)
    }
}

impl<G: Scored> Goal for AtLeast<G> {
    type Zone = ();

    fn is_prover_to_move(&self) -> bool {
        self.is_turn
    }

    fn status(&self) -> GoalStatus {
        let bounds = self.game.bounds();
        let Bounds { low, high } = if self.is_turn { bounds } else { bounds.turned() };
        match () {
            () if low >= self.least => GoalStatus::Decided(true),
            () if high < self.least => GoalStatus::Decided(false),
            () => {
                let estimate = self.game.estimate();
                let lead = if self.is_turn { estimate } else { -estimate } - self.least;
                GoalStatus::Open { proof: positions_for(-lead), disproof: positions_for(lead + 1) }
            }
        }
    }

    fn zone_of_goal(&self) {}

    fn zone_before(&self, _: G::Move, (): ()) {}

    fn zone_of_all(&self, _: impl Iterator<Item = ()>) {}

    fn replies(&self, (): (), _: &mut Vec<G::Move>) {}
}

/// The estimated number of positions that must be searched to make up this many points.
fn positions_for(points: Score) -> u32 {
    (1 + points / 2).clamp(1, MAX_ESTIMATE) as u32
}

/// The score of a game as determined by proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedScore<M> {
    /// The remaining bounds on the score for the player to move. The two bounds are equal if no
    /// proof was abandoned.
    pub bounds: Bounds,
    /// The variation by which the player to move reaches the lower bound, or the variation of the
    /// last proof if the lower bound needs no moves.
    pub variation: Vec<M>,
}

/// Finds the score of `game` for the player to move. `prove` decides whether the prover reaches a
/// goal.
pub fn score_by_proofs<G: Scored>(
    game: G,
    mut prove: impl FnMut(&mut AtLeast<G>) -> Proof<G::Move>,
) -> ProvedScore<G::Move> {
    let circle = game.circle();
    let mut left = game.bounds();
    let (mut is_reached, mut variation) = (false, Vec::new());
    let mut goal = AtLeast { game, least: 0, is_turn: true };
    while !left.are_equal() {
        let middle = left.low + (left.high - left.low + 1) / 2;
        // A repetition does not reach the goal, so the prover must be the player whom a repetition
        // does not help.
        goal.is_turn = circle < middle;
        goal.least = if goal.is_turn { middle } else { 1 - middle };
        let proof = prove(&mut goal);
        let Some(is_proved) = proof.verdict else { break };
        let is_more = is_proved == goal.is_turn;
        if is_more {
            left.low = middle;
        } else {
            left.high = middle - 1;
        }
        if is_more || !is_reached {
            variation = proof.variation;
        }
        is_reached |= is_more;
    }
    ProvedScore { bounds: left, variation }
}
