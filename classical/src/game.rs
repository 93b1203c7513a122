//! The interface between the searches and a two-player game with perfect information.

use std::fmt::Debug;

/// The value of a position in the game's own unit, for the player to move unless stated otherwise.
pub type Score = i32;

/// A game in progress, in which a search makes and takes back moves.
pub trait Game {
    /// A move of either player, including a pass if the game has one.
    type Move: Copy + Debug + PartialEq + Send;

    /// Appends the moves that the player to move should consider, the most promising first. There
    /// is at least one such move unless the game is over.
    fn moves(&mut self, into: &mut Vec<Self::Move>);

    /// Makes a move that [`moves`](Self::moves) returned.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn undo(&mut self);

    /// A hash key of everything that the rest of the game depends on, including the player to move
    /// but not the path to the position.
    fn key(&self) -> u64;

    /// The key after a move that [`moves`](Self::moves) returned.
    fn key_after(&mut self, mv: Self::Move) -> u64 {
        self.play(mv);
        let key = self.key();
        self.undo();
        key
    }

    /// The number of moves since the position last occurred, if it has occurred before. In that
    /// case, the search treats the position as a repetition.
    fn repeats(&self) -> Option<usize> {
        None
    }

    /// A small number that identifies the move in the statistics for move ordering.
    fn index(mv: Self::Move) -> usize;

    /// The corresponding move in the normal form of the position. If several equivalent positions
    /// share a key, the table stores the moves of their normal form.
    fn normal(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The move that [`normal`](Self::normal) maps to this one.
    fn actual(&self, mv: Self::Move) -> Self::Move {
        mv
    }
}

/// A game that ends with a score.
pub trait Scored: Game {
    /// The score of a game that has just been won, in games where a quick win is better than a slow
    /// one. The searches then score a win in `n` moves as `WIN - n`, and a loss in `n` moves as
    /// `n - WIN`. Estimates must be less than `WIN - 1000` in absolute value. With `None`, the
    /// default, scores are left as they are; this suits games in which the final difference counts.
    const WIN: Option<Score> = None;

    /// The minimum and the maximum value of the position for the player to move. If they are equal,
    /// no search is needed.
    fn bounds(&self) -> Bounds;

    /// An estimate within the bounds, for the player to move, used at positions where the search
    /// stops.
    fn estimate(&self) -> Score;

    /// The value of an endless repetition for the player to move.
    fn circle(&self) -> Score;

    /// The value of this position for the player to move if it is a repetition. `path` contains the
    /// moves since the position last occurred, in the order in which they were played, but no moves
    /// made before the search began. The path is meant for games in which the value of a repetition
    /// depends on the moves that led to it, as with perpetual check.
    fn repetition(&self, path: &[Self::Move]) -> Score {
        let _ = path;
        self.circle()
    }

    /// Whether a position counts as a repetition although it has occurred only before the search
    /// began, and not since. Otherwise the search goes on from it.
    fn repeats_history(&self) -> bool {
        true
    }

    /// A hash key of the positions before this one that count as
    /// [repetitions](Self::repeats_history) if they occur once more, or 0 if there are none. A
    /// score proved earlier in the game may be wrong once a position of its lines is one of them.
    fn history_key(&self) -> u64 {
        0
    }

    /// The minimum and the maximum value that [`repetition`](Self::repetition) can return for any
    /// path, from the perspective of the player to move. If the two differ, results that depend on
    /// a repetition are not stored in a table.
    fn repetition_bounds(&self) -> Bounds {
        Bounds::exactly(self.circle())
    }

    /// Appends the moves that are searched even at a leaf because they may immediately change the
    /// estimate, such as captures. The most promising moves come first. By default, there are no
    /// noisy moves, so the value of a leaf is its [`estimate`](Self::estimate). Lines of noisy
    /// moves must be finite.
    fn noisy_moves(&mut self, into: &mut Vec<Self::Move>) {
        let _ = into;
    }

    /// Whether the player to move may decline all [noisy moves](Self::noisy_moves) and accept the
    /// estimate instead (stand pat). In a game with checks, for example, this is `false` if the
    /// player is in check. If there are no noisy moves, the estimate counts in any case.
    fn may_stand_pat(&self) -> bool {
        true
    }
}

/// The minimum and the maximum score of a position, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub low: Score,
    /// The upper bound.
    pub high: Score,
}

impl Bounds {
    /// The bounds of a known score.
    pub fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// The same bounds from the opponent's perspective.
    pub fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Whether only one score is possible.
    pub fn are_equal(self) -> bool {
        self.low == self.high
    }
}

/// The status of a goal, as determined without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalStatus {
    /// The goal is reached (`true`) or can no longer be reached (`false`).
    Decided(bool),
    /// The goal is undecided.
    Open {
        /// The estimated number of positions that must be searched for a proof; at least 1.
        proof: u32,
        /// The estimated number of positions that must be searched for a disproof; at least 1.
        disproof: u32,
    },
}

impl GoalStatus {
    /// Undecided, without a useful estimate.
    pub const UNKNOWN: Self = Self::Open { proof: 1, disproof: 1 };

    /// Whether the goal is reached, or `None` if that is undecided.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Self::Decided(verdict) => Some(verdict),
            Self::Open { .. } => None,
        }
    }
}

/// A game in which one player, the prover, tries to reach a goal and the other tries to prevent it.
/// A repetition counts as a failure for the prover.
///
/// A proof need not consider every reply. If it relies only on part of the game (its zone), an
/// opponent's move outside the zone cannot invalidate it. For the opponent, [`moves`](Game::moves)
/// may therefore return only a move without effect, such as a pass. [`replies`](Self::replies) then
/// returns the moves that may invalidate the proof found against that move.
pub trait Goal: Game {
    /// The part of the game that a proof relies on; `()` if the game does not use zones.
    type Zone: Copy + Debug;

    /// Whether the prover is to move.
    fn is_prover_to_move(&self) -> bool;

    /// The status of the goal, as determined without a search.
    fn status(&self) -> GoalStatus;

    /// The zone that the goal relies on once it is reached.
    fn zone_of_goal(&self) -> Self::Zone;

    /// The zone of a proof that begins with the prover's move `mv` in this position, given `after`,
    /// the zone of the proof after that move.
    fn zone_before(&self, mv: Self::Move, after: Self::Zone) -> Self::Zone;

    /// The combined zone of the proofs against several of the opponent's moves.
    fn zone_of_all(&self, zones: impl Iterator<Item = Self::Zone>) -> Self::Zone;

    /// Appends the opponent's moves that may invalidate a proof relying on `zone`. Some of these
    /// moves may already be in the list.
    fn replies(&self, zone: Self::Zone, into: &mut Vec<Self::Move>);
}
