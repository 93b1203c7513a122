//! Normalisations and activations: from one buffer to another, with zeros outside the board.

use super::buffer::{Buffer, Space};
use crate::dispatch::Work;
use crate::model::{Activation, Norm, RmsNorm, TipNorm};

/// A map from the channels of a cell to others.
trait CellMap {
    /// Must be marked `#[inline(always)]`, so that it is compiled for each instruction set.
    fn map(&self, from: &[f32], into: &mut [f32]);
}

/// Maps each cell of the board, and writes zeros to all other cells.
struct CellByCell<'a, M> {
    space: &'a Space,
    channels: usize,
    input: &'a Buffer,
    output: &'a mut Buffer,
    map: M,
}

impl<M: CellMap> Work for CellByCell<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { space, channels, input, output, map } = self;
        let (from, into) = (input.stride, output.stride);
        let mut end = 0;
        for row in space.grid.rows() {
            output.values[end * into..row.start * into].fill(0.0);
            for cell in row.clone() {
                let (used, rest) = output.values[cell * into..][..into].split_at_mut(channels);
                map.map(&input.values[cell * from..][..channels], used);
                rest.fill(0.0);
            }
            end = row.end;
        }
        output.values[end * into..].fill(0.0);
    }
}

/// Runs a map with the instructions of `space`.
fn cell_by_cell(
    space: &Space,
    channels: usize,
    input: &Buffer,
    output: &mut Buffer,
    map: impl CellMap,
) {
    space.instructions.run(CellByCell { space, channels, input, output, map });
}

/// Activations by number, because a constant chooses the loop at compile time.
const ACTIVATIONS: [Activation; 4] =
    [Activation::Identity, Activation::Relu, Activation::Mish, Activation::Silu];

/// The map of a normalisation with the activation of this number.
struct Fixed<'a, const ACTIVATION: usize>(&'a Norm);

impl<const ACTIVATION: usize> CellMap for Fixed<'_, ACTIVATION> {
    #[inline(always)]
    fn map(&self, from: &[f32], into: &mut [f32]) {
        let factors = self.0.scale.iter().zip(&self.0.bias);
        for ((into, from), (scale, bias)) in into.iter_mut().zip(from).zip(factors) {
            *into = ACTIVATIONS[ACTIVATION].of(from * scale + bias);
        }
    }
}

/// A batch normalisation and its activation.
pub(super) fn normalise(space: &Space, norm: &Norm, input: &Buffer, output: &mut Buffer) {
    let channels = norm.scale.len();
    match norm.activation {
        Activation::Identity => cell_by_cell(space, channels, input, output, Fixed::<0>(norm)),
        Activation::Relu => cell_by_cell(space, channels, input, output, Fixed::<1>(norm)),
        Activation::Mish => cell_by_cell(space, channels, input, output, Fixed::<2>(norm)),
        Activation::Silu => cell_by_cell(space, channels, input, output, Fixed::<3>(norm)),
    }
}

/// The factor that makes the root mean square of `count` values 1, given the sum of their squares.
#[inline(always)]
fn factor(squares: f32, count: usize, epsilon: f32) -> f32 {
    1.0 / (squares / count as f32 + epsilon).sqrt()
}

/// The number of partial sums, so that the compiler can add several values at once.
const PARTS: usize = 16;

/// The sum of the squares.
#[inline(always)]
fn squares(values: &[f32]) -> f32 {
    let mut sums = [0.0; PARTS];
    let (whole, rest) = values.as_chunks::<PARTS>();
    for values in whole {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value * value;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|value| value * value).sum::<f32>()
}

/// The map of a normalisation by the root mean square of each cell.
struct OfCell<'a>(&'a RmsNorm);

impl CellMap for OfCell<'_> {
    #[inline(always)]
    fn map(&self, from: &[f32], into: &mut [f32]) {
        let factor = factor(squares(from), from.len(), self.0.epsilon);
        for ((into, from), scale) in into.iter_mut().zip(from).zip(&self.0.scale) {
            *into = from * factor * scale;
        }
    }
}

/// A normalisation by the root mean square of each cell.
pub(super) fn normalise_cells(space: &Space, norm: &RmsNorm, input: &Buffer, output: &mut Buffer) {
    cell_by_cell(space, norm.scale.len(), input, output, OfCell(norm));
}

/// The map of a normalisation by the root mean square of each cell, or of the board if its factor
/// is given, with a bias and an activation.
struct Tip<'a> {
    norm: &'a RmsNorm,
    bias: &'a [f32],
    activation: Activation,
    of_board: Option<f32>,
}

impl CellMap for Tip<'_> {
    #[inline(always)]
    fn map(&self, from: &[f32], into: &mut [f32]) {
        let of_cell = || factor(squares(from), from.len(), self.norm.epsilon);
        let factor = self.of_board.unwrap_or_else(of_cell);
        let factors = self.norm.scale.iter().zip(self.bias);
        for ((into, from), (scale, bias)) in into.iter_mut().zip(from).zip(factors) {
            *into = self.activation.of(from * factor * scale + bias);
        }
    }
}

/// The normalisation at the end of the trunk.
pub(super) fn normalise_tip(space: &Space, tip: &TipNorm, input: &Buffer, output: &mut Buffer) {
    let (norm, bias, over_board, activation) = match tip {
        TipNorm::Fixed(norm) => return normalise(space, norm, input, output),
        TipNorm::Rms { norm, bias, over_board, activation } => {
            (norm, bias, *over_board, *activation)
        }
    };
    let channels = norm.scale.len();
    let of_board = over_board.then(|| {
        let cells = space.grid.rows().flatten();
        let sums = cells.map(|cell| squares(&input.values[cell * input.stride..][..channels]));
        factor(sums.sum(), channels * space.grid.area(), norm.epsilon)
    });
    cell_by_cell(space, channels, input, output, Tip { norm, bias, activation, of_board });
}

/// How the values of a channel on all cells become three.
#[derive(Clone, Copy)]
pub(super) enum Pooling {
    /// The mean, the mean by the size of the board, and the maximum.
    WithMaximum,
    /// The mean, and the mean by the size of the board, linear and quadratic.
    WithSquare,
}

/// KataGo's maximum is at least this. It matters only without an activation: the values of all
/// activations lie above it.
const LEAST_MAXIMUM: f32 = -1.0;

/// Pools the channels of a buffer into `output`: all first values, all second, all third. Sizes are
/// relative to a board of 14x14 (Wu, Accelerating self-play learning in Go, 2019, appendix A).
pub(super) fn pool(
    space: &Space,
    input: &Buffer,
    channels: usize,
    pooling: Pooling,
    output: &mut Vec<f32>,
) {
    output.clear();
    output.resize(3 * channels, 0.0);
    let (sums, rest) = output.split_at_mut(channels);
    let (by_size, third) = rest.split_at_mut(channels);
    third.fill(LEAST_MAXIMUM);
    for cell in space.grid.rows().flatten() {
        let values = &input.values[cell * input.stride..][..channels];
        for ((sum, most), value) in sums.iter_mut().zip(third.iter_mut()).zip(values) {
            *sum += value;
            *most = most.max(*value);
        }
    }
    let area = space.grid.area() as f32;
    let size = (area.sqrt() - 14.0) * 0.1;
    for ((sum, by_size), third) in sums.iter_mut().zip(by_size).zip(third) {
        *sum /= area;
        *by_size = *sum * size;
        if let Pooling::WithSquare = pooling {
            *third = *sum * (size * size - 0.1);
        }
    }
}

/// Adds the same values to the channels of each cell of the board.
pub(super) fn add_to_all(space: &Space, bias: &[f32], output: &mut Buffer) {
    for cell in space.grid.rows().flatten() {
        let values = &mut output.values[cell * output.stride..][..bias.len()];
        values.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
    }
}
