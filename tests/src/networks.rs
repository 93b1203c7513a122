//! Small networks with random weights.

use std::path::PathBuf;

use engine::vocabulary::Random;
use network::model::*;

/// The path of a file in `tests/data/networks`.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/networks").join(name)
}

/// The kinds of small networks that KataGo has evaluated, by name. Together they contain every kind
/// of layer and every version of the format that changes anything. [`random`] also makes the kinds
/// in [`HEADS`], and `mixed`, which has all kinds of blocks that integers can evaluate.
pub const KINDS: &[&str] = &[
    "residual",
    "pooling",
    "bottleneck",
    "attention",
    "learned-rotation",
    "board-norm",
    "version-9",
    "version-12",
    "version-13",
    "version-16",
];

/// The kinds of networks that have a single block, with attention.
pub const HEADS: [&str; 3] = ["longest-heads", "learned-heads", "plain-heads"];

/// A small network of this kind, with weights from this seed.
///
/// # Panics
/// If there is no such kind.
pub fn random(kind: &str, seed: u64) -> Model {
    // Neither number is a multiple of the 32 channels that an evaluation handles together.
    if kind.starts_with("version-") { tiny(kind, seed) } else { maker(seed, 12, 8).model(kind) }
}

/// A network of this kind with as few weights as possible, for a fuzzer.
///
/// # Panics
/// If there is no such kind.
pub fn tiny(kind: &str, seed: u64) -> Model {
    maker(seed, 3, 2).model(kind)
}

fn maker(seed: u64, channels: usize, inner: usize) -> Maker {
    Maker { random: Random::new(seed, 0), activation: Activation::Relu, channels, inner }
}

/// Factors that differ from those that older versions imply.
const SCALES: OutputScales = OutputScales {
    score_mean: 18.0,
    score_deviation: 15.0,
    lead: 22.0,
    variance_time: 30.0,
    short_term_value_error: 0.5,
    short_term_score_error: 150.0,
};

struct Maker {
    random: Random,
    activation: Activation,
    /// The number of channels of the trunk.
    channels: usize,
    /// The number of channels inside a block.
    inner: usize,
}

impl Maker {
    fn model(&mut self, kind: &str) -> Model {
        let (version, activation) = match kind {
            "residual" => (8, Activation::Relu),
            "version-9" => (9, Activation::Relu),
            "pooling" => (10, Activation::Relu),
            "version-12" => (12, Activation::Mish),
            "version-13" => (13, Activation::Identity),
            "bottleneck" => (14, Activation::Mish),
            "board-norm" => (15, Activation::Identity),
            "version-16" => (16, Activation::Relu),
            "longest-heads" | "learned-heads" | "plain-heads" | "mixed" => (17, Activation::Relu),
            "attention" => (17, Activation::Silu),
            "learned-rotation" => (17, Activation::Mish),
            other => panic!("no network of kind {other}"),
        };
        self.activation = activation;
        let blocks = self.blocks(kind);
        let tip = match kind {
            "attention" => self.rms_tip(false),
            "board-norm" => self.rms_tip(true),
            _ => TipNorm::Fixed(self.norm(self.channels)),
        };
        let window = match kind {
            "bottleneck" => 5,
            kind if kind.starts_with("version-") => 1,
            _ => 3,
        };
        let trunk = Trunk {
            channels: self.channels,
            planes: self.convolution(window, 22, self.channels),
            globals: self.matrix(19, self.channels),
            blocks,
            tip,
        };
        let policy = match (version, kind) {
            (..12, _) => 1,
            (16, _) | (_, "attention") => 4,
            _ => 2,
        };
        Model {
            name: kind.to_owned(),
            version,
            scales: if version < 13 { OutputScales::default() } else { SCALES },
            area_assumes_suicide: kind == "board-norm",
            trunk,
            policy: self.policy_head(version, policy),
            value: self.value_head(version),
        }
    }

    fn blocks(&mut self, kind: &str) -> Vec<Block> {
        match kind {
            "residual" => vec![self.residual(self.channels), self.residual(self.channels)],
            "pooling" => vec![self.pooling(self.channels), self.residual(self.channels)],
            "bottleneck" => {
                let narrow = self.norm_convolution(1, self.channels, self.inner);
                let blocks = vec![self.residual(self.inner), self.pooling(self.inner)];
                let widen = self.norm_convolution(1, self.inner, self.channels);
                vec![Block::Bottleneck { narrow, blocks, widen }]
            }
            "attention" => vec![self.attention(Rotation::Fixed(100.0)), self.feed_forward()],
            "learned-rotation" => {
                let angles = self.weights(2 * 2 * 4, 0.6);
                vec![self.attention(Rotation::Learned(angles)), self.residual(self.channels)]
            }
            "board-norm" => vec![self.attention(Rotation::None), self.pooling(self.channels)],
            "longest-heads" => vec![self.longest_heads()],
            "learned-heads" => {
                let angles = self.weights(2 * 2 * 4, 0.6);
                vec![self.attention(Rotation::Learned(angles))]
            }
            "plain-heads" => vec![self.attention(Rotation::None)],
            "mixed" => {
                let angles = self.weights(2 * 2 * 4, 0.6);
                vec![
                    self.residual(self.channels),
                    self.attention(Rotation::Learned(angles)),
                    self.longest_heads(),
                    self.pooling(self.channels),
                    self.attention(Rotation::None),
                    self.feed_forward(),
                ]
            }
            _ => vec![self.residual(self.channels)],
        }
    }

    /// Weights between `-size` and `size`, in equal steps.
    fn weights(&mut self, count: usize, size: f32) -> Vec<f32> {
        let steps = 1 << 12;
        let mut next = || (self.random.below(2 * steps + 1) as f32 / steps as f32 - 1.0) * size;
        (0..count).map(|_| next()).collect()
    }

    fn convolution(&mut self, side: usize, inputs: usize, outputs: usize) -> Convolution {
        let count = side * side * inputs;
        let weights = self.weights(count * outputs, 2.0 / (count as f32).sqrt());
        Convolution { height: side, width: side, inputs, outputs, weights }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        let weights = self.weights(inputs * outputs, 2.0 / (inputs as f32).sqrt());
        Matrix { inputs, outputs, weights }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        let scale = self.weights(channels, 1.0);
        let scale = scale.into_iter().map(|scale| 1.0 + 0.5 * scale).collect();
        Norm { scale, bias: self.weights(channels, 0.5), activation: self.activation }
    }

    fn rms_norm(&mut self, channels: usize) -> RmsNorm {
        RmsNorm { epsilon: 0.001, scale: self.norm(channels).scale }
    }

    fn rms_tip(&mut self, over_board: bool) -> TipNorm {
        let (norm, bias) = (self.rms_norm(self.channels), self.weights(self.channels, 0.5));
        TipNorm::Rms { norm, bias, over_board, activation: self.activation }
    }

    fn norm_convolution(&mut self, side: usize, inputs: usize, outputs: usize) -> NormConvolution {
        NormConvolution {
            norm: self.norm(inputs),
            convolution: self.convolution(side, inputs, outputs),
        }
    }

    fn residual(&mut self, channels: usize) -> Block {
        Block::Residual([
            self.norm_convolution(3, channels, self.inner),
            self.norm_convolution(3, self.inner, channels),
        ])
    }

    fn pooling(&mut self, channels: usize) -> Block {
        Block::GlobalPooling(GlobalPooling {
            norm: self.norm(channels),
            regular: self.convolution(3, channels, self.inner),
            pooled: self.convolution(3, channels, 4),
            pooled_norm: self.norm(4),
            pooled_to_bias: self.matrix(12, self.inner),
            last: self.norm_convolution(3, self.inner, channels),
        })
    }

    fn attention(&mut self, rotation: Rotation) -> Block {
        Block::Attention(self.heads(rotation, 8, 6))
    }

    /// Four heads for queries on two for keys, with keys and values of these lengths.
    fn heads(&mut self, rotation: Rotation, key_length: usize, value_length: usize) -> Attention {
        Attention {
            norm: self.rms_norm(self.channels),
            heads: 4,
            key_heads: 2,
            key_length,
            value_length,
            queries: self.matrix(self.channels, 4 * key_length).into(),
            keys: self.matrix(self.channels, 2 * key_length).into(),
            values: self.matrix(self.channels, 2 * value_length).into(),
            output: self.matrix(4 * value_length, self.channels).into(),
            rotation,
        }
    }

    /// Heads with the longest keys, of which the first has queries of zeros only.
    fn longest_heads(&mut self) -> Block {
        let mut block = self.heads(Rotation::Fixed(100.0), 32, 7);
        for row in block.queries.weights.chunks_exact_mut(4 * 32) {
            row[..32].fill(0.0);
        }
        Block::Attention(block)
    }

    fn feed_forward(&mut self) -> Block {
        Block::FeedForward(FeedForward {
            norm: self.rms_norm(self.channels),
            activated: self.matrix(self.channels, 20).into(),
            gate: self.matrix(self.channels, 20).into(),
            output: self.matrix(20, self.channels).into(),
        })
    }

    fn policy_head(&mut self, version: u32, channels: usize) -> PolicyHead {
        let pass = if version < 15 {
            PassHead::Linear(self.matrix(12, channels))
        } else {
            PassHead::Hidden {
                first: self.matrix(12, self.inner),
                bias: self.weights(self.inner, 0.5),
                activation: self.activation,
                second: self.matrix(self.inner, channels),
            }
        };
        PolicyHead {
            regular: self.convolution(1, self.channels, self.inner),
            pooled: self.convolution(1, self.channels, 4),
            pooled_norm: self.norm(4),
            pooled_to_bias: self.matrix(12, self.inner),
            norm: self.norm(self.inner),
            moves: self.convolution(1, self.inner, channels),
            pass,
        }
    }

    fn affine(&mut self, inputs: usize, outputs: usize) -> Affine {
        Affine { matrix: self.matrix(inputs, outputs), bias: self.weights(outputs, 0.5) }
    }

    fn value_head(&mut self, version: u32) -> ValueHead {
        ValueHead {
            convolution: self.convolution(1, self.channels, self.inner),
            norm: self.norm(self.inner),
            hidden: self.affine(3 * self.inner, 10),
            activation: self.activation,
            outcome: self.affine(10, 3),
            score: self.affine(10, if version == 8 { 4 } else { 6 }),
            ownership: self.convolution(1, self.inner, 1),
        }
    }
}
