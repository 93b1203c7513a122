//! The connection of two chains as a goal for the classical searches.
//!
//! The distance between the chains is the number of moves that their owner would need to connect
//! them if the opponent never replied. A path may lead through empty points and through opposing
//! chains that can be captured soon. Only the points on the shortest paths matter, together with
//! the chains along these paths that are short of liberties. At larger widths, slightly longer
//! paths matter too.

use super::fight::{Aim, Width, points_around};
use super::surroundings::chains;
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// The minimum distance at which chains count as cut.
const FAR: usize = 6;
/// The maximum number of liberties at which a chain along the path counts as endangered.
const IN_DANGER: usize = 3;

/// The goal of connecting two chains. The prover is the owner of the chains.
#[derive(Clone, Copy, Debug)]
pub struct Connection {
    pub(crate) ends: [Point; 2],
    owner: Color,
}

impl Connection {
    /// Returns the goal of connecting two chains, or `None` if the `ends` are not stones of the
    /// same colour.
    pub fn of<G: Geometry>(board: &Board<G>, ends: [Point; 2]) -> Option<Self> {
        let [owner, other] = ends.map(|end| board.color_at(end));
        let owner = owner.filter(|_| owner == other)?;
        Some(Self { ends, owner })
    }

    /// Returns the points that a connection may use.
    fn ground<'a, G: Geometry>(&self, board: &'a Board<G>) -> Ground<'a, G> {
        let mut ground =
            Ground { board, own: *board.stones(self.owner), taken_by: [Bitboard::EMPTY; 2] };
        for other in board.chains_of(*board.stones(!self.owner)) {
            if let (liberties @ 1..=2, Some(stones)) =
                (board.liberties_of(other), board.chain_stones(other))
            {
                ground.taken_by[liberties - 1] |= *stones;
            }
        }
        ground
    }

    /// Returns the points that can be reached from an end within 0 moves, within 1 move, within 2
    /// moves and so on, in this order.
    fn reach<'a, G: Geometry>(
        &self,
        board: &Board<G>,
        ground: &'a Ground<'a, G>,
        end: usize,
    ) -> impl Iterator<Item = Bitboard<G>> + 'a {
        let chain = board.chain_stones(self.ends[end]).copied().unwrap_or_default();
        ground.reach(chain).take(FAR)
    }

    /// Returns the number of moves needed for the connection. `reached` yields the points that can
    /// be reached from the first end within 0 moves, within 1 move and so on. Returns `None` if the
    /// second end is not among them.
    fn distance<G: Geometry>(
        &self,
        mut reached: impl Iterator<Item = Bitboard<G>>,
    ) -> Option<usize> {
        let [_, to] = self.ends;
        reached.position(|reached| reached.contains(to))
    }
}

/// The points that a connection may use.
struct Ground<'a, G: Geometry> {
    board: &'a Board<G>,
    own: Bitboard<G>,
    /// The opponent's chains that can be captured in one move, and those that can be captured in
    /// two.
    taken_by: [Bitboard<G>; 2],
}

impl<G: Geometry> Ground<'_, G> {
    /// Returns the points that can be reached from a chain within 0 moves, within 1 move, within 2
    /// moves and so on, in this order.
    fn reach(&self, chain: Bitboard<G>) -> impl Iterator<Item = Bitboard<G>> {
        let mut reached = chain;
        // The points first reached by the second-to-last move, and those first reached by the last
        // move.
        let mut latest = [Bitboard::EMPTY, chain];
        let [by_one, by_two] = self.taken_by;
        let by_one = by_one | *self.board.empty();
        std::iter::from_fn(move || {
            let now = reached;
            let [before, last] = latest.map(|points| points.neighbours() - now);
            reached |= self.enter((last & by_one) | (before & by_two), now);
            latest = [latest[1], reached - now];
            Some(now)
        })
    }

    /// Returns the given points together with everything that is reached along with them: the rest
    /// of each captured chain, and the owner's chains behind these points. Each of the given points
    /// is empty or belongs to a chain that is to be captured.
    fn enter(&self, points: Bitboard<G>, reached: Bitboard<G>) -> Bitboard<G> {
        let board = self.board;
        let taken = points | chains(board, board.chains_of(points - *board.empty()));
        let behind = (taken.neighbours() & self.own) - reached;
        taken | chains(board, board.chains_of(behind))
    }
}

/// Returns the points on paths of at most `longest` moves, given the points reached from each end.
fn on_paths<G: Geometry>([from, to]: &[Vec<Bitboard<G>>; 2], longest: usize) -> Bitboard<G> {
    // Both distances include the move on the point itself.
    let meet = |moves: usize| from[moves] & to[(longest + 1 - moves).min(FAR - 1)];
    (1..FAR.min(longest + 1)).map(meet).collect()
}

impl<G: Geometry> Aim<G> for Connection {
    fn prover(&self) -> Color {
        self.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        let board = position.board();
        let ground = self.ground(board);
        let reached: [Vec<_>; 2] = [0, 1].map(|end| self.reach(board, &ground, end).collect());
        let Some(distance) = self.distance(reached[0].iter().copied()) else {
            return Bitboard::EMPTY;
        };
        let path = on_paths(&reached, distance + width.0);
        let near = path | path.neighbours();
        let in_danger = |&stone: &Point| board.liberties_of(stone) <= IN_DANGER;
        let stones = *board.stones(Color::Black) | *board.stones(Color::White);
        let fights = board.chains_of(near & stones).filter(in_danger);
        fights.fold(path, |points, stone| points | points_around(board, stone, width))
    }

    /// A shorter distance means less work for a proof.
    fn status(&self, position: &Position<G>, _: Width) -> GoalStatus {
        let board = position.board();
        let own = board.stones(self.owner);
        if self.ends.iter().any(|&end| !own.contains(end)) {
            return GoalStatus::Decided(false);
        }
        match self.distance(self.reach(board, &self.ground(board), 0)) {
            None => GoalStatus::Decided(false),
            Some(0) => GoalStatus::Decided(true),
            Some(distance) => GoalStatus::Open {
                proof: (distance * distance) as u32,
                disproof: (FAR - distance) as u32,
            },
        }
    }

    fn zone(&self, position: &Position<G>) -> Bitboard<G> {
        position.board().chain_stones(self.ends[0]).copied().unwrap_or_default()
    }
}
