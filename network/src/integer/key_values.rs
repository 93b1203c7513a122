//! The keys and values of a head, as weights of convolutions: what all cells attend to.

use super::buffers::{
    Values, ZERO, chunks, larger, largest, nearest, signed_steps, sizes, total, whole,
};
use super::kernel::{CHUNK, WORDS, WeightRow};
use crate::activation::rough_exp2;
use crate::grid::{Grid, LONGEST};

/// The binary logarithm of 127, the largest weight of a point.
const LARGEST_EXPONENT: f32 = 6.988_684_7;
/// The smallest step of queries that is used. With it, all points get the same weight, and outputs
/// that are not points still get none.
const LEAST_STEP: f32 = 1e-30;

/// The keys of all points, with the points as outputs.
pub(super) struct Keys {
    /// For each chunk of points, for each word of channels.
    rows: Vec<[WeightRow; WORDS]>,
    points: Vec<KeyChunk>,
}

/// The figures of a chunk of points besides their keys.
#[derive(Clone, Copy)]
struct KeyChunk {
    /// The value of a code of 1.
    steps: [f32; CHUNK],
    /// The amounts by which the sums of signed codes are too large.
    excess: [i32; CHUNK],
    /// Added to the exponents: so little for outputs that are no points that they get no weight.
    terms: [f32; CHUNK],
}

/// The values of all points, with the points as inputs.
pub(super) struct PointValues {
    /// For each word of points.
    pub(super) rows: Vec<WeightRow>,
    /// The value of a code of 1, for each channel.
    pub(super) steps: [f32; CHUNK],
}

impl Keys {
    /// Memory for a board with this number of points.
    pub(super) fn new(area: usize) -> Self {
        let of_chunk = |chunk: usize| {
            let mut terms = [0.0; CHUNK];
            for (at, term) in terms.iter_mut().enumerate() {
                *term = if chunk * CHUNK + at < area { 0.0 } else { f32::MIN / 2.0 };
            }
            KeyChunk { steps: [0.0; CHUNK], excess: [0; CHUNK], terms }
        };
        Self {
            rows: vec![[[0; CHUNK]; WORDS]; chunks(area)],
            points: (0..chunks(area)).map(of_chunk).collect(),
        }
    }

    /// The keys of a chunk of points.
    #[inline(always)]
    pub(super) fn rows(&self, chunk: usize) -> &[WeightRow] {
        &self.rows[chunk]
    }

    /// Takes the keys of all cells of the board from the first chunk of channels.
    #[inline(always)]
    pub(super) fn set(&mut self, grid: &Grid, channels: &Values) {
        for (point, cell) in grid.rows().flatten().enumerate() {
            let channels = channels.at(0, cell);
            let (codes, step) = signed_steps(largest(sizes(channels)));
            let (mut bytes, mut sum) = ([0; CHUNK], [0.0; CHUNK]);
            for at in 0..CHUNK {
                bytes[at] = nearest(channels[at] * codes);
            }
            for at in 0..CHUNK {
                sum[at] = f32::from(bytes[at].cast_signed());
            }
            let (chunk, at) = (point / CHUNK, point % CHUNK);
            let words: [u32; WORDS] = bytemuck::cast(bytes);
            for (row, word) in self.rows[chunk].iter_mut().zip(words) {
                row[at] = word;
            }
            self.points[chunk].steps[at] = step;
            self.points[chunk].excess[at] = total(sum) as i32 * ZERO;
        }
    }

    /// Makes the weights of all points for a cell of a row: powers of 2, relative to the largest.
    /// Overwrites the sums of products with the bits of exponents, and returns the sum of the
    /// weights. `step` is that of the cell's queries, and not negative.
    #[inline(always)]
    pub(super) fn weigh(
        &self,
        cell: usize,
        step: f32,
        sums: &mut [[[i32; CHUNK]; LONGEST]],
        weights: &mut [[[u32; WORDS]; LONGEST]],
    ) -> f32 {
        let mut most = [f32::MIN; CHUNK];
        for (sums, points) in sums.iter_mut().zip(&self.points) {
            let sums = &mut sums[cell];
            let mut exponents = [0.0; CHUNK];
            for at in 0..CHUNK {
                let product = (sums[at] - points.excess[at]) as f32;
                exponents[at] = product * points.steps[at] + points.terms[at];
            }
            most = larger(&exponents, &most);
            *sums = bytemuck::cast(exponents);
        }
        let most = largest(most);
        let step = if step > LEAST_STEP { step } else { LEAST_STEP };
        let mut totals = [0.0; CHUNK];
        for (sums, weights) in sums.iter().zip(weights) {
            let exponents: [f32; CHUNK] = bytemuck::cast(sums[cell]);
            let mut bytes = [0; CHUNK];
            for at in 0..CHUNK {
                let exponent = (exponents[at] - most) * step + LARGEST_EXPONENT;
                let weight = whole(rough_exp2(exponent));
                bytes[at] = nearest(weight);
                totals[at] += weight;
            }
            weights[cell] = bytemuck::cast(bytes);
        }
        total(totals)
    }
}

impl PointValues {
    /// Memory for a board with this number of points.
    pub(super) fn new(area: usize) -> Self {
        Self { rows: vec![[0; CHUNK]; area.div_ceil(4)], steps: [0.0; CHUNK] }
    }

    /// Takes the values of all cells of the board from the first chunk of channels.
    #[inline(always)]
    pub(super) fn set(&mut self, grid: &Grid, channels: &Values) {
        let mut most = [0.0; CHUNK];
        for cell in grid.rows().flatten() {
            most = larger(&sizes(channels.at(0, cell)), &most);
        }
        let mut codes = [0.0; CHUNK];
        for at in 0..CHUNK {
            (codes[at], self.steps[at]) = signed_steps(most[at]);
        }
        self.rows.fill([0; CHUNK]);
        for (point, cell) in grid.rows().flatten().enumerate() {
            let values = channels.at(0, cell);
            let row = &mut self.rows[point / 4];
            for at in 0..CHUNK {
                let byte = u32::from(nearest(values[at] * codes[at]));
                row[at] |= byte << (8 * (point % 4));
            }
        }
    }
}
