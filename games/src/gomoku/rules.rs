//! Gomoku as the protocols and the player see it.
//!
//! Points have their names in the Go Text Protocol everywhere: the letters leave out I, and rows
//! are counted from below. Up to column H these are also the names that players of Gomoku use.

use std::io;
use std::ops::RangeInclusive;

use books::{BookGame, Grid, NormalForm, Symmetry};
use classical::{Budget, Game, Score, Selective, moves_to_end};
use clocks::{Side, Stage};

use super::evaluation::{self, Evaluation, PARTS, Weights};
use super::pattern::Threat;
use super::point::{AREA, Point, PointSet, SIZE};
use super::position::{Position, WIN};
use super::threats::{self, Solver};
use crate::board_game::{BoardGame, Outcome};
use crate::fitting;
use crate::opening::normal_form;

/// The number of moves that few games exceed, for the allocation of time.
const LONG_GAME: f64 = 60.0;
/// The most positions in which wins by threats are looked for if only the depth is limited.
const MOST_WITH_DEPTH: u64 = 3_000;

impl<E: Evaluation> Selective for Position<E> {
    const ASPIRATION: Score = 25;
    // One more stone never harms.
    const LEAST_VERIFIED: Option<u32> = None;

    fn try_null_move(&mut self) -> bool {
        let opponent = !self.to_move();
        let is_urgent = [Threat::Five, Threat::OpenFour]
            .into_iter()
            .any(|threat| !self.board().threats(opponent, threat).is_empty());
        if !is_urgent {
            self.pass();
        }
        !is_urgent
    }

    fn is_quiet(&self, point: Point) -> bool {
        let threat = |side| self.board().pattern(side, point).threat();
        let mover = self.to_move();
        threat(mover) == Threat::None && threat(!mover) < Threat::DoubleThree
    }

    fn trusts_own_order(&self) -> bool {
        E::KNOWS_THREATS
    }

    fn is_forced(&self) -> bool {
        !self.board().threats(!self.to_move(), Threat::Five).is_empty()
    }

    /// Against threats, all moves that could help are listed, and else the likely ones.
    fn lists_all_moves(&self) -> bool {
        E::KNOWS_THREATS && self.must_answer()
    }
}

/// The symmetries of the board.
const GRID: Grid = Grid::symmetric(SIZE, SIZE);

impl<E: Evaluation> BookGame for Position<E> {
    fn normal_form(&self) -> NormalForm {
        normal_form(self, GRID)
    }

    fn code(&self, point: Point, symmetry: Symmetry) -> u16 {
        GRID.image(symmetry, point.column(), point.row()) as u16
    }
}

impl<E: Evaluation> BoardGame for Position<E> {
    const ID: &'static str = "gomoku";
    const BOARD: (usize, usize) = (SIZE, SIZE);
    const MOVES: &'static str = "a point such as H8";
    const UNIT: &'static str = E::UNIT;
    const DECIDED: Score = WIN / 10;
    // More than a move seems to be worth before it has been followed.
    const PLY: Score = E::PARTS / 4 + 1;
    const BOOK: Option<&'static [u8]> = Some(include_bytes!("../../data/gomoku.book"));
    const FINISHES_FIRST: bool = true;
    const MOST_MEMORY_OF_END: usize = if E::KNOWS_THREATS { Solver::MOST_MEMORY } else { 0 };

    type Endgame = Solver;

    fn endgame(bytes: usize) -> Solver {
        Solver::new(bytes)
    }

    fn forget(solver: &mut Solver) {
        solver.clear();
    }

    fn mover(&self) -> Side {
        self.to_move()
    }

    fn piece_at(&self, column: usize, row: usize) -> Option<Side> {
        let point = Point::new(column, row)?;
        [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.board().stones(side).contains(point))
    }

    fn legal_moves(&mut self) -> Vec<Point> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.moves(&mut moves);
            let listed = moves.iter().copied().collect::<PointSet>().or(self.board().taken());
            moves.extend(PointSet::ALL.without(listed));
        }
        moves
    }

    fn read_move(&self, text: &str) -> Option<Point> {
        text.parse().ok()
    }

    fn write_move(&self, point: Point) -> String {
        point.to_string()
    }

    fn result(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(Outcome::Won { by: !self.mover(), margin: None });
        }
        self.is_over().then_some(Outcome::Draw)
    }

    fn stage(&self) -> Stage {
        Stage { played: AREA - self.empty(), expected: LONG_GAME }
    }

    fn write_score(&self, score: Score) -> String {
        match moves_to_end::<Self>(score) {
            Some(moves) if score > 0 => format!("+#{moves}"),
            Some(moves) => format!("-#{}", -moves),
            None if E::PARTS == 1 => format!("{score:+}"),
            None => format!("{:+.2}", f64::from(score) / f64::from(E::PARTS)),
        }
    }

    fn is_near_end(&self, _: Option<u32>, _: &Budget<'_>) -> bool {
        E::KNOWS_THREATS && threats::can_threaten(self.board(), self.to_move())
    }

    fn finish(&self, solver: &mut Solver, budget: &mut Budget<'_>) -> Option<(Vec<Point>, Score)> {
        let is_limited = budget.nodes.is_some() || budget.deadline.is_some();
        let most = if is_limited { u64::MAX } else { MOST_WITH_DEPTH };
        let (board, mover) = (self.board(), self.to_move());
        let win = budget.share(most, |budget| solver.solve(board, mover, budget))?;
        Some((win.line, WIN - win.moves as Score))
    }
}

impl<E: Evaluation> fitting::Fitted for Position<E> {
    const PARTS: f32 = PARTS as f32;
    const STEP: f32 = 0.3;
    const RANDOM_MOVES: RangeInclusive<usize> = 2..=8;

    /// Points near stones: among all of them, games would begin with stones that have nothing to do
    /// with each other.
    fn random_choices(&self) -> Vec<Point> {
        let taken = self.board().taken();
        let stones = if taken.is_empty() { PointSet::from_iter([Point::CENTRE]) } else { taken };
        stones.within(2).without(taken).into_iter().collect()
    }

    fn weights() -> usize {
        Weights::count()
    }

    fn features(&self, into: &mut Vec<u32>) {
        // What is not estimated is not learned from.
        if !self.is_decided_soon() {
            evaluation::features(self.board(), self.mover(), into);
        }
    }

    fn margin(&self) -> Option<f32> {
        let result = self.result()?;
        Some(if result == Outcome::Draw { 0.0 } else { -1.0 })
    }

    fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        Weights::file(weights, recipe)
    }
}
