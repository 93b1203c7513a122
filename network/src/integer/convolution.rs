//! Convolutions of codes, and what becomes of their sums.

use super::buffers::{Codes, Linear, Values, chunks};
use super::kernel::{CHUNK, Row, Sums, WORDS, WeightRow};
use crate::dispatch::Instructions;
use crate::grid::{Grid, LONGEST, Taps, Window};
use crate::model::{IntegerConvolution, Norm};

/// A convolution with its weights in the order in which the loops read them.
pub(super) struct PackedConvolution {
    height: usize,
    width: usize,
    /// The number of words of input channels.
    words: usize,
    outputs: usize,
    /// For each chunk of outputs, for each cell of the window, for each word of inputs.
    weights: Vec<WeightRow>,
    /// The values of the sums.
    scales: Vec<f32>,
}

/// Receives the sums of each cell of the board, for each chunk of outputs.
pub(super) trait Sink {
    /// Must be marked `#[inline(always)]`.
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]);
}

impl PackedConvolution {
    /// Packs a convolution.
    pub(super) fn new(model: &IntegerConvolution) -> Self {
        let IntegerConvolution { height, width, inputs, outputs, .. } = *model;
        let (taps, words) = (height * width, inputs.div_ceil(4));
        let mut weights = vec![[0; CHUNK]; chunks(outputs) * taps * words];
        for (row, of_input) in model.weights.chunks_exact(outputs).enumerate() {
            let (tap, input) = (row / inputs, row % inputs);
            for (output, weight) in of_input.iter().enumerate() {
                let at = (output / CHUNK * taps + tap) * words + input / 4;
                weights[at][output % CHUNK] |=
                    u32::from(weight.cast_unsigned()) << (8 * (input % 4));
            }
        }
        Self { height, width, words, outputs, weights, scales: model.scales.clone() }
    }

    /// The number of output channels.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The width and height of the window.
    pub(super) fn window(&self) -> Window {
        (self.width, self.height)
    }

    /// The factors that make values of sums, and no terms.
    pub(super) fn linear(&self) -> Vec<Linear> {
        Linear::chunks(&self.scales, &vec![0.0; self.outputs])
    }

    /// The factors and terms from sums to the normalised values.
    pub(super) fn linear_then(&self, norm: &Norm) -> Vec<Linear> {
        let factors: Vec<f32> =
            self.scales.iter().zip(&norm.scale).map(|(value, scale)| value * scale).collect();
        Linear::chunks(&factors, &norm.bias)
    }

    /// Passes the sums of all cells to `sink`.
    #[inline(always)]
    pub(super) fn apply(&self, board: &Board, codes: &Codes, sink: &mut impl Sink) {
        let taps = board.taps.of(self.window());
        let mut sums: Sums = [[0; CHUNK]; LONGEST];
        let of_chunk = taps.len() * self.words;
        for (chunk, weights) in self.weights.chunks_exact(of_chunk).enumerate() {
            for row in board.grid.rows() {
                Row {
                    codes: &codes.cells,
                    length: codes.length,
                    words: self.words,
                    first: row.start,
                    width: row.len(),
                    taps,
                    weights,
                    sums: &mut sums,
                }
                .compute(board.instructions);
                for (cell, sums) in row.zip(&sums) {
                    sink.take(chunk, cell, &sums.map(|sum| sum as f32));
                }
            }
        }
    }
}

/// The board of an evaluation, and the instructions to use.
pub(super) struct Board {
    pub(super) grid: Grid,
    pub(super) instructions: Instructions,
    /// The distances of the cells of windows.
    pub(super) taps: Taps,
}

/// Makes the codes for the next convolution.
pub(super) struct ToCodes<'a> {
    /// From sums to codes.
    pub(super) linear: &'a [Linear],
    /// The codes.
    pub(super) codes: &'a mut Codes,
}

impl Sink for ToCodes<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        self.codes.set(chunk, cell, &self.linear[chunk].apply(sums));
    }
}

/// Keeps the values.
pub(super) struct ToValues<'a> {
    /// From sums to values.
    pub(super) linear: &'a [Linear],
    /// Whether values below 0 become 0.
    pub(super) rectifies: bool,
    /// The values.
    pub(super) values: &'a mut Values,
}

impl Sink for ToValues<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        let values = self.linear[chunk].apply(sums);
        *self.values.at_mut(chunk, cell) =
            if self.rectifies { values.map(rectified) } else { values };
    }
}

/// The larger of the value and 0.
#[inline(always)]
pub(super) fn rectified(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// Adds the values to the trunk, and makes the codes for the next block.
pub(super) struct ToTrunk<'a> {
    /// From sums to values.
    pub(super) linear: &'a [Linear],
    /// Whether the trunk begins with these values.
    pub(super) begins: bool,
    /// The trunk.
    pub(super) trunk: &'a mut Values,
    /// From the trunk to the codes of the next block.
    pub(super) next: &'a [Linear],
    /// The codes.
    pub(super) codes: &'a mut Codes,
}

impl Sink for ToTrunk<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        let mut values = self.linear[chunk].apply(sums);
        let trunk = self.trunk.at_mut(chunk, cell);
        if !self.begins {
            for (value, trunk) in values.iter_mut().zip(trunk.iter()) {
                *value += trunk;
            }
        }
        *trunk = values;
        self.codes.set(chunk, cell, &self.next[chunk].apply(&values));
    }
}

const _: () = assert!(CHUNK == 4 * WORDS);
