//! Layers with their weights in the order in which the loops read them.

use super::buffer::{Buffer, Space};
use super::product::{Product, WIDTH};
use super::winograd::WinogradConvolution;
use crate::model::Convolution;

/// A convolution, in the form that is fastest to compute.
pub(super) enum PackedConvolution {
    /// With a window of 3x3.
    Winograd(WinogradConvolution),
    /// With any other window.
    Direct(DirectConvolution),
}

impl PackedConvolution {
    /// Packs a convolution.
    pub(super) fn new(convolution: &Convolution) -> Self {
        match WinogradConvolution::new(convolution) {
            Some(winograd) => Self::Winograd(winograd),
            None => Self::Direct(DirectConvolution::new(convolution)),
        }
    }

    /// The number of output channels.
    pub(super) fn outputs(&self) -> usize {
        match self {
            Self::Winograd(winograd) => winograd.outputs(),
            Self::Direct(direct) => direct.outputs,
        }
    }

    /// Computes the outputs of all cells from `input`, and adds them to `output` if `adds`.
    pub(super) fn apply(&self, space: &mut Space, input: &Buffer, output: &mut Buffer, adds: bool) {
        match self {
            Self::Winograd(winograd) => winograd.apply(space, input, output, adds),
            Self::Direct(direct) => direct.apply(space, input, output, adds),
        }
    }
}

/// A convolution as the sum of products, one for each cell of the window.
pub(super) struct DirectConvolution {
    height: usize,
    width: usize,
    inputs: usize,
    outputs: usize,
    /// For each block of outputs, for each cell of the window, for each input: [`WIDTH`] weights.
    weights: Vec<f32>,
}

impl DirectConvolution {
    fn new(convolution: &Convolution) -> Self {
        let Convolution { height, width, inputs, outputs, ref weights } = *convolution;
        let rows = height * width * inputs;
        let blocks = outputs.div_ceil(WIDTH);
        let mut packed = vec![0.0; blocks * rows * WIDTH];
        for (row, weights) in weights.chunks_exact(outputs).enumerate() {
            for (block, weights) in weights.chunks(WIDTH).enumerate() {
                packed[(block * rows + row) * WIDTH..][..weights.len()].copy_from_slice(weights);
            }
        }
        Self { height, width, inputs, outputs, weights: packed }
    }

    fn apply(&self, space: &Space, input: &Buffer, output: &mut Buffer, adds: bool) {
        let taps = space.taps.of((self.width, self.height));
        Product {
            input: &input.values,
            first_input: space.grid.first() * input.stride,
            input_stride: input.stride,
            inputs: self.inputs,
            taps,
            weights: &self.weights,
            row: WIDTH,
            block: self.height * self.width * self.inputs * WIDTH,
            first_output: space.grid.first() * output.stride,
            output_stride: output.stride,
            outputs: self.outputs.next_multiple_of(WIDTH),
            output: &mut output.values,
            cells: space.grid.cells(),
            adds,
        }
        .compute(space.instructions);
    }
}
