//! The blocks of a trunk, each of which adds its result to the trunk.

use super::attention::PackedAttention;
use super::buffer::{Buffer, Space};
use super::norm::{Pooling, add_to_all, normalise, normalise_cells, pool};
use super::packed::PackedConvolution;
use crate::dense::add_product;
use crate::dispatch::Work;
use crate::grid::Grid;
use crate::model::{
    Activation, Block, FeedForward, GlobalPooling, Matrix, Norm, NormConvolution, RmsNorm,
};

/// A normalisation and a convolution.
pub(super) struct PackedNormConvolution {
    norm: Norm,
    convolution: PackedConvolution,
}

/// A residual block with global pooling.
pub(super) struct PackedGlobalPooling {
    norm: Norm,
    regular: PackedConvolution,
    pooled: PackedConvolution,
    pooled_norm: Norm,
    pooled_to_bias: Matrix,
    last: PackedNormConvolution,
}

/// A feed-forward block.
pub(super) struct PackedFeedForward {
    norm: RmsNorm,
    activated: PackedConvolution,
    gate: PackedConvolution,
    output: PackedConvolution,
}

/// A block of a trunk.
pub(super) enum PackedBlock {
    Residual([PackedNormConvolution; 2]),
    GlobalPooling(PackedGlobalPooling),
    Bottleneck {
        narrow: PackedNormConvolution,
        blocks: Vec<PackedBlock>,
        widen: PackedNormConvolution,
    },
    Attention(PackedAttention),
    FeedForward(PackedFeedForward),
}

impl PackedNormConvolution {
    fn new(model: &NormConvolution) -> Self {
        let convolution = PackedConvolution::new(&model.convolution);
        Self { norm: model.norm.clone(), convolution }
    }

    fn apply(&self, space: &mut Space, input: &Buffer, output: &mut Buffer, adds: bool) {
        let mut normal = space.take(self.norm.scale.len());
        normalise(space, &self.norm, input, &mut normal);
        space.observe(&normal, self.norm.scale.len());
        self.convolution.apply(space, &normal, output, adds);
        space.give(normal);
    }
}

impl PackedGlobalPooling {
    fn new(model: &GlobalPooling) -> Self {
        Self {
            norm: model.norm.clone(),
            regular: PackedConvolution::new(&model.regular),
            pooled: PackedConvolution::new(&model.pooled),
            pooled_norm: model.pooled_norm.clone(),
            pooled_to_bias: model.pooled_to_bias.clone(),
            last: PackedNormConvolution::new(&model.last),
        }
    }

    fn add_to(&self, space: &mut Space, trunk: &mut Buffer) {
        let mut normal = space.take(self.norm.scale.len());
        let mut regular = space.take(self.regular.outputs());
        let mut pooled = space.take(self.pooled.outputs());
        let mut pooled_normal = space.take(self.pooled.outputs());
        normalise(space, &self.norm, trunk, &mut normal);
        space.observe(&normal, self.norm.scale.len());
        self.regular.apply(space, &normal, &mut regular, false);
        self.pooled.apply(space, &normal, &mut pooled, false);
        normalise(space, &self.pooled_norm, &pooled, &mut pooled_normal);
        let mut values = space.take_values(0);
        pool(space, &pooled_normal, self.pooled.outputs(), Pooling::WithMaximum, &mut values);
        let mut bias = space.take_values(self.pooled_to_bias.outputs);
        add_product(&self.pooled_to_bias, &values, &mut bias);
        add_to_all(space, &bias, &mut regular);
        self.last.apply(space, &regular, trunk, true);
        space.give_values([values, bias]);
        [normal, regular, pooled, pooled_normal].into_iter().for_each(|buffer| space.give(buffer));
    }
}

impl PackedFeedForward {
    fn new(model: &FeedForward) -> Self {
        Self {
            norm: model.norm.clone(),
            activated: PackedConvolution::new(&model.activated),
            gate: PackedConvolution::new(&model.gate),
            output: PackedConvolution::new(&model.output),
        }
    }

    fn add_to(&self, space: &mut Space, trunk: &mut Buffer) {
        let mut normal = space.take(self.norm.scale.len());
        let mut activated = space.take(self.activated.outputs());
        let mut gate = space.take(self.gate.outputs());
        normalise_cells(space, &self.norm, trunk, &mut normal);
        self.activated.apply(space, &normal, &mut activated, false);
        self.gate.apply(space, &normal, &mut gate, false);
        let (grid, values) = (space.grid, &mut activated);
        space.instructions.run(Gated { grid, values, gate: &gate });
        self.output.apply(space, &activated, trunk, true);
        [normal, activated, gate].into_iter().for_each(|buffer| space.give(buffer));
    }
}

/// Replaces values by their activation times a gate.
struct Gated<'a> {
    grid: Grid,
    values: &'a mut Buffer,
    gate: &'a Buffer,
}

impl Work for Gated<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { grid, values, gate } = self;
        for row in grid.rows() {
            let cells = row.start * gate.stride..row.end * gate.stride;
            let pairs = values.values[cells.clone()].iter_mut().zip(&gate.values[cells]);
            for (value, gate) in pairs {
                *value = Activation::Silu.of(*value) * gate;
            }
        }
    }
}

impl PackedBlock {
    /// Packs a block.
    pub(super) fn new(block: &Block) -> Self {
        match block {
            Block::Residual(steps) => {
                Self::Residual(steps.each_ref().map(PackedNormConvolution::new))
            }
            Block::GlobalPooling(block) => Self::GlobalPooling(PackedGlobalPooling::new(block)),
            Block::Bottleneck { narrow, blocks, widen } => Self::Bottleneck {
                narrow: PackedNormConvolution::new(narrow),
                blocks: blocks.iter().map(Self::new).collect(),
                widen: PackedNormConvolution::new(widen),
            },
            Block::Attention(block) => Self::Attention(PackedAttention::new(block)),
            Block::FeedForward(block) => Self::FeedForward(PackedFeedForward::new(block)),
        }
    }

    /// Adds the result of the block to the trunk.
    pub(super) fn add_to(&self, space: &mut Space, trunk: &mut Buffer) {
        match self {
            Self::Residual([first, last]) => {
                let mut middle = space.take(first.convolution.outputs());
                first.apply(space, trunk, &mut middle, false);
                last.apply(space, &middle, trunk, true);
                space.give(middle);
            }
            Self::GlobalPooling(block) => block.add_to(space, trunk),
            Self::Bottleneck { narrow, blocks, widen } => {
                let mut inner = space.take(narrow.convolution.outputs());
                narrow.apply(space, trunk, &mut inner, false);
                blocks.iter().for_each(|block| block.add_to(space, &mut inner));
                widen.apply(space, &inner, trunk, true);
                space.give(inner);
            }
            Self::Attention(block) => block.add_to(space, trunk),
            Self::FeedForward(block) => block.add_to(space, trunk),
        }
    }
}
