//! To capture a chain, or to save it.
//!
//! Both play on the liberties of the chain and next to them, and on those of the chains around it
//! that are short of liberties. A chain with many liberties counts as safe.

use super::fight::{Aim, Width, is_taken, points_around};
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// The liberties with which a chain counts as safe.
const SAFE: usize = 5;
/// The liberties with which a chain around the target is in danger, in the narrowest reading.
const IN_DANGER: usize = 3;

/// The capture of a chain, whose opponent is the prover.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    pub(crate) target: Point,
    owner: Color,
}

impl Capture {
    /// The capture of the chain at `target`; `None` where there is no stone.
    pub fn of<G: Geometry>(board: &Board<G>, target: Point) -> Option<Self> {
        Some(Self { target, owner: board.color_at(target)? })
    }
}

impl<G: Geometry> Aim<G> for Capture {
    fn prover(&self) -> Color {
        !self.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        let board = position.board();
        let (Some(stones), Some(liberties)) =
            (board.chain_stones(self.target), board.chain_liberties(self.target))
        else {
            // The ko where it was taken.
            return Bitboard::of(self.target);
        };
        let mut points = *liberties;
        for _ in 0..=width.0.min(1) {
            points |= points.neighbours() & *board.empty();
        }
        let mut around = stones.neighbours() & *board.stones(!self.owner);
        if width.0 > 0 {
            around |= liberties.neighbours() & (*board.stones(self.owner) - *stones);
        }
        for chain in board.chains_of(around) {
            if board.liberties_of(chain) <= IN_DANGER + width.0 {
                points |= points_around(board, chain, width);
            }
        }
        points
    }

    /// The fewer liberties, the nearer the capture.
    fn status(&self, position: &Position<G>, _: Width) -> GoalStatus {
        let board = position.board();
        if is_taken(position, self.target, self.owner) {
            return GoalStatus::Decided(true);
        }
        // None where it was taken in a ko.
        match board.chain_liberties(self.target).map_or(0, Bitboard::count) {
            SAFE.. => GoalStatus::Decided(false),
            liberties => GoalStatus::Open {
                proof: (liberties * liberties + 1) as u32,
                disproof: (SAFE - liberties) as u32,
            },
        }
    }

    fn zone(&self, _: &Position<G>) -> Bitboard<G> {
        Bitboard::of(self.target)
    }
}
