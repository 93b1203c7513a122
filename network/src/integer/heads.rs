//! The heads: from the codes of the trunk to the raw outputs.

use super::buffers::{Codes, Linear, Values, padded, total};
use super::convolution::{Board, PackedConvolution, ToValues, activated};
use super::kernel::CHUNK;
use super::pooled_bias::{Pooled, PooledBias, PooledSpace};
use super::pooling::{Third, pool};
use crate::dense::add_product;
use crate::evaluation::RawOutputs;
use crate::grid::{Grid, Window};
use crate::model::{
    Activation, Affine, Convolution, IntegerConvolution, PassHead, PolicyHead, ValueHead,
};

/// A convolution with a window of one cell and few outputs, in floats.
struct Readout {
    /// For each output, the weights of each chunk of inputs.
    weights: Vec<Vec<[f32; CHUNK]>>,
}

impl Readout {
    fn new(model: &Convolution) -> Self {
        let of_output = |output: usize| {
            let column: Vec<f32> =
                model.weights.iter().skip(output).step_by(model.outputs).copied().collect();
            padded(&column)
        };
        Self { weights: (0..model.outputs).map(of_output).collect() }
    }

    /// Writes the outputs of all points, those of a point side by side.
    #[inline(always)]
    fn apply(&self, grid: &Grid, values: &Values, output: &mut [f32]) {
        let cells = grid.rows().flatten();
        for (cell, outputs) in cells.zip(output.chunks_exact_mut(self.weights.len())) {
            for (output, weights) in outputs.iter_mut().zip(&self.weights) {
                let mut sums = [0.0; CHUNK];
                for (chunk, weights) in weights.iter().enumerate() {
                    let values = values.at(chunk, cell);
                    for at in 0..CHUNK {
                        sums[at] += values[at] * weights[at];
                    }
                }
                *output = total(sums);
            }
        }
    }
}

/// The policy head.
pub(super) struct PackedPolicyHead {
    first: PooledBias,
    /// The normalisation after the bias.
    norm: Vec<Linear>,
    activation: Activation,
    moves: Readout,
    pass: PassHead,
    pub(super) channels: usize,
}

/// The value head.
pub(super) struct PackedValueHead {
    convolution: PackedConvolution,
    linear: Vec<Linear>,
    /// After the convolution and its normalisation.
    norm_activation: Activation,
    hidden: Affine,
    activation: Activation,
    outcome: Affine,
    score: Affine,
    ownership: Readout,
}

/// The memory of an evaluation of the heads.
pub(super) struct HeadSpace {
    policy: PooledSpace,
    features: Values,
    pass_hidden: Vec<f32>,
    value_values: Vec<f32>,
    value_hidden: Vec<f32>,
}

impl HeadSpace {
    pub(super) fn new(grid: &Grid, policy: &PackedPolicyHead, value: &PackedValueHead) -> Self {
        let features = value.convolution.outputs();
        let pass_hidden = match &policy.pass {
            PassHead::Linear(_) => 0,
            PassHead::Hidden { first, .. } => first.outputs,
        };
        Self {
            policy: PooledSpace::new(grid, policy.first.outputs()),
            features: Values::new(grid, features),
            pass_hidden: vec![0.0; pass_hidden],
            value_values: vec![0.0; 3 * features],
            value_hidden: vec![0.0; value.hidden.matrix.outputs],
        }
    }
}

impl PackedPolicyHead {
    pub(super) fn new(model: &PolicyHead<IntegerConvolution>) -> Self {
        let PolicyHead { regular, pooled, pooled_norm, pooled_to_bias, .. } = model;
        Self {
            first: PooledBias::new(regular, pooled, pooled_norm, pooled_to_bias),
            norm: Linear::of_norm(&model.norm),
            activation: model.norm.activation,
            moves: Readout::new(&model.moves),
            pass: model.pass.clone(),
            channels: model.moves.outputs,
        }
    }

    /// The windows of its convolutions.
    pub(super) fn windows(&self) -> [Window; 2] {
        self.first.windows()
    }

    /// Writes the logits of moves and of a pass.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        board: &mut Board,
        codes: &Codes,
        space: &mut HeadSpace,
        raw: &mut RawOutputs,
    ) {
        let HeadSpace { policy, pass_hidden, .. } = space;
        let Pooled { regular, values: pooled, bias } = self.first.apply(board, codes, policy);
        for (chunk, bias) in bias.chunks(CHUNK).enumerate() {
            for cell in board.grid.rows().flatten() {
                let values = regular.at_mut(chunk, cell);
                values.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
                *values = activated(self.activation, self.norm[chunk].apply(values));
            }
        }
        self.moves.apply(&board.grid, regular, &mut raw.moves);
        raw.pass.fill(0.0);
        match &self.pass {
            PassHead::Linear(matrix) => add_product(matrix, pooled, &mut raw.pass),
            PassHead::Hidden { first, bias, activation, second } => {
                pass_hidden.copy_from_slice(bias);
                add_product(first, pooled, pass_hidden);
                pass_hidden.iter_mut().for_each(|value| *value = activation.of(*value));
                add_product(second, pass_hidden, &mut raw.pass);
            }
        }
    }
}

/// Writes `bias + input * matrix`.
#[inline(always)]
fn affine(layer: &Affine, input: &[f32], output: &mut [f32]) {
    output.copy_from_slice(&layer.bias);
    add_product(&layer.matrix, input, output);
}

impl PackedValueHead {
    pub(super) fn new(model: &ValueHead<IntegerConvolution>) -> Self {
        let convolution = PackedConvolution::new(&model.convolution);
        Self {
            linear: convolution.linear_then(&model.norm),
            norm_activation: model.norm.activation,
            convolution,
            hidden: model.hidden.clone(),
            activation: model.activation,
            outcome: model.outcome.clone(),
            score: model.score.clone(),
            ownership: Readout::new(&model.ownership),
        }
    }

    /// The window of its convolution.
    pub(super) fn window(&self) -> Window {
        self.convolution.window()
    }

    /// The number of outputs about the score.
    pub(super) fn scores(&self) -> usize {
        self.score.matrix.outputs
    }

    /// Writes the outcome, the score and the ownership.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        board: &mut Board,
        codes: &Codes,
        space: &mut HeadSpace,
        raw: &mut RawOutputs,
    ) {
        let HeadSpace { features, value_values, value_hidden, .. } = space;
        self.convolution.apply(
            board,
            codes,
            &mut ToValues {
                linear: &self.linear,
                activation: self.norm_activation,
                values: features,
            },
        );
        pool(&board.grid, features, Third::Square, value_values);
        affine(&self.hidden, value_values, value_hidden);
        value_hidden.iter_mut().for_each(|value| *value = self.activation.of(*value));
        affine(&self.outcome, value_hidden, &mut raw.outcome);
        affine(&self.score, value_hidden, &mut raw.score);
        self.ownership.apply(&board.grid, features, &mut raw.ownership);
    }
}
