//! The capture of a chain as a goal for the classical searches.
//!
//! Both players play on the liberties of the chain, on the points next to them, and on the
//! liberties of surrounding chains that are short of liberties. A chain with many liberties counts
//! as safe.

use super::fight::{Aim, Width, is_taken, points_around};
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// The minimum number of liberties at which a chain counts as safe.
const SAFE: usize = 5;
/// The maximum number of liberties at which a chain around the target counts as endangered, at
/// width 0.
const IN_DANGER: usize = 3;

/// The goal of capturing a chain. The prover is the opponent of the chain's owner.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    pub(crate) target: Point,
    owner: Color,
}

impl Capture {
    /// Returns the goal of capturing the chain at `target`, or `None` if there is no stone there.
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
            // The target was taken in a ko.
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

    /// A chain with fewer liberties is considered closer to capture.
    fn status(&self, position: &Position<G>, _: Width) -> GoalStatus {
        let board = position.board();
        if is_taken(position, self.target, self.owner) {
            return GoalStatus::Decided(true);
        }
        // There are no liberties if the target was taken in a ko.
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
