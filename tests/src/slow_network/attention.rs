//! Attention, one head and one point at a time.

use network::model::{Attention, Rotation};

use super::{Channels, Slow, SlowConvolution, signed};

impl Slow {
    pub(super) fn attention<C: SlowConvolution>(
        &self,
        block: &Attention<C>,
        trunk: &Channels,
    ) -> Channels {
        let input = signed::<C>(&block.norm, trunk);
        let queries = self.turned(block, self.convolution(&block.queries, &input));
        let keys = self.turned(block, self.convolution(&block.keys, &input));
        let values = self.convolution(&block.values, &input);
        let mut results = vec![Vec::new(); trunk.len()];
        for head in 0..block.heads {
            let shared = head / (block.heads / block.key_heads);
            let keys = part(&keys, shared, block.key_length);
            let keys: Channels = keys.into_iter().map(C::signed).collect();
            let values = by_channel::<C>(part(&values, shared, block.value_length));
            for (point, query) in part(&queries, head, block.key_length).into_iter().enumerate() {
                let weights = C::of_points(weights(&C::signed(query), &keys));
                let total: f64 = weights.iter().sum();
                let sum = |channel: &Vec<f64>| dot(channel, &weights) / total;
                results[point].extend(values.iter().map(sum));
            }
        }
        let results = results.into_iter().map(C::signed).collect();
        self.convolution(&block.output, &results)
    }

    /// Queries or keys, with each pair of channels turned by the position of its point.
    fn turned<C>(&self, block: &Attention<C>, channels: Channels) -> Channels {
        let pairs = block.key_length / 2;
        let frequencies = |key_head: usize, pair: usize| match &block.rotation {
            Rotation::None => [0.0, 0.0],
            Rotation::Fixed(base) => {
                let half = pairs / 2;
                let number = if pair < half { pair } else { pair - half };
                let angle = libm::pow(f64::from(*base), -2.0 * number as f64 / pairs as f64);
                if pair < half { [0.0, angle] } else { [angle, 0.0] }
            }
            Rotation::Learned(found) => {
                let at = (key_head * pairs + pair) * 2;
                [f64::from(found[at]), f64::from(found[at + 1])]
            }
        };
        let turn = |(point, mut channels): (usize, Vec<f64>)| {
            let (row, column) = ((point / self.width) as f64, (point % self.width) as f64);
            let heads = channels.len() / block.key_length;
            for (number, pair) in channels.chunks_mut(2).enumerate() {
                let key_head = number / pairs / (heads / block.key_heads);
                let [by_column, by_row] = frequencies(key_head, number % pairs);
                let (sin, cos) = libm::sincos(column * by_column + row * by_row);
                let [x, y] = [pair[0], pair[1]];
                (pair[0], pair[1]) = (x * cos - y * sin, x * sin + y * cos);
            }
            channels
        };
        channels.into_iter().enumerate().map(turn).collect()
    }
}

/// The `length` channels of a head, for each point.
fn part(channels: &Channels, head: usize, length: usize) -> Channels {
    channels.iter().map(|point| point[head * length..][..length].to_vec()).collect()
}

/// The values of all points for each channel.
fn by_channel<C: SlowConvolution>(values: Channels) -> Channels {
    let channel = |at: usize| C::signed(values.iter().map(|point| point[at]).collect());
    (0..values[0].len()).map(channel).collect()
}

/// The weight that a query gives to each point, scaled so that the largest is 1.
fn weights(query: &[f64], keys: &Channels) -> Vec<f64> {
    let scale = 1.0 / (query.len() as f64).sqrt();
    let scores: Vec<f64> = keys.iter().map(|key| dot(query, key) * scale).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    scores.into_iter().map(|score| libm::exp(score - most)).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
