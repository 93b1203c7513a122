//! To connect two chains, or to cut them: a goal for the classical searches.
//!
//! The distance of the chains is the number of moves that the one player would need to connect them
//! if the other one did not answer: through empty points, and through chains of the other player that
//! can be captured soon. Only points on ways about as short as the shortest one matter, and the
//! chains along them that are short of liberties.

use super::classical::Outlook;
use super::fight::{Aim, Width, points_around};
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The distance at which chains count as cut.
const FAR: usize = 5;
/// By how many moves a way may be longer than the shortest one.
const DETOUR: usize = 1;
/// The liberties with which a chain on the way is in danger.
const IN_DANGER: usize = 3;

/// The connection of two chains, whose owner is the prover.
#[derive(Clone, Copy, Debug)]
pub struct Connection {
    ends: [Point; 2],
    owner: Color,
}

impl Connection {
    /// The connection of two stones; `None` where they are not of one colour.
    pub fn of<G: Geometry>(board: &Board<G>, ends: [Point; 2]) -> Option<Self> {
        let [owner, other] = ends.map(|end| board.color_at(end));
        let owner = owner.filter(|_| owner == other)?;
        Some(Self { ends, owner })
    }

    /// What is reached from each end with so many moves.
    fn ways<G: Geometry>(&self, board: &Board<G>) -> Ways<G> {
        let mut ground = Ground {
            own: *board.stones(self.owner),
            empty: *board.empty(),
            taken_by: [Bitboard::EMPTY; 2],
        };
        for other in board.chains_of(*board.stones(!self.owner)) {
            if let (liberties @ 1..=2, Some(stones)) =
                (board.liberties_of(other), board.chain_stones(other))
            {
                ground.taken_by[liberties - 1] |= *stones;
            }
        }
        let start = |end| board.chain_stones(end).copied().unwrap_or_default();
        Ways { reached: self.ends.map(|end| ground.reach(start(end))), to: self.ends[1] }
    }
}

/// What a connection may lead through.
struct Ground<G: Geometry> {
    own: Bitboard<G>,
    empty: Bitboard<G>,
    /// The chains of the other player that one move and two moves take.
    taken_by: [Bitboard<G>; 2],
}

impl<G: Geometry> Ground<G> {
    /// The points reached from a chain with 0, 1 and more moves.
    fn reach(&self, chain: Bitboard<G>) -> [Bitboard<G>; FAR] {
        let mut reached = [chain; FAR];
        for moves in 1..FAR {
            let mut points = self.step(reached[moves - 1], self.empty, self.taken_by[0]);
            if moves > 1 {
                points |= self.step(reached[moves - 2], Bitboard::EMPTY, self.taken_by[1]);
            }
            reached[moves] = reached[moves - 1] | points;
        }
        reached
    }

    /// The points next to a set that are empty or belong to chains to be taken, these chains as a
    /// whole, and the own chains behind.
    fn step(&self, from: Bitboard<G>, empty: Bitboard<G>, taken: Bitboard<G>) -> Bitboard<G> {
        let next = from.neighbours() & (empty | taken);
        let next = next | next.flood(&taken);
        next | (next.neighbours() & self.own).flood(&self.own)
    }
}

/// What is reached from the two ends.
struct Ways<G: Geometry> {
    reached: [[Bitboard<G>; FAR]; 2],
    /// The second end.
    to: Point,
}

impl<G: Geometry> Ways<G> {
    /// The moves that a connection takes; `None` where there are too many.
    fn distance(&self) -> Option<usize> {
        self.reached[0].iter().position(|reached| reached.contains(self.to))
    }

    /// The points on ways that take at most `longest` moves.
    fn points(&self, longest: usize) -> Bitboard<G> {
        let [from, to] = &self.reached;
        // A point counts from both ends.
        (1..FAR.min(longest + 1)).fold(Bitboard::EMPTY, |points, moves| {
            points | (from[moves] & to[(longest + 1 - moves).min(FAR - 1)])
        })
    }
}

impl<G: Geometry> Aim<G> for Connection {
    fn prover(&self) -> Color {
        self.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        let board = position.board();
        let ways = self.ways(board);
        let Some(distance) = ways.distance() else { return Bitboard::EMPTY };
        let way = ways.points(distance + DETOUR + width.0);
        let near = way | way.neighbours();
        let in_danger = |&stone: &Point| board.liberties_of(stone) <= IN_DANGER;
        let stones = *board.stones(Color::Black) | *board.stones(Color::White);
        let fights = board.chains_of(near & stones).filter(in_danger);
        fights.fold(way, |points, stone| points | points_around(board, stone, width))
    }

    /// The shorter the way, the nearer the proof.
    fn outlook(&self, position: &Position<G>, _: Width) -> Outlook {
        let board = position.board();
        let own = board.stones(self.owner);
        if self.ends.iter().any(|&end| !own.contains(end)) {
            return Outlook::Decided(false);
        }
        match self.ways(board).distance() {
            None => Outlook::Decided(false),
            Some(0) => Outlook::Decided(true),
            Some(distance) => Outlook::Open {
                proof: (distance * distance) as u32,
                disproof: (FAR - distance) as u32,
            },
        }
    }

    fn zone(&self, position: &Position<G>) -> Bitboard<G> {
        position.board().chain_stones(self.ends[0]).copied().unwrap_or_default()
    }
}
