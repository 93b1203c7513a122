//! What the classical searches ask of a game: two players who move in turn and see everything.

use std::fmt::Debug;

/// What a position is worth, in the game's own unit; for the player to move unless said otherwise.
pub type Score = i32;

/// A game in progress, on which a search plays and takes back.
pub trait Game {
    /// A move of either player, a pass among them where the game has one.
    type Move: Copy + Debug + PartialEq;

    /// Adds the moves worth a look for the player to move, the promising ones first. A position
    /// that is not over has one at least.
    fn moves(&mut self, into: &mut Vec<Self::Move>);

    /// Makes a move that [`moves`](Self::moves) gave.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn undo(&mut self);

    /// A hash key of all on which the rest of the game depends, the player to move among them, but
    /// for the way here.
    fn key(&self) -> u64;

    /// The key after a move that [`moves`](Self::moves) gave.
    fn key_after(&mut self, mv: Self::Move) -> u64 {
        self.play(mv);
        let key = self.key();
        self.undo();
        key
    }

    /// How many moves ago the same position stood on the board, where it did: whoever searches goes
    /// in a circle then.
    fn repeats(&self) -> Option<usize> {
        None
    }

    /// A small number for a move, by which the searches keep count of it.
    fn index(mv: Self::Move) -> usize;

    /// The move as it is in the normal form of the position: where several positions that are alike
    /// have one key, a table keeps the moves of the one that stands for them.
    fn normal(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The move that [`normal`](Self::normal) turns into this one.
    fn actual(&self, mv: Self::Move) -> Self::Move {
        mv
    }
}

/// A game that ends with a score.
pub trait Scored: Game {
    /// What the position is worth at least and at most, for the player to move. Where both are the
    /// same it is over, or might as well be.
    fn bounds(&self) -> Bounds;

    /// A guess within the bounds, for the player to move, where the search must stop.
    fn estimate(&self) -> Score;

    /// What it is worth to the player to move to go in a circle for ever.
    fn circle(&self) -> Score;

    /// What this position is worth to the player to move, which has come back by the moves of `path`,
    /// the last one of them the latest: where a repetition is judged by how it came about, such as
    /// perpetual check. The path is the whole circle, but for moves made before the search began.
    fn repetition(&self, path: &[Self::Move]) -> Score {
        let _ = path;
        self.circle()
    }

    /// The least and the greatest value that [`repetition`](Self::repetition) may have for the player
    /// to move, on any path. Where they differ, what rests on a repetition is not kept in a table.
    fn repetition_bounds(&self) -> Bounds {
        Bounds::exactly(self.circle())
    }

    /// Adds the moves that are tried even where a search would stop, because they may change the
    /// estimate at once, such as captures; the promising ones first. None by default: then a leaf is
    /// worth its [`estimate`](Self::estimate). Lines of such moves must come to an end.
    fn noisy_moves(&mut self, into: &mut Vec<Self::Move>) {
        let _ = into;
    }

    /// Whether the player to move may decline all [noisy moves](Self::noisy_moves) and take the
    /// estimate (stand pat). It may not where it is in check, for example; where there are no noisy
    /// moves, the estimate counts all the same.
    fn may_stand_pat(&self) -> bool {
        true
    }
}

/// The least and the greatest score that a position may have, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least.
    pub low: Score,
    /// At most.
    pub high: Score,
}

impl Bounds {
    /// One score.
    pub fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// The same for the other player.
    pub fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Whether there is only one score left.
    pub fn are_equal(self) -> bool {
        self.low == self.high
    }
}

/// What can be told of a goal without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalStatus {
    /// It is reached or out of reach.
    Decided(bool),
    /// Neither, yet.
    Open {
        /// A guess of how many positions would have to be looked at to prove it, at least 1.
        proof: u32,
        /// The same to disprove it.
        disproof: u32,
    },
}

impl GoalStatus {
    /// Open, and nothing more is known.
    pub const UNKNOWN: Self = Self::Open { proof: 1, disproof: 1 };

    /// Whether the goal is reached or out of reach; `None` while that is open.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Self::Decided(verdict) => Some(verdict),
            Self::Open { .. } => None,
        }
    }
}

/// A game in which one player, the prover, wants to reach something and the other does not. Who
/// goes in a circle has not reached it.
///
/// A proof need not look at every reply: where it rests on a part of the game only, its zone, a move
/// of the other player elsewhere changes nothing. So [`moves`](Game::moves) may give the other player a
/// move that does nothing first, such as a pass, and [`replies`](Self::replies) those that may disturb
/// what the proof against that rests on.
pub trait Goal: Game {
    /// What a proof rests on: `()` where nothing is to be gained by it.
    type Zone: Copy + Debug;

    /// Whether the prover is to move.
    fn is_prover_to_move(&self) -> bool;

    /// What can be told without a search.
    fn status(&self) -> GoalStatus;

    /// On what it rests that the goal is reached here.
    fn zone_of_goal(&self) -> Self::Zone;

    /// On what the proof by the prover's move rests here, if it rests on `after` once the move is made.
    fn zone_before(&self, mv: Self::Move, after: Self::Zone) -> Self::Zone;

    /// On what the proofs against several moves of the other player rest together.
    fn zone_of_all(&self, zones: impl Iterator<Item = Self::Zone>) -> Self::Zone;

    /// Adds the moves of the other player that may disturb a proof that rests on `zone`: those that
    /// were there before may be among them.
    fn replies(&self, zone: Self::Zone, into: &mut Vec<Self::Move>);
}
