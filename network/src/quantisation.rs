//! Conversion of networks to integers after their training.
//!
//! Each input channel of a convolution gets a step, the value of a code of 1, from the largest
//! value that it takes in some positions. The steps go into the normalisation before the
//! convolution and into its weights, so that a network in integers knows nothing of them. A channel
//! whose weights are large gets a smaller step (Xiao et al., SmoothQuant, ICML 2023, section 4).
//!
//! In attention and feed-forward blocks, and in heads after them, each cell of each position gets
//! its own step during the evaluation, so only the weights are converted here.

use crate::dispatch::Instructions;
use crate::float::FloatNetwork;
use crate::inputs::Inputs;
use crate::integer::{IntegerNetwork, Unsupported};
use crate::model::{
    Attention, Block, Convolution, FeedForward, GlobalPooling, IntegerConvolution, LARGEST_CODE,
    LARGEST_SIGNED, LARGEST_WEIGHT, Model, Norm, NormConvolution, PolicyHead, TipNorm, Trunk,
    ValueHead,
};

/// How far the steps even out the largest values of the input channels: 1 completely, 0 not at all,
/// so that they even out the weights instead.
const EVENING: f32 = 0.7;

/// The value of the largest code, as a fraction of the largest value observed in the channel with
/// the largest codes. Limiting the few values beyond it costs less than coarser steps for all
/// others.
const SPAN: f32 = 0.9;

/// Converts a network, observing its activations in these positions.
///
/// # Errors
/// If a layer cannot be evaluated in integers.
pub fn quantise<'a>(
    model: &Model,
    positions: impl IntoIterator<Item = &'a Inputs>,
) -> Result<Model<IntegerConvolution>, Unsupported> {
    let maxima = FloatNetwork::new(model).maxima(positions, Instructions::best());
    let converted = Converter { maxima: maxima.into_iter() }.model(model)?;
    IntegerNetwork::new(&converted)?;
    Ok(converted)
}

struct Converter {
    /// The largest values of the channels of each convolution that is still to be converted.
    maxima: std::vec::IntoIter<Vec<f32>>,
}

/// The steps of the input channels of convolutions that have the same inputs.
fn steps(maxima: &[f32], convolutions: &[&Convolution]) -> Vec<f32> {
    let weight = |channel: usize| {
        let of = |layer: &&Convolution| {
            let rows = layer.weights.chunks_exact(layer.outputs).skip(channel);
            let weights = rows.step_by(layer.inputs).flatten();
            weights.fold(0.0_f32, |most, weight| most.max(weight.abs()))
        };
        convolutions.iter().map(of).fold(0.0, f32::max)
    };
    let smooth = |(channel, most): (usize, &f32)| {
        let [most, weight] = [most.max(1e-3), weight(channel).max(1e-4)];
        (libm::powf(most, EVENING) / libm::powf(weight, 1.0 - EVENING)).max(1e-6)
    };
    let relative: Vec<f32> = maxima.iter().enumerate().map(smooth).collect();
    let most = maxima.iter().zip(&relative).map(|(most, step)| most / step).fold(1e-6, f32::max);
    relative.iter().map(|step| step * most * SPAN / LARGEST_CODE).collect()
}

/// A normalisation that yields codes with these steps.
fn norm(model: &Norm, steps: &[f32]) -> Norm {
    let divided =
        |values: &[f32]| values.iter().zip(steps).map(|(value, step)| value / step).collect();
    Norm { scale: divided(&model.scale), bias: divided(&model.bias), activation: model.activation }
}

/// A convolution whose input channels have these steps.
fn convolution(model: &Convolution, steps: &[f32]) -> IntegerConvolution {
    rounded(model, steps, LARGEST_WEIGHT)
}

/// A convolution whose inputs are signed codes.
fn signed(model: &Convolution) -> IntegerConvolution {
    rounded(model, &vec![1.0; model.inputs], LARGEST_SIGNED)
}

/// A convolution whose input channels have these steps, with weights up to the largest one.
fn rounded(model: &Convolution, steps: &[f32], largest: i8) -> IntegerConvolution {
    let Convolution { height, width, inputs, outputs, ref weights } = *model;
    let mut scaled = weights.clone();
    for (row, weights) in scaled.chunks_exact_mut(outputs).enumerate() {
        weights.iter_mut().for_each(|weight| *weight *= steps[row % inputs]);
    }
    let mut scales = vec![0.0_f32; outputs];
    for row in scaled.chunks_exact(outputs) {
        for (scale, weight) in scales.iter_mut().zip(row) {
            *scale = scale.max(weight.abs() / f32::from(largest));
        }
    }
    let rounded = |(at, weight): (usize, &f32)| match scales[at % outputs] {
        scale if scale > 0.0 => (weight / scale).round() as i8,
        _ => 0,
    };
    let weights = scaled.iter().enumerate().map(rounded).collect();
    IntegerConvolution { height, width, inputs, outputs, weights, scales }
}

impl Converter {
    fn next(&mut self) -> Vec<f32> {
        self.maxima.next().unwrap_or_default()
    }

    fn model(&mut self, model: &Model) -> Result<Model<IntegerConvolution>, Unsupported> {
        let trunk = &model.trunk;
        let blocks =
            trunk.blocks.iter().map(|block| self.block(block)).collect::<Result<_, _>>()?;
        let Model { policy, value, .. } = model;
        let heads = [&policy.regular, &policy.pooled, &value.convolution];
        let (tip, [regular, pooled, features]) = self.tip(&trunk.tip, heads);
        Ok(Model {
            name: model.name.clone(),
            version: model.version,
            scales: model.scales,
            area_assumes_suicide: model.area_assumes_suicide,
            trunk: Trunk {
                channels: trunk.channels,
                planes: convolution(&trunk.planes, &vec![1.0 / LARGEST_CODE; trunk.planes.inputs]),
                globals: trunk.globals.clone(),
                blocks,
                tip,
            },
            policy: PolicyHead {
                regular,
                pooled,
                pooled_norm: policy.pooled_norm.clone(),
                pooled_to_bias: policy.pooled_to_bias.clone(),
                norm: policy.norm.clone(),
                moves: policy.moves.clone(),
                pass: policy.pass.clone(),
            },
            value: ValueHead {
                convolution: features,
                norm: value.norm.clone(),
                hidden: value.hidden.clone(),
                activation: value.activation,
                outcome: value.outcome.clone(),
                score: value.score.clone(),
                ownership: value.ownership.clone(),
            },
        })
    }

    /// The end of the trunk, and the first convolutions of the heads.
    fn tip<const N: usize>(
        &mut self,
        tip: &TipNorm,
        heads: [&Convolution; N],
    ) -> (TipNorm, [IntegerConvolution; N]) {
        match tip {
            TipNorm::Fixed(fixed) => {
                let steps = steps(&self.next(), &heads);
                let heads = heads.map(|layer| convolution(layer, &steps));
                (TipNorm::Fixed(norm(fixed, &steps)), heads)
            }
            TipNorm::Rms { .. } => (tip.clone(), heads.map(signed)),
        }
    }

    fn step(&mut self, model: &NormConvolution) -> NormConvolution<IntegerConvolution> {
        let steps = steps(&self.next(), &[&model.convolution]);
        NormConvolution {
            norm: norm(&model.norm, &steps),
            convolution: convolution(&model.convolution, &steps),
        }
    }

    fn block(&mut self, model: &Block) -> Result<Block<IntegerConvolution>, Unsupported> {
        match model {
            Block::Residual([first, last]) => {
                Ok(Block::Residual([self.step(first), self.step(last)]))
            }
            Block::GlobalPooling(block) => {
                let steps = steps(&self.next(), &[&block.regular, &block.pooled]);
                Ok(Block::GlobalPooling(GlobalPooling {
                    norm: norm(&block.norm, &steps),
                    regular: convolution(&block.regular, &steps),
                    pooled: convolution(&block.pooled, &steps),
                    pooled_norm: block.pooled_norm.clone(),
                    pooled_to_bias: block.pooled_to_bias.clone(),
                    last: self.step(&block.last),
                }))
            }
            Block::Attention(block) => Ok(Block::Attention(Attention {
                norm: block.norm.clone(),
                heads: block.heads,
                key_heads: block.key_heads,
                key_length: block.key_length,
                value_length: block.value_length,
                queries: signed(&block.queries),
                keys: signed(&block.keys),
                values: signed(&block.values),
                output: signed(&block.output),
                rotation: block.rotation.clone(),
            })),
            Block::FeedForward(block) => Ok(Block::FeedForward(FeedForward {
                norm: block.norm.clone(),
                activated: signed(&block.activated),
                gate: signed(&block.gate),
                output: signed(&block.output),
            })),
            Block::Bottleneck { .. } => Err(Unsupported::Block),
        }
    }
}
