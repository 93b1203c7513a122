//! The evaluation that was trained on games of the program against itself: values of the pieces on
//! their points, and a small neural network that corrects their sum.
//!
//! Each player has a view of the board, turned so that his own first rank is the lowest. The network
//! has one hidden layer for each view, with the same weights for both, and its inputs are 1 for each
//! piece on its point and 0 elsewhere. A move changes few of them, so the sums of the hidden layer
//! follow the pieces instead of being computed anew (Nasu, Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi, 2018). The output has its own weights in each phase of
//! the game.
//!
//! The weights are data, made by `mengxi fit`.

use std::io;
use std::sync::LazyLock;

use classical::Score;
use clocks::Side;

use super::{Evaluation, simple};
use crate::fitting::TwoViews;
use crate::weight_file::{self, WeightsError};
use crate::xiangqi::board::Board;
use crate::xiangqi::piece::{KINDS, Kind, Piece};
use crate::xiangqi::square::{FILES, POINTS, Set, Square, squares};

/// The first line of a file of weights.
const FORMAT: &str = "mengxi xiangqi network 1";

/// The inputs of a view: each kind of piece of the own side and of the other on each point.
const INPUTS: usize = 2 * KINDS * POINTS;
/// The neurons of the hidden layer of a view.
const HIDDEN: usize = 64;
/// The phases of the game, by the number of rooks, cannons and horses on the board.
const PHASES: usize = 3;
/// The weights of the output in a phase: for the view of the player to move, for the other view, and
/// a constant.
const OUTPUTS: usize = 2 * HIDDEN + 1;

/// The hundredths of a pawn in the unit of the fit.
const UNIT: f32 = 600.0;
/// The steps of a weight of the hidden layer in 1, the greatest output of a neuron.
const HIDDEN_STEPS: Score = 255;
/// The steps of a weight of the output in the unit of the fit.
const OUTPUT_STEPS: Score = 256;
/// The steps of a value in a hundredth of a pawn.
const VALUE_STEPS: Score = 8;

/// Where the groups of weights begin. The last one ends with [`COUNT`].
const BIAS: usize = INPUTS * HIDDEN;
const VALUES: usize = BIAS + HIDDEN;
const OUTPUT: usize = VALUES + KINDS * POINTS;
/// The number of weights.
const COUNT: usize = OUTPUT + PHASES * OUTPUTS;

/// The weights of the built-in evaluation.
static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("../../../data/xiangqi.weights")).unwrap_or_else(|error| {
        log::error!("the built-in weights of Chinese chess cannot be read: {error}");
        Weights::default()
    })
});

/// The sums of one view's hidden layer.
type Sums = [i16; HIDDEN];

/// The trained evaluation with the weights inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// The sums for the views of Red and of Black.
    sums: [Sums; 2],
    /// The values of Red's pieces less those of Black's, in steps.
    value: Score,
}

impl Default for Fitted {
    fn default() -> Self {
        Self { sums: [BUILT_IN.bias; 2], value: 0 }
    }
}

impl Evaluation for Fitted {
    fn put(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, 1);
    }

    fn taken(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, -1);
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        BUILT_IN.shift(self, piece, from, to);
    }

    fn evaluate(&self, board: &Board) -> Score {
        BUILT_IN.evaluate(self, board)
    }
}

impl Fitted {
    /// Adds a piece on a point to the sums, or with a sign of -1 subtracts it.
    #[inline]
    fn change(&mut self, piece: Piece, square: Square, sign: i16) {
        BUILT_IN.change(self, piece, square, sign);
    }
}

/// The weights of an evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By input.
    hidden: Vec<Sums>,
    bias: Sums,
    /// By kind of piece and point, as its side sees it.
    values: Vec<i16>,
    /// By phase.
    output: Vec<[i16; OUTPUTS]>,
}

/// Without weights, every position is even.
impl Default for Weights {
    fn default() -> Self {
        Self { hidden: Vec::new(), bias: [0; HIDDEN], values: Vec::new(), output: Vec::new() }
    }
}

impl Weights {
    /// The number of weights.
    pub fn count() -> usize {
        COUNT
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If the file has another format or is damaged.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let weights = weight_file::read::<i16>(file, FORMAT, COUNT)?;
        let part = |from: usize, to: usize| weights.get(from..to).unwrap_or_default();
        let (hidden, _) = part(0, BIAS).as_chunks();
        let (output, _) = part(OUTPUT, COUNT).as_chunks();
        Ok(Self {
            hidden: hidden.to_vec(),
            bias: part(BIAS, VALUES).first_chunk().copied().unwrap_or([0; HIDDEN]),
            values: part(VALUES, OUTPUT).to_vec(),
            output: output.to_vec(),
        })
    }

    /// The file for these weights, in steps. `recipe` is a line on how they were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    pub fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        weight_file::write::<i16>(FORMAT, weights, recipe)
    }

    #[inline]
    fn change(&self, sums: &mut Fitted, piece: Piece, square: Square, sign: i16) {
        for (side, sums) in [Side::First, Side::Second].into_iter().zip(&mut sums.sums) {
            let Some(weights) = self.hidden.get(input(side, piece, square)) else { return };
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += sign * weight);
        }
        sums.value += Score::from(sign) * self.value(piece, square);
    }

    /// Does both for a piece that moves, in one pass over the sums.
    #[inline]
    fn shift(&self, sums: &mut Fitted, piece: Piece, from: Square, to: Square) {
        for (side, sums) in [Side::First, Side::Second].into_iter().zip(&mut sums.sums) {
            let weights = |square| self.hidden.get(input(side, piece, square));
            let (Some(old), Some(new)) = (weights(from), weights(to)) else { return };
            let changes = new.iter().zip(old).map(|(new, old)| new - old);
            sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum += change);
        }
        sums.value += self.value(piece, to) - self.value(piece, from);
    }

    /// The value of a piece on a point for Red, in steps.
    #[inline]
    fn value(&self, piece: Piece, square: Square) -> Score {
        let value = self.values.get(place_of_value(piece, square)).copied().map_or(0, Score::from);
        if piece.side == Side::First { value } else { -value }
    }

    /// The estimate for the player to move, in hundredths of a pawn.
    #[inline]
    fn evaluate(&self, sums: &Fitted, board: &Board) -> Score {
        let [red, black] = &sums.sums;
        let (own, other, value) = match board.mover() {
            Side::First => (red, black, sums.value),
            Side::Second => (black, red, -sums.value),
        };
        let Some(output) = self.output.get(phase(board)) else { return 0 };
        let (of_views, constant) = output.split_at(2 * HIDDEN);
        let (of_own, of_other) = of_views.split_at(HIDDEN);
        let constant = constant.first().copied().map_or(0, Score::from) * HIDDEN_STEPS;
        let sum = constant + output_of(own, of_own) + output_of(other, of_other);
        value / VALUE_STEPS + sum / STEPS_OF_CORRECTION
    }
}

/// The steps of the output in a hundredth of a pawn.
const STEPS_OF_CORRECTION: Score = HIDDEN_STEPS * OUTPUT_STEPS / UNIT as Score;

/// The part of the output that comes from one view, in steps of both layers.
#[inline]
fn output_of(sums: &Sums, weights: &[i16]) -> Score {
    let product = |(sum, weight): (&i16, &i16)| {
        Score::from((*sum).clamp(0, HIDDEN_STEPS as i16)) * Score::from(*weight)
    };
    sums.iter().zip(weights).map(product).sum()
}

/// The steps of the weight with this number in the unit of the fit.
pub fn steps_at(number: usize) -> f32 {
    match number {
        ..VALUES => HIDDEN_STEPS as f32,
        VALUES..OUTPUT => VALUE_STEPS as f32 * UNIT,
        _ => OUTPUT_STEPS as f32,
    }
}

/// The input of a side's view for a piece on a point.
#[inline]
fn input(view: Side, piece: Piece, square: Square) -> usize {
    let owner = usize::from(piece.side != view);
    (owner * KINDS + piece.kind as usize) * POINTS + square.seen_by(view).index()
}

/// The place of a piece's value among the values.
fn place_of_value(piece: Piece, square: Square) -> usize {
    piece.kind as usize * POINTS + square.seen_by(piece.side).index()
}

/// The phase of the game, from 0 at the beginning.
#[inline]
fn phase(board: &Board) -> usize {
    let of = |kind| board.pieces(Side::First, kind) | board.pieces(Side::Second, kind);
    let pieces: Set = of(Kind::Rook) | of(Kind::Cannon) | of(Kind::Horse);
    match pieces.count_ones() {
        9.. => 0,
        5..=8 => 1,
        _ => 2,
    }
}

/// The shape of the network.
pub const SHAPE: TwoViews = TwoViews {
    inputs: INPUTS,
    hidden: HIDDEN,
    unit: UNIT,
    decided: 1300,
    values: KINDS * POINTS,
    phases: PHASES,
    turned: |input| {
        let (piece, point) = (input / POINTS as u32, input % POINTS as u32);
        let other = (piece + KINDS as u32) % (2 * KINDS as u32);
        other * POINTS as u32 + POINTS as u32 - 1 - point
    },
    mirrored: |input| {
        let file = input % FILES as u32;
        input - file + FILES as u32 - 1 - file
    },
    value: |input| {
        let own = KINDS * POINTS;
        match (input as usize).checked_sub(own) {
            None => (input as usize, false),
            Some(other) => (other / POINTS * POINTS + POINTS - 1 - other % POINTS, true),
        }
    },
};

/// Appends the inputs of the view of the player to move, and the phase.
pub fn features(board: &Board, into: &mut Vec<u32>) {
    for square in squares(board.occupied().set) {
        if let Some(piece) = board.piece_at(square) {
            into.push(input(board.mover(), piece, square) as u32);
        }
    }
    into.push((INPUTS + phase(board)) as u32);
}

/// The weights with which the training begins: the values are those of the simple evaluation, in the
/// unit of the fit.
pub fn first_weights() -> Vec<f32> {
    let mut weights = vec![0.0; COUNT];
    let value = |kind| Square::all().map(move |square| simple::value(kind, square) as f32 / UNIT);
    let values = Kind::ALL.into_iter().flat_map(value);
    weights.iter_mut().skip(VALUES).zip(values).for_each(|(weight, value)| *weight = value);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;
    use crate::xiangqi::evaluation::Simple;
    use classical::Game;

    #[test]
    fn the_sums_follow_the_pieces() {
        let mut game = Position::<Fitted>::default();
        for turn in 0..200 {
            let again = Fitted::of(game.board());
            assert_eq!(game.evaluation().sums, again.sums, "{turn}");
            assert_eq!(game.evaluation().value, again.value, "{turn}");
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let Some(&mv) = moves.get(turn * 31 % moves.len().max(1)) else { break };
            game.play(mv);
            game.undo();
            assert_eq!(game.evaluation().sums, again.sums, "taken back, {turn}");
            game.play(mv);
        }
        assert!(game.moves_played() > 100);
    }

    #[test]
    fn both_players_are_measured_alike() {
        let value = |fen: &str| {
            let position = Position::<Fitted>::from_fen(fen).unwrap();
            position.evaluation().evaluate(position.board())
        };
        let red = "r1ba1kb1r/4a4/2n1c1n2/p1p3p1p/4p4/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w";
        let black = "r1bakab1r/9/2n1c1nc1/p1p1p3p/6p2/4P4/P1P3P1P/2N1C1N2/4A4/R1BK1AB1R b";
        assert_eq!(value(red), value(black));
    }

    #[test]
    fn inputs_are_turned_and_mirrored() {
        for side in [Side::First, Side::Second] {
            for kind in Kind::ALL {
                for square in Square::all() {
                    let piece = Piece { side, kind };
                    let seen = |view, square| input(view, piece, square) as u32;
                    let (own, other) = (seen(Side::First, square), seen(Side::Second, square));
                    assert_eq!((SHAPE.turned)(own), other);
                    assert_eq!((SHAPE.mirrored)(own), seen(Side::First, square.mirrored()));
                    let place = place_of_value(piece, square);
                    assert_eq!((SHAPE.value)(own), (place, side == Side::Second));
                }
            }
        }
    }

    #[test]
    fn the_estimate_is_that_of_the_network() {
        let file = include_bytes!("../../../data/xiangqi.weights");
        let steps = weight_file::read::<i16>(file, FORMAT, COUNT).unwrap();
        let weight = |at: usize| f32::from(steps[at]) / steps_at(at);
        let mut game = Position::<Simple>::default();
        for turn in 0..100 {
            let mut inputs = Vec::new();
            features(game.board(), &mut inputs);
            let output = SHAPE.output_at(inputs.pop().unwrap());
            let mut estimate = weight(output + 2 * HIDDEN);
            for view in 0..2 {
                for neuron in 0..HIDDEN {
                    let mut sum = weight(BIAS + neuron);
                    for &input in &inputs {
                        let input = if view == 1 { (SHAPE.turned)(input) } else { input };
                        sum += weight(input as usize * HIDDEN + neuron);
                    }
                    estimate += sum.clamp(0.0, 1.0) * weight(output + view * HIDDEN + neuron);
                }
            }
            // Both parts are cut to whole numbers, and so are the steps of the correction.
            let tolerance = 2.0 + 0.01 * (estimate * UNIT).abs();
            for &input in &inputs {
                let (at, is_others) = (SHAPE.value)(input);
                estimate += weight(VALUES + at) * if is_others { -1.0 } else { 1.0 };
            }
            let fast = Fitted::of(game.board()).evaluate(game.board());
            let slow = estimate * UNIT;
            assert!((fast as f32 - slow).abs() < tolerance, "{fast} {slow}");
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let Some(&mv) = moves.get(turn * 17 % moves.len().max(1)) else { break };
            game.play(mv);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let refuse = |file: &[u8]| Weights::read(file).unwrap_err().to_string();
        assert!(refuse(b"").starts_with("expected a file that begins"));
        assert!(refuse(b"mengxi xiangqi network 0\n\n").starts_with("expected a file"));
        assert!(refuse(format!("{FORMAT}\nrecipe\n").as_bytes()).contains("weights"));
        let built_in = include_bytes!("../../../data/xiangqi.weights");
        assert!(refuse(&built_in[..built_in.len() / 2]).contains("weights"));
        assert!(Weights::read(built_in).is_ok());
    }
}
