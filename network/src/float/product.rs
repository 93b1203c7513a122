//! The product of the cells of a board with weights, on which an evaluation spends its time:
//! convolutions, matrices and attention.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::dispatch::{Instructions, Kernel};

/// The unit in which the channels of a buffer are counted: all tiles are as wide or divide it.
pub(super) const WIDTH: usize = 32;

/// A product that is added to, or written to, the cells of a buffer.
///
/// Each output of a cell is the sum, over the taps and the input channels, of an input of the cell
/// at the tap's distance times a weight.
pub(super) struct Product<'a> {
    /// The inputs, all channels of a cell side by side.
    pub(super) input: &'a [f32],
    /// The index of the first input of the first cell.
    pub(super) first_input: usize,
    /// The distance of two cells in `input`.
    pub(super) input_stride: usize,
    /// The number of input channels.
    pub(super) inputs: usize,
    /// The distances in cells from which inputs come.
    pub(super) taps: &'a [isize],
    /// The weights: for each tap and input a row of [`WIDTH`] outputs, at distances of `row`; the
    /// rows of the next [`WIDTH`] outputs follow at `block`.
    pub(super) weights: &'a [f32],
    /// The distance of two rows of weights.
    pub(super) row: usize,
    /// The distance of two blocks of weights.
    pub(super) block: usize,
    /// The outputs.
    pub(super) output: &'a mut [f32],
    /// The index of the first output of the first cell.
    pub(super) first_output: usize,
    /// The distance of two cells in `output`.
    pub(super) output_stride: usize,
    /// The number of output channels, a multiple of [`WIDTH`].
    pub(super) outputs: usize,
    /// The number of cells. Some cells after the last may be written too.
    pub(super) cells: usize,
    /// Whether the product is added to what is in `output`.
    pub(super) adds: bool,
}

/// The largest number of cells in a tile. Fewer than this many cells after the last one may be read
/// and written.
pub(super) const MOST_CELLS: usize = 12;

impl Product<'_> {
    /// Computes the product.
    pub(super) fn compute(self, instructions: Instructions) {
        Kernel {
            #[cfg(target_arch = "x86_64")]
            avx512: avx512::product,
            #[cfg(target_arch = "x86_64")]
            avx2: avx2::product,
            portable: portable::product,
        }
        .run(instructions, self);
    }
}

/// Writes the loops for one instruction set: tiles of as many cells as there are names of rows, by
/// two vectors of channels. All sums of a tile stay in registers, because each has a name.
macro_rules! loops {
    (
        $(#[$features:meta])* $vector:ty, $lanes:literal, [$($at:literal $row:ident $low:ident $high:ident)*],
        $load:expr, $splat:expr, $fma:expr, $store:expr
    ) => {
        const CELLS: usize = [$($at),*].len();

        $(#[$features])*
        pub(super) fn product(mut product: Product<'_>) {
            for output in (0..product.outputs).step_by(2 * $lanes) {
                for cell in (0..product.cells).step_by(CELLS) {
                    tile(&mut product, cell, output);
                }
            }
        }

        $(#[$features])*
        #[inline]
        fn tile(product: &mut Product<'_>, cell: usize, output: usize) {
            $(let (mut $low, mut $high): ($vector, $vector) = ($splat(0.0), $splat(0.0));)*
            let &mut Product { inputs, input_stride, row, .. } = product;
            let weights = &product.weights[output / WIDTH * product.block + output % WIDTH..];
            let start = product.first_input + cell * input_stride;
            for (tap, &distance) in product.taps.iter().enumerate() {
                let start = start.wrapping_add_signed(distance * input_stride as isize);
                $(let $row = &product.input[start + $at * input_stride..][..inputs];)*
                let mut weights = &weights[tap * inputs * row..];
                for channel in 0..inputs {
                    let [low, high] = [&weights[..$lanes], &weights[$lanes..2 * $lanes]];
                    let (low, high): ($vector, $vector) = ($load(low), $load(high));
                    $(
                        let value: $vector = $splat($row[channel]);
                        $low = $fma(value, low, $low);
                        $high = $fma(value, high, $high);
                    )*
                    weights = weights.get(row..).unwrap_or_default();
                }
            }
            let start = product.first_output + cell * product.output_stride + output;
            let (stride, adds) = (product.output_stride, product.adds);
            let outputs = &mut product.output[start..];
            $(
                let cell = &mut outputs[$at * stride..][..2 * $lanes];
                $store(&mut cell[..$lanes], $low, adds);
                $store(&mut cell[$lanes..], $high, adds);
            )*
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::*;

    loops! {
        #[target_feature(enable = "avx512f,avx2,fma")]
        __m512, 16,
        [0 r0 l0 h0 1 r1 l1 h1 2 r2 l2 h2 3 r3 l3 h3 4 r4 l4 h4 5 r5 l5 h5
         6 r6 l6 h6 7 r7 l7 h7 8 r8 l8 h8 9 r9 l9 h9 10 r10 l10 h10 11 r11 l11 h11],
        load, _mm512_set1_ps, _mm512_fmadd_ps, store
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn load(from: &[f32]) -> __m512 {
        bytemuck::pod_read_unaligned(bytemuck::cast_slice(from))
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn store(into: &mut [f32], sum: __m512, adds: bool) {
        let sum = if adds { _mm512_add_ps(load(into), sum) } else { sum };
        into.copy_from_slice(&bytemuck::cast::<__m512, [f32; 16]>(sum));
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::*;

    loops! {
        #[target_feature(enable = "avx2,fma")]
        __m256, 8,
        [0 r0 l0 h0 1 r1 l1 h1 2 r2 l2 h2 3 r3 l3 h3 4 r4 l4 h4 5 r5 l5 h5],
        load, _mm256_set1_ps, _mm256_fmadd_ps, store
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(from: &[f32]) -> __m256 {
        bytemuck::pod_read_unaligned(bytemuck::cast_slice(from))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(into: &mut [f32], sum: __m256, adds: bool) {
        let sum = if adds { _mm256_add_ps(load(into), sum) } else { sum };
        into.copy_from_slice(&bytemuck::cast::<__m256, [f32; 8]>(sum));
    }
}

mod portable {
    use super::*;
    use wide::f32x4;

    loops! {
        f32x4, 4,
        [0 r0 l0 h0 1 r1 l1 h1 2 r2 l2 h2 3 r3 l3 h3 4 r4 l4 h4 5 r5 l5 h5],
        load, f32x4::splat, multiply_add, store
    }

    #[inline(always)]
    fn load(from: &[f32]) -> f32x4 {
        f32x4::new([from[0], from[1], from[2], from[3]])
    }

    #[inline(always)]
    fn multiply_add(a: f32x4, b: f32x4, c: f32x4) -> f32x4 {
        a * b + c
    }

    #[inline(always)]
    fn store(into: &mut [f32], sum: f32x4, adds: bool) {
        let sum = if adds { load(into) + sum } else { sum };
        into.copy_from_slice(&sum.to_array());
    }
}
