//! The common part of attention and feed-forward blocks: a normalisation of each cell by its root
//! mean square, and signed codes of the result.

use super::buffers::{Codes, Linear, Values, chunks, padded, total};
use super::convolution::{Board, PackedConvolution, Sink, ToValues, activated};
use super::kernel::CHUNK;
use crate::grid::Grid;
use crate::model::{Activation, IntegerConvolution, RmsNorm};

/// A normalisation by the root mean square of the channels of a cell.
pub(super) struct CellNorm {
    epsilon: f32,
    channels: usize,
    /// A factor for each channel, by chunk.
    factors: Vec<[f32; CHUNK]>,
}

/// Signed codes of all cells, as inputs of a convolution.
pub(super) struct CellCodes {
    pub(super) codes: Codes,
    /// The channels of one cell.
    cell: Vec<[f32; CHUNK]>,
}

impl CellNorm {
    pub(super) fn new(model: &RmsNorm) -> Self {
        let channels = model.scale.len();
        Self { epsilon: model.epsilon, channels, factors: padded(&model.scale) }
    }

    /// The factor that makes the root mean square of the channels of a cell 1, before each channel
    /// is multiplied by its own factor.
    #[inline(always)]
    pub(super) fn factor(&self, values: &Values, cell: usize) -> f32 {
        let mut squares = [0.0; CHUNK];
        for chunk in 0..self.factors.len() {
            let values = values.at(chunk, cell);
            for at in 0..CHUNK {
                squares[at] += values[at] * values[at];
            }
        }
        1.0 / (total(squares) / self.channels as f32 + self.epsilon).sqrt()
    }
}

impl CellCodes {
    /// Memory for up to this number of channels.
    pub(super) fn new(grid: &Grid, channels: usize) -> Self {
        Self { codes: Codes::signed(grid, channels), cell: vec![[0.0; CHUNK]; chunks(channels)] }
    }

    /// Makes the codes of normalised values.
    #[inline(always)]
    pub(super) fn normalise(&mut self, grid: &Grid, norm: &CellNorm, values: &Values) {
        let Self { codes, cell: scaled } = self;
        let scaled = &mut scaled[..norm.factors.len()];
        for cell in grid.rows().flatten() {
            for (chunk, (scaled, factors)) in scaled.iter_mut().zip(&norm.factors).enumerate() {
                let values = values.at(chunk, cell);
                for at in 0..CHUNK {
                    scaled[at] = values[at] * factors[at];
                }
            }
            codes.set_signed(cell, scaled, norm.factor(values, cell));
        }
    }

    /// Makes the codes of the activations of normalised values, whose factors and terms are given.
    #[inline(always)]
    pub(super) fn activate(
        &mut self,
        grid: &Grid,
        norm: &CellNorm,
        linear: &[Linear],
        activation: Activation,
        values: &Values,
    ) {
        let Self { codes, cell: of_cell } = self;
        for cell in grid.rows().flatten() {
            let factor = norm.factor(values, cell);
            for (chunk, (channels, linear)) in of_cell.iter_mut().zip(linear).enumerate() {
                *channels = *values.at(chunk, cell);
                channels.iter_mut().for_each(|channel| *channel *= factor);
                *channels = activated(activation, linear.apply(channels));
            }
            codes.set_signed(cell, of_cell, 1.0);
        }
    }

    /// Makes the codes of the first chunks of values.
    #[inline(always)]
    pub(super) fn set(&mut self, grid: &Grid, values: &Values, chunks: usize) {
        let Self { codes, cell: of_cell } = self;
        let of_cell = &mut of_cell[..chunks];
        for cell in grid.rows().flatten() {
            for (chunk, channels) in of_cell.iter_mut().enumerate() {
                *channels = *values.at(chunk, cell);
            }
            codes.set_signed(cell, of_cell, 1.0);
        }
    }
}

/// A layer with the factors that make values of its sums.
pub(super) struct Projection {
    pub(super) layer: PackedConvolution,
    pub(super) linear: Vec<Linear>,
}

impl Projection {
    pub(super) fn new(model: &IntegerConvolution) -> Self {
        let layer = PackedConvolution::new(model);
        Self { linear: layer.linear(), layer }
    }

    /// Writes the values of a chunk of outputs as the first chunk of `values`.
    #[inline(always)]
    pub(super) fn apply_chunk(
        &self,
        board: &mut Board,
        codes: &Codes,
        chunk: usize,
        values: &mut Values,
    ) {
        let linear = &self.linear[chunk..=chunk];
        let mut keep = OneChunk(ToValues { linear, activation: Activation::Identity, values });
        self.layer.apply_chunk(board, codes, chunk, &mut keep);
    }
}

/// Passes a chunk on as the first one.
struct OneChunk<S>(S);

impl<S: Sink> Sink for OneChunk<S> {
    #[inline(always)]
    fn take(&mut self, _chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        self.0.take(0, cell, sums);
    }
}
