//! The channels of all cells, as values and as codes.

use super::kernel::{CHUNK, WORDS};
use crate::activation::ROUNDING;
use crate::grid::Grid;
use crate::model::{LARGEST_CODE, LARGEST_SIGNED, Norm};

/// Channels as numbers, by chunk and cell.
pub(super) struct Values {
    cells: Vec<[f32; CHUNK]>,
    length: usize,
}

/// Channels as codes, by chunk and cell; each word holds four channels. Cells outside the board
/// stay 0, which is not the zero of signed codes.
pub(super) struct Codes {
    pub(super) cells: Vec<[u32; WORDS]>,
    pub(super) length: usize,
    /// If the codes are signed, the value of a code of 1 in each cell.
    steps: Option<Vec<f32>>,
}

/// The number added to signed codes, so that none is negative.
pub(super) const ZERO: i32 = LARGEST_SIGNED as i32 + 1;

/// The number of chunks that hold this number of channels.
pub(super) fn chunks(channels: usize) -> usize {
    channels.div_ceil(CHUNK)
}

/// Values in chunks, the last of which ends with zeros.
pub(super) fn padded(values: &[f32]) -> Vec<[f32; CHUNK]> {
    let chunk = |values: &[f32]| {
        let mut chunk = [0.0; CHUNK];
        chunk[..values.len()].copy_from_slice(values);
        chunk
    };
    values.chunks(CHUNK).map(chunk).collect()
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
        Self { cells: vec![[0; WORDS]; chunks(channels) * length], length, steps: None }
    }

    /// Codes from `-LARGEST_SIGNED` to `LARGEST_SIGNED`, with a step for each cell.
    pub(super) fn signed(grid: &Grid, channels: usize) -> Self {
        Self { steps: Some(vec![0.0; grid.length()]), ..Self::new(grid, channels) }
    }

    /// If the codes are signed, the value of a code of 1 in each cell.
    #[inline(always)]
    pub(super) fn steps(&self) -> Option<&[f32]> {
        self.steps.as_deref()
    }

    /// Sets all channels of a cell to signed codes with the smallest step, for these values times
    /// a factor.
    #[inline(always)]
    pub(super) fn set_signed(&mut self, cell: usize, values: &[[f32; CHUNK]], factor: f32) {
        let mut most = [0.0; CHUNK];
        for values in values {
            most = larger(&sizes(values), &most);
        }
        let (codes, step) = signed_steps(largest(most));
        if let Some(steps) = &mut self.steps {
            steps[cell] = step * factor;
        }
        for (chunk, values) in values.iter().enumerate() {
            let mut bytes = [0; CHUNK];
            for at in 0..CHUNK {
                bytes[at] = nearest(values[at] * codes + ZERO as f32);
            }
            self.cells[chunk * self.length + cell] = bytemuck::cast(bytes);
        }
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

/// For values whose largest absolute value is `most`: the number of signed codes in a value of 1,
/// and the value of a code of 1.
#[inline(always)]
pub(super) fn signed_steps(most: f32) -> (f32, f32) {
    let largest_code = f32::from(LARGEST_SIGNED);
    let codes = if most > 0.0 { largest_code / most } else { 0.0 };
    (codes, most / largest_code)
}

/// The nearest code; of two, the even one.
#[inline(always)]
fn code(value: f32) -> u8 {
    let least = if value > 0.0 { value } else { 0.0 };
    nearest(if least < LARGEST_CODE { least } else { LARGEST_CODE })
}

/// The lowest eight bits of the whole number that is nearest to a value between -2^22 and 2^22.
#[inline(always)]
pub(super) fn nearest(value: f32) -> u8 {
    (value + ROUNDING).to_bits() as u8
}

/// The whole number that is nearest to a value between -2^22 and 2^22.
#[inline(always)]
pub(super) fn whole(value: f32) -> f32 {
    (value + ROUNDING) - ROUNDING
}

/// The larger one of each two values.
///
/// Where only a larger value replaces another in memory, the compiler writes through a mask, for
/// which AMD's processors take long.
#[inline(always)]
pub(super) fn larger(first: &[f32; CHUNK], second: &[f32; CHUNK]) -> [f32; CHUNK] {
    let mut result = [0.0; CHUNK];
    for at in 0..CHUNK {
        result[at] = if first[at] > second[at] { first[at] } else { second[at] };
    }
    result
}

/// The absolute values.
#[inline(always)]
pub(super) fn sizes(values: &[f32; CHUNK]) -> [f32; CHUNK] {
    let mut result = [0.0; CHUNK];
    for at in 0..CHUNK {
        result[at] = values[at].abs();
    }
    result
}

/// The largest of some values.
#[inline(always)]
pub(super) fn largest(mut values: [f32; CHUNK]) -> f32 {
    let mut half = CHUNK / 2;
    while half > 0 {
        for at in 0..half {
            let other = values[at + half];
            values[at] = if other > values[at] { other } else { values[at] };
        }
        half /= 2;
    }
    values[0]
}

/// The sum, in the order of a balanced tree.
#[inline(always)]
pub(super) fn total(mut values: [f32; CHUNK]) -> f32 {
    let mut half = CHUNK / 2;
    while half > 0 {
        for at in 0..half {
            values[at] += values[at + half];
        }
        half /= 2;
    }
    values[0]
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
        let pairs = padded(factors).into_iter().zip(padded(terms));
        pairs.map(|(factors, terms)| Self { factors, terms }).collect()
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
