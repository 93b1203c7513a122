//! Attention: each cell takes values from all cells, by how well its queries match their keys.

use super::buffer::{Buffer, Space};
use super::norm::normalise_cells;
use super::packed::PackedConvolution;
use super::product::{Product, WIDTH};
use crate::activation::exp;
use crate::dispatch::Work;
use crate::grid::{Grid, LONGEST};
use crate::model::{Attention, RmsNorm, Rotation};

/// An attention block.
pub(super) struct PackedAttention {
    norm: RmsNorm,
    heads: usize,
    key_heads: usize,
    key_length: usize,
    value_length: usize,
    queries: PackedConvolution,
    keys: PackedConvolution,
    values: PackedConvolution,
    output: PackedConvolution,
    /// How each pair of channels of each key head turns; empty if there is no rotation.
    turns: Vec<Turn>,
}

/// The rotation of a pair of channels: the cosine and the sine of its angle for each column and
/// each row. The two angles add up.
struct Turn {
    by_column: [[f32; 2]; LONGEST],
    by_row: [[f32; 2]; LONGEST],
}

impl Turn {
    /// Creates the rotation with these angles for a step to the right and a step down.
    fn new(column: f32, row: f32) -> Self {
        let steps = |angle: f32| std::array::from_fn(|step| <[f32; 2]>::from(cos_sin(angle, step)));
        Self { by_column: steps(column), by_row: steps(row) }
    }

    /// Turns a pair of channels of the cell in this column and row.
    #[inline(always)]
    fn apply(&self, column: usize, row: usize, pair: &mut [f32]) {
        let ([a, b], [c, d]) = (self.by_column[column], self.by_row[row]);
        let (cos, sin) = (a * c - b * d, b * c + a * d);
        let (x, y) = (pair[0], pair[1]);
        pair[0] = x * cos - y * sin;
        pair[1] = x * sin + y * cos;
    }
}

fn cos_sin(angle: f32, step: usize) -> (f32, f32) {
    let (sin, cos) = (step as f32 * angle).sin_cos();
    (cos, sin)
}

/// The rotations of all pairs of all key heads.
fn turns(attention: &Attention) -> Vec<Turn> {
    let pairs = attention.key_length / 2;
    match &attention.rotation {
        Rotation::None => Vec::new(),
        Rotation::Learned(angles) => {
            angles.chunks_exact(2).map(|axes| Turn::new(axes[0], axes[1])).collect()
        }
        // The first half of the pairs turns by the row, the others by the column.
        Rotation::Fixed(base) => {
            let half = pairs / 2;
            let angle = |number: usize| base.powf(-((2 * number) as f32) / pairs as f32);
            let turn = |pair: usize| match pair.checked_sub(half) {
                None => Turn::new(0.0, angle(pair)),
                Some(pair) => Turn::new(angle(pair), 0.0),
            };
            (0..attention.key_heads).flat_map(|_| (0..pairs).map(turn)).collect()
        }
    }
}

impl PackedAttention {
    /// Packs an attention block.
    pub(super) fn new(model: &Attention) -> Self {
        Self {
            norm: model.norm.clone(),
            heads: model.heads,
            key_heads: model.key_heads,
            key_length: model.key_length,
            value_length: model.value_length,
            queries: PackedConvolution::of_matrix(&model.queries),
            keys: PackedConvolution::of_matrix(&model.keys),
            values: PackedConvolution::of_matrix(&model.values),
            output: PackedConvolution::of_matrix(&model.output),
            turns: turns(model),
        }
    }

    /// Adds the result of the block to the trunk.
    pub(super) fn add_to(&self, space: &mut Space, trunk: &mut Buffer) {
        let mut normal = space.take(self.norm.scale.len());
        normalise_cells(space, &self.norm, trunk, &mut normal);
        let mut queries = space.take(self.queries.outputs());
        let mut keys = space.take(self.keys.outputs());
        let mut values = space.take(self.values.outputs());
        self.queries.apply(space, &normal, &mut queries, false);
        self.keys.apply(space, &normal, &mut keys, false);
        self.values.apply(space, &normal, &mut values, false);
        self.turn(space, &mut queries, self.heads);
        self.turn(space, &mut keys, self.key_heads);
        let mut found = space.take(self.output_inputs());
        for head in 0..self.heads {
            self.attend(space, head, [&queries, &keys, &values], &mut found);
        }
        self.output.apply(space, &found, trunk, true);
        for buffer in [normal, queries, keys, values, found] {
            space.give(buffer);
        }
    }

    fn output_inputs(&self) -> usize {
        self.heads * self.value_length
    }

    /// Turns the queries or the keys by their positions.
    fn turn(&self, space: &Space, buffer: &mut Buffer, heads: usize) {
        if self.turns.is_empty() {
            return;
        }
        let pairs = self.key_length / 2;
        for (row, cells) in space.grid.rows().enumerate() {
            for (column, cell) in cells.enumerate() {
                for head in 0..heads {
                    let turns = &self.turns[head * self.key_heads / heads * pairs..][..pairs];
                    let start = cell * buffer.stride + head * self.key_length;
                    let channels = &mut buffer.values[start..][..2 * pairs];
                    for (turn, pair) in turns.iter().zip(channels.chunks_exact_mut(2)) {
                        turn.apply(column, row, pair);
                    }
                }
            }
        }
    }

    /// Writes the result of one head for all cells.
    fn attend(&self, space: &mut Space, head: usize, from: [&Buffer; 3], found: &mut Buffer) {
        let [queries, keys, values] = from;
        let area = space.grid.area();
        let points = area.next_multiple_of(WIDTH);
        let shared = head * self.key_heads / self.heads;
        let width = self.value_length.next_multiple_of(WIDTH);
        // The keys as weights, with the points as outputs; the values with the points as inputs.
        let mut packed_keys = space.take_values(points * self.key_length);
        let mut packed_values = space.take_values(area * width);
        for (point, cell) in space.grid.rows().flatten().enumerate() {
            let key = &keys.values[cell * keys.stride + shared * self.key_length..];
            let block = point / WIDTH * self.key_length * WIDTH + point % WIDTH;
            for (channel, key) in key[..self.key_length].iter().enumerate() {
                packed_keys[block + channel * WIDTH] = *key;
            }
            let value = &values.values[cell * values.stride + shared * self.value_length..];
            packed_values[point * width..][..self.value_length]
                .copy_from_slice(&value[..self.value_length]);
        }
        let mut scores = space.take(area);
        let mut result = space.take(self.value_length);
        let (first, cells) = (space.grid.first(), space.grid.cells());
        Product {
            input: &queries.values,
            first_input: first * queries.stride + head * self.key_length,
            input_stride: queries.stride,
            inputs: self.key_length,
            taps: &[0],
            weights: &packed_keys,
            row: WIDTH,
            block: self.key_length * WIDTH,
            first_output: first * scores.stride,
            output_stride: scores.stride,
            outputs: points,
            output: &mut scores.values,
            cells,
            adds: false,
        }
        .compute(space.instructions);
        let scale = 1.0 / (self.key_length as f32).sqrt();
        space.instructions.run(SoftMaximum { grid: space.grid, scores: &mut scores, scale });
        Product {
            input: &scores.values,
            first_input: first * scores.stride,
            input_stride: scores.stride,
            inputs: area,
            taps: &[0],
            weights: &packed_values,
            row: width,
            block: WIDTH,
            first_output: first * result.stride,
            output_stride: result.stride,
            outputs: width,
            output: &mut result.values,
            cells,
            adds: false,
        }
        .compute(space.instructions);
        for cell in space.grid.rows().flatten() {
            let start = cell * found.stride + head * self.value_length;
            found.values[start..][..self.value_length]
                .copy_from_slice(&result.values[cell * result.stride..][..self.value_length]);
        }
        space.give_values([packed_keys, packed_values]);
        space.give(scores);
        space.give(result);
    }
}

/// Replaces the scores of each cell by the softmax of their multiples by `scale`.
struct SoftMaximum<'a> {
    grid: Grid,
    scores: &'a mut Buffer,
    scale: f32,
}

impl Work for SoftMaximum<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let area = self.grid.area();
        for cell in self.grid.rows().flatten() {
            let start = cell * self.scores.stride;
            soft_maximum(self.scale, &mut self.scores.values[start..][..area]);
        }
    }
}

/// The number of partial results, so that the compiler can treat several values at once.
const PARTS: usize = 16;

/// Combines all values by an operation that does not depend on their order.
#[inline(always)]
fn fold(values: &[f32], start: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    let mut parts = [start; PARTS];
    let (whole, rest) = values.as_chunks::<PARTS>();
    for values in whole {
        for (part, value) in parts.iter_mut().zip(values) {
            *part = combine(*part, *value);
        }
    }
    rest.iter().chain(&parts).fold(start, |so_far, value| combine(so_far, *value))
}

#[inline(always)]
fn soft_maximum(scale: f32, values: &mut [f32]) {
    let most = fold(values, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
    values.iter_mut().for_each(|value| *value = exp((*value - most) * scale));
    let share = 1.0 / fold(values, 0.0, |a, b| a + b);
    values.iter_mut().for_each(|value| *value *= share);
}
