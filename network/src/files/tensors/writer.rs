//! Makes attributes and tensors from a network.

use std::collections::{BTreeMap, HashMap};

use safetensors::{Dtype, tensor::TensorView};

use super::{ACTIVATIONS, INPUTS, KEY, VERSION, checksum, scales};
use crate::files::error::FileError;
use crate::model::{
    Activation, Affine, AnyModel, Attention, Block, Convolution, FeedForward, IntegerConvolution,
    Matrix, Model, Norm, NormConvolution, PassHead, PolicyHead, RmsNorm, Rotation, TipNorm, Trunk,
    ValueHead,
};

/// The bytes of a file with this network.
///
/// # Errors
/// If the network is too large for a file.
pub fn write(model: &AnyModel) -> Result<Vec<u8>, FileError> {
    let mut writer = Writer::default();
    writer.attribute("format", VERSION);
    writer.attribute("inputs", INPUTS);
    match model {
        AnyModel::Float(model) => {
            writer.attribute("weights", "f32");
            writer.model(model);
        }
        AnyModel::Integer(model) => {
            writer.attribute("weights", "i8");
            writer.model(model);
        }
    }
    writer.finish()
}

/// A tensor: its type, its sides and its bytes.
struct Tensor {
    kind: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

#[derive(Default)]
struct Writer {
    attributes: BTreeMap<String, String>,
    tensors: BTreeMap<String, Tensor>,
}

/// A kind of convolution in a file.
trait Layer {
    fn write(&self, writer: &mut Writer, name: &str);

    /// Writes a layer whose window has one cell as a matrix.
    fn write_matrix(&self, writer: &mut Writer, name: &str);
}

impl Layer for Convolution {
    fn write(&self, writer: &mut Writer, name: &str) {
        let shape = [self.height, self.width, self.inputs, self.outputs];
        writer.floats(&format!("{name}.weights"), &shape, &self.weights);
    }

    fn write_matrix(&self, writer: &mut Writer, name: &str) {
        writer.floats(&format!("{name}.weights"), &[self.inputs, self.outputs], &self.weights);
    }
}

impl Layer for IntegerConvolution {
    fn write(&self, writer: &mut Writer, name: &str) {
        writer.integers(name, vec![self.height, self.width, self.inputs, self.outputs], self);
    }

    fn write_matrix(&self, writer: &mut Writer, name: &str) {
        writer.integers(name, vec![self.inputs, self.outputs], self);
    }
}

impl Writer {
    fn attribute(&mut self, name: &str, value: impl ToString) {
        self.attributes.insert(name.to_owned(), value.to_string());
    }

    fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensor = Tensor { kind: Dtype::F32, shape: shape.to_vec(), bytes };
        self.tensors.insert(name.to_owned(), tensor);
    }

    fn integers(&mut self, name: &str, shape: Vec<usize>, layer: &IntegerConvolution) {
        let bytes = layer.weights.iter().map(|weight| weight.cast_unsigned()).collect();
        let tensor = Tensor { kind: Dtype::I8, shape, bytes };
        self.tensors.insert(format!("{name}.weights"), tensor);
        self.floats(&format!("{name}.scales"), &[layer.outputs], &layer.scales);
    }

    fn vector(&mut self, name: &str, values: &[f32]) {
        self.floats(name, &[values.len()], values);
    }

    fn activation(&mut self, name: &str, activation: Activation) {
        let known = ACTIVATIONS.into_iter().find(|(_, known)| *known == activation);
        self.attribute(name, known.map_or("identity", |(name, _)| name));
    }

    fn matrix(&mut self, name: &str, matrix: &Matrix) {
        let shape = [matrix.inputs, matrix.outputs];
        self.floats(&format!("{name}.weights"), &shape, &matrix.weights);
    }

    fn affine(&mut self, name: &str, layer: &Affine) {
        self.matrix(name, &layer.matrix);
        self.vector(&format!("{name}.bias"), &layer.bias);
    }

    fn norm(&mut self, name: &str, norm: &Norm) {
        self.vector(&format!("{name}.scale"), &norm.scale);
        self.vector(&format!("{name}.bias"), &norm.bias);
        self.activation(&format!("{name}.activation"), norm.activation);
    }

    fn rms_norm(&mut self, name: &str, norm: &RmsNorm) {
        self.attribute(&format!("{name}.epsilon"), norm.epsilon);
        self.vector(&format!("{name}.scale"), &norm.scale);
    }

    fn step<C: Layer>(&mut self, name: &str, step: &NormConvolution<C>) {
        self.norm(&format!("{name}.norm"), &step.norm);
        step.convolution.write(self, &format!("{name}.convolution"));
    }

    fn model<C: Layer + Clone>(&mut self, model: &Model<C>) {
        self.attribute("name", &model.name);
        self.attribute("version", model.version);
        self.attribute("area_assumes_suicide", model.area_assumes_suicide);
        for (name, scale) in scales(&mut model.clone()) {
            self.attribute(name, *scale);
        }
        self.trunk(&model.trunk);
        self.policy_head(&model.policy);
        self.value_head(&model.value);
    }

    fn trunk<C: Layer>(&mut self, trunk: &Trunk<C>) {
        trunk.planes.write(self, "trunk.planes");
        self.matrix("trunk.globals", &trunk.globals);
        self.blocks("trunk.blocks", &trunk.blocks);
        match &trunk.tip {
            TipNorm::Fixed(norm) => {
                self.attribute("trunk.tip", "fixed");
                self.norm("trunk.tip", norm);
            }
            TipNorm::Rms { norm, bias, over_board, activation } => {
                self.attribute("trunk.tip", if *over_board { "board" } else { "cell" });
                self.rms_norm("trunk.tip", norm);
                self.vector("trunk.tip.bias", bias);
                self.activation("trunk.tip.activation", *activation);
            }
        }
    }

    fn blocks<C: Layer>(&mut self, name: &str, blocks: &[Block<C>]) {
        let mut kinds = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            let part = |what: &str| format!("{name}.{at}.{what}");
            kinds.push(match block {
                Block::Residual([first, last]) => {
                    self.step(&part("first"), first);
                    self.step(&part("last"), last);
                    "residual"
                }
                Block::GlobalPooling(block) => {
                    self.norm(&part("norm"), &block.norm);
                    block.regular.write(self, &part("regular"));
                    block.pooled.write(self, &part("pooled"));
                    self.norm(&part("pooled_norm"), &block.pooled_norm);
                    self.matrix(&part("pooled_to_bias"), &block.pooled_to_bias);
                    self.step(&part("last"), &block.last);
                    "pooling"
                }
                Block::Bottleneck { narrow, blocks, widen } => {
                    self.step(&part("narrow"), narrow);
                    self.blocks(&part("blocks"), blocks);
                    self.step(&part("widen"), widen);
                    "bottleneck"
                }
                Block::Attention(block) => {
                    self.attention(&format!("{name}.{at}"), block);
                    "attention"
                }
                Block::FeedForward(block) => {
                    self.feed_forward(&format!("{name}.{at}"), block);
                    "feed-forward"
                }
            });
        }
        self.attribute(name, kinds.join(" "));
    }

    fn attention<C: Layer>(&mut self, name: &str, block: &Attention<C>) {
        let part = |what: &str| format!("{name}.{what}");
        self.rms_norm(&part("norm"), &block.norm);
        self.attribute(&part("heads"), block.heads);
        self.attribute(&part("key_heads"), block.key_heads);
        block.queries.write_matrix(self, &part("queries"));
        block.keys.write_matrix(self, &part("keys"));
        block.values.write_matrix(self, &part("values"));
        block.output.write_matrix(self, &part("output"));
        let kind = match &block.rotation {
            Rotation::None => "none",
            Rotation::Fixed(base) => {
                self.attribute(&part("rotation.base"), base);
                "fixed"
            }
            Rotation::Learned(frequencies) => {
                self.vector(&part("rotation.frequencies"), frequencies);
                "learned"
            }
        };
        self.attribute(&part("rotation"), kind);
    }

    fn feed_forward<C: Layer>(&mut self, name: &str, block: &FeedForward<C>) {
        self.rms_norm(&format!("{name}.norm"), &block.norm);
        block.activated.write_matrix(self, &format!("{name}.activated"));
        block.gate.write_matrix(self, &format!("{name}.gate"));
        block.output.write_matrix(self, &format!("{name}.output"));
    }

    fn policy_head<C: Layer>(&mut self, head: &PolicyHead<C>) {
        head.regular.write(self, "policy.regular");
        head.pooled.write(self, "policy.pooled");
        self.norm("policy.pooled_norm", &head.pooled_norm);
        self.matrix("policy.pooled_to_bias", &head.pooled_to_bias);
        self.norm("policy.norm", &head.norm);
        head.moves.write(self, "policy.moves");
        match &head.pass {
            PassHead::Linear(matrix) => {
                self.attribute("policy.pass", "linear");
                self.matrix("policy.pass", matrix);
            }
            PassHead::Hidden { first, bias, activation, second } => {
                self.attribute("policy.pass", "hidden");
                self.matrix("policy.pass.first", first);
                self.vector("policy.pass.first.bias", bias);
                self.activation("policy.pass.activation", *activation);
                self.matrix("policy.pass.second", second);
            }
        }
    }

    fn value_head<C: Layer>(&mut self, head: &ValueHead<C>) {
        head.convolution.write(self, "value.convolution");
        self.norm("value.norm", &head.norm);
        self.affine("value.hidden", &head.hidden);
        self.activation("value.activation", head.activation);
        self.affine("value.outcome", &head.outcome);
        self.affine("value.score", &head.score);
        head.ownership.write(self, "value.ownership");
    }

    /// The bytes of the file. The tensors lie in the order that the container chooses, so their
    /// checksum is computed from a first version without it.
    fn finish(mut self) -> Result<Vec<u8>, FileError> {
        let draft = self.bytes()?;
        let header = draft.first_chunk().map_or(0, |length| u64::from_le_bytes(*length) as usize);
        let data = draft.get(8 + header..).unwrap_or_default();
        let sum = checksum(self.attributes.iter(), data);
        self.attribute("sha256", sum);
        self.bytes()
    }

    fn bytes(&self) -> Result<Vec<u8>, FileError> {
        let wrong = |error: &dyn std::fmt::Display| FileError::wrong("the file", error.to_string());
        let attributes = serde_json::to_string(&self.attributes).map_err(|error| wrong(&error))?;
        let views = self.tensors.iter().map(|(name, tensor)| {
            let view = TensorView::new(tensor.kind, tensor.shape.clone(), &tensor.bytes);
            view.map(|view| (name, view)).map_err(|error| wrong(&error))
        });
        let views = views.collect::<Result<Vec<_>, _>>()?;
        let metadata = HashMap::from([(KEY.to_owned(), attributes)]);
        safetensors::serialize(views, Some(metadata)).map_err(|error| wrong(&error))
    }
}
