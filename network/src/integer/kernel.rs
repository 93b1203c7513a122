//! The sums of products of a convolution, on which an evaluation spends its time.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::dispatch::{Instructions, Kernel};

/// The number of channels of a chunk, the unit in which buffers hold channels.
pub(super) const CHUNK: usize = 32;
/// The number of words of a cell in a chunk. Each word holds the codes of four channels.
pub(super) const WORDS: usize = CHUNK / 4;

/// The weights of a chunk of outputs for one word of inputs: four bytes an output.
pub(super) type WeightRow = [u32; CHUNK];

/// The inputs and weights of a row, and where its sums are written.
///
/// The sum of an output in a cell is over the taps and the input channels: the input at the tap's
/// distance from the cell times a weight.
pub(super) struct Row<'a> {
    /// The inputs, by chunk and cell.
    pub(super) codes: &'a [[u32; WORDS]],
    /// The number of cells of a chunk.
    pub(super) length: usize,
    /// The number of words of input channels.
    pub(super) words: usize,
    /// The index of the first cell of the row.
    pub(super) first: usize,
    /// The distances in cells from which inputs come.
    pub(super) taps: &'a [isize],
    /// The weights, for each tap and word of inputs.
    pub(super) weights: &'a [WeightRow],
    /// The sums of each cell.
    pub(super) sums: &'a mut [[i32; CHUNK]],
}

impl Row<'_> {
    /// Computes the sums.
    pub(super) fn compute(self, instructions: Instructions) {
        Kernel {
            #[cfg(target_arch = "x86_64")]
            avx512: avx512::sums,
            #[cfg(target_arch = "x86_64")]
            avx2: avx2::sums,
            portable: portable::sums,
        }
        .run(instructions, self);
    }

    /// Computes the sums of signed codes and weights.
    pub(super) fn compute_signed(self, instructions: Instructions) {
        Kernel {
            #[cfg(target_arch = "x86_64")]
            avx512: avx512::sums,
            #[cfg(target_arch = "x86_64")]
            avx2: avx2::signed_sums,
            portable: portable::sums,
        }
        .run(instructions, self);
    }
}

/// The loop over the chunks of inputs of `$count` cells from `$from`: runs `$body` with the words
/// of the cells at `$cells`, and a row of weights for each word at `$rows`.
macro_rules! for_each_chunk {
    ($row:ident, $from:ident, $count:ident, |$cells:ident, $rows:ident| $body:block) => {
        let mut rows = $row.weights;
        for tap in $row.taps {
            let mut start = ($row.first + $from).wrapping_add_signed(*tap);
            let mut left = $row.words;
            while left > 0 {
                let words = left.min(WORDS);
                let Some($cells) = $row.codes[start..].first_chunk::<$count>() else { return };
                let ($rows, rest) = rows.split_at(words);
                $body
                rows = rest;
                left -= words;
                start += $row.length;
            }
        }
    };
}

/// The loop over the inputs of `$count` cells from `$from`: runs `$body` with the words of the
/// cells at `$cells`, the index of the word, and the row of weights.
macro_rules! for_each_input {
    ($row:ident, $from:ident, $count:ident, |$cells:ident, $word:ident, $weights:ident| $body:block) => {
        for_each_chunk!($row, $from, $count, |$cells, these| {
            for ($word, $weights) in these.iter().enumerate() $body
        });
    };
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::*;

    const LANES: usize = 16;
    const VECTORS: usize = CHUNK / LANES;

    /// Rows of more than 12 cells are computed in two parts, so that all sums of a part stay in
    /// registers.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,fma")]
    pub(super) fn sums(mut row: Row<'_>) {
        match row.sums.len() {
            width @ 13.. => {
                let half = width.div_ceil(2);
                part_of(&mut row, 0, half);
                part_of(&mut row, half, width - half);
            }
            width => part_of(&mut row, 0, width),
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,fma")]
    fn part_of(row: &mut Row<'_>, from: usize, count: usize) {
        match count {
            1 => part::<1>(row, from),
            2 => part::<2>(row, from),
            3 => part::<3>(row, from),
            4 => part::<4>(row, from),
            5 => part::<5>(row, from),
            6 => part::<6>(row, from),
            7 => part::<7>(row, from),
            8 => part::<8>(row, from),
            9 => part::<9>(row, from),
            10 => part::<10>(row, from),
            11 => part::<11>(row, from),
            _ => part::<12>(row, from),
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,fma")]
    fn part<const N: usize>(row: &mut Row<'_>, from: usize) {
        let mut sums = [[_mm512_setzero_si512(); VECTORS]; N];
        for_each_input!(row, from, N, |cells, word, weights| {
            let weights: [__m512i; VECTORS] = bytemuck::cast(*weights);
            for (sums, cell) in sums.iter_mut().zip(cells) {
                let cell = _mm512_set1_epi32(cell[word].cast_signed());
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = _mm512_dpbusd_epi32(*sum, cell, weights);
                }
            }
        });
        for (into, sums) in row.sums[from..].iter_mut().zip(sums) {
            *into = bytemuck::cast(sums);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::*;

    const LANES: usize = 8;
    const VECTORS: usize = CHUNK / LANES;

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn sums(mut row: Row<'_>) {
        let width = row.sums.len();
        for from in (0..width).step_by(3) {
            match width - from {
                1 => part::<1>(&mut row, from),
                2 => part::<2>(&mut row, from),
                _ => part::<3>(&mut row, from),
            }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn part<const N: usize>(row: &mut Row<'_>, from: usize) {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [[_mm256_setzero_si256(); VECTORS]; N];
        for_each_input!(row, from, N, |cells, word, weights| {
            let weights: &[__m256i; VECTORS] = &bytemuck::cast(*weights);
            for (sums, cell) in sums.iter_mut().zip(cells) {
                let cell = _mm256_set1_epi32(cell[word].cast_signed());
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    let pairs = _mm256_maddubs_epi16(cell, *weights);
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                }
            }
        });
        for (into, sums) in row.sums[from..].iter_mut().zip(sums) {
            *into = bytemuck::cast(sums);
        }
    }

    /// The number of vectors whose sums of signed codes stay in registers.
    const TOGETHER: usize = 2;

    /// Adds four products in 16 bits before it goes on in 32, for which signed codes and weights
    /// are small enough. This spares one of four multiplications.
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn signed_sums(mut row: Row<'_>) {
        let width = row.sums.len();
        for from in (0..width).step_by(3) {
            for vectors in 0..VECTORS / TOGETHER {
                match width - from {
                    1 => signed_part::<1>(&mut row, from, vectors),
                    2 => signed_part::<2>(&mut row, from, vectors),
                    _ => signed_part::<3>(&mut row, from, vectors),
                }
            }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn signed_part<const N: usize>(row: &mut Row<'_>, from: usize, vectors: usize) {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [[_mm256_setzero_si256(); TOGETHER]; N];
        let of = |weights: &WeightRow| -> [__m256i; TOGETHER] {
            bytemuck::cast(weights.as_chunks::<{ TOGETHER * LANES }>().0[vectors])
        };
        for_each_chunk!(row, from, N, |cells, these| {
            let (pairs, odd) = these.as_chunks::<2>();
            for (pair, weights) in pairs.iter().enumerate() {
                let [first, second] = weights.each_ref().map(of);
                for (sums, cell) in sums.iter_mut().zip(cells) {
                    let a = _mm256_set1_epi32(cell[2 * pair].cast_signed());
                    let b = _mm256_set1_epi32(cell[2 * pair + 1].cast_signed());
                    for (sum, (first, second)) in sums.iter_mut().zip(first.iter().zip(&second)) {
                        let products = _mm256_add_epi16(
                            _mm256_maddubs_epi16(a, *first),
                            _mm256_maddubs_epi16(b, *second),
                        );
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(products, ones));
                    }
                }
            }
            if let [weights] = odd {
                for (sums, cell) in sums.iter_mut().zip(cells) {
                    let cell = _mm256_set1_epi32(cell[2 * pairs.len()].cast_signed());
                    for (sum, weights) in sums.iter_mut().zip(of(weights)) {
                        let products = _mm256_maddubs_epi16(cell, weights);
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(products, ones));
                    }
                }
            }
        });
        for (into, sums) in row.sums[from..].iter_mut().zip(sums) {
            let (parts, _) = into.as_chunks_mut::<{ TOGETHER * LANES }>();
            parts[vectors] = bytemuck::cast(sums);
        }
    }
}

mod portable {
    use super::*;
    use wide::{i16x8, i32x4, u8x16};

    /// The number of outputs whose sums stay in registers.
    const OUTPUTS: usize = 8;

    pub(super) fn sums(mut row: Row<'_>) {
        let width = row.sums.len();
        for from in (0..width).step_by(2) {
            for outputs in 0..CHUNK / OUTPUTS {
                match width - from {
                    1 => part::<1>(&mut row, from, outputs),
                    _ => part::<2>(&mut row, from, outputs),
                }
            }
        }
    }

    fn part<const N: usize>(row: &mut Row<'_>, from: usize, outputs: usize) {
        // Two sums an output: of the first two channels of the words, and of the others.
        let mut sums = [[i32x4::ZERO; OUTPUTS / 2]; N];
        for_each_input!(row, from, N, |cells, word, weights| {
            let weights: &[[[u8; 16]; 2]; CHUNK / OUTPUTS] = bytemuck::cast_ref(weights);
            let [a, b] = weights[outputs].map(u8x16::new);
            let weights = [low(a), high(a), low(b), high(b)];
            for (sums, cell) in sums.iter_mut().zip(cells) {
                let cell = i16x8::from_u8x16_low(bytemuck::cast([cell[word]; 4]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum += cell.dot(weights);
                }
            }
        });
        for (into, sums) in row.sums[from..].iter_mut().zip(sums) {
            let sums: [[i32; 2]; OUTPUTS] = bytemuck::cast(sums);
            for (into, [a, b]) in into[outputs * OUTPUTS..].iter_mut().zip(sums) {
                *into = a + b;
            }
        }
    }

    /// The first eight signed bytes.
    #[inline(always)]
    fn low(bytes: u8x16) -> i16x8 {
        (i16x8::from_u8x16_low(bytes) << 8) >> 8
    }

    /// The last eight signed bytes.
    #[inline(always)]
    fn high(bytes: u8x16) -> i16x8 {
        (i16x8::from_u8x16_high(bytes) << 8) >> 8
    }
}

#[cfg(test)]
mod tests;
