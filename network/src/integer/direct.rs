//! Weights as they are, for convolutions that multiply each by the codes that it meets.

use super::buffers::{Codes, chunks};
use super::kernel::{CHUNK, Row, WeightRow};
use crate::model::IntegerConvolution;

/// The weights of any convolution.
pub(super) struct DirectWeights {
    /// The number of words of input channels.
    words: usize,
    /// For each chunk of outputs, for each cell of the window, for each word of inputs.
    rows: Vec<WeightRow>,
}

impl DirectWeights {
    /// Packs the weights of a convolution.
    pub(super) fn new(model: &IntegerConvolution) -> Self {
        let IntegerConvolution { height, width, inputs, outputs, .. } = *model;
        let (taps, words) = (height * width, inputs.div_ceil(4));
        let mut rows = vec![[0; CHUNK]; chunks(outputs) * taps * words];
        for (row, of_input) in model.weights.chunks_exact(outputs).enumerate() {
            let (tap, input) = (row / inputs, row % inputs);
            for (output, weight) in of_input.iter().enumerate() {
                let at = (output / CHUNK * taps + tap) * words + input / 4;
                rows[at][output % CHUNK] |= u32::from(weight.cast_unsigned()) << (8 * (input % 4));
            }
        }
        Self { words, rows }
    }

    /// The number of chunks of outputs of a window with this number of cells.
    pub(super) fn chunks(&self, taps: usize) -> usize {
        self.rows.len() / (taps * self.words)
    }

    /// The weights of one input for a chunk of outputs. `cell` counts the cells of the windows of
    /// all chunks, in order.
    pub(super) fn of_input(&self, cell: usize, input: usize) -> [i16; CHUNK] {
        let row = &self.rows[cell * self.words + input / 4];
        row.map(|word| i16::from(word.to_le_bytes()[input % 4].cast_signed()))
    }

    /// The sums of a chunk of outputs in the row that begins with this cell.
    #[inline(always)]
    pub(super) fn row<'a>(
        &'a self,
        chunk: usize,
        codes: &'a Codes,
        first: usize,
        taps: &'a [isize],
        sums: &'a mut [[i32; CHUNK]],
    ) -> Row<'a> {
        let of_chunk = taps.len() * self.words;
        Row {
            codes: &codes.cells,
            length: codes.length,
            words: self.words,
            first,
            taps,
            weights: &self.rows[chunk * of_chunk..][..of_chunk],
            sums,
        }
    }
}
