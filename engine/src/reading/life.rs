//! The life and death of the group containing a given stone. A group lives by making two eyes, by
//! escaping, or by capturing stones that surround it.
//!
//! The search stops where the shapes of the eyes decide the outcome. Its results are only as
//! reliable as these shape rules and are therefore not proofs.

use super::fight::{Aim, Width, is_taken, liberties_of_weak};
use super::surroundings::{
    WEAK, grown, living, lost_in_atari, tied, tied_by, wall_around, with_near_chains,
};
use crate::board::{Board, Position};
use crate::tactics::{is_nakade, parts, parts_within, safe_among, vital_point};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// The distance from the outside, in steps, beyond which a group counts as enclosed.
const FAR: usize = 3;
/// The maximum distance from the wall, in steps, at which points count as the attacker's.
const DOMINATED_DISTANCE: usize = 3;
/// The minimum number of points that an empty eye needs to become two eyes even in a corner.
const TWO_EYES: usize = 7;
/// The number of possible eye points at which a group is almost certainly alive.
const ROOMY: usize = 12;
/// The number of separate places for eyes beyond which additional places no longer help.
const PLENTY_OF_PLACES: usize = 3;
/// The number of liberties beyond which additional liberties no longer help.
const PLENTY_OF_LIBERTIES: usize = 6;

/// The goal of killing the group containing a given stone. The prover is the opponent of the
/// group's owner.
#[derive(Clone, Copy, Debug)]
pub struct Death<G: Geometry> {
    pub(crate) target: Point,
    pub(crate) owner: Color,
    /// The stones that belonged to the group at the start. Some may have been captured.
    group: Bitboard<G>,
    /// The stones around the group that, at the start, could not easily be captured.
    wall: Bitboard<G>,
    /// Other living stones of the owner.
    friends: Bitboard<G>,
    /// Points that were empty at the start. A group that reaches them is free.
    outside: Bitboard<G>,
    /// A stone of the opponent's group that is in a capturing race with this group. The opponent's
    /// group is not part of the wall, and this group lives if it captures the rival.
    rival: Option<Point>,
}

impl<G: Geometry> Death<G> {
    /// Returns the goal of killing the group containing the stone at `target`, or `None` if there
    /// is no stone there.
    pub fn of(board: &Board<G>, target: Point) -> Option<Self> {
        Self::with_rival(board, target, None)
    }

    /// Returns the goal of killing the group at `target`, which is in a capturing race with the
    /// opponent's group at `rival`. Returns `None` unless there are stones of different colours at
    /// these two points.
    pub fn in_race(board: &Board<G>, target: Point, rival: Point) -> Option<Self> {
        let is_other = board.color_at(rival)? != board.color_at(target)?;
        is_other.then(|| Self::with_rival(board, target, Some(rival))).flatten()
    }

    fn with_rival(board: &Board<G>, target: Point, rival: Option<Point>) -> Option<Self> {
        let owner = board.color_at(target)?;
        let chain = rival.and_then(|rival| board.chain_stones(rival));
        let rivals = chain.map_or(Bitboard::EMPTY, |&chain| tied(board, !owner, chain));
        let wall_around = |group| wall_around(board, owner, group) - rivals;
        let group = tied(board, owner, *board.chain_stones(target)?);
        let friends = living(board, owner, group, wall_around(group));
        let group = with_near_chains(board, owner, group, friends);
        let wall = wall_around(group);
        let empty = *board.empty();
        let dominated = grown(wall, DOMINATED_DISTANCE, empty) - grown(friends, 1, empty);
        let outside = empty - dominated - grown(group, FAR, board.all() - wall);
        Some(Self { target, owner, group, wall, friends, outside, rival })
    }

    /// The remaining part of the wall, together with the stones connected to it since the start.
    fn wall(&self, board: &Board<G>) -> Bitboard<G> {
        self.wall.flood(board.stones(!self.owner))
    }

    /// The part of the board in which the group may live.
    fn room(&self, board: &Board<G>, wall: Bitboard<G>, width: Width) -> Bitboard<G> {
        let own = *board.stones(self.owner);
        let (steps, within) = (1 + width.0, board.all() - wall);
        let group = self.group | (grown(self.group, steps, within) & own).flood(&own);
        grown(group, steps, within)
    }

    /// The points of the room on which an eye is possible. These points are not next to the wall,
    /// and the wall occupies few of their diagonal neighbours.
    fn eyes(&self, board: &Board<G>, wall: Bitboard<G>, room: Bitboard<G>) -> Bitboard<G> {
        let all = board.all();
        let points = room - *board.stones(self.owner) - wall - wall.neighbours();
        let may_be_true = |&point: &Point| {
            let taken = wall.window(point).diagonal();
            if all.window(point).has_all_diagonals() { !taken.has_two() } else { taken.is_empty() }
        };
        points.into_iter().filter(may_be_true).collect()
    }

    /// Whether the target's chain is connected to the outside or to living stones, or can no longer
    /// be prevented from connecting to them.
    fn is_free(&self, position: &Position<G>, chain: Bitboard<G>) -> bool {
        let board = position.board();
        let outside = self.outside & *board.empty();
        if self.friends.is_empty() && !outside.neighbours().intersects(board.stones(self.owner)) {
            return false;
        }
        let is_attacked = position.to_move() != self.owner;
        if is_attacked && board.liberties_of(self.target) == 1 {
            return false;
        }
        // If the attacker is to move, the attacker's stones in atari count as caught only if they
        // cannot be saved.
        let others = *board.stones(!self.owner);
        let caught = if is_attacked { lost_in_atari(board, others) } else { others };
        let group = tied_by(board, self.owner, chain, caught);
        let exits = (group.neighbours() & outside).count();
        let enough = if is_attacked { 2 } else { 1 };
        group.intersects(&self.friends) || exits >= enough
    }

    /// Whether the target's chain has two eyes in the room, or one eye that becomes two.
    fn has_two_eyes(&self, board: &Board<G>, room: Bitboard<G>, chain: Bitboard<G>) -> bool {
        let own = *board.stones(self.owner);
        let around = chain.neighbours();
        let mut regions = 0;
        for region in parts_within(board.all() - own, room) {
            if region.intersects(&around) {
                regions += 1;
                let is_one_chains = !region.neighbours().intersects(&(own - chain));
                if is_one_chains && becomes_two(board, &region) {
                    return true;
                }
            }
        }
        regions > 1 && {
            let near = (room & own).flood(&own);
            let safe = safe_among(board, self.owner, near, room, false);
            safe.stones.contains(self.target)
        }
    }

    /// Whether the target's chain cannot get near the outside or living stones, even by capturing
    /// chains that are not part of the wall.
    fn is_enclosed(&self, board: &Board<G>, wall: Bitboard<G>, chain: Bitboard<G>) -> bool {
        let reach = grown(chain, FAR, board.all() - wall);
        !reach.intersects(&(self.outside | self.friends))
    }

    /// Whether these connected points may become two eyes.
    fn may_be_two(&self, board: &Board<G>, eyes: &Bitboard<G>) -> bool {
        let taken = *eyes & *board.stones(!self.owner);
        if eyes.count() > 4 && taken.count() + 1 == eyes.count() {
            // The owner captures by playing on the last point, so the points of the captured stones
            // form the eye.
            return !is_connected(&taken) || !is_nakade(board, &taken) || is_bent(board, &taken);
        }
        match (eyes.count(), vital_point(board, eyes)) {
            (0..=2, _) => false,
            // The bent four in the corner leads to a ko.
            (4, _) if is_bent(board, eyes) => true,
            (_, Some(point)) => !taken.contains(point),
            (_, None) => !is_nakade(board, eyes),
        }
    }
}

/// Whether an eye is the bent four in the corner: four points of which the vital point is next to
/// only two. In a pyramid four, it is next to three; squares and rows have no vital point.
fn is_bent<G: Geometry>(board: &Board<G>, eye: &Bitboard<G>) -> bool {
    let vital = vital_point(board, eye).filter(|_| eye.count() == 4);
    vital.is_some_and(|point| eye.window(point).adjacent().count() < 3)
}

impl<G: Geometry> Aim<G> for Death<G> {
    fn prover(&self) -> Color {
        !self.owner
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        let board = position.board();
        let Some(chain) = board.chain_stones(self.target) else {
            // The target was taken in a ko.
            return Bitboard::of(self.target);
        };
        let room = self.room(board, self.wall(board), width);
        let around = tied(board, self.owner, *chain).neighbours();
        let own = liberties_of_weak(board, room & *board.stones(self.owner), WEAK);
        let others = liberties_of_weak(board, around & *board.stones(!self.owner), WEAK);
        let rivals = self.rival.and_then(|rival| board.chain_liberties(rival));
        ((room | around) & *board.empty()) | own | others | rivals.copied().unwrap_or_default()
    }

    /// More room for eyes makes death harder to prove. Fewer liberties and fewer places for eyes
    /// make life harder to prove. The results for other weights are listed in docs/reading.md.
    fn status(&self, position: &Position<G>, width: Width) -> GoalStatus {
        let board = position.board();
        if is_taken(position, self.target, self.owner) {
            return GoalStatus::Decided(true);
        }
        let chain = board.chain_stones(self.target).copied().unwrap_or_default();
        if self.rival.is_some_and(|rival| is_taken(position, rival, !self.owner)) {
            return GoalStatus::Decided(false);
        }
        let has_broken_out = !(self.wall - *board.stones(!self.owner)).is_empty();
        if has_broken_out || self.is_free(position, chain) {
            return GoalStatus::Decided(false);
        }
        let wall = self.wall(board);
        let room = self.room(board, wall, width);
        if self.has_two_eyes(board, room, chain) {
            return GoalStatus::Decided(false);
        }
        let eyes = self.eyes(board, wall, room);
        let places = parts(eyes).count();
        if !chain.is_empty()
            && places < 2
            && !self.may_be_two(board, &eyes)
            && self.is_enclosed(board, wall, chain)
        {
            return GoalStatus::Decided(true);
        }
        let lacking = |most: usize, count: usize| most.saturating_sub(count) as u32;
        let liberties = board.chain_liberties(self.target).map_or(0, Bitboard::count);
        let disproof = 1
            + lacking(ROOMY, eyes.count())
            + 4 * lacking(PLENTY_OF_PLACES, places)
            + 3 * lacking(PLENTY_OF_LIBERTIES, liberties);
        GoalStatus::Open { proof: 1 + 2 * eyes.count() as u32, disproof }
    }

    fn zone(&self, _: &Position<G>) -> Bitboard<G> {
        Bitboard::of(self.target)
    }
}

/// Whether an enclosed region without stones becomes two eyes whatever the opponent plays in it. A
/// corner region needs more points because outside liberties may matter there.
fn becomes_two<G: Geometry>(board: &Board<G>, region: &Bitboard<G>) -> bool {
    let is_corner = |point: Point| board.around(Bitboard::of(point)).count() == 2;
    (region.count() >= TWO_EYES || !region.into_iter().any(is_corner))
        && (*region - *board.empty()).is_empty()
        && !is_nakade(board, region)
}

fn is_connected<G: Geometry>(points: &Bitboard<G>) -> bool {
    points.first().is_none_or(|first| Bitboard::of(first).flood(points) == *points)
}
