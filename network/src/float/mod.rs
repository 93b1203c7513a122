//! Evaluation in f32.

mod attention;
mod blocks;
mod buffer;
mod heads;
mod norm;
mod packed;
mod product;
mod stem;
mod winograd;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::dense::add_product;
use crate::dispatch::Instructions;
use crate::evaluation::RawOutputs;
use crate::grid::{Grid, Window, reach};
use crate::inputs::Inputs;
use crate::model::{Block, Matrix, Model, TipNorm};
use blocks::PackedBlock;
use buffer::Space;
use heads::{PackedPolicyHead, PackedValueHead};
use norm::{add_to_all, normalise_tip};
use stem::PackedStem;

/// A network ready for evaluation in f32.
pub(crate) struct FloatNetwork {
    channels: usize,
    planes: PackedStem,
    globals: Matrix,
    blocks: Vec<PackedBlock>,
    tip: TipNorm,
    policy: PackedPolicyHead,
    value: PackedValueHead,
    /// The windows of all convolutions.
    windows: Vec<Window>,
}

/// The memory of one thread's evaluations on boards of one size.
pub(crate) struct Workspace {
    space: Space,
    size: (usize, usize),
}

/// The windows of the convolutions of some blocks.
fn windows(blocks: &[Block], found: &mut Vec<Window>) {
    let mut add = |layer: &crate::model::Convolution| found.push((layer.width, layer.height));
    for block in blocks {
        match block {
            Block::Residual(steps) => steps.iter().for_each(|step| add(&step.convolution)),
            Block::GlobalPooling(block) => {
                [&block.regular, &block.pooled, &block.last.convolution]
                    .into_iter()
                    .for_each(&mut add);
            }
            Block::Bottleneck { narrow, widen, .. } => {
                [&narrow.convolution, &widen.convolution].into_iter().for_each(&mut add);
            }
            Block::Attention(_) | Block::FeedForward(_) => {}
        }
    }
    for block in blocks {
        if let Block::Bottleneck { blocks, .. } = block {
            windows(blocks, found);
        }
    }
}

impl FloatNetwork {
    /// Packs the weights of a network.
    pub(crate) fn new(model: &Model) -> Self {
        let mut found = vec![(1, 1)];
        windows(&model.trunk.blocks, &mut found);
        let heads = [
            &model.policy.regular,
            &model.policy.pooled,
            &model.policy.moves,
            &model.value.convolution,
            &model.value.ownership,
        ];
        found.extend(heads.map(|layer| (layer.width, layer.height)));
        Self {
            channels: model.trunk.channels,
            planes: PackedStem::new(&model.trunk.planes),
            globals: model.trunk.globals.clone(),
            blocks: model.trunk.blocks.iter().map(PackedBlock::new).collect(),
            tip: model.trunk.tip.clone(),
            policy: PackedPolicyHead::new(&model.policy),
            value: PackedValueHead::new(&model.value),
            windows: found,
        }
    }

    /// Memory for evaluations on boards of this width and height, with these instructions.
    pub(crate) fn workspace(
        &self,
        width: usize,
        height: usize,
        instructions: Instructions,
    ) -> Workspace {
        // The squares of the last row may need a row below the board.
        let beyond = product::MOST_CELLS.max(width + 1);
        let grid = Grid::new(width, height, reach(&self.windows), beyond);
        let space = Space::new(grid, instructions, &self.windows);
        Workspace { space, size: (width, height) }
    }

    /// The largest value of each channel before each convolution whose inputs are normalised, in
    /// the order of evaluation, over all positions. Each position has its planes and global inputs.
    pub(crate) fn maxima<'a>(
        &self,
        positions: impl IntoIterator<Item = &'a Inputs>,
        instructions: Instructions,
    ) -> Vec<Vec<f32>> {
        let (mut maxima, mut raw) = (Vec::new(), RawOutputs::default());
        for inputs in positions {
            let [width, height] = [inputs.size.width(), inputs.size.height()].map(usize::from);
            let mut workspace = self.workspace(width, height, instructions);
            workspace.space.maxima = Some(maxima);
            let never = AtomicBool::new(false);
            self.evaluate(&mut workspace, &inputs.planes, &inputs.globals, &never, &mut raw);
            maxima = workspace.space.maxima.take().unwrap_or_default();
        }
        maxima
    }

    /// Evaluates a position, given its planes, all of a point side by side, from the top left, and
    /// its global inputs. Returns `false` without a result if `stop` is set meanwhile.
    pub(crate) fn evaluate(
        &self,
        workspace: &mut Workspace,
        planes: &[f32],
        globals: &[f32],
        stop: &AtomicBool,
        raw: &mut RawOutputs,
    ) -> bool {
        let Workspace { space, size: (width, height) } = workspace;
        space.observed = 0;
        let mut trunk = space.take(self.channels);
        self.planes.apply(space, (*width, *height), planes, &mut trunk);
        let mut bias = space.take_values(self.channels);
        add_product(&self.globals, globals, &mut bias);
        add_to_all(space, &bias, &mut trunk);
        space.give_values([bias]);
        let is_complete = self.blocks.iter().all(|block| {
            let goes_on = !stop.load(Ordering::Relaxed);
            if goes_on {
                block.add_to(space, &mut trunk);
            }
            goes_on
        });
        if is_complete {
            let mut tip = space.take(self.channels);
            normalise_tip(space, &self.tip, &trunk, &mut tip);
            space.observe(&tip, self.channels);
            self.policy.evaluate(space, &tip, raw);
            self.value.evaluate(space, &tip, raw);
            space.give(tip);
        }
        space.give(trunk);
        is_complete
    }
}
