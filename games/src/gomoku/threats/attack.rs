//! Victory by continuous threats, as a goal for the proof-number search.
//!
//! The attacker makes only fours and open threes, and closes the defender's fours. The defender
//! tries every move that can prevent the next five or open four, and his own fours. So a proof is a
//! win, but a failure only means that there is no win of this kind.

use classical::{Game, Goal, GoalStatus};
use clocks::Side;

use crate::gomoku::board::Board;
use crate::gomoku::pattern::{DIRECTIONS, Threat};
use crate::gomoku::point::{Point, PointSet};
use crate::gomoku::shape::Shape;

/// A position in which one player attacks.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    board: Board,
    mover: Side,
    attacker: Side,
    history: Vec<Point>,
}

impl Attack {
    /// The attacker is to move.
    pub(super) fn new(board: Board, attacker: Side) -> Self {
        Self { board, mover: attacker, attacker, history: Vec::new() }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of the player to move.
    fn candidates(&self) -> PointSet {
        let other = !self.mover;
        let fives = self.board.threats(other, Threat::Five);
        if !fives.is_empty() {
            return fives;
        }
        if self.mover == self.attacker {
            return fours_and_threes(&self.board, self.mover);
        }
        answers_to_threes(&self.board, self.mover).unwrap_or_default()
    }
}

/// The moves that make a four, and those that make an open three.
fn fours_and_threes(board: &Board, side: Side) -> PointSet {
    let threes = board.threats(side, Threat::Three).or(board.threats(side, Threat::DoubleThree));
    board.fours(side).or(threes)
}

/// Whether a player has a move that could begin a win by threats.
pub(in crate::gomoku) fn can_threaten(board: &Board, side: Side) -> bool {
    !fours_and_threes(board, side).is_empty()
}

/// The moves that can prevent the opponent's open fours, or gain a move by a four, if the opponent
/// threatens an open four. All other moves lose, unless they make five.
pub(in crate::gomoku) fn answers_to_threes(board: &Board, mover: Side) -> Option<PointSet> {
    let mut fours = board.threats(!mover, Threat::OpenFour).into_iter();
    let first = zone(board, mover, fours.next()?);
    let zone = fours.fold(first, |all, point| all.and(zone(board, mover, point)));
    Some(zone.or(board.fours(mover)))
}

/// The moves that can change what the opponent makes of this point: an open four or two fours.
fn zone(board: &Board, mover: Side, point: Point) -> PointSet {
    let shapes = board.pattern(!mover, point).shapes();
    let lines = (0..DIRECTIONS).zip(shapes).filter(|(_, shape)| *shape >= Shape::Four);
    let points = lines.flat_map(|(direction, _)| Board::line(point, direction));
    points.chain([point]).collect::<PointSet>().without(board.taken())
}

impl Game for Attack {
    type Move = Point;

    fn moves(&mut self, into: &mut Vec<Point>) {
        let begin = into.len();
        into.extend(self.candidates());
        let threat = |&point: &Point| {
            let of = |side| self.board.pattern(side, point).threat();
            std::cmp::Reverse((of(self.mover), of(!self.mover)))
        };
        if let Some(new) = into.get_mut(begin..) {
            new.sort_by_key(threat);
        }
    }

    fn play(&mut self, point: Point) {
        self.board.place(self.mover, point, &mut ());
        self.history.push(point);
        self.mover = !self.mover;
    }

    fn undo(&mut self) {
        if let Some(point) = self.history.pop() {
            self.mover = !self.mover;
            self.board.remove(self.mover, point, &mut ());
        }
    }

    /// The table serves one attacker, and the number of stones tells whose turn it is.
    fn key(&self) -> u64 {
        self.board.hash()
    }

    fn key_after(&mut self, point: Point) -> u64 {
        self.board.hash() ^ Board::key(self.mover, point)
    }

    fn index(point: Point) -> usize {
        point.index()
    }
}

impl Goal for Attack {
    type Zone = ();

    fn is_prover_to_move(&self) -> bool {
        self.mover == self.attacker
    }

    fn status(&self) -> GoalStatus {
        let defender = !self.attacker;
        let count = |side, threat| self.board.threats(side, threat).len();
        let (own, other) = (count(self.attacker, Threat::Five), count(defender, Threat::Five));
        let open_fours = count(self.attacker, Threat::OpenFour);
        let choices = || self.candidates().len() as u32;
        if self.mover == self.attacker {
            return match (own, other) {
                (1.., _) => GoalStatus::Decided(true),
                (0, 0) if open_fours > 0 => GoalStatus::Decided(true),
                (0, 0) => match choices() {
                    0 => GoalStatus::Decided(false),
                    disproof => GoalStatus::Open { proof: 1, disproof },
                },
                (0, 1) => GoalStatus::UNKNOWN,
                (0, _) => GoalStatus::Decided(false),
            };
        }
        match (own, other) {
            (_, 1..) => GoalStatus::Decided(false),
            (2.., 0) => GoalStatus::Decided(true),
            (1, 0) => GoalStatus::UNKNOWN,
            (0, 0) if open_fours == 0 => GoalStatus::Decided(false),
            (0, 0) => match choices() {
                0 => GoalStatus::Decided(true),
                proof => GoalStatus::Open { proof, disproof: 1 },
            },
        }
    }

    fn zone_of_goal(&self) {}

    fn zone_before(&self, _: Point, (): ()) {}

    fn zone_of_all(&self, _: impl Iterator<Item = ()>) {}

    fn replies(&self, (): (), _: &mut Vec<Point>) {}
}
