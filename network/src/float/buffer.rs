//! Buffers for the channels of all cells, reused from layer to layer.

use super::product::WIDTH;
use crate::dispatch::Instructions;
use crate::grid::{Grid, Taps, Window};

/// The channels of all cells of a board.
pub(super) struct Buffer {
    /// The channels of the first cell of the grid, then those of the next.
    pub(super) values: Vec<f32>,
    /// The distance of two cells, at least the number of channels.
    pub(super) stride: usize,
}

/// The board of an evaluation, and free buffers. After the first evaluation on a board, nothing is
/// allocated.
pub(super) struct Space {
    /// The board.
    pub(super) grid: Grid,
    /// The instructions to use.
    pub(super) instructions: Instructions,
    /// The distances of the cells of windows.
    pub(super) taps: Taps,
    /// If the inputs of convolutions are observed: the largest value of each channel so far, for
    /// each normalisation before a convolution in the order of evaluation.
    pub(super) maxima: Option<Vec<Vec<f32>>>,
    /// The number of normalisations so far in this evaluation.
    pub(super) observed: usize,
    free: Vec<Vec<f32>>,
    /// Free buffers that do not hold cells.
    free_values: Vec<Vec<f32>>,
}

impl Space {
    /// Space for a board, and for convolutions with these windows.
    pub(super) fn new(grid: Grid, instructions: Instructions, windows: &[Window]) -> Self {
        Self {
            taps: Taps::new(&grid, windows),
            grid,
            instructions,
            maxima: None,
            observed: 0,
            free: Vec::new(),
            free_values: Vec::new(),
        }
    }

    /// Notes the inputs of a convolution, if they are observed.
    pub(super) fn observe(&mut self, inputs: &Buffer, channels: usize) {
        let Some(maxima) = &mut self.maxima else { return };
        if maxima.len() == self.observed {
            maxima.push(vec![0.0; channels]);
        }
        let of_layer = &mut maxima[self.observed];
        for cell in self.grid.rows().flatten() {
            let values = &inputs.values[cell * inputs.stride..][..channels];
            for (most, value) in of_layer.iter_mut().zip(values) {
                *most = most.max(*value);
            }
        }
        self.observed += 1;
    }

    /// A buffer for this many channels, with arbitrary content.
    pub(super) fn take(&mut self, channels: usize) -> Buffer {
        let stride = channels.next_multiple_of(WIDTH);
        let mut values = self.free.pop().unwrap_or_default();
        values.resize(stride * self.grid.length(), 0.0);
        Buffer { values, stride }
    }

    /// Takes back a buffer.
    pub(super) fn give(&mut self, buffer: Buffer) {
        self.free.push(buffer.values);
    }

    /// This many zeros.
    pub(super) fn take_values(&mut self, count: usize) -> Vec<f32> {
        let mut values = self.take_any(count);
        values.fill(0.0);
        values
    }

    /// This many arbitrary values.
    pub(super) fn take_any(&mut self, count: usize) -> Vec<f32> {
        let mut values = self.free_values.pop().unwrap_or_default();
        values.resize(count, 0.0);
        values
    }

    /// Takes back buffers that do not hold cells, in the order in which they were taken.
    pub(super) fn give_values<const N: usize>(&mut self, buffers: [Vec<f32>; N]) {
        self.free_values.extend(buffers.into_iter().rev());
    }
}
