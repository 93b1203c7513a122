//! The product of a few values with a matrix. Every sum has a fixed order.

use crate::model::Matrix;

/// Adds `input * matrix` to `output`, input by input, for the channels of one cell or of the whole
/// board.
#[inline(always)]
pub(crate) fn add_product(matrix: &Matrix, input: &[f32], output: &mut [f32]) {
    for (value, weights) in input.iter().zip(matrix.weights.chunks_exact(matrix.outputs)) {
        for (sum, weight) in output.iter_mut().zip(weights) {
            *sum += value * weight;
        }
    }
}
