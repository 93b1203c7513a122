//! The end of a trunk that is normalised by the root mean square of each cell.

use super::buffers::{Linear, Values};
use super::cells::{CellCodes, CellNorm};
use super::unsupported::{Unsupported, check_signed};
use crate::grid::Grid;
use crate::model::{Activation, IntegerConvolution, Model, RmsNorm};

/// Such a normalisation, a term for each channel, and an activation, which yield signed codes for
/// the heads.
pub(super) struct CellTip {
    norm: CellNorm,
    linear: Vec<Linear>,
    activation: Activation,
    channels: usize,
}

impl CellTip {
    /// The end of the trunk of a network, whose normalisation, terms and activation are given.
    pub(super) fn new(
        model: &Model<IntegerConvolution>,
        norm: &RmsNorm,
        bias: &[f32],
        activation: Activation,
    ) -> Result<Self, Unsupported> {
        let heads = [&model.policy.regular, &model.policy.pooled, &model.value.convolution];
        heads.into_iter().try_for_each(check_signed)?;
        Ok(Self {
            norm: CellNorm::new(norm),
            linear: Linear::chunks(&norm.scale, bias),
            activation,
            channels: norm.scale.len(),
        })
    }

    /// The memory for the codes.
    pub(super) fn space(&self, grid: &Grid) -> CellCodes {
        CellCodes::new(grid, self.channels)
    }

    /// Makes the codes.
    #[inline(always)]
    pub(super) fn apply(&self, grid: &Grid, trunk: &Values, codes: &mut CellCodes) {
        codes.activate(grid, &self.norm, &self.linear, self.activation, trunk);
    }
}
