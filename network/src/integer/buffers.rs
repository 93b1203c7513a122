//! The channels of all cells, as values and as codes.

use super::kernel::{CHUNK, WORDS};
use crate::grid::Grid;
use crate::model::{LARGEST_CODE, Norm};

/// Channels as numbers, by chunk and cell.
pub(super) struct Values {
    cells: Vec<[f32; CHUNK]>,
    length: usize,
}

/// Channels as codes, by chunk and cell; each word holds four channels. Cells outside the board
/// stay 0.
pub(super) struct Codes {
    pub(super) cells: Vec<[u32; WORDS]>,
    pub(super) length: usize,
}

/// The number of chunks that hold this number of channels.
pub(super) fn chunks(channels: usize) -> usize {
    channels.div_ceil(CHUNK)
}

impl Values {
    pub(super) fn new(grid: &Grid, channels: usize) -> Self {
        let length = grid.length();
        Self { cells: vec![[0.0; CHUNK]; chunks(channels) * length], length }
    }

    /// The channels of a chunk in a cell.
    #[inline(always)]
    pub(super) fn at(&self, chunk: usize, cell: usize) -> &[f32; CHUNK] {
        &self.cells[chunk * self.length + cell]
    }

    /// The channels of a chunk in a cell.
    #[inline(always)]
    pub(super) fn at_mut(&mut self, chunk: usize, cell: usize) -> &mut [f32; CHUNK] {
        &mut self.cells[chunk * self.length + cell]
    }
}

impl Codes {
    pub(super) fn new(grid: &Grid, channels: usize) -> Self {
        let length = grid.length();
        Self { cells: vec![[0; WORDS]; chunks(channels) * length], length }
    }

    /// The number of chunks.
    pub(super) fn chunks(&self) -> usize {
        self.cells.len() / self.length
    }

    /// Sets the channels of a chunk in a cell to their nearest codes.
    #[inline(always)]
    pub(super) fn set(&mut self, chunk: usize, cell: usize, values: &[f32; CHUNK]) {
        let mut bytes = [0; CHUNK];
        for (byte, value) in bytes.iter_mut().zip(values) {
            *byte = code(*value);
        }
        self.cells[chunk * self.length + cell] = bytemuck::cast(bytes);
    }
}

/// The nearest code; of two, the even one.
#[inline(always)]
fn code(value: f32) -> u8 {
    // The sum of a float below 2^22 and this number has the whole number nearest to it in its lowest
    // bits.
    const ROUNDING: f32 = 12_582_912.0;
    let least = if value > 0.0 { value } else { 0.0 };
    let limited = if least < LARGEST_CODE { least } else { LARGEST_CODE };
    (limited + ROUNDING).to_bits() as u8
}

/// The factors and terms of a chunk of channels.
#[derive(Clone, Copy)]
pub(super) struct Linear {
    pub(super) factors: [f32; CHUNK],
    pub(super) terms: [f32; CHUNK],
}

impl Linear {
    /// Splits factors and terms into chunks. Channels beyond the last get zeros.
    pub(super) fn chunks(factors: &[f32], terms: &[f32]) -> Vec<Self> {
        let split = |(factors, terms): (&[f32], &[f32])| {
            let mut linear = Self { factors: [0.0; CHUNK], terms: [0.0; CHUNK] };
            linear.factors[..factors.len()].copy_from_slice(factors);
            linear.terms[..terms.len()].copy_from_slice(terms);
            linear
        };
        factors.chunks(CHUNK).zip(terms.chunks(CHUNK)).map(split).collect()
    }

    /// The factors and terms of a normalisation.
    pub(super) fn of_norm(norm: &Norm) -> Vec<Self> {
        Self::chunks(&norm.scale, &norm.bias)
    }

    /// The values times the factors plus the terms, each rounded twice, as on any processor.
    #[inline(always)]
    pub(super) fn apply(&self, values: &[f32; CHUNK]) -> [f32; CHUNK] {
        let mut result = [0.0; CHUNK];
        for at in 0..CHUNK {
            result[at] = values[at] * self.factors[at] + self.terms[at];
        }
        result
    }
}
