//! Networks written in KataGo's format, as text or with binary weights.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use network::model::*;

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
        // Blocks have as many inner channels as this layer of the head has outputs.
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
                    let Convolution { inputs, outputs, .. } = block.activated;
                    self.words(&format!("transformer_ffn_block block {inputs} {outputs} 1"));
                    self.rms_norm(&block.norm);
                    for layer in [&block.activated, &block.gate, &block.output] {
                        self.as_matrix(layer);
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
        for layer in [&block.queries, &block.keys, &block.values, &block.output] {
            self.as_matrix(layer);
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

    /// Writes a layer whose window has one cell.
    fn as_matrix(&mut self, layer: &Convolution) {
        self.words(&format!("matrix {} {}", layer.inputs, layer.outputs));
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

    /// Writes a normalisation with mean 0, and with a variance and an epsilon whose sum is 1, so
    /// that its scale and bias remain exact.
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
