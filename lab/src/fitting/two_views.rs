//! Small networks with two views of a position, one for each player: their estimates, and their
//! training by gradient descent with a step for each weight (Kingma and Ba, Adam: A Method for
//! Stochastic Optimization, 2015).
//!
//! The weights are, in this order: those of the hidden layer by input, its constants, the direct
//! values, and for each phase those of the output, first for the view of the player to move, then
//! for the other one, and a constant.

use games::fitting::{Fitted, TwoViews};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::descent::Plan;
use super::rows::{Row, Rows};
use crate::interruption::Interruption;
use crate::long_tasks::bar;

/// The positions between two steps.
const BATCH: usize = 256;
/// The length of the first step. It falls to zero.
const RATE: f32 = 0.0015;
/// The greatest random weights at the beginning, of the hidden layer and of the output, and the
/// constants of the hidden layer.
const FIRST_HIDDEN: f32 = 0.1;
const FIRST_OUTPUT: f32 = 0.05;
const FIRST_CONSTANT: f32 = 0.3;

/// The shares of the past in the means of gradients and of their squares.
const MEMORY: f32 = 0.9;
const MEMORY_OF_SQUARES: f32 = 0.999;
/// The minimum slope, so that positions whose expected result is certain but wrong still change the
/// weights.
const LEAST_SLOPE: f32 = 0.05;
/// What keeps steps finite where there has been no gradient.
const LEAST_SPREAD: f32 = 1e-8;

/// A network, and what its training remembers.
pub(super) struct Network {
    shape: TwoViews,
    pub(super) weights: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    mean_square: Vec<f32>,
    /// For the means of gradients and of their squares: the share of the initial zero that is left,
    /// and the share of the past that each step keeps.
    forgotten: [(f32, f32); 2],
    /// The inputs by view and mirroring: the view of the player to move, its mirror image, the
    /// other view, and its mirror image.
    maps: [Vec<u32>; 4],
    /// The sums of both hidden layers, and their gradient.
    sums: [Vec<f32>; 2],
    back: Vec<f32>,
}

impl Network {
    /// Creates a network with these weights.
    pub(super) fn new(shape: TwoViews, weights: Vec<f32>) -> Self {
        let maps = [0, 1, 2, 3].map(|which: u32| {
            let map = |input| {
                let input = if which & 1 == 1 { (shape.mirrored)(input) } else { input };
                if which & 2 == 2 { (shape.turned)(input) } else { input }
            };
            (0..shape.inputs as u32).map(map).collect()
        });
        let count = weights.len();
        let zeros = |count| vec![0.0; count];
        Self {
            shape,
            weights,
            gradient: zeros(count),
            mean: zeros(count),
            mean_square: zeros(count),
            forgotten: [(1.0, MEMORY), (1.0, MEMORY_OF_SQUARES)],
            maps,
            sums: [zeros(shape.hidden), zeros(shape.hidden)],
            back: zeros(shape.hidden),
        }
    }

    /// The estimate for the player to move. The last of the features is the phase.
    pub(super) fn estimate(&mut self, features: &[u32], is_mirrored: bool) -> f32 {
        let Some((&phase, inputs)) = features.split_last() else { return 0.0 };
        let hidden = self.shape.hidden;
        let output = self.shape.output_at(phase);
        let mut estimate = at(&self.weights, output + 2 * hidden);
        for (view, sums) in self.sums.iter_mut().enumerate() {
            let map = mapped(&self.maps, view, is_mirrored);
            sums.copy_from_slice(part(&self.weights, self.shape.constants_at(), hidden));
            for &input in inputs {
                let place = map_of(map, input) * hidden;
                add(sums, part(&self.weights, place, hidden));
            }
            let weights = part(&self.weights, output + view * hidden, hidden);
            let products =
                sums.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight);
            estimate += products.sum::<f32>();
        }
        for &input in inputs {
            let (place, sign) = self.value(input, is_mirrored);
            estimate += sign * at(&self.weights, place);
        }
        estimate
    }

    /// The place of the direct value of an input, and its sign.
    fn value(&self, input: u32, is_mirrored: bool) -> (usize, f32) {
        let input = map_of(mapped(&self.maps, 0, is_mirrored), input) as u32;
        let (place, is_others) = (self.shape.value)(input);
        (self.shape.values_at() + place, if is_others { -1.0 } else { 1.0 })
    }

    /// Adds the gradient for the position whose [estimate](Self::estimate) was the last one, which
    /// should be less by `excess`.
    fn blame(&mut self, features: &[u32], is_mirrored: bool, excess: f32) {
        let Some((&phase, inputs)) = features.split_last() else { return };
        let hidden = self.shape.hidden;
        let output = self.shape.output_at(phase);
        add(part_mut(&mut self.gradient, output + 2 * hidden, 1), &[excess]);
        for (view, sums) in self.sums.iter().enumerate() {
            let from = output + view * hidden;
            let weights = part(&self.weights, from, hidden);
            for ((back, &sum), weight) in self.back.iter_mut().zip(sums).zip(weights) {
                *back = if 0.0 < sum && sum < 1.0 { excess * weight } else { 0.0 };
            }
            let gradient = part_mut(&mut self.gradient, from, hidden);
            for (gradient, sum) in gradient.iter_mut().zip(sums) {
                *gradient += excess * sum.clamp(0.0, 1.0);
            }
            add(part_mut(&mut self.gradient, self.shape.constants_at(), hidden), &self.back);
            let map = mapped(&self.maps, view, is_mirrored);
            for &input in inputs {
                let place = map_of(map, input) * hidden;
                add(part_mut(&mut self.gradient, place, hidden), &self.back);
            }
        }
        for &input in inputs {
            let (place, sign) = self.value(input, is_mirrored);
            add(part_mut(&mut self.gradient, place, 1), &[sign * excess]);
        }
    }

    /// Changes the weights by the gradient, and resets the gradient to zero.
    fn step(&mut self, rate: f32) {
        self.forgotten = self.forgotten.map(|(kept, memory)| (kept * memory, memory));
        let [(mean_kept, _), (square_kept, _)] = self.forgotten;
        let rate = rate * (1.0 - square_kept).sqrt() / (1.0 - mean_kept);
        let means = self.mean.iter_mut().zip(&mut self.mean_square);
        let weights = self.weights.iter_mut().zip(&mut self.gradient);
        for ((weight, gradient), (mean, square)) in weights.zip(means) {
            *mean += (1.0 - MEMORY) * (*gradient - *mean);
            *square += (1.0 - MEMORY_OF_SQUARES) * (*gradient * *gradient - *square);
            *weight -= rate * *mean / (square.sqrt() + LEAST_SPREAD);
            *gradient = 0.0;
        }
    }
}

/// An element of a list, which is long enough.
fn at(list: &[f32], place: usize) -> f32 {
    list.get(place).copied().unwrap_or_default()
}

/// A part of a list, which is long enough.
fn part(list: &[f32], from: usize, length: usize) -> &[f32] {
    list.get(from..from + length).unwrap_or_default()
}

fn part_mut(list: &mut [f32], from: usize, length: usize) -> &mut [f32] {
    list.get_mut(from..from + length).unwrap_or_default()
}

/// The inputs of a view, by those of the view of the player to move.
fn mapped(maps: &[Vec<u32>; 4], view: usize, is_mirrored: bool) -> &[u32] {
    maps.get(view * 2 + usize::from(is_mirrored)).map_or(&[], Vec::as_slice)
}

fn map_of(map: &[u32], input: u32) -> usize {
    map.get(input as usize).map_or(0, |&input| input as usize)
}

/// Trains a network on what the results of the games and the searches of the positions say.
pub(super) fn fit<G: Fitted>(
    rows: &mut Rows,
    shape: TwoViews,
    plan: Plan,
    interruption: &Interruption,
) -> Vec<f32> {
    let mut random = Pcg64Mcg::seed_from_u64(plan.seed);
    let mut network = Network::new(shape, first_weights::<G>(shape, &mut random));
    let target = |row: &Row| row.blended(plan.lambda);
    let (steps, mut step) = ((plan.rounds * rows.learned.len().div_ceil(BATCH)) as f32, 0_usize);
    let bar = bar(plan.rounds as u64, "{pos}/{len} {msg}");
    for _ in 0..plan.rounds {
        rows.learned.shuffle(&mut random);
        for batch in rows.learned.chunks(BATCH) {
            for row in batch {
                let (features, is_mirrored) = (rows.features(*row), random.random());
                let expected = G::expected(network.estimate(features, is_mirrored));
                // The slope is that of the hyperbolic tangent.
                let slope = (1.0 - expected * expected).max(LEAST_SLOPE);
                network.blame(features, is_mirrored, (expected - target(row)) * slope);
            }
            network.step(RATE * (1.0 - step as f32 / steps));
            step += 1;
        }
        bar.set_message(rows.judge::<G>(target, |features| network.estimate(features, false)));
        bar.inc(1);
        if interruption.is_raised() {
            break;
        }
    }
    bar.finish_and_clear();
    network.weights
}

/// The first weights of the game, and random ones for the network.
fn first_weights<G: Fitted>(shape: TwoViews, random: &mut Pcg64Mcg) -> Vec<f32> {
    let mut weights = G::first_weights();
    for (at, weight) in weights.iter_mut().enumerate() {
        *weight += match at {
            _ if at < shape.constants_at() => random.random_range(-FIRST_HIDDEN..FIRST_HIDDEN),
            _ if at < shape.values_at() => FIRST_CONSTANT,
            _ if at < shape.outputs_at() => 0.0,
            _ => random.random_range(-FIRST_OUTPUT..FIRST_OUTPUT),
        };
    }
    weights
}

/// Adds the elements of one list to those of another.
fn add(to: &mut [f32], from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

#[cfg(test)]
mod tests {
    use super::super::self_play::{play_game, settings};
    use super::*;
    use games::player::Player;
    use games::xiangqi;
    use games::xiangqi::evaluation::Simple;

    type Chess = xiangqi::Position<Simple>;

    /// Four inputs of each player, of which the mirror exchanges neighbours, and two phases.
    const SHAPE: TwoViews = TwoViews {
        inputs: 8,
        hidden: 3,
        unit: 1.0,
        decided: 1,
        values: 4,
        phases: 2,
        turned: |input| (input + 4) % 8,
        mirrored: |input| input ^ 1,
        value: |input| (input as usize % 4, input >= 4),
    };
    /// The inputs of some positions, each with its phase.
    const POSITIONS: [[u32; 4]; 3] = [[0, 5, 6, 8], [1, 3, 4, 9], [2, 3, 7, 8]];

    fn random_network() -> Network {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let weights = (0..SHAPE.count()).map(|_| random.random_range(-0.4..0.4)).collect();
        Network::new(SHAPE, weights)
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_estimate() {
        const STEP: f32 = 1e-3;
        let mut network = random_network();
        let mut slopes = 0;
        for features in &POSITIONS {
            for is_mirrored in [false, true] {
                network.gradient.fill(0.0);
                network.estimate(features, is_mirrored);
                network.blame(features, is_mirrored, 1.0);
                for place in 0..SHAPE.count() {
                    let weight = network.weights[place];
                    let [more, less] = [STEP, -STEP].map(|step| {
                        network.weights[place] = weight + step;
                        network.estimate(features, is_mirrored)
                    });
                    network.weights[place] = weight;
                    let (slope, gradient) = ((more - less) / (2.0 * STEP), network.gradient[place]);
                    assert!((slope - gradient).abs() < 0.002, "{place}: {slope} {gradient}");
                    slopes += usize::from(gradient != 0.0);
                }
            }
        }
        assert!(slopes > 60, "{slopes}");
    }

    #[test]
    fn a_mirrored_position_is_the_position_in_the_mirror() {
        let mut network = random_network();
        for features in &POSITIONS {
            let [a, b, c, phase] = *features;
            let image = [(SHAPE.mirrored)(a), (SHAPE.mirrored)(b), (SHAPE.mirrored)(c), phase];
            let estimate = network.estimate(features, true);
            assert!((estimate - network.estimate(&image, false)).abs() < 1e-5);
            assert!((estimate - network.estimate(features, false)).abs() > 1e-3);
        }
    }

    #[test]
    fn a_network_comes_to_expect_what_the_searches_have_found() {
        let mut player = Player::<Chess>::new(settings(1));
        let lines: Vec<String> = (0..12)
            .map(|number| play_game(&mut player, 1, number).unwrap().trim_end().to_owned())
            .collect();
        let mut rows = Rows::read::<Chess>(&lines).unwrap();
        let shape = Chess::NETWORK.unwrap();
        let plan = Plan { rounds: 4, lambda: 0.1, seed: 1 };
        let trained = fit::<Chess>(&mut rows, shape, plan, &Interruption::default());
        let error = |weights: &[f32]| {
            let mut network = Network::new(shape, weights.to_vec());
            let error = |row: &Row| {
                Chess::expected(network.estimate(rows.features(*row), false)) - row.blended(0.1)
            };
            rows.learned.iter().map(error).map(|error| error * error).sum::<f32>()
        };
        let (before, after) = (error(&Chess::first_weights()), error(&trained));
        assert!(after < 0.7 * before, "{before} {after}");
    }
}
