//! Two convolutions of the same codes, of which one is pooled to a bias for the other: a part of
//! blocks with global pooling and of the policy head.

use super::buffers::{Codes, Linear, Values};
use super::convolution::{Board, PackedConvolution, ToValues};
use super::pooling::{Third, pool};
use crate::dense::add_product;
use crate::grid::{Grid, Window};
use crate::model::{Activation, IntegerConvolution, Matrix, Norm};

/// The two convolutions, and the way from the pooled one to the bias.
pub(super) struct PooledBias {
    regular: PackedConvolution,
    /// From the sums of the regular convolution to its values.
    regular_linear: Vec<Linear>,
    pooled: PackedConvolution,
    /// From the sums of the pooled convolution to its normalised values.
    pooled_linear: Vec<Linear>,
    pooled_activation: Activation,
    to_bias: Matrix,
}

/// Memory for the results of every [`PooledBias`] whose convolutions have no more channels.
pub(super) struct PooledSpace {
    regular: Values,
    pooled: Values,
    values: Vec<f32>,
    bias: Vec<f32>,
}

impl PooledSpace {
    /// Memory for these numbers of channels of the regular and of the pooled convolution.
    pub(super) fn new(grid: &Grid, [regular, pooled]: [usize; 2]) -> Self {
        Self {
            regular: Values::new(grid, regular),
            pooled: Values::new(grid, pooled),
            values: vec![0.0; 3 * pooled],
            bias: vec![0.0; regular],
        }
    }
}

/// The results of a [`PooledBias`] for a position.
pub(super) struct Pooled<'a> {
    /// The values of the regular convolution, without the bias.
    pub(super) regular: &'a mut Values,
    /// The pooled values.
    pub(super) values: &'a [f32],
    /// The bias, for each channel of the regular convolution.
    pub(super) bias: &'a [f32],
}

impl PooledBias {
    pub(super) fn new(
        regular: &IntegerConvolution,
        pooled: &IntegerConvolution,
        pooled_norm: &Norm,
        to_bias: &Matrix,
    ) -> Self {
        let [regular, pooled] = [regular, pooled].map(PackedConvolution::new);
        Self {
            regular_linear: regular.linear(),
            regular,
            pooled_linear: pooled.linear_then(pooled_norm),
            pooled_activation: pooled_norm.activation,
            pooled,
            to_bias: to_bias.clone(),
        }
    }

    /// The windows of its convolutions.
    pub(super) fn windows(&self) -> [Window; 2] {
        [self.regular.window(), self.pooled.window()]
    }

    /// The numbers of channels of the regular and of the pooled convolution.
    pub(super) fn outputs(&self) -> [usize; 2] {
        [self.regular.outputs(), self.pooled.outputs()]
    }

    /// Computes the results from the codes.
    #[inline(always)]
    pub(super) fn apply<'a>(
        &self,
        board: &mut Board,
        codes: &Codes,
        space: &'a mut PooledSpace,
    ) -> Pooled<'a> {
        let PooledSpace { regular, pooled, values, bias } = space;
        self.regular.apply(
            board,
            codes,
            &mut ToValues {
                linear: &self.regular_linear,
                activation: Activation::Identity,
                values: regular,
            },
        );
        self.pooled.apply(
            board,
            codes,
            &mut ToValues {
                linear: &self.pooled_linear,
                activation: self.pooled_activation,
                values: pooled,
            },
        );
        let [biased, pooling] = self.outputs();
        let (values, bias) = (&mut values[..3 * pooling], &mut bias[..biased]);
        pool(&board.grid, pooled, Third::Maximum, values);
        bias.fill(0.0);
        add_product(&self.to_bias, values, bias);
        Pooled { regular, values, bias }
    }
}
