//! Feed-forward blocks: a gated layer of two matrices in each cell.

use super::buffers::{Linear, Values, chunks};
use super::cells::{CellCodes, CellNorm, OneChunk};
use super::convolution::{Board, PackedConvolution, Sink, ToTrunk, ToValues};
use super::kernel::CHUNK;
use super::unsupported::{Unsupported, check_signed};
use crate::activation::rough_silu;
use crate::grid::Grid;
use crate::model::{Activation, FeedForward, IntegerConvolution};

/// A feed-forward block.
pub(super) struct PackedFeedForward {
    norm: CellNorm,
    activated: PackedConvolution,
    activated_linear: Vec<Linear>,
    gate: PackedConvolution,
    gate_linear: Vec<Linear>,
    output: PackedConvolution,
    output_linear: Vec<Linear>,
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
        let [activated, gate, output] = layers.map(PackedConvolution::new);
        Ok(Self {
            norm: CellNorm::new(&model.norm),
            activated_linear: activated.linear(),
            activated,
            gate_linear: gate.linear(),
            gate,
            output_linear: output.linear(),
            output,
        })
    }

    /// The number of hidden channels.
    pub(super) fn hidden(&self) -> usize {
        self.gate.outputs()
    }

    /// The factors of the sums that are added to the trunk.
    pub(super) fn linear(&self) -> &[Linear] {
        &self.output_linear
    }

    /// Adds the result of the block to the trunk.
    #[inline(always)]
    pub(super) fn add_to(
        &self,
        board: &mut Board,
        codes: &mut CellCodes,
        space: &mut FeedForwardSpace,
        mut to_trunk: ToTrunk<'_>,
    ) {
        codes.normalise(&board.grid, &self.norm, to_trunk.trunk);
        let FeedForwardSpace { activated, hidden } = space;
        let count = chunks(self.hidden());
        for chunk in 0..count {
            let linear = &self.activated_linear[chunk..=chunk];
            let mut keep =
                OneChunk(ToValues { linear, activation: Activation::Identity, values: activated });
            self.activated.apply_chunk(board, &codes.codes, chunk, &mut keep);
            let mut gated = Gated { linear: &self.gate_linear, activated, hidden };
            self.gate.apply_chunk(board, &codes.codes, chunk, &mut gated);
        }
        codes.set(&board.grid, hidden, count);
        self.output.apply(board, &codes.codes, &mut to_trunk);
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
