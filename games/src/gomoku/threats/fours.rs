//! Victory by continuous fours: each has only one answer, so a depth-first search suffices.

use classical::{Budget, OutOfBudget};
use clocks::Side;

use crate::gomoku::board::Board;
use crate::gomoku::pattern::Threat;
use crate::gomoku::point::{Point, PointSet};

/// The search, with the positions in which it has failed.
pub(super) struct Fours {
    /// Keys of failures, each at the place that it selects; 0 where there is none.
    failures: Vec<u64>,
}

/// A search for one attacker.
struct Search<'a, 'b> {
    failures: &'a mut [u64],
    budget: &'a mut Budget<'b>,
    board: Board,
    attacker: Side,
    line: Vec<Point>,
}

impl Fours {
    pub(super) fn new(bytes: usize) -> Self {
        Self { failures: vec![0; (bytes / size_of::<u64>()).max(1)] }
    }

    pub(super) fn clear(&mut self) {
        self.failures.fill(0);
    }

    /// The moves by which the attacker, who is to move, wins, but not the last one. `None` if there
    /// are none, or if the budget runs out.
    pub(super) fn win(
        &mut self,
        board: &Board,
        attacker: Side,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Point>> {
        let (board, line) = (board.clone(), Vec::new());
        let mut search = Search { failures: &mut self.failures, budget, board, attacker, line };
        (search.visit() == Ok(true)).then_some(search.line)
    }
}

impl Search<'_, '_> {
    /// Whether the attacker wins. If so, the line has the moves.
    fn visit(&mut self) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let (attacker, defender) = (self.attacker, !self.attacker);
        if !self.board.threats(attacker, Threat::Five).is_empty() {
            return Ok(true);
        }
        let danger = self.board.threats(defender, Threat::Five);
        let moves = match danger.len() {
            0 if !self.board.threats(attacker, Threat::OpenFour).is_empty() => return Ok(true),
            0 => self.board.fours(attacker),
            1 => self.board.fours(attacker).and(danger),
            _ => PointSet::EMPTY,
        };
        if moves.is_empty() || self.has_failed() {
            return Ok(false);
        }
        let with_three = moves.and(self.board.threats(attacker, Threat::FourThree));
        for four in with_three.into_iter().chain(moves.without(with_three)) {
            if self.wins_with(four)? {
                return Ok(true);
            }
        }
        self.remember_failure();
        Ok(false)
    }

    /// Whether the attacker wins with a move that makes a four.
    fn wins_with(&mut self, four: Point) -> Result<bool, OutOfBudget> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        self.board.place(attacker, four, &mut ());
        self.line.push(four);
        let fives = self.board.threats(attacker, Threat::Five);
        let is_unstoppable =
            fives.len() > 1 && self.board.threats(defender, Threat::Five).is_empty();
        let mut answer = Ok(is_unstoppable);
        if let Some(block) = fives.into_iter().next().filter(|_| fives.len() == 1) {
            self.board.place(defender, block, &mut ());
            self.line.push(block);
            answer = self.visit();
            self.board.remove(defender, block, &mut ());
            if answer != Ok(true) {
                self.line.pop();
            }
        }
        self.board.remove(attacker, four, &mut ());
        if answer != Ok(true) {
            self.line.pop();
        }
        answer
    }

    /// The key of the position and the attacker, and its place.
    fn place(&self) -> (u64, usize) {
        let attacker = if self.attacker == Side::First { 1 } else { 2 };
        let key = self.board.hash().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ attacker;
        (key, (key >> 16) as usize % self.failures.len())
    }

    fn has_failed(&self) -> bool {
        let (key, at) = self.place();
        self.failures.get(at) == Some(&key)
    }

    fn remember_failure(&mut self) {
        let (key, at) = self.place();
        if let Some(place) = self.failures.get_mut(at) {
            *place = key;
        }
    }
}
