//! Writes a residual network with random weights in the project's format, in floats and in
//! integers, to measure how fast networks of its size are evaluated:
//! `cargo run --release -p mengxi-tests --example random_network -- 6 64 FILE`. The arguments are
//! the numbers of blocks and channels; the files are `FILE-f32.safetensors` and
//! `FILE-i8.safetensors`.

use std::error::Error;
use std::fs;

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Move, Random};
use network::files::write;
use network::inputs::{GLOBALS, Inputs, PLANES};
use network::model::{
    Activation, Affine, AnyModel, Block, Convolution, Matrix, Model, Norm, NormConvolution,
    OutputScales, PassHead, PolicyHead, TipNorm, Trunk, ValueHead,
};
use network::quantisation::quantise;

/// The number of channels of the heads.
const HEAD: usize = 32;
/// The number of values of the hidden layer of the value head.
const HIDDEN: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [blocks, channels, file] = words.as_slice() else {
        return Err("expected the numbers of blocks and channels, and a file".into());
    };
    let model = Maker(Random::new(1, 0)).model(blocks.parse()?, channels.parse()?);
    let positions = positions();
    let integers = quantise(&model, &positions)?;
    fs::write(format!("{file}-f32.safetensors"), write(&AnyModel::Float(model))?)?;
    fs::write(format!("{file}-i8.safetensors"), write(&AnyModel::Integer(integers))?)?;
    Ok(())
}

/// The positions of a random game on 9x9, which determine the steps of the integers' codes.
fn positions() -> Vec<Inputs> {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    let mut random = Random::new(2, 0);
    let mut positions = Vec::new();
    for _ in 0..60 {
        positions.extend(Inputs::new(&game, game.to_move(), false));
        let moves = game.legal_points(game.to_move());
        if moves.is_empty() {
            break;
        }
        let mv = Move::Play(moves[random.below(moves.len())]);
        game.play(game.to_move(), mv).expect("the move is legal");
    }
    positions
}

struct Maker(Random);

impl Maker {
    /// Weights for a layer with this number of inputs, such that its outputs are about as large as
    /// its inputs.
    fn weights(&mut self, count: usize, inputs: usize) -> Vec<f32> {
        let size = (6.0 / inputs as f32).sqrt();
        (0..count).map(|_| (self.0.below(2001) as f32 / 1000.0 - 1.0) * size).collect()
    }

    fn convolution(&mut self, side: usize, inputs: usize, outputs: usize) -> Convolution {
        let count = side * side * inputs;
        let weights = self.weights(count * outputs, count);
        Convolution { height: side, width: side, inputs, outputs, weights }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        Matrix { inputs, outputs, weights: self.weights(inputs * outputs, inputs) }
    }

    fn affine(&mut self, inputs: usize, outputs: usize) -> Affine {
        Affine { matrix: self.matrix(inputs, outputs), bias: vec![0.0; outputs] }
    }

    fn step(&mut self, channels: usize) -> NormConvolution {
        NormConvolution {
            norm: norm(channels),
            convolution: self.convolution(3, channels, channels),
        }
    }

    fn model(&mut self, blocks: usize, channels: usize) -> Model {
        Model {
            name: format!("random-{blocks}x{channels}"),
            version: 17,
            scales: OutputScales::default(),
            area_assumes_suicide: false,
            trunk: Trunk {
                channels,
                planes: self.convolution(3, PLANES, channels),
                globals: self.matrix(GLOBALS, channels),
                blocks: (0..blocks)
                    .map(|_| Block::Residual([self.step(channels), self.step(channels)]))
                    .collect(),
                tip: TipNorm::Fixed(norm(channels)),
            },
            policy: PolicyHead {
                regular: self.convolution(1, channels, HEAD),
                pooled: self.convolution(1, channels, HEAD),
                pooled_norm: norm(HEAD),
                pooled_to_bias: self.matrix(3 * HEAD, HEAD),
                norm: norm(HEAD),
                moves: self.convolution(1, HEAD, 1),
                pass: PassHead::Linear(self.matrix(3 * HEAD, 1)),
            },
            value: ValueHead {
                convolution: self.convolution(1, channels, HEAD),
                norm: norm(HEAD),
                hidden: self.affine(3 * HEAD, HIDDEN),
                activation: Activation::Relu,
                outcome: self.affine(HIDDEN, 3),
                score: self.affine(HIDDEN, 4),
                ownership: self.convolution(1, HEAD, 1),
            },
        }
    }
}

fn norm(channels: usize) -> Norm {
    Norm { scale: vec![0.7; channels], bias: vec![0.0; channels], activation: Activation::Relu }
}
