//! Chinese chess as the protocols and the player see it. Red is Black of the Go Text Protocol,
//! because Black moves first there.

use std::io;
use std::ops::RangeInclusive;

use books::{BookGame, Grid, NormalForm, Symmetry};
use classical::{Score, moves_to_end};
use clocks::{Side, Stage};

use super::evaluation::{self, Evaluation, SHAPE, Weights, steps_at};
use super::piece::Piece;
use super::position::Position;
use super::repetition::Verdict;
use super::square::{FILES, Move, POINTS, RANKS, Ranks, Square};
use crate::board_game::{BoardGame, Outcome};
use crate::fitting::{self, TwoViews};
use crate::opening::normal_form;

/// The plies that a game is expected to take.
const EXPECTED_PLIES: f64 = 112.0;

/// The symmetry of the board: left and right are equivalent.
const GRID: Grid = Grid::mirrored(FILES as usize, RANKS as usize);

impl<E: Evaluation> BookGame for Position<E> {
    fn normal_form(&self) -> NormalForm {
        normal_form(self, GRID)
    }

    fn code(&self, mv: Move, symmetry: Symmetry) -> u16 {
        let image =
            |square: Square| GRID.image(symmetry, square.file().into(), square.rank().into());
        (POINTS * image(mv.from) + image(mv.to)) as u16
    }
}

impl<E: Evaluation> BoardGame for Position<E> {
    const ID: &'static str = "xiangqi";
    const BOARD: (usize, usize) = (FILES as usize, RANKS as usize);
    const MOVES: &'static str = "a move such as H3E3";
    const UNIT: &'static str = "pawns";
    const PLAYERS: [&'static str; 2] = ["Red", "Black"];
    const DECIDED: Score = 600;
    const PLY: Score = 20;

    type Endgame = ();

    fn endgame(_: usize) {}

    fn mover(&self) -> Side {
        self.board().mover()
    }

    fn piece_at(&self, column: usize, row: usize) -> Option<Side> {
        self.piece_of(column, row).map(|piece| piece.side)
    }

    fn letter_at(&self, column: usize, row: usize) -> Option<char> {
        self.piece_of(column, row).map(Piece::letter)
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        // The letter I is no file.
        let is_plain = !text.contains('i');
        Ranks::FromOne.read_move(&text.replace('j', "i")).ok().filter(|_| is_plain)
    }

    fn write_move(&self, mv: Move) -> String {
        point(mv.from) + &point(mv.to)
    }

    fn restricted(&self, to: &[Move]) -> Self {
        self.clone().with_moves(to)
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        vec![point(mv.from), point(mv.to)]
    }

    fn result(&self) -> Option<Outcome> {
        let won = |by| Some(Outcome::Won { by, margin: None });
        let mover = self.mover();
        if !self.has_move() {
            return won(!mover);
        }
        match self.verdict()? {
            Verdict::Draw => Some(Outcome::Draw),
            Verdict::Won => won(mover),
            Verdict::Lost => won(!mover),
        }
    }

    fn stage(&self) -> Stage {
        Stage { played: self.moves_played(), expected: EXPECTED_PLIES }
    }

    fn write_score(&self, score: Score) -> String {
        match moves_to_end::<Self>(score) {
            Some(plies) => {
                format!("{}#{}", if score > 0 { '+' } else { '-' }, (plies.abs() + 1) / 2)
            }
            None => format!("{:+.2}", f64::from(score) / 100.0),
        }
    }
}

impl<E: Evaluation> fitting::Fitted for Position<E> {
    const PARTS: f32 = 1.0;
    const NETWORK: Option<TwoViews> = Some(SHAPE);
    const RANDOM_MOVES: RangeInclusive<usize> = 4..=16;

    fn weights() -> usize {
        Weights::count()
    }

    fn steps(number: usize) -> f32 {
        steps_at(number)
    }

    /// The values of the simple evaluation.
    fn first_weights() -> Vec<f32> {
        evaluation::first_weights()
    }

    /// Only quiet positions can be judged at a glance.
    fn features(&self, into: &mut Vec<u32>) {
        if self.is_settled() {
            evaluation::features(self.board(), into);
        }
    }

    /// The estimate is that of a logistic model.
    fn expected(estimate: f32) -> f32 {
        libm::tanhf(estimate)
    }

    /// 1 for a win, 0 for a draw.
    fn margin(&self) -> Option<f32> {
        Some(match self.result()? {
            Outcome::Draw => 0.0,
            Outcome::Won { by, .. } if by == self.mover() => 1.0,
            Outcome::Won { .. } => -1.0,
        })
    }

    fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        Weights::file(weights, recipe)
    }
}

impl<E: Evaluation> Position<E> {
    fn piece_of(&self, column: usize, row: usize) -> Option<Piece> {
        let (file, rank) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        self.board().piece_at(Square::new(file, rank)?)
    }
}

/// A point in the Go Text Protocol, whose files are A to H and J.
fn point(square: Square) -> String {
    Ranks::FromOne.name(square).replace('i', "j").to_uppercase()
}
