//! The heads: from the trunk to the raw outputs.

use super::buffer::{Buffer, Space};
use super::norm::{Pooling, add_to_all, normalise, pool};
use super::packed::PackedConvolution;
use crate::dense::add_product;
use crate::evaluation::RawOutputs;
use crate::model::{Activation, Affine, Matrix, Norm, PassHead, PolicyHead, ValueHead};

/// The policy head.
pub(super) struct PackedPolicyHead {
    regular: PackedConvolution,
    pooled: PackedConvolution,
    pooled_norm: Norm,
    pooled_to_bias: Matrix,
    norm: Norm,
    moves: PackedConvolution,
    pass: PassHead,
}

/// The value head.
pub(super) struct PackedValueHead {
    convolution: PackedConvolution,
    norm: Norm,
    hidden: Affine,
    activation: Activation,
    outcome: Affine,
    score: Affine,
    ownership: PackedConvolution,
}

/// `bias + input * matrix`, written to `output`.
fn affine(matrix: &Matrix, bias: &[f32], input: &[f32], output: &mut Vec<f32>) {
    output.clear();
    output.extend_from_slice(bias);
    output.resize(matrix.outputs, 0.0);
    add_product(matrix, input, output);
}

/// Copies some channels of all cells of the board, cell by cell from the top left.
fn copy_channels(space: &Space, from: &Buffer, channels: usize, into: &mut Vec<f32>) {
    into.clear();
    for cell in space.grid.rows().flatten() {
        into.extend_from_slice(&from.values[cell * from.stride..][..channels]);
    }
}

impl PackedPolicyHead {
    /// Packs the head.
    pub(super) fn new(model: &PolicyHead) -> Self {
        Self {
            regular: PackedConvolution::new(&model.regular),
            pooled: PackedConvolution::new(&model.pooled),
            pooled_norm: model.pooled_norm.clone(),
            pooled_to_bias: model.pooled_to_bias.clone(),
            norm: model.norm.clone(),
            moves: PackedConvolution::new(&model.moves),
            pass: model.pass.clone(),
        }
    }

    /// Writes the logits of moves and of a pass.
    pub(super) fn evaluate(&self, space: &mut Space, trunk: &Buffer, raw: &mut RawOutputs) {
        let mut regular = space.take(self.regular.outputs());
        let mut normal = space.take(self.regular.outputs());
        let mut pooled = space.take(self.pooled.outputs());
        let mut pooled_normal = space.take(self.pooled.outputs());
        self.regular.apply(space, trunk, &mut regular, false);
        self.pooled.apply(space, trunk, &mut pooled, false);
        normalise(space, &self.pooled_norm, &pooled, &mut pooled_normal);
        let mut values = space.take_values(0);
        pool(space, &pooled_normal, self.pooled.outputs(), Pooling::WithMaximum, &mut values);
        let mut bias = space.take_values(0);
        affine(&self.pooled_to_bias, &[], &values, &mut bias);
        add_to_all(space, &bias, &mut regular);
        normalise(space, &self.norm, &regular, &mut normal);
        let mut logits = space.take(self.moves.outputs());
        self.moves.apply(space, &normal, &mut logits, false);
        copy_channels(space, &logits, self.moves.outputs(), &mut raw.moves);
        match &self.pass {
            PassHead::Linear(matrix) => affine(matrix, &[], &values, &mut raw.pass),
            PassHead::Hidden { first, bias: added, activation, second } => {
                affine(first, added, &values, &mut bias);
                bias.iter_mut().for_each(|value| *value = activation.of(*value));
                affine(second, &[], &bias, &mut raw.pass);
            }
        }
        space.give_values([values, bias]);
        for buffer in [regular, normal, pooled, pooled_normal, logits] {
            space.give(buffer);
        }
    }
}

impl PackedValueHead {
    /// Packs the head.
    pub(super) fn new(model: &ValueHead) -> Self {
        Self {
            convolution: PackedConvolution::new(&model.convolution),
            norm: model.norm.clone(),
            hidden: model.hidden.clone(),
            activation: model.activation,
            outcome: model.outcome.clone(),
            score: model.score.clone(),
            ownership: PackedConvolution::new(&model.ownership),
        }
    }

    /// Writes the outcome, the score and the ownership.
    pub(super) fn evaluate(&self, space: &mut Space, trunk: &Buffer, raw: &mut RawOutputs) {
        let channels = self.convolution.outputs();
        let mut features = space.take(channels);
        let mut normal = space.take(channels);
        self.convolution.apply(space, trunk, &mut features, false);
        normalise(space, &self.norm, &features, &mut normal);
        let mut values = space.take_values(0);
        pool(space, &normal, channels, Pooling::WithSquare, &mut values);
        let mut hidden = space.take_values(0);
        affine(&self.hidden.matrix, &self.hidden.bias, &values, &mut hidden);
        hidden.iter_mut().for_each(|value| *value = self.activation.of(*value));
        affine(&self.outcome.matrix, &self.outcome.bias, &hidden, &mut raw.outcome);
        affine(&self.score.matrix, &self.score.bias, &hidden, &mut raw.score);
        let mut ownership = space.take(1);
        self.ownership.apply(space, &normal, &mut ownership, false);
        copy_channels(space, &ownership, 1, &mut raw.ownership);
        space.give_values([values, hidden]);
        [features, normal, ownership].into_iter().for_each(|buffer| space.give(buffer));
    }
}
