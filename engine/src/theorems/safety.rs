//! Permanent life for the group containing a given stone: proves what [`Death`] infers from the
//! shapes of eyes.
//!
//! The goal is reached when no attack succeeds even if the owner always passes (Benson's
//! algorithm), so a proof relies on the stones and eyes alone.

use crate::board::{Board, Position};
use crate::reading::Death;
use crate::reading::{Aim, Width};
use crate::tactics::safe_area;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// The life of the group containing a given stone. The owner of the group is the prover.
#[derive(Clone, Copy, Debug)]
pub struct Safety<G: Geometry>(Death<G>);

impl<G: Geometry> Safety<G> {
    /// The life of the group containing the stone at `target`, or `None` if there is no stone
    /// there.
    pub fn of(board: &Board<G>, target: Point) -> Option<Self> {
        Death::of(board, target).map(Self)
    }
}

impl<G: Geometry> Aim<G> for Safety<G> {
    fn prover(&self) -> Color {
        self.0.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        self.0.points(position, width)
    }

    fn status(&self, position: &Position<G>, width: Width) -> GoalStatus {
        if !self.zone(position).is_empty() {
            return GoalStatus::Decided(true);
        }
        match self.0.status(position, width) {
            GoalStatus::Decided(true) => GoalStatus::Decided(false),
            // The group is as good as alive, but the proof has yet to be found.
            GoalStatus::Decided(false) => GoalStatus::UNKNOWN,
            GoalStatus::Open { proof, disproof } => {
                GoalStatus::Open { proof: disproof, disproof: proof }
            }
        }
    }

    /// The target's chain with its eyes, the other chains around these eyes, their eyes, and so on.
    fn zone(&self, position: &Position<G>) -> Bitboard<G> {
        let safe = safe_area(position.board(), self.0.owner, true);
        if !safe.stones.contains(self.0.target) {
            return Bitboard::EMPTY;
        }
        Bitboard::of(self.0.target).flood(&safe.points())
    }
}
