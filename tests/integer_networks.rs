//! Networks in integers: the same bits with every instruction set, the values of a slow twin, and
//! files of the project's own format.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Random, Symmetry};
use network::dispatch::Instructions;
use network::evaluation::RawOutputs;
use network::files;
use network::inputs::Inputs;
use network::model::{AnyModel, Block, Convolution, IntegerConvolution, Model, Rotation, TipNorm};
use network::quantisation::quantise;
use network::{Cache, Evaluator, Network};
use tests::networks::{HEADS, KINDS, random};
use tests::slow_network::{self, SlowConvolution};

/// The kinds of networks that integers can evaluate.
const IN_INTEGERS: [&str; 4] = ["residual", "pooling", "attention", "mixed"];
const SIZES: [(usize, usize); 7] = [(2, 2), (9, 9), (13, 13), (19, 19), (7, 12), (19, 3), (5, 18)];

/// Positions of a random game on a board of this size.
fn positions(size: BoardSize, seed: u64) -> Vec<Inputs> {
    let mut game = GameState::new(size, Rules::default(), 7.5);
    let mut random = Random::new(seed, 0);
    let mut found = Vec::new();
    for number in 0..size.area() / 2 {
        if number % 20 == 3 {
            found.push(Inputs::new(&game, game.to_move(), false).expect("a board of this size"));
        }
        let moves = game.legal_points(game.to_move());
        if moves.is_empty() {
            break;
        }
        let mv = Move::Play(moves[random.below(moves.len())]);
        game.play(game.to_move(), mv).expect("a legal move");
    }
    found.push(Inputs::new(&game, game.to_move(), false).expect("a board of this size"));
    found
}

fn boards() -> impl Iterator<Item = Vec<Inputs>> {
    SIZES.into_iter().enumerate().map(|(seed, (width, height))| {
        positions(BoardSize::new(width, height).expect("a size"), seed as u64)
    })
}

fn in_integers(kind: &str) -> (Model, Model<IntegerConvolution>) {
    let model = random(kind, 7);
    let observed: Vec<Inputs> = boards().flatten().collect();
    let integers = quantise(&model, &observed).expect("layers for integers");
    (model, integers)
}

fn raw(evaluator: &mut Evaluator, inputs: &Inputs) -> RawOutputs {
    let never = AtomicBool::new(false);
    assert!(evaluator.evaluate_inputs(inputs.size, &inputs.planes, &inputs.globals, &never));
    evaluator.raw().clone()
}

/// All outputs, side by side.
fn outputs(raw: &RawOutputs) -> Vec<f32> {
    [&raw.moves, &raw.pass, &raw.outcome, &raw.score, &raw.ownership].map(Vec::as_slice).concat()
}

/// Fails unless a network agrees with its slow evaluation: each output within `most`, and the
/// outputs of a position within `mean` on average.
fn compare<C: SlowConvolution>(model: &Model<C>, network: Network, most: f32, mean: f32) {
    let network = Arc::new(network);
    let mut evaluators: Vec<Evaluator> = Instructions::available()
        .map(|set| Evaluator::with_instructions(Arc::clone(&network), set))
        .collect();
    for inputs in boards().flat_map(|positions| positions.into_iter().rev().take(2)) {
        let Inputs { size, planes, globals, .. } = &inputs;
        let expected = outputs(&slow_network::evaluate(model, *size, planes, globals));
        for evaluator in &mut evaluators {
            let found = outputs(&raw(evaluator, &inputs));
            assert_eq!(found.len(), expected.len());
            let mut sum = 0.0;
            for (found, expected) in found.iter().zip(&expected) {
                let (error, name) = ((found - expected).abs(), &model.name);
                assert!(error < most, "{name}: {found} instead of {expected} on {size}");
                sum += error;
            }
            let error = sum / found.len() as f32;
            assert!(error < mean, "{}: a mean error of {error} on {size}", model.name);
        }
    }
}

#[test]
fn every_instruction_set_agrees_with_the_slow_evaluation() {
    // `mixed` is left out: over its many blocks, differences grow too large to tell anything.
    for kind in IN_INTEGERS.into_iter().filter(|kind| *kind != "mixed").chain(HEADS) {
        let (model, integers) = in_integers(kind);
        let network = Network::of_integers(&integers).expect("layers for integers");
        compare(&model, Network::new(&model), 1e-3, 1e-4);
        // A value halfway between two codes may be rounded to either, and signed codes have larger
        // steps.
        let has_signed = !["residual", "pooling"].contains(&kind);
        compare(&integers, network, if has_signed { 0.25 } else { 0.05 }, 0.01);
    }
}

#[test]
fn every_instruction_set_yields_the_same_bits() {
    for kind in IN_INTEGERS {
        let (_, integers) = in_integers(kind);
        let network = Arc::new(Network::of_integers(&integers).expect("ReLU"));
        let mut evaluators: Vec<Evaluator> = Instructions::available()
            .map(|set| Evaluator::with_instructions(Arc::clone(&network), set))
            .collect();
        for inputs in boards().flatten() {
            let found: Vec<Vec<u32>> = evaluators
                .iter_mut()
                .map(|one| outputs(&raw(one, &inputs)).iter().map(|x| x.to_bits()).collect())
                .collect();
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{kind} {}", inputs.size);
        }
    }
}

#[test]
fn an_evaluation_can_be_abandoned() {
    let (model, integers) = in_integers("residual");
    let inputs = &positions(BoardSize::square(9), 1)[0];
    for network in [Network::new(&model), Network::of_integers(&integers).expect("ReLU")] {
        let mut evaluator = Evaluator::new(Arc::new(network));
        let set = AtomicBool::new(true);
        assert!(!evaluator.evaluate_inputs(inputs.size, &inputs.planes, &inputs.globals, &set));
    }
}

#[test]
fn a_cache_serves_a_position_under_all_symmetries_and_no_other() {
    let (model, _) = in_integers("residual");
    let network = Arc::new(Network::new(&model));
    let cache = Arc::new(Cache::new(64 << 20, 81));
    let mut plain = Evaluator::new(Arc::clone(&network));
    let mut cached = Evaluator::new(network).with_cache(Arc::clone(&cache));
    let never = AtomicBool::new(false);
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    let symmetries: Vec<Symmetry> = Symmetry::of(game.size()).collect();
    let mut asked = 0;
    for round in 0..2 {
        // With a komi of 6.5, two of the keys would share a slot of the cache.
        for komi in [7.5, 5.5] {
            game.set_komi(komi);
            for color in Color::BOTH {
                let first = plain.evaluate(&game, color, symmetries[0], 0.0, &never).unwrap();
                for symmetry in &symmetries {
                    let found = cached.evaluate_shared(&game, color, *symmetry, 0.0, &never);
                    assert_eq!(found.unwrap().map(Arc::unwrap_or_clone), first);
                    asked += 1;
                }
            }
        }
        let (hits, misses) = cache.counts();
        assert_eq!((hits + misses, misses), (asked, 4), "round {round}");
    }
}

/// The networks of all kinds in floats, and those in integers.
fn models() -> Vec<AnyModel> {
    let floats = KINDS.iter().chain(&["mixed"]).map(|kind| AnyModel::Float(random(kind, 7)));
    let integers = IN_INTEGERS.iter().map(|kind| AnyModel::Integer(in_integers(kind).1));
    floats.chain(integers).collect()
}

fn packed(model: &AnyModel) -> Arc<Network> {
    Arc::new(match model {
        AnyModel::Float(model) => Network::new(model),
        AnyModel::Integer(model) => Network::of_integers(model).expect("ReLU"),
    })
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for model in models() {
        let bytes = files::write(&model).expect("a small network");
        assert_eq!(files::write(&model).expect("a small network"), bytes);
        let read = files::read_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(files::write(&read).expect("a small network"), bytes);
        let [mut one, mut other] = [&model, &read].map(|model| Evaluator::new(packed(model)));
        for inputs in positions(BoardSize::square(9), 3) {
            assert_eq!(raw(&mut one, &inputs), raw(&mut other, &inputs));
        }
    }
}

#[test]
fn a_damaged_file_is_an_error() {
    for model in models() {
        let bytes = files::write(&model).expect("a small network");
        let mut random = Random::new(5, 0);
        for _ in 0..300 {
            let mut damaged = bytes.clone();
            let at = random.below(bytes.len());
            damaged[at] ^= 1 << random.below(8);
            assert!(files::read_bytes(&damaged).is_err(), "byte {at} of {}", bytes.len());
            assert!(files::read_bytes(&bytes[..at]).is_err(), "{at} bytes of {}", bytes.len());
        }
    }
}

#[test]
fn the_error_names_what_is_wrong() {
    let bytes = files::write(&AnyModel::Float(random("residual", 7))).expect("a small network");
    let wrong = |from: &str, to: &str| {
        let mut text = bytes.clone();
        let at = text.windows(from.len()).position(|part| part == from.as_bytes());
        let at = at.unwrap_or_else(|| panic!("the file has no {from}"));
        text[at..at + from.len()].copy_from_slice(to.as_bytes());
        files::read_bytes(&text).expect_err("a wrong file").to_string()
    };
    let checksum = "not a usable network: the checksum: the file is damaged";
    assert_eq!(wrong("katago-7", "katago-8"), checksum);
    assert_eq!(
        wrong("\\\"format\\\":\\\"1\\\"", "\\\"format\\\":\\\"2\\\""),
        "not a usable network: the format: version 2 where 1 was expected"
    );
    assert_eq!(
        wrong("\"mengxi\"", "\"mengxj\""),
        "not a usable network: the file: no metadata 'mengxi'"
    );
}

#[test]
fn what_integers_cannot_evaluate_is_refused_by_name() {
    let observed = positions(BoardSize::square(9), 1);
    let refuses = |model: &Model, expected: &str| {
        let error = quantise(model, &observed).expect_err("what integers cannot do");
        assert_eq!(error.to_string(), expected);
    };
    refuses(&random("bottleneck", 7), "a bottleneck block");
    refuses(&random("learned-rotation", 7), "an activation other than ReLU before a convolution");
    let mut model = random("attention", 7);
    let layer = |inputs: usize, outputs: usize| Convolution {
        height: 1,
        width: 1,
        inputs,
        outputs,
        weights: vec![0.1; inputs * outputs],
    };
    let [Block::Attention(block), _] = model.trunk.blocks.as_mut_slice() else {
        panic!("attention first")
    };
    (block.heads, block.key_heads, block.key_length) = (1, 1, 40);
    let (channels, values) = (block.queries.inputs, block.value_length);
    (block.queries, block.keys) = (layer(channels, 40), layer(channels, 40));
    (block.values, block.output) = (layer(channels, values), layer(values, channels));
    block.rotation = Rotation::None;
    refuses(&model, "a head of attention with more than 32 channels");
    let mut model = random("attention", 7);
    if let TipNorm::Rms { over_board, .. } = &mut model.trunk.tip {
        *over_board = true;
    }
    refuses(&model, "a normalisation by the root mean square of the whole board");
    let (_, mut large) = in_integers("attention");
    large.value.convolution.weights[0] = 64;
    let error = Network::of_integers(&large).err().expect("too large a weight");
    assert_eq!(error.to_string(), "a weight larger than 63 for inputs that may be negative");
    let mut model = random("attention", 7);
    let Convolution { height, width, weights, .. } = &mut model.policy.regular;
    (*height, *width, *weights) = (3, 3, weights.repeat(9));
    refuses(&model, "a window of more than one cell after a normalisation by the root mean square");
}
