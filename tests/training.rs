//! Networks in play against the same ones in training: two small networks that PyTorch has written,
//! with its answers. `tests/data/networks/README.md` says how the files were made.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::rules::Rules;
use engine::vocabulary::Symmetry;
use network::{Evaluator, Network};
use playouts::labels::LabelledGame;
use safetensors::SafeTensors;
use tests::networks::path;

/// One row of a tensor of floats.
fn row(answers: &SafeTensors<'_>, name: &str, number: usize) -> Vec<f32> {
    let tensor = answers.tensor(name).expect("a tensor of that name");
    let width = tensor.shape()[1..].iter().product();
    let (values, _) = tensor.data().as_chunks::<4>();
    let values = values.iter().map(|value| f32::from_le_bytes(*value));
    values.skip(number * width).take(width).collect()
}

/// The probabilities of the moves that are legal.
fn probabilities(logits: &[f32], is_legal: &[bool]) -> Vec<f32> {
    let shares =
        logits.iter().zip(is_legal).map(|(logit, legal)| libm::expf(*logit) * f32::from(*legal));
    let shares: Vec<f32> = shares.collect();
    let sum: f32 = shares.iter().sum();
    shares.iter().map(|share| share / sum).collect()
}

fn check(ours: &[f32], theirs: &[f32], most: f32, what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (one, other) in ours.iter().zip(theirs) {
        assert!((one - other).abs() <= most, "{what}: {one} in play, {other} in training");
    }
}

#[test]
fn a_network_computes_in_play_what_it_computes_in_training() {
    ["pytorch", "pytorch-attention"].into_iter().for_each(compare);
}

fn compare(name: &str) {
    let network = Network::read(&path(&format!("{name}.safetensors"))).expect("a network");
    let mut evaluator = Evaluator::new(Arc::new(network));
    let answers = fs::read(path(&format!("{name}-answers.safetensors"))).expect("the answers");
    let answers = SafeTensors::deserialize(&answers).expect("tensors");
    let games = LabelledGame::read(&path("pytorch-games.jsonl.gz")).expect("the games");
    let mut count = 0;
    for LabelledGame { record, .. } in games {
        let mut game = record.start(Rules::default()).expect("a position to start from");
        for (number, (color, mv)) in record.turns().enumerate() {
            let never = AtomicBool::new(false);
            let found = evaluator.evaluate(&game, color, Symmetry::default(), 0.0, &never);
            let found = found.expect("a size for networks").expect("an evaluation");
            let what = format!("{}, move {number}", record.size);
            let theirs = |part: &str| row(&answers, &format!("{}.{part}", record.size), number);
            let is_legal: Vec<bool> = found.policy.iter().map(Option::is_some).collect();
            let policy: Vec<f32> = found.policy.iter().map(|share| share.unwrap_or(0.0)).collect();
            check(&policy, &probabilities(&theirs("policy"), &is_legal), 1e-4, &what);
            check(&[found.lead], &theirs("lead"), 1e-2, &what);
            check(&[found.score], &theirs("lead"), 1e-2, &what);
            check(&[found.score_deviation], &theirs("deviation"), 1e-2, &what);
            check(&found.ownership, &theirs("ownership"), 1e-3, &what);
            assert_eq!(found.no_result, 0.0, "{what}: superko leaves no game without a result");
            let [win, loss] = [found.win, found.loss];
            assert!((win + loss - 1.0).abs() < 1e-5, "{what}");
            let outcome = theirs("outcome");
            let share = 1.0 / (1.0 + libm::expf(outcome[1] - outcome[0]));
            check(&[win], &[share], 1e-4, &what);
            game.play_as_recorded(color, mv).expect("a move of the game");
            count += 1;
        }
    }
    assert!(count >= 100, "{count} positions");
}
