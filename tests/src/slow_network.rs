//! A slow evaluation of networks, in floats and in integers, written from the definition of the
//! layers: one point, one channel and one weight at a time.

mod attention;

use engine::vocabulary::BoardSize;
use network::evaluation::RawOutputs;
use network::model::{
    Activation, Block, Convolution, ConvolutionShape, IntegerConvolution, LARGEST_CODE,
    LARGEST_SIGNED, Matrix, Model, Norm, PassHead, RmsNorm, Shape, TipNorm,
};

/// The channels of all points: `[point][channel]`.
type Channels = Vec<Vec<f64>>;

/// A convolution with floats or with codes.
pub trait SlowConvolution: ConvolutionShape {
    /// The input of the convolution for a normalised value.
    fn input(value: f64) -> f64;
    /// The input of the convolution for the value of a plane.
    fn plane(value: f64) -> f64;
    /// A weight, by its index, as a factor of the input.
    fn weight(&self, index: usize) -> f64;
    /// The values as signed inputs: rounded to codes, if the convolution has codes.
    fn signed(values: Vec<f64>) -> Vec<f64>;
    /// The attention weights of points, of which the largest is 1: as codes, if the convolution has
    /// codes.
    fn of_points(weights: Vec<f64>) -> Vec<f64>;
}

impl SlowConvolution for Convolution {
    fn input(value: f64) -> f64 {
        value
    }

    fn plane(value: f64) -> f64 {
        value
    }

    fn weight(&self, index: usize) -> f64 {
        f64::from(self.weights[index])
    }

    fn signed(values: Vec<f64>) -> Vec<f64> {
        values
    }

    fn of_points(weights: Vec<f64>) -> Vec<f64> {
        weights
    }
}

impl SlowConvolution for IntegerConvolution {
    fn input(value: f64) -> f64 {
        value.round_ties_even().clamp(0.0, f64::from(LARGEST_CODE))
    }

    fn plane(value: f64) -> f64 {
        Self::input(value * f64::from(LARGEST_CODE))
    }

    fn weight(&self, index: usize) -> f64 {
        f64::from(self.weights[index]) * f64::from(self.scales[index % self.outputs])
    }

    fn signed(values: Vec<f64>) -> Vec<f64> {
        let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        if most == 0.0 {
            return values;
        }
        let step = most / f64::from(LARGEST_SIGNED);
        values.into_iter().map(|value| (value / step).round_ties_even() * step).collect()
    }

    fn of_points(weights: Vec<f64>) -> Vec<f64> {
        weights.into_iter().map(|weight| (weight * f64::from(LARGEST_CODE)).round()).collect()
    }
}

/// The raw outputs of a network.
///
/// # Panics
/// If it has bottleneck blocks or a normalisation over the whole board.
pub fn evaluate<C: SlowConvolution>(
    model: &Model<C>,
    size: BoardSize,
    planes: &[f32],
    globals: &[f32],
) -> RawOutputs {
    let slow = Slow { width: size.width().into(), height: size.height().into() };
    let inputs = planes.chunks(planes.len() / size.area());
    let inputs: Channels = inputs
        .map(|planes| planes.iter().map(|plane| C::plane(f64::from(*plane))).collect())
        .collect();
    let mut trunk = slow.convolution(&model.trunk.planes, &inputs);
    let globals: Vec<f64> = globals.iter().map(|value| f64::from(*value)).collect();
    add_to_all(&mut trunk, &product(&model.trunk.globals, &globals));
    for block in &model.trunk.blocks {
        let added = slow.block(block, &trunk);
        for (trunk, added) in trunk.iter_mut().zip(added) {
            trunk.iter_mut().zip(added).for_each(|(trunk, added)| *trunk += added);
        }
    }
    let trunk = tip::<C>(&model.trunk.tip, &trunk);
    let mut raw = RawOutputs::default();
    slow.policy(model, &trunk, &mut raw);
    slow.value(model, &trunk, &mut raw);
    raw
}

struct Slow {
    width: usize,
    height: usize,
}

fn activated(activation: Activation, value: f64) -> f64 {
    match activation {
        Activation::Identity => value,
        Activation::Relu => value.max(0.0),
        Activation::Mish => value * libm::tanh(libm::log1p(libm::exp(value))),
        Activation::Silu => value / (1.0 + libm::exp(-value)),
    }
}

/// The activation of each value times its scale, plus its bias.
fn linear(values: &[f64], scale: &[f32], bias: &[f32], activation: Activation) -> Vec<f64> {
    let factors = scale.iter().zip(bias);
    let map = |(value, (scale, bias)): (&f64, (&f32, &f32))| {
        activated(activation, value * f64::from(*scale) + f64::from(*bias))
    };
    values.iter().zip(factors).map(map).collect()
}

fn normalised(norm: &Norm, channels: &Channels) -> Channels {
    channels.iter().map(|point| linear(point, &norm.scale, &norm.bias, norm.activation)).collect()
}

/// Values times the factor that makes their root mean square 1.
fn of_mean_square_1(values: &[f64], epsilon: f32) -> Vec<f64> {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    let factor = 1.0 / (squares / values.len() as f64 + f64::from(epsilon)).sqrt();
    values.iter().map(|value| value * factor).collect()
}

/// The signed inputs that a normalisation by the root mean square makes.
fn signed<C: SlowConvolution>(norm: &RmsNorm, channels: &Channels) -> Channels {
    let none = vec![0.0; norm.scale.len()];
    let map = |point: &Vec<f64>| {
        let values = of_mean_square_1(point, norm.epsilon);
        C::signed(linear(&values, &norm.scale, &none, Activation::Identity))
    };
    channels.iter().map(map).collect()
}

/// The inputs of the heads.
fn tip<C: SlowConvolution>(tip: &TipNorm, trunk: &Channels) -> Channels {
    match tip {
        TipNorm::Fixed(norm) => codes::<C>(&normalised(norm, trunk)),
        TipNorm::Rms { norm, bias, over_board: false, activation } => {
            let map = |point: &Vec<f64>| {
                let values = of_mean_square_1(point, norm.epsilon);
                C::signed(linear(&values, &norm.scale, bias, *activation))
            };
            trunk.iter().map(map).collect()
        }
        TipNorm::Rms { .. } => panic!("a normalisation of each cell expected"),
    }
}

fn codes<C: SlowConvolution>(channels: &Channels) -> Channels {
    channels.iter().map(|point| point.iter().map(|value| C::input(*value)).collect()).collect()
}

fn product(matrix: &Matrix, input: &[f64]) -> Vec<f64> {
    let sum = |output: usize| {
        let weights = matrix.weights.iter().skip(output).step_by(matrix.outputs);
        input.iter().zip(weights).map(|(value, weight)| value * f64::from(*weight)).sum()
    };
    (0..matrix.outputs).map(sum).collect()
}

fn plus(values: Vec<f64>, bias: &[f32]) -> Vec<f64> {
    values.iter().zip(bias).map(|(value, bias)| value + f64::from(*bias)).collect()
}

fn add_to_all(channels: &mut Channels, bias: &[f64]) {
    for point in channels {
        point.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
    }
}

fn floats(values: &[f64]) -> Vec<f32> {
    values.iter().map(|value| *value as f32).collect()
}

impl Slow {
    fn convolution<C: SlowConvolution>(&self, layer: &C, input: &Channels) -> Channels {
        let Shape { height, width, inputs, outputs } = layer.shape();
        let mut found = vec![vec![0.0; outputs]; self.width * self.height];
        for (point, found) in found.iter_mut().enumerate() {
            for tap in 0..height * width {
                let row = (point / self.width + tap / width).checked_sub(height / 2);
                let column = (point % self.width + tap % width).checked_sub(width / 2);
                let (Some(row), Some(column)) = (row, column) else { continue };
                if row >= self.height || column >= self.width {
                    continue;
                }
                let values = &input[row * self.width + column];
                for (channel, value) in values.iter().enumerate() {
                    for (output, sum) in found.iter_mut().enumerate() {
                        let index = (tap * inputs + channel) * outputs + output;
                        *sum += value * layer.weight(index);
                    }
                }
            }
        }
        found
    }

    /// The mean of each channel, then each mean times the relative side of the board, then the
    /// third value of each channel.
    fn pool(&self, channels: &Channels, third: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let area = (self.width * self.height) as f64;
        let side = (area.sqrt() - 14.0) / 10.0;
        let (mut means, mut by_side, mut thirds) = (Vec::new(), Vec::new(), Vec::new());
        for channel in 0..channels[0].len() {
            let values = || channels.iter().map(|point| point[channel]);
            let mean = values().sum::<f64>() / area;
            means.push(mean);
            by_side.push(mean * side);
            thirds.push(third(mean, values().fold(f64::NEG_INFINITY, f64::max)));
        }
        [means, by_side, thirds].concat()
    }

    fn block<C: SlowConvolution>(&self, block: &Block<C>, trunk: &Channels) -> Channels {
        match block {
            Block::Residual([first, last]) => {
                let input = codes::<C>(&normalised(&first.norm, trunk));
                let middle = self.convolution(&first.convolution, &input);
                let input = codes::<C>(&normalised(&last.norm, &middle));
                self.convolution(&last.convolution, &input)
            }
            Block::GlobalPooling(block) => {
                let input = codes::<C>(&normalised(&block.norm, trunk));
                let mut regular = self.convolution(&block.regular, &input);
                let pooled = self.convolution(&block.pooled, &input);
                let values =
                    self.pool(&normalised(&block.pooled_norm, &pooled), |_, maximum| maximum);
                add_to_all(&mut regular, &product(&block.pooled_to_bias, &values));
                let input = codes::<C>(&normalised(&block.last.norm, &regular));
                self.convolution(&block.last.convolution, &input)
            }
            Block::Attention(block) => self.attention(block, trunk),
            Block::FeedForward(block) => {
                let input = signed::<C>(&block.norm, trunk);
                let activated = self.convolution(&block.activated, &input);
                let gate = self.convolution(&block.gate, &input);
                let hidden = activated.iter().zip(&gate).map(|(values, gate)| {
                    let pairs = values.iter().zip(gate);
                    C::signed(
                        pairs.map(|(x, y)| self::activated(Activation::Silu, *x) * y).collect(),
                    )
                });
                self.convolution(&block.output, &hidden.collect())
            }
            Block::Bottleneck { .. } => panic!("no bottleneck block expected"),
        }
    }

    fn policy<C: SlowConvolution>(&self, model: &Model<C>, trunk: &Channels, raw: &mut RawOutputs) {
        let head = &model.policy;
        let mut regular = self.convolution(&head.regular, trunk);
        let pooled = normalised(&head.pooled_norm, &self.convolution(&head.pooled, trunk));
        let values = self.pool(&pooled, |_, maximum| maximum);
        add_to_all(&mut regular, &product(&head.pooled_to_bias, &values));
        let moves = self.convolution(&head.moves, &normalised(&head.norm, &regular));
        raw.moves = floats(&moves.concat());
        raw.pass = floats(&match &head.pass {
            PassHead::Linear(matrix) => product(matrix, &values),
            PassHead::Hidden { first, bias, activation, second } => {
                let hidden = plus(product(first, &values), bias).into_iter();
                let hidden: Vec<_> = hidden.map(|value| activated(*activation, value)).collect();
                product(second, &hidden)
            }
        });
    }

    fn value<C: SlowConvolution>(&self, model: &Model<C>, trunk: &Channels, raw: &mut RawOutputs) {
        let head = &model.value;
        let features = normalised(&head.norm, &self.convolution(&head.convolution, trunk));
        let side = (((self.width * self.height) as f64).sqrt() - 14.0) / 10.0;
        let values = self.pool(&features, |mean, _| mean * (side * side - 0.1));
        let hidden = plus(product(&head.hidden.matrix, &values), &head.hidden.bias);
        let hidden: Vec<f64> =
            hidden.into_iter().map(|value| activated(head.activation, value)).collect();
        let affine = |layer: &network::model::Affine| {
            floats(&plus(product(&layer.matrix, &hidden), &layer.bias))
        };
        (raw.outcome, raw.score) = (affine(&head.outcome), affine(&head.score));
        raw.ownership = floats(&self.convolution(&head.ownership, &features).concat());
    }
}
