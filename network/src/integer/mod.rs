//! Evaluation in integers: codes and weights of 8 bits, sums of 32 bits, and floats only between
//! the layers, where each result is rounded in the same way on every processor. All instruction
//! sets yield the same bits.
//!
//! Channels are held in chunks of 32. Each convolution passes the sums of a row, or by Winograd's
//! algorithm those of the board, to a [`Sink`], which makes the codes for the next convolution
//! while they are in the cache.
//!
//! [`Sink`]: convolution::Sink

mod attention;
mod blocks;
mod buffers;
mod cells;
mod convolution;
mod direct;
mod feed_forward;
mod heads;
mod heads_as_chunks;
mod kernel;
mod key_values;
mod pairs;
mod pooled_bias;
mod pooling;
mod tiling;
mod tip;
mod turning;
mod unsupported;
mod winograd;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::dense::add_product;
use crate::dispatch::{Instructions, Work};
use crate::evaluation::RawOutputs;
use crate::grid::{Grid, Taps, reach};
use crate::model::{Block, IntegerConvolution, LARGEST_CODE, Matrix, Model, TipNorm};
use blocks::{BlockSpace, PackedBlock};
use buffers::{Codes, Linear, Values};
use cells::CellCodes;
use convolution::{Board, PackedConvolution, ToTrunk};
use heads::{HeadSpace, PackedPolicyHead, PackedValueHead};
use kernel::CHUNK;
use tip::CellTip;
use unsupported::check;
use winograd::Tiles;

pub use unsupported::Unsupported;

/// A network ready for evaluation in integers.
pub(crate) struct IntegerNetwork {
    channels: usize,
    inputs: usize,
    planes: PackedConvolution,
    globals: Matrix,
    blocks: Vec<PackedBlock>,
    /// From the trunk to the codes of each block that begins with a convolution, and at the end of
    /// the heads, unless there is a tip.
    norms: Vec<Option<Vec<Linear>>>,
    tip: Option<CellTip>,
    policy: PackedPolicyHead,
    value: PackedValueHead,
}

/// The memory of one thread's evaluations on boards of one size.
pub(crate) struct Workspace {
    board: Board,
    /// The codes for the next convolution of the trunk.
    codes: Codes,
    trunk: Values,
    blocks: BlockSpace,
    /// The inputs of the heads, if there is a tip.
    tip: Option<CellCodes>,
    heads: HeadSpace,
    /// A term for each channel of the trunk, from the global inputs.
    bias: Vec<f32>,
    linear: Vec<Linear>,
}

impl IntegerNetwork {
    /// Packs the weights of a network.
    ///
    /// # Errors
    /// If a layer cannot be evaluated in integers.
    pub(crate) fn new(model: &Model<IntegerConvolution>) -> Result<Self, Unsupported> {
        let trunk = &model.trunk;
        let mut norms = Vec::new();
        for block in &trunk.blocks {
            let norm = match block {
                Block::Residual([first, _]) => Some(&first.norm),
                Block::GlobalPooling(block) => Some(&block.norm),
                _ => None,
            };
            norm.map_or(Ok(()), |norm| check(norm.activation))?;
            norms.push(norm.map(Linear::of_norm));
        }
        let tip = match &trunk.tip {
            TipNorm::Fixed(norm) => {
                check(norm.activation)?;
                norms.push(Some(Linear::of_norm(norm)));
                None
            }
            TipNorm::Rms { over_board: true, .. } => return Err(Unsupported::Norm),
            TipNorm::Rms { norm, bias, activation, .. } => {
                norms.push(None);
                Some(CellTip::new(model, norm, bias, *activation)?)
            }
        };
        Ok(Self {
            tip,
            channels: trunk.channels,
            inputs: trunk.planes.inputs,
            planes: PackedConvolution::new(&trunk.planes),
            globals: trunk.globals.clone(),
            blocks: trunk.blocks.iter().map(PackedBlock::new).collect::<Result<_, _>>()?,
            norms,
            policy: PackedPolicyHead::new(&model.policy),
            value: PackedValueHead::new(&model.value),
        })
    }

    /// Memory for evaluations on boards of this width and height, with these instructions.
    pub(crate) fn workspace(
        &self,
        width: usize,
        height: usize,
        instructions: Instructions,
    ) -> Workspace {
        let mut windows = vec![self.planes.window(), self.value.window()];
        windows.extend(self.policy.windows());
        windows.extend(self.blocks.iter().flat_map(PackedBlock::windows));
        let grid = Grid::new(width, height, reach(&windows), Tiles::margin(width));
        let channels = self.channels.max(self.inputs);
        let codes = Codes::new(&grid, channels);
        let blocks = BlockSpace::new(&grid, self.channels, &self.blocks);
        let chunks = codes.chunks().max(blocks.codes.chunks());
        let tip = self.tip.as_ref().map(|tip| tip.space(&grid));
        Workspace {
            codes,
            trunk: Values::new(&grid, channels),
            blocks,
            tip,
            heads: HeadSpace::new(&grid, &self.policy, &self.value),
            bias: vec![0.0; self.channels],
            linear: self.planes.linear(),
            board: Board {
                taps: Taps::new(&grid, &windows),
                tiles: Tiles::pay(instructions).then(|| Tiles::new(&grid, chunks)),
                sums: vec![[0; CHUNK]; grid.length()],
                grid,
                instructions,
            },
        }
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
        let area = workspace.board.grid.area();
        raw.moves.resize(area * self.policy.channels, 0.0);
        raw.pass.resize(self.policy.channels, 0.0);
        raw.outcome.resize(3, 0.0);
        raw.score.resize(self.value.scores(), 0.0);
        raw.ownership.resize(area, 0.0);
        let instructions = workspace.board.instructions;
        instructions.run(Run { network: self, workspace, planes, globals, stop, raw })
    }

    /// Makes the trunk and the codes for the first block from the inputs.
    #[inline(always)]
    fn begin(&self, workspace: &mut Workspace, planes: &[f32], globals: &[f32]) {
        let Workspace { board, codes, trunk, blocks, bias, linear, .. } = workspace;
        let input = &mut blocks.codes;
        for (cell, planes) in board.grid.rows().flatten().zip(planes.chunks_exact(self.inputs)) {
            for (chunk, planes) in planes.chunks(CHUNK).enumerate() {
                let mut values = [0.0; CHUNK];
                for (value, plane) in values.iter_mut().zip(planes) {
                    *value = plane * LARGEST_CODE;
                }
                input.set(chunk, cell, &values);
            }
        }
        bias.fill(0.0);
        add_product(&self.globals, globals, bias);
        for (linear, bias) in linear.iter_mut().zip(bias.chunks(CHUNK)) {
            linear.terms[..bias.len()].copy_from_slice(bias);
        }
        let next = self.norms[0].as_deref();
        self.planes.apply(board, input, &mut ToTrunk { linear, begins: true, trunk, next, codes });
    }
}

/// A whole evaluation, compiled for each instruction set.
struct Run<'a> {
    network: &'a IntegerNetwork,
    workspace: &'a mut Workspace,
    planes: &'a [f32],
    globals: &'a [f32],
    stop: &'a AtomicBool,
    raw: &'a mut RawOutputs,
}

impl Work for Run<'_> {
    /// Whether the evaluation came to its end.
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { network, workspace, planes, globals, stop, raw } = self;
        network.begin(workspace, planes, globals);
        let Workspace { board, codes, trunk, blocks: space, tip, heads, .. } = workspace;
        for (block, next) in network.blocks.iter().zip(&network.norms[1..]) {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            block.add_to(board, codes, space, trunk, next.as_deref());
        }
        let codes = match network.tip.as_ref().zip(tip.as_mut()) {
            Some((tip, made)) => {
                tip.apply(&board.grid, trunk, made);
                &made.codes
            }
            None => codes,
        };
        network.policy.evaluate(board, codes, heads, raw);
        network.value.evaluate(board, codes, heads, raw);
        true
    }
}
