//! The products of the convolutions that Winograd's algorithm has transformed.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::kernel::CHUNK;
use crate::dispatch::{Instructions, Kernel};

/// The number of pairs of channels in a chunk. A word holds the 16-bit values of a pair.
pub(super) const PAIRS: usize = CHUNK / 2;

/// The number of halves of a chunk. With AVX2, half a chunk of outputs for six tiles has 12 vectors
/// of sums, which leaves 4 registers for all else.
pub(super) const HALVES: usize = 2;
/// The number of outputs of half a chunk.
pub(super) const HALF: usize = CHUNK / HALVES;
/// The weights of half a chunk of outputs for one pair of inputs.
pub(super) type HalfRow = [u32; HALF];

/// One of the transformed values of each tile, its weights, and where the products are written.
///
/// The product of an output in a tile is the sum over the input channels of the value times a
/// weight. It wraps.
pub(super) struct Product<'a> {
    /// The number of the transformed value.
    pub(super) value: usize,
    /// The number of transformed values of a tile.
    pub(super) of_tile: usize,
    /// The number of chunks of input channels.
    pub(super) chunks: usize,
    /// The values, by tile, chunk and number.
    pub(super) values: &'a [[u32; PAIRS]],
    /// The weights of a chunk of outputs, for each half, for each pair of input channels.
    pub(super) weights: &'a [HalfRow],
    /// The products, by tile and number.
    pub(super) products: &'a mut [[i32; CHUNK]],
}

impl Product<'_> {
    /// Computes the sums.
    pub(super) fn compute(self, instructions: Instructions) {
        Kernel {
            #[cfg(target_arch = "x86_64")]
            // Only tests come here with AVX-512: see `Tiles::pay`.
            avx512: avx2::sums,
            #[cfg(target_arch = "x86_64")]
            avx2: avx2::sums,
            portable: portable::sums,
        }
        .run(instructions, self);
    }

    /// The number of tiles.
    fn tiles(&self) -> usize {
        self.products.len() / self.of_tile
    }

    /// Writes the products of half a chunk of outputs, of the tiles from this one on.
    #[inline(always)]
    fn write(&mut self, from: usize, half: usize, products: &[[i32; HALF]]) {
        let tiles = self.products.chunks_exact_mut(self.of_tile).skip(from);
        for (tile, products) in tiles.zip(products) {
            let halves: &mut [[i32; HALF]; HALVES] = bytemuck::cast_mut(&mut tile[self.value]);
            halves[half] = *products;
        }
    }
}

/// The loop over the inputs of `$count` tiles from `$from`: runs `$body` with the values of the
/// tiles, the index of a pair, and its row of weights for one half of the outputs.
macro_rules! for_each_pair {
    ($product:ident, $half:ident, $from:ident, $count:ident, |$tiles:ident, $pair:ident, $weights:ident| $body:block) => {
        let Product { value, of_tile, chunks, values, weights, .. } = $product;
        let of_half = weights.len() / HALVES;
        let rows = &weights[$half * of_half..][..of_half];
        for (chunk, rows) in rows.chunks(PAIRS).enumerate() {
            let mut $tiles = [&[0; PAIRS]; $count];
            for (number, tile) in $tiles.iter_mut().enumerate() {
                *tile = &values[(($from + number) * *chunks + chunk) * *of_tile + *value];
            }
            for ($pair, $weights) in (0..PAIRS).zip(rows) $body
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::*;

    /// The number of vectors of outputs.
    const VECTORS: usize = 2;
    /// The number of tiles whose sums stay in registers.
    const TILES: usize = 6;

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn sums(mut product: Product<'_>) {
        let tiles = product.tiles();
        for half in 0..HALVES {
            for from in (0..tiles).step_by(TILES) {
                match tiles - from {
                    1 => part::<1>(&mut product, from, half),
                    2 => part::<2>(&mut product, from, half),
                    3 => part::<3>(&mut product, from, half),
                    4 => part::<4>(&mut product, from, half),
                    5 => part::<5>(&mut product, from, half),
                    _ => part::<TILES>(&mut product, from, half),
                }
            }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn part<const N: usize>(product: &mut Product<'_>, from: usize, half: usize) {
        let mut sums = [[_mm256_setzero_si256(); VECTORS]; N];
        for_each_pair!(product, half, from, N, |tiles, pair, weights| {
            let weights: [__m256i; VECTORS] = bytemuck::cast(*weights);
            for (sums, tile) in sums.iter_mut().zip(tiles) {
                let values = _mm256_set1_epi32(tile[pair].cast_signed());
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(values, weights));
                }
            }
        });
        product.write(from, half, bytemuck::cast_slice(sums.as_flattened()));
    }
}

mod portable {
    use super::*;
    use wide::{i16x8, i32x4};

    const LANES: usize = 4;
    /// The number of vectors of outputs.
    const VECTORS: usize = HALF / LANES;
    /// The number of tiles whose sums stay in registers.
    const TILES: usize = 2;

    pub(super) fn sums(mut product: Product<'_>) {
        let tiles = product.tiles();
        for half in 0..HALVES {
            for from in (0..tiles).step_by(TILES) {
                match tiles - from {
                    1 => part::<1>(&mut product, from, half),
                    _ => part::<TILES>(&mut product, from, half),
                }
            }
        }
    }

    fn part<const N: usize>(product: &mut Product<'_>, from: usize, half: usize) {
        let mut sums = [[i32x4::ZERO; VECTORS]; N];
        for_each_pair!(product, half, from, N, |tiles, pair, weights| {
            let weights: &[[i16; 2 * LANES]; VECTORS] = bytemuck::cast_ref(weights);
            let weights = weights.map(i16x8::new);
            for (sums, tile) in sums.iter_mut().zip(tiles) {
                let values = i16x8::new(bytemuck::cast([tile[pair]; LANES]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum += values.dot(weights);
                }
            }
        });
        product.write(from, half, bytemuck::cast_slice(sums.as_flattened()));
    }
}
