//! Layers of attention blocks with a chunk for each head.

use super::kernel::CHUNK;
use crate::model::IntegerConvolution;

/// The lane of a channel of a value.
pub(super) fn in_order(channel: usize) -> usize {
    channel
}

/// The lane of a channel of a query or of a key: the channels of a pair are half a chunk apart, so
/// that all pairs can be turned at once.
pub(super) fn halves(channel: usize) -> usize {
    channel / 2 + channel % 2 * (CHUNK / 2)
}

/// The layer with the outputs of each head at these lanes of a chunk of its own.
pub(super) fn with_output_heads(
    model: &IntegerConvolution,
    heads: usize,
    lane: impl Fn(usize) -> usize,
) -> IntegerConvolution {
    let length = model.outputs / heads;
    let outputs = heads * CHUNK;
    let place = |output: usize| output / length * CHUNK + lane(output % length);
    let mut weights = vec![0; model.inputs * outputs];
    let mut scales = vec![0.0; outputs];
    for output in 0..model.outputs {
        scales[place(output)] = model.scales[output];
        for input in 0..model.inputs {
            weights[input * outputs + place(output)] =
                model.weights[input * model.outputs + output];
        }
    }
    IntegerConvolution { outputs, weights, scales, ..*model }
}

/// The layer with the inputs from each head in a chunk of its own.
pub(super) fn with_input_heads(model: &IntegerConvolution, heads: usize) -> IntegerConvolution {
    let length = model.inputs / heads;
    let mut weights = vec![0; heads * CHUNK * model.outputs];
    for (input, row) in model.weights.chunks_exact(model.outputs).enumerate() {
        let place = input / length * CHUNK + input % length;
        weights[place * model.outputs..][..model.outputs].copy_from_slice(row);
    }
    let scales = model.scales.clone();
    IntegerConvolution { inputs: heads * CHUNK, weights, scales, ..*model }
}
