//! Small networks with random weights, written in KataGo's format.

use std::fmt::Write as _;
use std::io::Write as _;

use engine::vocabulary::Random;
use flate2::Compression;
use flate2::write::GzEncoder;
use network::model::*;

/// The kinds of small networks, by name. Together they contain every kind of layer, and all
/// versions of the format between which anything changes.
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

/// A small network of this kind, with weights from this seed.
///
/// # Panics
/// If there is no such kind.
pub fn random(kind: &str, seed: u64) -> Model {
    // Not multiples of any vector.
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
            _ => vec![self.residual(self.channels)],
        }
    }

    /// Weights between `-size` and `size`, in steps that floats hold exactly.
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

    /// Four heads for queries on two for keys, with values of another length.
    fn attention(&mut self, rotation: Rotation) -> Block {
        Block::Attention(Attention {
            norm: self.rms_norm(self.channels),
            heads: 4,
            key_heads: 2,
            key_length: 8,
            value_length: 6,
            queries: self.matrix(self.channels, 32),
            keys: self.matrix(self.channels, 16),
            values: self.matrix(self.channels, 12),
            output: self.matrix(24, self.channels),
            rotation,
        })
    }

    fn feed_forward(&mut self) -> Block {
        Block::FeedForward(FeedForward {
            norm: self.rms_norm(self.channels),
            activated: self.matrix(self.channels, 20),
            gate: self.matrix(self.channels, 20),
            output: self.matrix(20, self.channels),
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

/// The bytes of a file with this network, compressed.
///
/// # Panics
/// Never: memory can be written to.
pub fn compressed(model: &Model) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes(model)).expect("memory can be written to");
    encoder.finish().expect("memory can be written to")
}

/// The bytes of a file with this network in KataGo's binary form.
pub fn bytes(model: &Model) -> Vec<u8> {
    written(model, false)
}

/// The text of a file with this network in KataGo's text form.
pub fn text(model: &Model) -> Vec<u8> {
    written(model, true)
}

fn written(model: &Model, is_text: bool) -> Vec<u8> {
    let mut writer = Writer { version: model.version, is_text, output: Vec::new() };
    writer.model(model);
    writer.output
}

struct Writer {
    version: u32,
    is_text: bool,
    output: Vec<u8>,
}

impl Writer {
    fn words(&mut self, words: &str) {
        self.output.extend_from_slice(words.as_bytes());
        self.output.push(b'\n');
    }

    fn weights(&mut self, weights: &[f32]) {
        if self.is_text {
            let words: Vec<String> = weights.iter().map(ToString::to_string).collect();
            return self.words(&words.join(" "));
        }
        self.output.extend_from_slice(b"@BIN@");
        self.output.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        self.output.push(b'\n');
    }

    fn model(&mut self, model: &Model) {
        self.words(&format!("{} {} 22 19", model.name, model.version));
        let scales = model.scales;
        if self.version >= 13 {
            let mut text = "20".to_owned();
            for scale in [
                scales.score_mean,
                scales.score_deviation,
                scales.lead,
                scales.variance_time,
                scales.short_term_value_error,
                scales.short_term_score_error,
            ] {
                let _ = write!(text, " {scale}");
            }
            self.words(&text);
        }
        if self.version >= 15 {
            self.words(&format!("0 {} 0 0 0 0 0 0", u8::from(model.area_assumes_suicide)));
        }
        // The channels inside the blocks are as many as in this head.
        self.trunk(&model.trunk, model.policy.regular.outputs);
        self.policy_head(&model.policy);
        self.value_head(&model.value);
    }

    fn trunk(&mut self, trunk: &Trunk, inner: usize) {
        let Trunk { channels, blocks, .. } = trunk;
        self.words(&format!("trunk {} {channels} {inner} {inner} {inner} 4", blocks.len()));
        if self.version >= 15 {
            let is_rms = matches!(trunk.tip, TipNorm::Rms { .. });
            self.words(&format!("{} 0 0 0 0 0", u8::from(is_rms)));
        }
        self.convolution(&trunk.planes);
        self.matrix(&trunk.globals);
        self.blocks(blocks);
        match &trunk.tip {
            TipNorm::Fixed(norm) => self.norm(norm),
            TipNorm::Rms { norm, bias, over_board, activation } => {
                let channels = norm.scale.len();
                let over_board = u8::from(*over_board);
                self.words(&format!("tip {channels} {} {over_board} 0", norm.epsilon));
                self.weights(&norm.scale);
                self.weights(bias);
                self.activation(*activation);
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Residual(steps) => {
                    self.words("ordinary_block block");
                    steps.iter().for_each(|step| self.norm_convolution(step));
                }
                Block::GlobalPooling(block) => {
                    self.words("gpool_block block");
                    self.norm(&block.norm);
                    self.convolution(&block.regular);
                    self.convolution(&block.pooled);
                    self.norm(&block.pooled_norm);
                    self.matrix(&block.pooled_to_bias);
                    self.norm_convolution(&block.last);
                }
                Block::Bottleneck { narrow, blocks, widen } => {
                    self.words(&format!("nested_bottleneck_block block {}", blocks.len()));
                    self.norm_convolution(narrow);
                    self.blocks(blocks);
                    self.norm_convolution(widen);
                }
                Block::Attention(block) => self.attention(block),
                Block::FeedForward(block) => {
                    let Matrix { inputs, outputs, .. } = block.activated;
                    self.words(&format!("transformer_ffn_block block {inputs} {outputs} 1"));
                    self.rms_norm(&block.norm);
                    for matrix in [&block.activated, &block.gate, &block.output] {
                        self.matrix(matrix);
                    }
                }
            }
        }
    }

    fn attention(&mut self, block: &Attention) {
        let Attention { heads, key_heads, key_length, value_length, .. } = block;
        let (turns, learns) = match block.rotation {
            Rotation::None => (0, 0),
            Rotation::Fixed(_) => (1, 0),
            Rotation::Learned(_) => (1, 1),
        };
        self.words(&format!(
            "transformer_attention_block block {heads} {key_heads} {key_length} {value_length} \
             {turns} {learns}"
        ));
        self.rms_norm(&block.norm);
        for matrix in [&block.queries, &block.keys, &block.values, &block.output] {
            self.matrix(matrix);
        }
        match &block.rotation {
            Rotation::None => {}
            Rotation::Fixed(base) => self.words(&format!("rotation {base}")),
            Rotation::Learned(angles) => {
                self.words(&format!("rotation {key_heads} {} 2", key_length / 2));
                self.weights(angles);
            }
        }
    }

    fn convolution(&mut self, layer: &Convolution) {
        let Convolution { height, width, inputs, outputs, .. } = layer;
        self.words(&format!("convolution {height} {width} {inputs} {outputs} 1 1"));
        self.weights(&layer.weights);
    }

    fn matrix(&mut self, matrix: &Matrix) {
        self.words(&format!("matrix {} {}", matrix.inputs, matrix.outputs));
        self.weights(&matrix.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.words(&format!("bias {}", bias.len()));
        self.weights(bias);
    }

    fn affine(&mut self, layer: &Affine) {
        self.matrix(&layer.matrix);
        self.bias(&layer.bias);
    }

    fn activation(&mut self, activation: Activation) {
        self.words("activation");
        if self.version >= 11 {
            self.words(match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
                Activation::Silu => "ACTIVATION_SILU",
            });
        }
    }

    /// A normalisation whose statistics change nothing, so that its scale and bias remain exact.
    fn norm(&mut self, norm: &Norm) {
        let channels = norm.scale.len();
        self.words(&format!("norm {channels} 0.25 1 1"));
        self.weights(&vec![0.0; channels]);
        self.weights(&vec![0.75; channels]);
        self.weights(&norm.scale);
        self.weights(&norm.bias);
        self.activation(norm.activation);
    }

    fn rms_norm(&mut self, norm: &RmsNorm) {
        self.words(&format!("norm {} {}", norm.scale.len(), norm.epsilon));
        self.weights(&norm.scale);
    }

    fn norm_convolution(&mut self, step: &NormConvolution) {
        self.norm(&step.norm);
        self.convolution(&step.convolution);
    }

    fn policy_head(&mut self, head: &PolicyHead) {
        self.words("policy");
        if self.version >= 17 {
            self.words(&format!("{} 0 0 0", head.moves.outputs));
        }
        self.convolution(&head.regular);
        self.convolution(&head.pooled);
        self.norm(&head.pooled_norm);
        self.matrix(&head.pooled_to_bias);
        self.norm(&head.norm);
        self.convolution(&head.moves);
        match &head.pass {
            PassHead::Linear(matrix) => self.matrix(matrix),
            PassHead::Hidden { first, bias, activation, second } => {
                self.matrix(first);
                self.bias(bias);
                self.activation(*activation);
                self.matrix(second);
            }
        }
    }

    fn value_head(&mut self, head: &ValueHead) {
        self.words("value");
        if self.version >= 17 {
            self.words("0 0 0");
        }
        self.convolution(&head.convolution);
        self.norm(&head.norm);
        self.affine(&head.hidden);
        self.activation(head.activation);
        self.affine(&head.outcome);
        self.affine(&head.score);
        self.convolution(&head.ownership);
    }
}
