//! To kill the group of a stone, or to make it live: by two eyes, by a way out, or by the capture of
//! what surrounds it.
//!
//! The search ends where eyes and their lack can be told from their shapes, so what it finds is as
//! good as that knowledge: no proof.

use super::fight::{Aim, Width, liberties_of_weak};
use super::surroundings::{WEAK, grown, living, tied, wall_around, with_near_chains};
use crate::board::{Board, Position};
use crate::tactics::{is_nakade, safe_among, vital_point};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// How many steps a group is from freedom at most while it is not free.
const FAR: usize = 3;
/// So many steps from the wall, points are the attacker's.
const DOMINATED: usize = 3;
/// With so many points an eye is two, also in the corner.
const TWO_EYES: usize = 7;
/// With so many points for eyes, a group is as good as alive.
const ROOMY: u32 = 12;

/// The death of the group of a stone, whose opponent is the prover.
#[derive(Clone, Copy, Debug)]
pub struct Death<G: Geometry> {
    target: Point,
    owner: Color,
    /// What belonged to the group at the start, and may still.
    group: Bitboard<G>,
    /// The stones around it that were not to be captured easily.
    wall: Bitboard<G>,
    /// Other stones of the owner that live.
    friends: Bitboard<G>,
    /// Points that were empty: who gets there is free.
    outside: Bitboard<G>,
}

impl<G: Geometry> Death<G> {
    /// The death of the group of the stone at `target`; `None` where there is no stone.
    pub fn of(board: &Board<G>, target: Point) -> Option<Self> {
        let owner = board.color_at(target)?;
        let group = tied(board, owner, *board.chain_stones(target)?);
        let friends = living(board, owner, group, wall_around(board, owner, group));
        let group = with_near_chains(board, owner, group, friends);
        let wall = wall_around(board, owner, group);
        let empty = *board.empty();
        let dominated = grown(wall, DOMINATED, empty) - grown(friends, 1, empty);
        let outside = empty - dominated - grown(group, FAR, board.all() - wall);
        Some(Self { target, owner, group, wall, friends, outside })
    }

    /// The part of the wall that stands, with what has been connected to it.
    fn wall(&self, board: &Board<G>) -> Bitboard<G> {
        self.wall.flood(board.stones(!self.owner))
    }

    /// The part of the board on which the group may live.
    fn room(&self, board: &Board<G>, wall: Bitboard<G>, width: Width) -> Bitboard<G> {
        let own = *board.stones(self.owner);
        let (steps, within) = (1 + width.0, board.all() - wall);
        let group = self.group | (grown(self.group, steps, within) & own).flood(&own);
        grown(group, steps, within)
    }

    /// The points of the room on which an eye may be made: not next to the wall, and with few of its
    /// stones at the corners.
    fn eyes(&self, board: &Board<G>, wall: Bitboard<G>, room: Bitboard<G>) -> Bitboard<G> {
        let all = board.all();
        let points = room - *board.stones(self.owner) - wall - wall.neighbours();
        let may_be_true = |&point: &Point| {
            let taken = wall.window(point).diagonal();
            if all.window(point).has_all_diagonals() { !taken.has_two() } else { taken.is_empty() }
        };
        points.into_iter().filter(may_be_true).collect()
    }

    /// Whether the chain of the target is tied to what is free, or is about to be.
    fn is_free(&self, position: &Position<G>, chain: Bitboard<G>) -> bool {
        let board = position.board();
        let outside = self.outside & *board.empty();
        if self.friends.is_empty() && !outside.neighbours().intersects(board.stones(self.owner)) {
            return false;
        }
        let group = tied(board, self.owner, chain);
        let ways = (group.neighbours() & outside).count();
        let enough = if position.to_move() == self.owner { 1 } else { 2 };
        group.intersects(&self.friends) || ways >= enough
    }

    /// Whether the chain of the target has two eyes in the room, or one that becomes two.
    fn has_two_eyes(&self, board: &Board<G>, room: Bitboard<G>, chain: Bitboard<G>) -> bool {
        let own = *board.stones(self.owner);
        let not_own = board.all() - own;
        let mut rest = chain.neighbours() & not_own & room;
        let mut regions = 0;
        while let Some(point) = rest.first() {
            let region = part_within(point, not_own, room);
            rest -= region;
            if (region - room).is_empty() {
                regions += 1;
                let is_one_chains = !region.neighbours().intersects(&(own - chain));
                if is_one_chains && becomes_two(board, &region) {
                    return true;
                }
            }
        }
        regions > 1 && {
            let near = (room & own).flood(&own);
            safe_among(board, self.owner, near, false).stones.contains(self.target)
        }
    }

    /// Whether the chain of the target cannot get near to what is free.
    fn is_enclosed(&self, board: &Board<G>, chain: Bitboard<G>) -> bool {
        let reach = grown(chain, FAR, *board.empty() | *board.stones(self.owner));
        !reach.intersects(&(self.outside | self.friends))
    }

    /// Whether two eyes may be made of these points.
    fn may_be_two(&self, board: &Board<G>, eyes: &Bitboard<G>) -> bool {
        let Some(first) = eyes.first() else { return false };
        if Bitboard::of(first).flood(eyes) != *eyes {
            return true;
        }
        match (eyes.count(), vital_point(board, eyes)) {
            (1 | 2, _) => false,
            // Bent in the corner: a ko.
            (4, Some(point)) if eyes.window(point).adjacent().count() < 3 => true,
            (_, Some(point)) => !board.stones(!self.owner).contains(point),
            (_, None) => !is_nakade(board, eyes),
        }
    }
}

impl<G: Geometry> Aim<G> for Death<G> {
    fn prover(&self) -> Color {
        !self.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        let board = position.board();
        let Some(chain) = board.chain_stones(self.target) else {
            // The ko where it was taken.
            return Bitboard::of(self.target);
        };
        let room = self.room(board, self.wall(board), width);
        let around = tied(board, self.owner, *chain).neighbours();
        let own = liberties_of_weak(board, room & *board.stones(self.owner), WEAK);
        let others = liberties_of_weak(board, around & *board.stones(!self.owner), WEAK);
        ((room | around) & *board.empty()) | own | others
    }

    fn verdict(&self, position: &Position<G>, width: Width) -> Option<bool> {
        let board = position.board();
        let chain = match board.chain_stones(self.target) {
            Some(chain) if board.stones(self.owner).contains(self.target) => *chain,
            // Taken in a ko, it may come back at once.
            _ => return (position.ko() != Some(self.target)).then_some(true),
        };
        let has_broken_out = !(self.wall - *board.stones(!self.owner)).is_empty();
        if has_broken_out || self.is_free(position, chain) {
            return Some(false);
        }
        let wall = self.wall(board);
        let room = self.room(board, wall, width);
        if self.has_two_eyes(board, room, chain) {
            return Some(false);
        }
        let eyes = self.eyes(board, wall, room);
        (!self.may_be_two(board, &eyes) && self.is_enclosed(board, chain)).then_some(true)
    }

    /// The more room for eyes there is, the farther is the death.
    fn effort(&self, position: &Position<G>, width: Width) -> (u32, u32) {
        let board = position.board();
        let wall = self.wall(board);
        let eyes = self.eyes(board, wall, self.room(board, wall, width)).count() as u32;
        (1 + 2 * eyes, 1 + ROOMY.saturating_sub(eyes))
    }

    fn zone(&self, _: &Position<G>) -> Bitboard<G> {
        Bitboard::of(self.target)
    }
}

/// The part of a set around a point, or a piece of it that leaves the room.
fn part_within<G: Geometry>(point: Point, set: Bitboard<G>, room: Bitboard<G>) -> Bitboard<G> {
    let mut part = Bitboard::of(point);
    loop {
        let wider = part | (part.neighbours() & set);
        if wider == part || !(wider - room).is_empty() {
            return wider;
        }
        part = wider;
    }
}

/// Whether an enclosed region without stones is two eyes whatever is played in it. In a corner that
/// takes more points: there the outside liberties may matter.
fn becomes_two<G: Geometry>(board: &Board<G>, region: &Bitboard<G>) -> bool {
    let is_corner = |point: Point| board.around(Bitboard::of(point)).count() == 2;
    (region.count() >= TWO_EYES || !region.into_iter().any(is_corner))
        && (*region - *board.empty()).is_empty()
        && !is_nakade(board, region)
}
