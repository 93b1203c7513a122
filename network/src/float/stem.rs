//! The first convolution, from the planes of a position to the trunk.

use super::buffer::{Buffer, Space};
use super::packed::PackedConvolution;
use crate::model::{Convolution, Matrix};

/// The first convolution, as a matrix by which the planes of the whole window of a cell are
/// multiplied. The trunk therefore needs no gaps between its rows if it has no windows of its own.
pub(super) struct PackedStem {
    height: usize,
    width: usize,
    planes: usize,
    matrix: PackedConvolution,
}

impl PackedStem {
    /// Packs the first convolution of a network.
    pub(super) fn new(convolution: &Convolution) -> Self {
        let Convolution { height, width, inputs: planes, outputs, ref weights } = *convolution;
        let inputs = height * width * planes;
        let matrix = Matrix { inputs, outputs, weights: weights.clone() }.into();
        Self { height, width, planes, matrix: PackedConvolution::new(&matrix) }
    }

    /// Computes the trunk from the planes of a board of this width and height.
    pub(super) fn apply(
        &self,
        space: &mut Space,
        board: (usize, usize),
        planes: &[f32],
        trunk: &mut Buffer,
    ) {
        let mut windows = space.take(self.height * self.width * self.planes);
        for (row, cells) in space.grid.rows().enumerate() {
            for (column, cell) in cells.enumerate() {
                let window = &mut windows.values[cell * windows.stride..];
                let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
                for ((x, y), into) in places.zip(window.chunks_exact_mut(self.planes)) {
                    let at = (column + x).checked_sub(self.width / 2);
                    let at = at.zip((row + y).checked_sub(self.height / 2));
                    match at.filter(|&(x, y)| x < board.0 && y < board.1) {
                        Some((x, y)) => {
                            let from = &planes[(y * board.0 + x) * self.planes..];
                            into.copy_from_slice(&from[..self.planes]);
                        }
                        None => into.fill(0.0),
                    }
                }
            }
        }
        self.matrix.apply(space, &windows, trunk, false);
        space.give(windows);
    }
}
