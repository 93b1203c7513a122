//! The number of multiplications of an evaluation, as a measure of its size.

use crate::model::{
    Attention, Block, ConvolutionShape, Matrix, Model, NormConvolution, PassHead, Shape,
};

/// The number of multiplications of an evaluation, which depends on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Multiplications {
    /// For each point of the board.
    per_point: u64,
    /// For each pair of points of the board.
    per_pair: u64,
    /// Once.
    once: u64,
}

impl Multiplications {
    /// Counts the multiplications of a network.
    pub(crate) fn of<C: ConvolutionShape>(model: &Model<C>) -> Self {
        let mut count = Self::default();
        count.convolution(&model.trunk.planes);
        count.once += of_matrix(&model.trunk.globals);
        count.blocks(&model.trunk.blocks);
        let (policy, value) = (&model.policy, &model.value);
        for layer in [&policy.regular, &policy.pooled, &value.convolution] {
            count.convolution(layer);
        }
        for layer in [&policy.moves, &value.ownership] {
            count.convolution(layer);
        }
        count.once += of_matrix(&policy.pooled_to_bias);
        count.once += match &policy.pass {
            PassHead::Linear(matrix) => of_matrix(matrix),
            PassHead::Hidden { first, second, .. } => of_matrix(first) + of_matrix(second),
        };
        let dense = [&value.hidden, &value.outcome, &value.score];
        count.once += dense.map(|layer| of_matrix(&layer.matrix)).iter().sum::<u64>();
        count
    }

    /// The number on a board with this number of points.
    pub fn on(self, area: usize) -> u64 {
        let area = area as u64;
        self.per_point * area + self.per_pair * area * area + self.once
    }

    fn convolution(&mut self, layer: &impl ConvolutionShape) {
        let Shape { height, width, inputs, outputs } = layer.shape();
        self.per_point += (height * width * inputs * outputs) as u64;
    }

    fn step<C: ConvolutionShape>(&mut self, step: &NormConvolution<C>) {
        self.convolution(&step.convolution);
    }

    fn blocks<C: ConvolutionShape>(&mut self, blocks: &[Block<C>]) {
        for block in blocks {
            match block {
                Block::Residual([first, last]) => {
                    self.step(first);
                    self.step(last);
                }
                Block::GlobalPooling(block) => {
                    self.convolution(&block.regular);
                    self.convolution(&block.pooled);
                    self.once += of_matrix(&block.pooled_to_bias);
                    self.step(&block.last);
                }
                Block::Bottleneck { narrow, blocks, widen } => {
                    self.step(narrow);
                    self.blocks(blocks);
                    self.step(widen);
                }
                Block::Attention(block) => self.attention(block),
                Block::FeedForward(block) => {
                    for layer in [&block.activated, &block.gate, &block.output] {
                        self.convolution(layer);
                    }
                }
            }
        }
    }

    fn attention<C: ConvolutionShape>(&mut self, block: &Attention<C>) {
        for layer in [&block.queries, &block.keys, &block.values, &block.output] {
            self.convolution(layer);
        }
        self.per_pair += (block.heads * (block.key_length + block.value_length)) as u64;
    }
}

fn of_matrix(matrix: &Matrix) -> u64 {
    (matrix.inputs * matrix.outputs) as u64
}
