//! The evaluation that was fitted to games of the program against itself: a sum of weights, each for
//! something that a position has, counted for the player to move and against the opponent.
//!
//! | group | what a weight is for |
//! | --- | --- |
//! | pieces | a kind of piece on a point, in all phases and in this phase of the game |
//! | mobility | the number of points that a rook, a horse or a cannon reaches |
//! | attack | the attacked points of the other palace, by kind of attacker |
//! | lines | the number of pieces between a rook or a cannon and the other king |
//! | balance | the rooks, cannons and horses of one side against the guards of the other |
//! | turn | the right to move |
//!
//! The weights are data, made by `mengxi fit`.
use std::io;
use std::sync::LazyLock;

use classical::Score;
use clocks::Side;

use super::{Evaluation, simple};
use crate::weight_file::{self, WeightsError};
use crate::xiangqi::attacks;
use crate::xiangqi::board::Board;
use crate::xiangqi::piece::{KINDS, Kind, Piece};
use crate::xiangqi::square::{RANKS, Set, Square, squares};

/// The first line of a file of weights.
const FORMAT: &str = "mengxi xiangqi weights 1";
/// The steps of a weight in the unit of the fit, in which an estimate of 1 means that the player
/// wins seven games in eight. With these, the simple evaluation predicts games best.
pub const PARTS: Score = 2700;
/// The steps of a weight in a hundredth of a pawn.
const STEPS: Score = 2;

/// The phases of the game, by the number of rooks, cannons and horses on the board.
const PHASES: usize = 3;
/// The points of one half of the board: pieces on either wing share their weights.
const HALF: usize = 50;
/// The most points that a rook or a cannon reaches, and one.
const REACHES: usize = 18;
/// The numbers of attacked points of a palace, 0 to 9.
const ATTACKED: usize = 10;
/// The numbers of pieces between two that are told apart.
const BETWEEN: usize = 4;
/// Up to two rooks, two cannons and two horses against up to two advisors and two elephants.
const BALANCES: usize = 243;

/// Where the groups of weights begin. The last one ends with [`COUNT`].
const PIECES_IN_PHASE: usize = KINDS * HALF;
const KINDS_IN_PHASE: usize = PIECES_IN_PHASE + PHASES * KINDS * HALF;
const MOBILITY: usize = KINDS_IN_PHASE + PHASES * KINDS;
const ATTACK: usize = MOBILITY + KINDS * REACHES;
const LINES: usize = ATTACK + KINDS * ATTACKED;
const BALANCE: usize = LINES + KINDS * 2 * BETWEEN;
const TURN: usize = BALANCE + BALANCES;
const COUNT: usize = TURN + 1;

/// The weights of the built-in evaluation.
static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("../../../data/xiangqi.weights")).unwrap_or_else(|error| {
        log::error!("the built-in weights of Chinese chess cannot be read: {error}");
        Weights { pieces: Vec::new(), rest: Vec::new() }
    })
});

/// The fitted evaluation with the weights inside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fitted;

impl Evaluation for Fitted {
    fn evaluate(&self, board: &Board) -> Score {
        BUILT_IN.evaluate(board)
    }
}

/// The weights of an evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By phase, kind and point: the sum of the weights for all of these.
    pieces: Vec<i16>,
    /// The weights from [`MOBILITY`] on.
    rest: Vec<i16>,
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
        let weights = weight_file::read(file, FORMAT, COUNT)?;
        let found = weights.len();
        Self::new(&weights).ok_or(WeightsError::Count { expected: COUNT, found })
    }

    /// Creates an evaluation from its weights, in the order of [`features`]. Returns `None` unless
    /// there are as many as [`count`](Self::count) says.
    pub fn new(weights: &[i16]) -> Option<Self> {
        if weights.len() != COUNT {
            return None;
        }
        let at = |number: usize| weights.get(number).copied().unwrap_or_default();
        let sum = |number| {
            let sums = numbers_of_piece(number).map(at);
            sums.into_iter().fold(0_i16, i16::saturating_add)
        };
        let pieces = (0..PHASES * KINDS * HALF).map(sum).collect();
        Some(Self { pieces, rest: weights.iter().copied().skip(MOBILITY).collect() })
    }

    /// The file for these weights, in the order of [`features`]. `recipe` is a line on how they
    /// were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    pub fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        weight_file::write::<i16>(FORMAT, weights, recipe)
    }

    /// The estimate for the player to move, in hundredths of a pawn.
    pub fn evaluate(&self, board: &Board) -> Score {
        let mut sum = 0;
        for_each(board, |part, sign| {
            let weight = match part {
                Part::Piece(number) => self.pieces.get(number),
                Part::Other(number) => self.rest.get(number - MOBILITY),
            };
            sum += sign * Score::from(weight.copied().unwrap_or_default());
        });
        sum / STEPS
    }
}

/// Something that a position has.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A piece: the number of its phase, kind and point.
    Piece(usize),
    /// The number of a weight from [`MOBILITY`] on.
    Other(usize),
}

/// The numbers of the weights for a piece.
fn numbers_of_piece(number: usize) -> [usize; 3] {
    let (phase, piece) = (number / (KINDS * HALF), number % (KINDS * HALF));
    [piece, PIECES_IN_PHASE + number, KINDS_IN_PHASE + phase * KINDS + piece / HALF]
}

/// Appends the numbers of the weights whose sum is the estimate for the player to move. The number
/// of a weight that counts against him is greater by the [number](Weights::count) of weights.
pub fn features(board: &Board, into: &mut Vec<u32>) {
    for_each(board, |part, sign| {
        let offset = if sign > 0 { 0 } else { COUNT };
        match part {
            Part::Piece(number) => {
                into.extend(numbers_of_piece(number).map(|number| (offset + number) as u32));
            }
            Part::Other(number) => into.push((offset + number) as u32),
        }
    });
}

/// The weights that make the estimate that of the simple evaluation, in the unit of the fit.
pub fn first_weights() -> Vec<f32> {
    let mut weights = vec![0.0; COUNT];
    for square in Square::all() {
        for kind in Kind::ALL {
            if let Some(weight) = weights.get_mut(kind as usize * HALF + half(Side::First, square))
            {
                *weight = (simple::value(kind, square) * STEPS) as f32 / PARTS as f32;
            }
        }
    }
    weights
}

/// Calls `f` with all that the position has: 1 for what the player to move has, else -1.
#[inline]
fn for_each(board: &Board, mut f: impl FnMut(Part, Score)) {
    let phase = phase(board);
    for side in [board.mover(), !board.mover()] {
        let sign = if side == board.mover() { 1 } else { -1 };
        let Some(king) = board.king(!side) else { continue };
        let palace = attacks::palace(!side);
        for square in squares(board.side(side)) {
            let Some(kind) = board.kind_at(square) else { continue };
            let number = (phase * KINDS + kind as usize) * HALF + half(side, square);
            f(Part::Piece(number), sign);
            let piece = Piece { side, kind };
            if matches!(kind, Kind::Rook | Kind::Cannon)
                && let Some(between) = lined_up(board, square, king)
            {
                let is_file = usize::from(square.file() == king.file());
                let line = (kind as usize * 2 + is_file) * BETWEEN + between;
                f(Part::Other(LINES + line), sign);
            }
            if matches!(kind, Kind::Rook | Kind::Cannon | Kind::Horse | Kind::Pawn) {
                let attacked = board.attacks(piece, square, board.occupied());
                let of_palace = ((attacked & palace).count_ones() as usize).min(ATTACKED - 1);
                f(Part::Other(ATTACK + kind as usize * ATTACKED + of_palace), sign);
                if kind != Kind::Pawn {
                    let reached = board.targets_among(piece, square, attacked);
                    let reached = (reached.count_ones() as usize).min(REACHES - 1);
                    f(Part::Other(MOBILITY + kind as usize * REACHES + reached), sign);
                }
            }
        }
        f(Part::Other(BALANCE + balance(board, side)), sign);
    }
    f(Part::Other(TURN), 1);
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

/// The point as the side sees it, on its left half of the board.
#[inline]
fn half(side: Side, square: Square) -> usize {
    let seen = if side == Side::First { square } else { square.turned() };
    let file = seen.file().min(8 - seen.file());
    usize::from(file * RANKS + seen.rank())
}

/// The number of pieces between a piece and a king on the same rank or file.
#[inline]
fn lined_up(board: &Board, square: Square, king: Square) -> Option<usize> {
    if square.file() != king.file() && square.rank() != king.rank() {
        return None;
    }
    let between = attacks::between(square, king) & board.occupied().set;
    Some((between.count_ones() as usize).min(BETWEEN - 1))
}

/// The number of a side's attackers and of the other side's guards.
#[inline]
fn balance(board: &Board, side: Side) -> usize {
    let of = |side, kind| (board.pieces(side, kind).count_ones() as usize).min(2);
    [Kind::Rook, Kind::Cannon, Kind::Horse]
        .into_iter()
        .map(|kind| of(side, kind))
        .chain([Kind::Advisor, Kind::Elephant].into_iter().map(|kind| of(!side, kind)))
        .fold(0, |number, count| 3 * number + count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;
    use crate::xiangqi::evaluation::Simple;
    use classical::Game;

    #[test]
    fn the_estimate_is_the_sum_of_the_weights_of_the_features() {
        let weights: Vec<i16> = (0..COUNT).map(|at| (at * 7919 % 2003) as i16 - 1000).collect();
        let fitted = Weights::new(&weights).unwrap();
        let mut position = Position::<Simple>::default();
        for turn in 0..200 {
            let mut numbers = Vec::new();
            features(position.board(), &mut numbers);
            let weight = |&at: &u32| match (at as usize).checked_sub(COUNT) {
                None => Score::from(weights[at as usize]),
                Some(at) => -Score::from(weights[at]),
            };
            let sum: Score = numbers.iter().map(weight).sum();
            assert_eq!(fitted.evaluate(position.board()), sum / STEPS, "{turn}");
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let Some(&mv) = moves.get(turn * 31 % moves.len().max(1)) else { break };
            position.play(mv);
        }
    }

    #[test]
    fn both_players_and_both_wings_are_measured_alike() {
        let value = |fen: &str| {
            let position = Position::<Fitted>::from_fen(fen).unwrap();
            Fitted.evaluate(position.board())
        };
        let fen = "r1ba1kb1r/4a4/2n1c1n2/p1p3p1p/4p4/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w";
        let left = "r1bk1ab1r/4a4/2n1c1n2/p1p3p1p/4p4/6P2/P1P1P3P/2N1C1NC1/9/R1BAKAB1R w";
        let black = "r1bakab1r/9/2n1c1nc1/p1p1p3p/6p2/4P4/P1P3P1P/2N1C1N2/4A4/R1BK1AB1R b";
        assert_eq!((value(left), value(black)), (value(fen), value(fen)));
    }

    #[test]
    fn damaged_files_are_refused() {
        let refuse = |file: &[u8]| Weights::read(file).unwrap_err().to_string();
        assert!(refuse(b"").starts_with("expected a file that begins"));
        assert!(refuse(b"mengxi xiangqi weights 2\n\n").starts_with("expected a file"));
        assert!(refuse(format!("{FORMAT}\nrecipe\n").as_bytes()).contains("weights"));
        let built_in = include_bytes!("../../../data/xiangqi.weights");
        assert!(refuse(&built_in[..built_in.len() / 2]).contains("weights"));
        assert!(Weights::read(built_in).is_ok());
    }
}
