//! Attention: each cell takes values from all cells, by how well its queries match their keys.

use super::buffer::{Buffer, Space};
use super::norm::normalise_cells;
use super::packed::PackedConvolution;
use super::product::{Product, WIDTH};
use crate::activation::exp;
use crate::dispatch::Work;
use crate::grid::Grid;
use crate::model::{Attention, RmsNorm};
use crate::rotation::Turns;

/// The number of cells that attend together, so that their scores stay in the cache. A multiple of
/// the cells of a tile with every instruction set.
const TOGETHER: usize = 24;

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
    turns: Turns,
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
            queries: PackedConvolution::new(&model.queries),
            keys: PackedConvolution::new(&model.keys),
            values: PackedConvolution::new(&model.values),
            output: PackedConvolution::new(&model.output),
            turns: Turns::of(model),
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
        for shared in 0..self.key_heads {
            self.attend(space, shared, [&queries, &keys, &values], &mut found);
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
        if self.turns.pairs > 0 {
            let (turns, repeats) = (&self.turns, heads / self.key_heads);
            let channels = self.key_length;
            space.instructions.run(Turning { grid: space.grid, turns, channels, repeats, buffer });
        }
    }

    /// Writes the results of the heads that share one head of keys and values, for all cells.
    fn attend(&self, space: &mut Space, shared: usize, from: [&Buffer; 3], found: &mut Buffer) {
        let [queries, keys, values] = from;
        let packed = self.pack(space, shared, keys, values);
        let mut scores = space.take_any(TOGETHER * packed.points);
        let mut results = space.take_any(TOGETHER * packed.width);
        let repeats = self.heads / self.key_heads;
        for head in shared * repeats..(shared + 1) * repeats {
            for start in (0..space.grid.cells()).step_by(TOGETHER) {
                let first = space.grid.first() + start;
                let cells = TOGETHER.min(space.grid.cells() - start);
                let query = first * queries.stride + head * self.key_length;
                let factors = self.score(space, (queries, query), cells, &packed, &mut scores);
                packed.values_by(&scores, cells, &mut results).compute(space.instructions);
                let start = first * found.stride + head * self.value_length;
                let into = found.values[start..].chunks_mut(found.stride);
                let from = results.chunks_exact(packed.width).zip(factors);
                for (into, (from, factor)) in into.zip(from).take(cells) {
                    let channels = into[..self.value_length].iter_mut().zip(from);
                    channels.for_each(|(into, from)| *into = from * factor);
                }
            }
        }
        space.give_values([packed.keys, packed.values, scores, results]);
    }

    /// The keys and values of one head, as weights.
    fn pack(&self, space: &mut Space, head: usize, keys: &Buffer, values: &Buffer) -> PackedHead {
        let area = space.grid.area();
        let points = area.next_multiple_of(WIDTH);
        let width = self.value_length.next_multiple_of(WIDTH);
        let mut packed_keys = space.take_any(points * self.key_length);
        let mut packed_values = space.take_any(area * width);
        for (point, cell) in space.grid.rows().flatten().enumerate() {
            let key = &keys.values[cell * keys.stride + head * self.key_length..];
            let block = point / WIDTH * self.key_length * WIDTH + point % WIDTH;
            for (channel, key) in key[..self.key_length].iter().enumerate() {
                packed_keys[block + channel * WIDTH] = *key;
            }
            let value = &values.values[cell * values.stride + head * self.value_length..];
            packed_values[point * width..][..self.value_length]
                .copy_from_slice(&value[..self.value_length]);
        }
        PackedHead { keys: packed_keys, values: packed_values, area, points, width }
    }

    /// Writes how much some cells, whose queries begin at an index, attend to each point, and
    /// returns the factors by which these weights add up to 1.
    fn score(
        &self,
        space: &Space,
        (queries, first): (&Buffer, usize),
        cells: usize,
        head: &PackedHead,
        scores: &mut [f32],
    ) -> [f32; TOGETHER] {
        Product {
            input: &queries.values,
            first_input: first,
            input_stride: queries.stride,
            inputs: self.key_length,
            taps: &[0],
            weights: &head.keys,
            row: WIDTH,
            block: self.key_length * WIDTH,
            first_output: 0,
            output_stride: head.points,
            outputs: head.points,
            output: scores,
            cells,
            adds: false,
        }
        .compute(space.instructions);
        let mut factors = [0.0; TOGETHER];
        space.instructions.run(Weights {
            scores: &mut scores[..cells * head.points],
            points: head.points,
            area: head.area,
            scale: 1.0 / (self.key_length as f32).sqrt(),
            factors: &mut factors,
        });
        factors
    }
}

/// The keys and values of one head.
struct PackedHead {
    /// The keys as weights, with the points as outputs.
    keys: Vec<f32>,
    /// The values as weights, with the points as inputs.
    values: Vec<f32>,
    /// The number of points of the board.
    area: usize,
    /// The same, as a multiple of [`WIDTH`].
    points: usize,
    /// The number of channels of a value, as a multiple of [`WIDTH`].
    width: usize,
}

impl PackedHead {
    /// The sums of the values of all points, weighted for each cell by its scores.
    fn values_by<'a>(
        &'a self,
        scores: &'a [f32],
        cells: usize,
        output: &'a mut [f32],
    ) -> Product<'a> {
        Product {
            input: scores,
            first_input: 0,
            input_stride: self.points,
            inputs: self.area,
            taps: &[0],
            weights: &self.values,
            row: self.width,
            block: WIDTH,
            first_output: 0,
            output_stride: self.width,
            outputs: self.width,
            output,
            cells,
            adds: false,
        }
    }
}

/// Turns the queries or the keys of each cell by its position.
struct Turning<'a> {
    grid: Grid,
    turns: &'a Turns,
    /// The number of channels of a head.
    channels: usize,
    /// The number of heads in the buffer for each head of keys.
    repeats: usize,
    buffer: &'a mut Buffer,
}

impl Work for Turning<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { grid, turns, channels, repeats, buffer } = self;
        let count = turns.pairs;
        for (row, cells) in grid.rows().enumerate() {
            let by_row = &turns.by_row[row * count..][..count];
            for (column, cell) in cells.enumerate() {
                let by_column = &turns.by_column[column * count..][..count];
                let heads = buffer.values[cell * buffer.stride..].chunks_exact_mut(channels);
                let of_head = |head: usize| head / repeats * (channels / 2);
                for (head, queries) in heads.take(count / (channels / 2) * repeats).enumerate() {
                    let turns = by_row[of_head(head)..].iter().zip(&by_column[of_head(head)..]);
                    let (pairs, _) = queries.as_chunks_mut::<2>();
                    for ([x, y], ([a, b], [c, d])) in pairs.iter_mut().zip(turns) {
                        let (cos, sin) = (a * c - b * d, b * c + a * d);
                        (*x, *y) = (*x * cos - *y * sin, *x * sin + *y * cos);
                    }
                }
            }
        }
    }
}

/// Replaces each score s of each cell by a multiple of e to the power of s times `scale`, and
/// writes the factor by which the results add up to 1. Together, they are the softmax.
struct Weights<'a> {
    scores: &'a mut [f32],
    /// The distance from a cell to the next.
    points: usize,
    /// The number of scores of a cell.
    area: usize,
    scale: f32,
    factors: &'a mut [f32],
}

impl Work for Weights<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let cells = self.scores.chunks_exact_mut(self.points);
        for (scores, factor) in cells.zip(self.factors) {
            *factor = 1.0 / powers(self.scale, &mut scores[..self.area]);
        }
    }
}

/// The number of partial results, so that the compiler can treat several values at once.
const PARTS: usize = 16;

/// Replaces each value v by e to the power of v times `scale`, divided by the largest power, and
/// returns the sum.
#[inline(always)]
fn powers(scale: f32, values: &mut [f32]) -> f32 {
    let (whole, rest) = values.as_chunks_mut::<PARTS>();
    let mut most = [f32::NEG_INFINITY; PARTS];
    for values in whole.iter() {
        for (most, value) in most.iter_mut().zip(values) {
            *most = if *value > *most { *value } else { *most };
        }
    }
    let most = most.iter().chain(rest.iter()).copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sums = [0.0; PARTS];
    for values in whole {
        for (sum, value) in sums.iter_mut().zip(values) {
            *value = exp((*value - most) * scale);
            *sum += *value;
        }
    }
    rest.iter_mut().for_each(|value| *value = exp((*value - most) * scale));
    sums.iter().chain(rest.iter()).sum()
}
