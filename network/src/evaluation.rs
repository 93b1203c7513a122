//! The outputs of a network: raw, and in terms of the game.
//!
//! Exponentials and their like come from `libm`, so that they have the same bits everywhere.

pub use engine::knowledge::{Errors, Evaluation};
use engine::vocabulary::{BoardSize, Symmetry};

use crate::inputs::Inputs;
use crate::model::OutputScales;

/// The outputs of the heads, before any softmax, from the perspective of the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawOutputs {
    /// The logits of moves: all channels of a point side by side, from the top left.
    pub moves: Vec<f32>,
    /// The logits of a pass, one for each channel.
    pub pass: Vec<f32>,
    /// The logits of win, loss and no result.
    pub outcome: Vec<f32>,
    /// The mean and the deviation of the score, the lead, the variance over time, and from version
    /// 9 on the errors of the win rate and of the score.
    pub score: Vec<f32>,
    /// The ownership of each point, before tanh.
    pub ownership: Vec<f32>,
}

/// The meaning of the raw outputs of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// The version of the format.
    pub version: u32,
    /// The factors of the outputs.
    pub scales: OutputScales,
}

impl Units {
    /// The errors, from the raw outputs that follow the lead.
    fn errors(&self, raw: &[f32]) -> Option<Errors> {
        let [time, win, score] = *raw else { return None };
        let [time, win, score] = [time, win, score].map(f64::from);
        let of_square = |square: f64, scale: f32| (square * f64::from(scale)).sqrt();
        let win_scale = self.scales.short_term_value_error;
        let score_scale = self.scales.short_term_score_error;
        let halved = |x: f64| soft_plus(x / 2.0) * soft_plus(x / 2.0);
        let (win, score) = match self.version {
            ..10 => (soft_plus(win), soft_plus(score) * 10.0),
            10..14 => {
                (of_square(soft_plus(win), win_scale), of_square(soft_plus(score), score_scale))
            }
            14.. => (of_square(halved(win), win_scale), of_square(halved(score), score_scale)),
        };
        let time_left = soft_plus(time) * f64::from(self.scales.variance_time);
        Some(Errors { time_left: time_left as f32, win: win as f32, score: score as f32 })
    }
}

/// The symmetry that KataGo gives this number, 0 to 7. On boards that are not square, the numbers
/// from 4 on mean the same as those below, because such boards cannot be transposed.
pub fn symmetry(size: BoardSize, number: usize) -> Symmetry {
    let mirrors = (number & 1) << 1 | (number & 2) >> 1;
    // KataGo exchanges rows counted from the top with columns, so that the other diagonal remains.
    let is_transposed = number & 4 != 0 && size.width() == size.height();
    let ours = if is_transposed { 4 | (3 ^ mirrors) } else { mirrors };
    Symmetry::of(size).nth(ours).unwrap_or_default()
}

/// ln(1 + e^x)
fn soft_plus(x: f64) -> f64 {
    if x > 40.0 { x } else { libm::log1p(libm::exp(x)) }
}

/// The evaluation of a position, from its inputs and the outputs for the position under a
/// symmetry. `optimism` is the share, 0 to 1, of the optimistic policy, which networks have
/// from version 12 on.
pub fn interpret(
    units: &Units,
    raw: &RawOutputs,
    inputs: &Inputs,
    symmetry: Symmetry,
    optimism: f32,
) -> Evaluation {
    let [win, loss, no_result] = outcome(&raw.outcome, inputs.can_be_void());
    let scale = |at: usize, scale: f32| f64::from(raw.score[at]) * f64::from(scale);
    let is_over = 1.0 - no_result;
    let mean = scale(0, units.scales.score_mean);
    let deviation = soft_plus(f64::from(raw.score[1])) * f64::from(units.scales.score_deviation);
    let square = (mean * mean + deviation * deviation) * is_over;
    let score = mean * is_over;
    let size = inputs.size;
    let turned = |vertex| symmetry.apply(size, vertex).index(size);
    Evaluation {
        policy: policy(raw, inputs, symmetry, optimism),
        win: win as f32,
        loss: loss as f32,
        no_result: no_result as f32,
        score: score as f32,
        score_deviation: (square - score * score).max(0.0).sqrt() as f32,
        lead: (scale(2, units.scales.lead) * is_over) as f32,
        errors: units.errors(&raw.score[3..]),
        ownership: size.vertices().map(|at| libm::tanhf(raw.ownership[turned(at)])).collect(),
    }
}

/// The probabilities of win, loss and no result.
fn outcome(logits: &[f32], can_be_void: bool) -> [f64; 3] {
    let logits = [0, 1, 2].map(|at| f64::from(logits[at]));
    let count = if can_be_void { 3 } else { 2 };
    let most = logits[..count].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares = logits.map(|logit| libm::exp(logit - most));
    shares[count..].fill(0.0);
    let sum: f64 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// The probabilities of all moves.
fn policy(
    raw: &RawOutputs,
    inputs: &Inputs,
    symmetry: Symmetry,
    optimism: f32,
) -> Vec<Option<f32>> {
    let size = inputs.size;
    let channels = raw.pass.len();
    let mixed = |logits: &[f32]| match logits {
        [plain] => *plain,
        [plain, optimistic, ..] => plain + (optimistic - plain) * optimism,
        [] => 0.0,
    };
    let of_point = |(vertex, &is_legal): (_, &bool)| {
        let at = symmetry.apply(size, vertex).index(size) * channels;
        is_legal.then(|| mixed(&raw.moves[at..at + channels]))
    };
    let points = size.vertices().zip(&inputs.legal).map(of_point);
    let logits: Vec<Option<f32>> = points.chain([Some(mixed(&raw.pass))]).collect();
    let most = logits.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
    let share = |logit: &Option<f32>| logit.map(|logit| libm::expf(logit - most));
    let shares: Vec<Option<f32>> = logits.iter().map(share).collect();
    let sum: f32 = shares.iter().flatten().sum();
    shares.into_iter().map(|share| share.map(|share| share / sum)).collect()
}
