//! The blocks of a trunk, each of which adds its result to the trunk.

use super::attention::{AttentionSpace, PackedAttention};
use super::buffers::{Codes, Linear, Values};
use super::cells::CellCodes;
use super::convolution::{Board, PackedConvolution, ToCodes, ToTrunk};
use super::feed_forward::{FeedForwardSpace, PackedFeedForward};
use super::kernel::CHUNK;
use super::pooled_bias::{Pooled, PooledBias, PooledSpace};
use super::unsupported::{Unsupported, check};
use crate::grid::{Grid, Window};
use crate::model::{Block, GlobalPooling, IntegerConvolution, NormConvolution};

/// A residual block, without the normalisation before it.
pub(super) struct PackedResidual {
    first: PackedConvolution,
    /// From the sums of the first convolution to the codes for the last.
    middle: Vec<Linear>,
    last: PackedConvolution,
    linear: Vec<Linear>,
}

/// A residual block with global pooling, without the normalisation before it.
pub(super) struct PackedGlobalPooling {
    first: PooledBias,
    /// From the regular values and their bias to the codes for the last convolution.
    norm: Vec<Linear>,
    last: PackedConvolution,
    linear: Vec<Linear>,
}

/// A block of a trunk.
pub(super) enum PackedBlock {
    Residual(Box<PackedResidual>),
    GlobalPooling(Box<PackedGlobalPooling>),
    Attention(Box<PackedAttention>),
    FeedForward(Box<PackedFeedForward>),
}

/// The memory of an evaluation of the blocks.
pub(super) struct BlockSpace {
    /// Codes inside a block, and of the inputs.
    pub(super) codes: Codes,
    pooled: PooledSpace,
    /// The inputs of the layers of attention and feed-forward blocks.
    cells: CellCodes,
    attention: AttentionSpace,
    feed_forward: FeedForwardSpace,
}

impl BlockSpace {
    /// Memory for these blocks of a trunk with this number of channels.
    pub(super) fn new(grid: &Grid, channels: usize, blocks: &[PackedBlock]) -> Self {
        let (mut inside, mut regular, mut pooled) = (CHUNK, 0, 0);
        let (mut heads, mut hidden) = (0, 0);
        for block in blocks {
            match block {
                PackedBlock::Residual(block) => inside = inside.max(block.first.outputs()),
                PackedBlock::GlobalPooling(block) => {
                    let [biased, pooling] = block.first.outputs();
                    inside = inside.max(biased);
                    (regular, pooled) = (regular.max(biased), pooled.max(pooling));
                }
                PackedBlock::Attention(block) => heads = heads.max(block.heads()),
                PackedBlock::FeedForward(block) => hidden = hidden.max(block.hidden()),
            }
        }
        // Residual blocks do not use them.
        let in_cells =
            if heads.max(hidden) == 0 { 0 } else { channels.max(heads * CHUNK).max(hidden) };
        Self {
            codes: Codes::new(grid, inside),
            pooled: PooledSpace::new(grid, [regular, pooled]),
            cells: CellCodes::new(grid, in_cells),
            attention: AttentionSpace::new(grid, heads),
            feed_forward: FeedForwardSpace::new(grid, hidden),
        }
    }
}

impl PackedResidual {
    fn new([first, last]: &[NormConvolution<IntegerConvolution>; 2]) -> Result<Self, Unsupported> {
        check(last.norm.activation)?;
        let (packed, last_packed) =
            (PackedConvolution::new(&first.convolution), PackedConvolution::new(&last.convolution));
        Ok(Self {
            middle: packed.linear_then(&last.norm),
            first: packed,
            linear: last_packed.linear(),
            last: last_packed,
        })
    }
}

impl PackedGlobalPooling {
    fn new(model: &GlobalPooling<IntegerConvolution>) -> Result<Self, Unsupported> {
        check(model.last.norm.activation)?;
        let GlobalPooling { regular, pooled, pooled_norm, pooled_to_bias, .. } = model;
        let last = PackedConvolution::new(&model.last.convolution);
        Ok(Self {
            first: PooledBias::new(regular, pooled, pooled_norm, pooled_to_bias),
            norm: Linear::of_norm(&model.last.norm),
            linear: last.linear(),
            last,
        })
    }

    /// Makes the codes for the last convolution.
    #[inline(always)]
    fn make_codes(&self, board: &mut Board, codes: &Codes, space: &mut BlockSpace) {
        let BlockSpace { codes: inside, pooled, .. } = space;
        let Pooled { regular, bias, .. } = self.first.apply(board, codes, pooled);
        for (chunk, bias) in bias.chunks(CHUNK).enumerate() {
            for cell in board.grid.rows().flatten() {
                let mut values = *regular.at(chunk, cell);
                values.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
                inside.set(chunk, cell, &self.norm[chunk].apply(&values));
            }
        }
    }
}

impl PackedBlock {
    /// Packs a block.
    pub(super) fn new(model: &Block<IntegerConvolution>) -> Result<Self, Unsupported> {
        match model {
            Block::Residual(steps) => Ok(Self::Residual(Box::new(PackedResidual::new(steps)?))),
            Block::GlobalPooling(block) => {
                Ok(Self::GlobalPooling(Box::new(PackedGlobalPooling::new(block)?)))
            }
            Block::Attention(block) => Ok(Self::Attention(Box::new(PackedAttention::new(block)?))),
            Block::FeedForward(block) => {
                Ok(Self::FeedForward(Box::new(PackedFeedForward::new(block)?)))
            }
            Block::Bottleneck { .. } => Err(Unsupported::Block),
        }
    }

    /// The windows of its convolutions.
    pub(super) fn windows(&self) -> Vec<Window> {
        match self {
            Self::Residual(block) => vec![block.first.window(), block.last.window()],
            Self::GlobalPooling(block) => {
                block.first.windows().into_iter().chain([block.last.window()]).collect()
            }
            Self::Attention(_) | Self::FeedForward(_) => vec![(1, 1)],
        }
    }

    /// Adds the result of the block to the trunk, and replaces the codes of the trunk by those that
    /// the `next` normalisation makes, if the next block begins with a convolution.
    #[inline(always)]
    pub(super) fn add_to(
        &self,
        board: &mut Board,
        codes: &mut Codes,
        space: &mut BlockSpace,
        trunk: &mut Values,
        next: Option<&[Linear]>,
    ) {
        let BlockSpace { codes: inside, cells, attention, feed_forward, .. } = space;
        let (last, linear, inputs) = match self {
            Self::Residual(block) => {
                let mut to_codes = ToCodes { linear: &block.middle, codes: inside };
                block.first.apply(board, codes, &mut to_codes);
                (&block.last, &block.linear, &*inside)
            }
            Self::GlobalPooling(block) => {
                block.make_codes(board, codes, space);
                (&block.last, &block.linear, &space.codes)
            }
            Self::Attention(block) => {
                block.make_codes(board, cells, attention, trunk);
                (&block.output.layer, &block.output.linear, &cells.codes)
            }
            Self::FeedForward(block) => {
                block.make_codes(board, cells, feed_forward, trunk);
                (&block.output.layer, &block.output.linear, &cells.codes)
            }
        };
        last.apply(board, inputs, &mut ToTrunk { linear, begins: false, trunk, next, codes });
    }
}
