//! Othello as the protocols and the player see it.
//!
//! A point has the same name in the Go Text Protocol as in Othello, `D3`. As GoGui counts rows from
//! below and Othello from above, GoGui shows the board upside down.

use std::io;
use std::time::Instant;

use books::{BookGame, Grid, NormalForm, Symmetry};
use classical::{Budget, ProbCut, Score, Selective};
use clocks::{Side, Stage};

use super::diagram::Color;
use super::endgame::{Solver, Window};
use super::evaluation::{self, Evaluation, Mobile, PARTS, Weights};
use super::position::{DISC, Position};
use super::prob_cuts::prob_cuts;
use super::square::Move;
use crate::board_game::{BoardGame, Outcome};
use crate::fitting;
use crate::opening::normal_form;

/// The positions that the endgame searches in a second, for a guess of what it can finish.
const POSITIONS_A_SECOND: f64 = 5e6;
/// The doublings of positions that an endgame needs beside one for each empty square: FFO 40, with
/// 20 empty squares, takes 13 million.
const DOUBLINGS: u32 = 3;
/// The most empty squares of an endgame, whatever the limits.
const MOST_REACH: u32 = 30;
/// The number of discs at which the rest of the game is known and needs no more time, for the
/// allocation of time.
const DISCS_BEFORE_END: f64 = 51.0;

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::First,
            Color::White => Self::Second,
        }
    }
}

impl<E: Evaluation> Default for Position<E> {
    fn default() -> Self {
        Self::new(E::default())
    }
}

impl<E: Evaluation> Selective for Position<E> {
    const ASPIRATION: Score = 2 * DISC;

    fn prob_cuts(&self, depth: u32) -> &[ProbCut] {
        if E::IS_PREDICTED { prob_cuts(self.board().empties().count_ones(), depth) } else { &[] }
    }
}

/// The symmetries of the board.
const GRID: Grid = Grid::symmetric(8, 8);

impl<E: Evaluation> BookGame for Position<E> {
    fn normal_form(&self) -> NormalForm {
        normal_form(self, GRID)
    }

    fn code(&self, mv: Move, symmetry: Symmetry) -> u16 {
        let image = |square| GRID.image(symmetry, usize::from(square % 8), usize::from(square / 8));
        mv.square().map_or(mv.index(), image) as u16
    }
}

impl<E: Evaluation> BoardGame for Position<E> {
    const ID: &'static str = "othello";
    const BOARD: (usize, usize) = (8, 8);
    const MOVES: &'static str = "a point such as D3, or pass";
    const COUNTS_EARLY_ENDS: bool = true;
    const UNIT: &'static str = "discs";
    const DECIDED: Score = 24 * DISC;
    const PLY: Score = DISC / 2;
    const BOOK: Option<&'static [u8]> = Some(include_bytes!("../../data/othello.book"));

    const MOST_MEMORY_OF_END: usize = usize::MAX;

    type Endgame = Solver<Mobile>;

    fn endgame(bytes: usize) -> Solver<Mobile> {
        Solver::new(Mobile, bytes)
    }

    fn forget(solver: &mut Solver<Mobile>) {
        solver.clear();
    }

    fn mover(&self) -> Side {
        self.to_move().into()
    }

    fn piece_at(&self, column: usize, row: usize) -> Option<Side> {
        let square = 8 * row + column;
        let has = |color| self.diagram().discs(color) >> square & 1 == 1;
        match (has(Color::Black), has(Color::White)) {
            (true, _) => Some(Side::First),
            (_, true) => Some(Side::Second),
            _ => None,
        }
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        text.parse().ok()
    }

    fn write_move(&self, mv: Move) -> String {
        if mv == Move::PASS { mv.to_string() } else { mv.to_string().to_uppercase() }
    }

    fn result(&self) -> Option<Outcome> {
        if !self.board().is_over() {
            return None;
        }
        let margin = self.board().disc_difference();
        let by = if margin > 0 { self.mover() } else { !self.mover() };
        let won = Outcome::Won { by, margin: Some(margin.unsigned_abs()) };
        Some(if margin == 0 { Outcome::Draw } else { won })
    }

    fn stage(&self) -> Stage {
        let discs = 64 - self.board().empties().count_ones() as usize;
        Stage { played: discs, expected: DISCS_BEFORE_END }
    }

    fn write_score(&self, score: Score) -> String {
        if score % DISC == 0 {
            return format!("{:+}", score / DISC);
        }
        format!("{:+.1}", f64::from(score) / f64::from(DISC))
    }

    fn is_near_end(&self, depth: Option<u32>, budget: &Budget<'_>) -> bool {
        self.board().empties().count_ones() <= reach(depth, budget)
    }

    fn finish(
        &self,
        solver: &mut Solver<Mobile>,
        budget: &mut Budget<'_>,
    ) -> Option<(Vec<Move>, Score)> {
        let solution = solver.solve(self.board(), Window::FULL, budget).ok()?;
        Some((vec![solution.best?], solution.score * DISC))
    }
}

impl<E: Evaluation> fitting::Fitted for Position<E> {
    const PARTS: f32 = PARTS as f32;

    fn weights() -> usize {
        Weights::count()
    }

    fn features(&self, into: &mut Vec<u32>) {
        evaluation::features(self.board(), into);
    }

    fn margin(&self) -> Option<f32> {
        let board = self.board();
        board.is_over().then(|| board.disc_difference() as f32)
    }

    fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        Weights::file(weights, recipe)
    }
}

/// The greatest number of empty squares with which a game is worth solving within a budget.
/// `depth` is the depth to which other searches are limited, if they are.
fn reach(depth: Option<u32>, budget: &Budget<'_>) -> u32 {
    let by_depth = depth.map(|depth| depth.saturating_mul(2).saturating_add(4).min(20));
    let time = budget.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    let by_time = time.map(|time| (time.as_secs_f64() * POSITIONS_A_SECOND) as u64);
    let positions = by_time.into_iter().chain(budget.nodes).min();
    let by_positions =
        positions.map(|positions| positions.max(1).ilog2().saturating_sub(DOUBLINGS));
    by_depth.into_iter().chain(by_positions).chain([MOST_REACH]).min().unwrap_or(MOST_REACH)
}
