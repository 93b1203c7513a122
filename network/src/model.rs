//! A network as data: its layers with their shapes and weights.
//!
//! Cells are the points of the board. A layer maps the channels of each cell, in f32. Nothing here
//! computes; the shapes of connected layers agree, because the reader of a file checks them.

/// A whole network, from inputs of KataGo's version 7 to the raw outputs of its heads.
#[derive(Clone, Debug)]
pub struct Model<C = Convolution> {
    /// The name that the file gives.
    pub name: String,
    /// KataGo's version of the format, 8 to 17. The meaning of some outputs depends on it.
    pub version: u32,
    /// The factors of the raw outputs.
    pub scales: OutputScales,
    /// Whether the planes of the current area assume that suicide is legal, whatever the rules say.
    pub area_assumes_suicide: bool,
    /// From the inputs to the last common layer.
    pub trunk: Trunk<C>,
    /// From the trunk to the policy.
    pub policy: PolicyHead<C>,
    /// From the trunk to the chances of the game, the score and the ownership.
    pub value: ValueHead<C>,
}

/// A network in floats or in integers.
#[derive(Clone, Debug)]
pub enum AnyModel {
    /// In floats.
    Float(Model),
    /// In integers.
    Integer(Model<IntegerConvolution>),
}

/// The factors by which raw outputs are multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputScales {
    /// Of the mean final score.
    pub score_mean: f32,
    /// Of the standard deviation of the final score.
    pub score_deviation: f32,
    /// Of the lead.
    pub lead: f32,
    /// Of the variance over the remaining time of the game.
    pub variance_time: f32,
    /// Of the expected error of the win rate a few moves later.
    pub short_term_value_error: f32,
    /// Of the expected error of the score a few moves later.
    pub short_term_score_error: f32,
}

/// The factors of versions before 13, which do not state them.
impl Default for OutputScales {
    fn default() -> Self {
        Self {
            score_mean: 20.0,
            score_deviation: 20.0,
            lead: 20.0,
            variance_time: 40.0,
            short_term_value_error: 0.25,
            short_term_score_error: 30.0,
        }
    }
}

/// A convolution with zeros outside the board.
#[derive(Clone, Debug)]
pub struct Convolution {
    /// The height of the window in cells; odd.
    pub height: usize,
    /// The width of the window in cells; odd.
    pub width: usize,
    /// The number of input channels.
    pub inputs: usize,
    /// The number of output channels.
    pub outputs: usize,
    /// `[y][x][input][output]`.
    pub weights: Vec<f32>,
}

/// A convolution with weights of 8 bits. Its inputs are codes: whole numbers from 0 to
/// [`LARGEST_CODE`], which the normalisation before it yields when rounded and limited.
///
/// In attention and feed-forward blocks, and in heads after a normalisation by the root mean
/// square, its inputs are signed codes instead, and its weights at most [`LARGEST_SIGNED`].
#[derive(Clone, Debug, PartialEq)]
pub struct IntegerConvolution {
    /// The height of the window in cells; odd.
    pub height: usize,
    /// The width of the window in cells; odd.
    pub width: usize,
    /// The number of input channels.
    pub inputs: usize,
    /// The number of output channels.
    pub outputs: usize,
    /// `[y][x][input][output]`, from `-LARGEST_WEIGHT` to `LARGEST_WEIGHT`.
    pub weights: Vec<i8>,
    /// The value of a weight of 1 at an input of 1, for each output.
    pub scales: Vec<f32>,
}

/// The window and the channels of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The height of the window in cells.
    pub height: usize,
    /// The width of the window in cells.
    pub width: usize,
    /// The number of input channels.
    pub inputs: usize,
    /// The number of output channels.
    pub outputs: usize,
}

/// A convolution, whatever its weights are.
pub trait ConvolutionShape {
    /// Its window and channels.
    fn shape(&self) -> Shape;
}

impl ConvolutionShape for Convolution {
    fn shape(&self) -> Shape {
        let Self { height, width, inputs, outputs, .. } = *self;
        Shape { height, width, inputs, outputs }
    }
}

impl ConvolutionShape for IntegerConvolution {
    fn shape(&self) -> Shape {
        let Self { height, width, inputs, outputs, .. } = *self;
        Shape { height, width, inputs, outputs }
    }
}

/// The largest code of an activation. Two products of codes and weights fit into 16 bits, so that
/// AVX2's instruction for such pairs never saturates.
pub const LARGEST_CODE: f32 = 127.0;
/// The largest weight of an [`IntegerConvolution`].
pub const LARGEST_WEIGHT: i8 = 127;
/// The largest code of an activation that may be negative, as attention and feed-forward blocks
/// have them, and the largest weight by which it is multiplied. Four products of a code plus one
/// more than this, which is not negative, and a weight fit into 16 bits.
pub const LARGEST_SIGNED: i8 = 63;

/// A linear map of the channels, without a bias.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The number of input channels.
    pub inputs: usize,
    /// The number of output channels.
    pub outputs: usize,
    /// `[input][output]`.
    pub weights: Vec<f32>,
}

/// A convolution with a window of one cell.
impl From<Matrix> for Convolution {
    fn from(Matrix { inputs, outputs, weights }: Matrix) -> Self {
        Self { height: 1, width: 1, inputs, outputs, weights }
    }
}

/// The function applied to each value after a normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// x
    Identity,
    /// max(x, 0)
    Relu,
    /// x tanh(ln(1 + e^x))
    Mish,
    /// x / (1 + e^-x)
    Silu,
}

/// A batch normalisation with fixed statistics, `scale * x + bias` for each channel, followed by an
/// activation. Cells outside the board stay 0.
#[derive(Clone, Debug)]
pub struct Norm {
    /// A factor for each channel.
    pub scale: Vec<f32>,
    /// A term for each channel.
    pub bias: Vec<f32>,
    /// The activation after it.
    pub activation: Activation,
}

/// A normalisation by the root mean square of the channels of a cell.
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// Added to the mean square.
    pub epsilon: f32,
    /// A factor for each channel.
    pub scale: Vec<f32>,
}

/// The normalisation at the end of the trunk.
#[derive(Clone, Debug)]
pub enum TipNorm {
    /// With fixed statistics.
    Fixed(Norm),
    /// By the root mean square, then a term for each channel and an activation.
    Rms {
        /// The factors.
        norm: RmsNorm,
        /// A term for each channel.
        bias: Vec<f32>,
        /// Whether the mean is over all cells of the board, not over the channels of one cell.
        over_board: bool,
        /// The activation after it.
        activation: Activation,
    },
}

/// A normalisation, an activation and a convolution.
#[derive(Clone, Debug)]
pub struct NormConvolution<C = Convolution> {
    /// The first step.
    pub norm: Norm,
    /// The second step.
    pub convolution: C,
}

/// A part of the trunk, whose result is added to its input.
#[derive(Clone, Debug)]
pub enum Block<C = Convolution> {
    /// Two convolutions.
    Residual([NormConvolution<C>; 2]),
    /// Two convolutions, with a bias between them that is pooled from the whole board.
    GlobalPooling(GlobalPooling<C>),
    /// A narrower trunk of its own.
    Bottleneck {
        /// To fewer channels.
        narrow: NormConvolution<C>,
        /// The inner blocks.
        blocks: Vec<Block<C>>,
        /// Back to the channels of the outer trunk.
        widen: NormConvolution<C>,
    },
    /// Attention of each cell to all cells.
    Attention(Attention<C>),
    /// A gated layer of two matrices in each cell.
    FeedForward(FeedForward<C>),
}

/// A residual block with global pooling.
#[derive(Clone, Debug)]
pub struct GlobalPooling<C = Convolution> {
    /// Applied to the trunk, before both convolutions that follow.
    pub norm: Norm,
    /// To the channels of the block.
    pub regular: C,
    /// To the channels that are pooled.
    pub pooled: C,
    /// Applied before pooling.
    pub pooled_norm: Norm,
    /// From three pooled values of each channel to a bias.
    pub pooled_to_bias: Matrix,
    /// Back to the trunk.
    pub last: NormConvolution<C>,
}

/// An attention block (Vaswani et al., Attention is all you need, NeurIPS 2017), with groups of
/// heads that share keys and values, and rotary positions.
#[derive(Clone, Debug)]
pub struct Attention<C = Convolution> {
    /// Applied to the trunk.
    pub norm: RmsNorm,
    /// The number of heads, for queries.
    pub heads: usize,
    /// The number of heads for keys and values; divides `heads`.
    pub key_heads: usize,
    /// The length of a query and of a key.
    pub key_length: usize,
    /// The length of a value.
    pub value_length: usize,
    /// To the queries of all heads. The windows of this layer and the next three have one cell.
    pub queries: C,
    /// To the keys.
    pub keys: C,
    /// To the values.
    pub values: C,
    /// From the heads' results to the trunk.
    pub output: C,
    /// How positions turn queries and keys.
    pub rotation: Rotation,
}

/// Rotary positions (Su et al., RoFormer, 2021) on two axes: each pair of channels is turned by an
/// angle that is linear in the position.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// None.
    None,
    /// Half of the pairs by the row and half by the column, with frequencies that fall by powers of
    /// this base.
    Fixed(f32),
    /// Frequencies by column and row, `[key head][pair][2]`.
    Learned(Vec<f32>),
}

/// A feed-forward block: `(silu(x A) * x B) C` (Shazeer, GLU variants improve transformer, 2020).
#[derive(Clone, Debug)]
pub struct FeedForward<C = Convolution> {
    /// Applied to the trunk.
    pub norm: RmsNorm,
    /// A. The windows of this layer and the next two have one cell.
    pub activated: C,
    /// B.
    pub gate: C,
    /// C.
    pub output: C,
}

/// The common part of a network.
#[derive(Clone, Debug)]
pub struct Trunk<C = Convolution> {
    /// The number of its channels.
    pub channels: usize,
    /// From the planes.
    pub planes: C,
    /// From the global inputs to a bias for all cells.
    pub globals: Matrix,
    /// The blocks, in order.
    pub blocks: Vec<Block<C>>,
    /// The end.
    pub tip: TipNorm,
}

/// The policy head. Its output channels are the policy, the optimistic policy from version 12 on,
/// and in some networks two more, which are not used.
#[derive(Clone, Debug)]
pub struct PolicyHead<C = Convolution> {
    /// To the channels of the head.
    pub regular: C,
    /// To the channels that are pooled.
    pub pooled: C,
    /// Applied before pooling.
    pub pooled_norm: Norm,
    /// From three pooled values of each channel to a bias.
    pub pooled_to_bias: Matrix,
    /// Applied after the bias.
    pub norm: Norm,
    /// To the logits of moves.
    pub moves: Convolution,
    /// To the logit of a pass.
    pub pass: PassHead,
}

/// From the pooled values to the logit of a pass.
#[derive(Clone, Debug)]
pub enum PassHead {
    /// One matrix, before version 15.
    Linear(Matrix),
    /// Two matrices.
    Hidden {
        /// The first matrix.
        first: Matrix,
        /// Its bias.
        bias: Vec<f32>,
        /// The activation after it.
        activation: Activation,
        /// The second matrix.
        second: Matrix,
    },
}

/// A matrix and a bias.
#[derive(Clone, Debug)]
pub struct Affine {
    /// The matrix.
    pub matrix: Matrix,
    /// The bias.
    pub bias: Vec<f32>,
}

/// The value head.
#[derive(Clone, Debug)]
pub struct ValueHead<C = Convolution> {
    /// To the channels of the head.
    pub convolution: C,
    /// Applied before pooling and ownership.
    pub norm: Norm,
    /// From three pooled values of each channel.
    pub hidden: Affine,
    /// Applied to the hidden layer.
    pub activation: Activation,
    /// To the logits of win, loss and no result.
    pub outcome: Affine,
    /// To the score's mean and deviation, the lead and others: 4 channels in version 8, 6 later.
    pub score: Affine,
    /// To the ownership, before tanh.
    pub ownership: Convolution,
}
