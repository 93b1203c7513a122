//! The evaluation that was fitted to games of the program against itself: a sum of weights for
//! what the shapes on the board contain, for the mobility of both players, and for the stage of the
//! game, each by phases (Buro, 2002; see [`shapes`](super::shapes)).
//!
//! The weights are data, made by `mengxi fit`.

use std::io;
use std::sync::LazyLock;

use classical::Score;

use super::Evaluation;
use super::shapes::SHAPES_OF_BOARD;
use crate::othello::board::Board;
use crate::othello::position::DISC;
use crate::weight_file::{self, WeightsError};

/// The first line of a file of weights.
const FORMAT: &str = "mengxi othello weights 1";
/// The parts of a disc in which weights are counted.
pub const PARTS: Score = 16;

/// The number of phases, each of six discs.
const PHASES: usize = 11;
/// Numbers of moves are told apart up to this one.
const MOST_MOVES: usize = 15;
/// The weights for mobility in a phase: one for each pair of numbers of moves.
const MOBILITY: usize = (MOST_MOVES + 1) * (MOST_MOVES + 1);

/// The weights of the built-in evaluation.
static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("../../../data/othello.weights")).unwrap_or_else(|error| {
        log::error!("the built-in weights of Othello cannot be read: {error}");
        Weights { contents: Vec::new(), mobility: Vec::new() }
    })
});

/// The fitted evaluation with the weights inside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitted;

impl Evaluation for Fitted {
    const IS_PREDICTED: bool = true;

    fn evaluate(&self, board: Board) -> Score {
        BUILT_IN.evaluate(board)
    }
}

/// The weights of an evaluation, in sixteenths of a disc.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By phase, then by content of a shape.
    contents: Vec<i8>,
    /// By phase, then by the numbers of both players' moves.
    mobility: Vec<i8>,
}

impl Weights {
    /// The number of different weights.
    pub fn count() -> usize {
        PHASES * (SHAPES_OF_BOARD.distinct() + MOBILITY)
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If the file has another format or is damaged.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let weights = weight_file::read(file, FORMAT, Self::count())?;
        let count = WeightsError::Count { expected: Self::count(), found: weights.len() };
        Self::new(&weights).ok_or(count)
    }

    /// Creates an evaluation from its weights, in the order of [`features`]. Returns `None` unless
    /// there are as many as [`count`](Self::count) says.
    pub fn new(weights: &[i8]) -> Option<Self> {
        if weights.len() != Self::count() {
            return None;
        }
        let shapes = &SHAPES_OF_BOARD;
        let (mut contents, mut mobility) = (Vec::new(), Vec::new());
        for phase in weights.chunks_exact(shapes.distinct() + MOBILITY) {
            let (of_shapes, of_moves) = phase.split_at(shapes.distinct());
            let folded = (0..shapes.contents()).filter_map(|content| shapes.folded(content));
            contents.extend(folded.filter_map(|number| of_shapes.get(number)));
            mobility.extend(of_moves);
        }
        Some(Self { contents, mobility })
    }

    /// The file for these weights, in the order of [`features`]. `recipe` is a line on how they
    /// were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    pub fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        weight_file::write::<i8>(FORMAT, weights, recipe)
    }

    /// The estimate for the player to move, in hundredths of a disc.
    pub fn evaluate(&self, board: Board) -> Score {
        let (shapes, phase) = (&SHAPES_OF_BOARD, phase(board));
        let begin = phase * shapes.contents();
        let contents = self.contents.get(begin..).unwrap_or_default();
        let of_shapes = shapes.of(board).filter_map(|content| contents.get(content));
        let sum: Score = of_shapes.map(|&weight| Score::from(weight)).sum();
        let moves = self.mobility.get(phase * MOBILITY + moves(board)).copied();
        (sum + Score::from(moves.unwrap_or(0))) * DISC / PARTS
    }
}

/// Appends the numbers of the weights whose sum is the estimate for the player to move.
pub fn features(board: Board, into: &mut Vec<u32>) {
    let shapes = &SHAPES_OF_BOARD;
    let begin = phase(board) * (shapes.distinct() + MOBILITY);
    let of_shapes = shapes.of(board).filter_map(|content| shapes.folded(content));
    into.extend(of_shapes.map(|number| (begin + number) as u32));
    into.push((begin + shapes.distinct() + moves(board)) as u32);
}

/// The phase of the game, from 0.
#[inline]
fn phase(board: Board) -> usize {
    let discs = 64 - board.empties().count_ones() as usize;
    (discs.saturating_sub(4) / 6).min(PHASES - 1)
}

/// The number of the weight for the mobility of both players.
#[inline]
fn moves(board: Board) -> usize {
    let count = |board: Board| (board.legal_moves().count_ones() as usize).min(MOST_MOVES);
    count(board) * (MOST_MOVES + 1) + count(board.pass())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_is_the_sum_of_the_weights_of_the_features() {
        let weights: Vec<i8> = (0..Weights::count()).map(|at| (at * 7 % 251) as i8).collect();
        let fitted = Weights::new(&weights).unwrap();
        let mut board = Board::START;
        for turn in 0..60 {
            let mut numbers = Vec::new();
            features(board, &mut numbers);
            let sum: Score = numbers.iter().map(|&at| Score::from(weights[at as usize])).sum();
            assert_eq!(fitted.evaluate(board), sum * DISC / PARTS, "{turn}");
            let legal = board.legal_moves();
            board =
                if legal == 0 { board.pass() } else { board.play(legal.trailing_zeros() as u8) };
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let refuse = |file: &[u8]| Weights::read(file).unwrap_err().to_string();
        assert!(refuse(b"").starts_with("expected a file that begins"));
        assert!(refuse(b"mengxi othello weights 2\n\n").starts_with("expected a file"));
        let head = format!("{FORMAT}\nrecipe\n");
        assert!(refuse(head.as_bytes()).contains("weights"));
        let built_in = include_bytes!("../../../data/othello.weights");
        assert!(refuse(&built_in[..built_in.len() / 2]).contains("weights"));
        assert!(Weights::read(built_in).is_ok());
    }
}
