//! Attention: each cell takes values from all points, by how well its queries match their keys.
//!
//! Every head has a chunk of its own, padded with zeros. Queries, keys, values and the weights of
//! the points become codes, whose steps depend on the position: keys and values serve as the
//! weights of convolutions.

use super::buffers::{Codes, Values, chunks};
use super::cells::{CellCodes, CellNorm, Projection};
use super::convolution::Board;
use super::heads_as_chunks::{halves, in_order, with_input_heads, with_output_heads};
use super::kernel::{CHUNK, Row, WORDS};
use super::key_values::{Keys, PointValues};
use super::turning::Turning;
use super::unsupported::{Unsupported, check_signed};
use crate::grid::{Grid, LONGEST};
use crate::model::{Attention, IntegerConvolution};
use crate::rotation::Turns;

/// The most heads of a block.
const MOST_HEADS: usize = 256;

/// An attention block.
pub(super) struct PackedAttention {
    norm: CellNorm,
    heads: usize,
    /// The number of heads that share keys and values.
    repeats: usize,
    /// From the product of a query and a key to an exponent of 2.
    scale: f32,
    queries: Projection,
    keys: Projection,
    values: Projection,
    /// To the trunk.
    pub(super) output: Projection,
    turning: Turning,
}

/// The memory of an evaluation of attention blocks.
pub(super) struct AttentionSpace {
    /// The channels of one head, before they become codes.
    head: Values,
    queries: Codes,
    keys: Keys,
    values: PointValues,
    /// For each chunk of points, for each cell of a row: sums of products, then the bits of
    /// exponents.
    sums: Vec<[[i32; CHUNK]; LONGEST]>,
    /// For each chunk of points, for each cell of a row: the weights of the points, as codes.
    weights: Vec<[[u32; WORDS]; LONGEST]>,
    /// The results of all heads.
    results: Values,
}

impl AttentionSpace {
    /// Memory for blocks with up to this number of heads.
    pub(super) fn new(grid: &Grid, heads: usize) -> Self {
        let (area, channels) = if heads == 0 { (0, 0) } else { (grid.area(), CHUNK) };
        Self {
            head: Values::new(grid, channels),
            queries: Codes::signed(grid, channels),
            keys: Keys::new(area),
            values: PointValues::new(area),
            sums: vec![[[0; CHUNK]; LONGEST]; chunks(area)],
            weights: vec![[[0; WORDS]; LONGEST]; chunks(area)],
            results: Values::new(grid, heads * CHUNK),
        }
    }
}

impl PackedAttention {
    pub(super) fn new(model: &Attention<IntegerConvolution>) -> Result<Self, Unsupported> {
        let Attention { heads, key_heads, key_length, value_length, .. } = *model;
        if key_length.max(value_length) > CHUNK {
            return Err(Unsupported::Head);
        }
        if heads > MOST_HEADS {
            return Err(Unsupported::Heads);
        }
        let layers = [&model.queries, &model.keys, &model.values, &model.output];
        layers.into_iter().try_for_each(check_signed)?;
        let project = |layer, heads, lane: fn(usize) -> usize| {
            Projection::new(&with_output_heads(layer, heads, lane))
        };
        Ok(Self {
            norm: CellNorm::new(&model.norm),
            heads,
            repeats: heads / key_heads,
            scale: std::f32::consts::LOG2_E / (key_length as f32).sqrt(),
            queries: project(&model.queries, heads, halves),
            keys: project(&model.keys, key_heads, halves),
            values: project(&model.values, key_heads, in_order),
            output: Projection::new(&with_input_heads(&model.output, heads)),
            turning: Turning::new(&Turns::of(model), key_heads),
        })
    }

    /// The number of heads.
    pub(super) fn heads(&self) -> usize {
        self.heads
    }

    /// Makes the codes for the output layer from the trunk.
    #[inline(always)]
    pub(super) fn make_codes(
        &self,
        board: &mut Board,
        codes: &mut CellCodes,
        space: &mut AttentionSpace,
        trunk: &Values,
    ) {
        codes.normalise(&board.grid, &self.norm, trunk);
        for head in 0..self.heads {
            if head % self.repeats == 0 {
                self.remember(board, &codes.codes, head / self.repeats, space);
            }
            self.ask(board, &codes.codes, head, space);
            for row in 0..board.grid.height() {
                self.attend(board, row, head, space);
            }
        }
        codes.set(&board.grid, &space.results, self.heads);
    }

    /// Makes the keys and values of a head.
    #[inline(always)]
    fn remember(
        &self,
        board: &mut Board,
        codes: &Codes,
        key_head: usize,
        space: &mut AttentionSpace,
    ) {
        let AttentionSpace { head: channels, keys, values, .. } = space;
        self.values.apply_chunk(board, codes, key_head, channels);
        values.set(&board.grid, channels);
        self.keys.apply_chunk(board, codes, key_head, channels);
        self.turning.turn_all(&board.grid, key_head, channels);
        keys.set(&board.grid, channels);
    }

    /// Makes the queries of a head.
    #[inline(always)]
    fn ask(&self, board: &mut Board, codes: &Codes, head: usize, space: &mut AttentionSpace) {
        let AttentionSpace { head: channels, queries, .. } = space;
        self.queries.apply_chunk(board, codes, head, channels);
        self.turning.turn_all(&board.grid, head / self.repeats, channels);
        for cell in board.grid.rows().flatten() {
            queries.set_signed(cell, &[*channels.at(0, cell)], self.scale);
        }
    }

    /// Writes the results of a head for the cells of a row.
    #[inline(always)]
    fn attend(&self, board: &Board, row: usize, head: usize, space: &mut AttentionSpace) {
        let AttentionSpace { queries, keys, values, sums, weights, results, .. } = space;
        let cells = board.grid.row(row);
        let width = cells.len();
        for (chunk, sums) in sums.iter_mut().enumerate() {
            Row {
                codes: &queries.cells,
                length: queries.length,
                words: WORDS,
                first: cells.start,
                taps: &[0],
                weights: keys.rows(chunk),
                sums: &mut sums[..width],
            }
            .compute_signed(board.instructions);
        }
        let mut totals = [0.0; LONGEST];
        for (at, (cell, total)) in cells.clone().zip(&mut totals).enumerate() {
            let step = queries.steps().map_or(0.0, |steps| steps[cell]);
            *total = keys.weigh(at, step, sums, weights);
        }
        let mut found = [[0; CHUNK]; LONGEST];
        Row {
            codes: weights.as_flattened(),
            length: LONGEST,
            words: values.rows.len(),
            first: 0,
            taps: &[0],
            weights: &values.rows,
            sums: &mut found[..width],
        }
        .compute_signed(board.instructions);
        for ((cell, found), total) in cells.zip(&found).zip(totals) {
            let result = results.at_mut(head, cell);
            for at in 0..CHUNK {
                result[at] = found[at] as f32 * (values.steps[at] / total);
            }
        }
    }
}
