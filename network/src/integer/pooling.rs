//! Pooling over the board. Every sum has a fixed order.

use super::buffers::{Values, larger};
use super::kernel::CHUNK;
use crate::grid::Grid;

/// The third pooled value of a channel, after the mean and the mean times the relative size.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Third {
    /// The maximum.
    Maximum,
    /// The mean by the square of the size of the board.
    Square,
}

/// The maximum is at least this, as in KataGo. It matters only without an activation: the values of
/// all activations lie above it.
const LEAST_MAXIMUM: f32 = -1.0;

/// Pools the channels of a board into `output`: all means, all means by the size of the board, and
/// all third values. Sizes are relative to a board of 14x14 (Wu, Accelerating self-play learning in
/// Go, 2019, appendix A).
#[inline(always)]
pub(super) fn pool(grid: &Grid, values: &Values, third: Third, output: &mut [f32]) {
    let channels = output.len() / 3;
    let (means, rest) = output.split_at_mut(channels);
    let (by_size, thirds) = rest.split_at_mut(channels);
    let area = grid.area() as f32;
    let size = (area.sqrt() - 14.0) * 0.1;
    let parts =
        means.chunks_mut(CHUNK).zip(by_size.chunks_mut(CHUNK)).zip(thirds.chunks_mut(CHUNK));
    for (chunk, ((means, by_size), thirds)) in parts.enumerate() {
        let (mut sums, mut most) = ([0.0; CHUNK], [LEAST_MAXIMUM; CHUNK]);
        for cell in grid.rows().flatten() {
            let values = values.at(chunk, cell);
            for at in 0..CHUNK {
                sums[at] += values[at];
            }
            most = larger(values, &most);
        }
        for at in 0..means.len() {
            let mean = sums[at] / area;
            means[at] = mean;
            by_size[at] = mean * size;
            thirds[at] = match third {
                Third::Maximum => most[at],
                Third::Square => mean * (size * size - 0.1),
            };
        }
    }
}
