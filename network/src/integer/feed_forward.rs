//! Feed-forward blocks: a gated layer of two matrices in each cell.

use super::buffers::{Linear, Values, chunks};
use super::cells::{CellCodes, CellNorm, Projection};
use super::convolution::{Board, Sink};
use super::kernel::CHUNK;
use super::unsupported::{Unsupported, check_signed};
use crate::activation::rough_silu;
use crate::grid::Grid;
use crate::model::{FeedForward, IntegerConvolution};

/// A feed-forward block.
pub(super) struct PackedFeedForward {
    norm: CellNorm,
    activated: Projection,
    gate: Projection,
    /// To the trunk.
    pub(super) output: Projection,
}

/// The memory of an evaluation of feed-forward blocks.
pub(super) struct FeedForwardSpace {
    /// A chunk of one of the two products of which the hidden channels are made.
    activated: Values,
    hidden: Values,
}

impl FeedForwardSpace {
    /// Memory for blocks with up to this number of hidden channels.
    pub(super) fn new(grid: &Grid, hidden: usize) -> Self {
        Self { activated: Values::new(grid, CHUNK.min(hidden)), hidden: Values::new(grid, hidden) }
    }
}

impl PackedFeedForward {
    pub(super) fn new(model: &FeedForward<IntegerConvolution>) -> Result<Self, Unsupported> {
        let layers = [&model.activated, &model.gate, &model.output];
        layers.into_iter().try_for_each(check_signed)?;
        let [activated, gate, output] = layers.map(Projection::new);
        Ok(Self { norm: CellNorm::new(&model.norm), activated, gate, output })
    }

    /// The number of hidden channels.
    pub(super) fn hidden(&self) -> usize {
        self.gate.layer.outputs()
    }

    /// Makes the codes for the output layer from the trunk.
    #[inline(always)]
    pub(super) fn make_codes(
        &self,
        board: &mut Board,
        codes: &mut CellCodes,
        space: &mut FeedForwardSpace,
        trunk: &Values,
    ) {
        codes.normalise(&board.grid, &self.norm, trunk);
        let FeedForwardSpace { activated, hidden } = space;
        let count = chunks(self.hidden());
        for chunk in 0..count {
            self.activated.apply_chunk(board, &codes.codes, chunk, activated);
            let mut gated = Gated { linear: &self.gate.linear, activated, hidden };
            self.gate.layer.apply_chunk(board, &codes.codes, chunk, &mut gated);
        }
        codes.set(&board.grid, hidden, count);
    }
}

/// Multiplies the activations of values by a gate.
struct Gated<'a> {
    /// From sums to the gate.
    linear: &'a [Linear],
    /// The values, as the first chunk.
    activated: &'a Values,
    /// The products.
    hidden: &'a mut Values,
}

impl Sink for Gated<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        let gate = self.linear[chunk].apply(sums);
        let values = self.activated.at(0, cell);
        let hidden = self.hidden.at_mut(chunk, cell);
        for at in 0..CHUNK {
            hidden[at] = rough_silu(values[at]) * gate[at];
        }
    }
}
