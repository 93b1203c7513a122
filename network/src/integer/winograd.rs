//! Convolutions with a window of 3x3 by Winograd's algorithm (Lavin and Gray, Fast algorithms for
//! convolutional neural networks, 2015, section 4), exactly, in integers.
//!
//! The board is cut into tiles, of 3x3 or of 4x4 cells. The 5x5 or 6x6 codes that a tile depends on
//! are transformed, the convolution becomes a product with one matrix for each of the transformed
//! values, and the products are transformed back into the sums of the tile. That needs 25 instead
//! of 81 multiplications for the 9 cells of a tile, or 36 instead of 144 for 16 cells.
//!
//! All arithmetic is modulo 2^32. The transformation back yields the sum times 9 times a power of
//! two; 9 has an inverse modulo 2^32, and the shift is exact as long as the sum times that power
//! fits into 32 bits.
//!
//! A tile may reach beyond the board, so that its window has cells of other rows in it. They change
//! only sums outside the board.

use std::sync::OnceLock;

use super::buffers::{Codes, chunks};
use super::direct::DirectWeights;
use super::kernel::CHUNK;
use super::pairs::{HALF, HALVES, HalfRow, PAIRS, Product};
use super::tiling::{Fours, Threes, Tiling, WINDOW};
use crate::dispatch::Instructions;
use crate::grid::Grid;
use crate::model::{IntegerConvolution, LARGEST_CODE, LARGEST_WEIGHT};

/// The width in bits of the sums that survive a transformation back: [`Fours`], which doubles most
/// often, leaves the fewest.
const CERTAIN_BITS: u32 = i32::BITS - <Fours as Tiling<4, 6>>::DOUBLINGS;
/// The most input channels whose sums always fit into [`CERTAIN_BITS`], with their sign.
const MOST_INPUTS: usize =
    (1 << (CERTAIN_BITS - 1)) / (LARGEST_CODE as usize * LARGEST_WEIGHT as usize * WINDOW * WINDOW);

/// The weights of a convolution, transformed when they are first used.
pub(super) struct WinogradWeights {
    inputs: usize,
    /// For each chunk of outputs, for each transformed value, for each half of the chunk, for each
    /// pair of inputs.
    threes: OnceLock<Vec<HalfRow>>,
    /// The same for tiles of 4x4.
    fours: OnceLock<Vec<HalfRow>>,
}

/// The tiles of a board, and memory for what becomes of their codes.
pub(super) struct Tiles {
    size: TileSize,
    count: usize,
    /// The transformed codes, by tile, chunk of inputs and transformed value.
    values: Vec<[u32; PAIRS]>,
    /// The products with a chunk of weights, by tile and transformed value.
    products: Vec<[i32; CHUNK]>,
}

/// A size of tiles.
#[derive(Clone, Copy)]
enum TileSize {
    Threes,
    Fours,
}

impl TileSize {
    /// The size with which a board needs fewer multiplications.
    fn of(grid: &Grid) -> Self {
        let products = |size: Self| grid.tiles(size.side()) * size.values();
        if products(Self::Fours) < products(Self::Threes) { Self::Fours } else { Self::Threes }
    }

    /// The number of cells of a side.
    fn side(self) -> usize {
        match self {
            Self::Threes => 3,
            Self::Fours => 4,
        }
    }

    /// The number of transformed values of a tile and channel.
    fn values(self) -> usize {
        (self.side() + WINDOW - 1).pow(2)
    }
}

impl WinogradWeights {
    /// The weights of a convolution; `None` if its window is not 3x3, or it has so many inputs that
    /// its sums might be too large.
    pub(super) fn new(model: &IntegerConvolution) -> Option<Self> {
        let IntegerConvolution { height: WINDOW, width: WINDOW, inputs, .. } = *model else {
            return None;
        };
        let [threes, fours] = [OnceLock::new(), OnceLock::new()];
        (inputs <= MOST_INPUTS).then_some(Self { inputs, threes, fours })
    }

    /// The number of pairs of input channels.
    fn pairs(&self) -> usize {
        self.inputs.div_ceil(2)
    }

    /// The number of chunks of input channels.
    fn chunks(&self) -> usize {
        chunks(self.inputs)
    }

    /// Transforms the codes, of which a chunk of sums after the other can then be computed.
    #[inline(always)]
    pub(super) fn begin(&self, grid: &Grid, tiles: &mut Tiles, codes: &Codes) {
        match tiles.size {
            TileSize::Threes => tiles.transform::<Threes, 3, 5>(grid, codes, self.chunks()),
            TileSize::Fours => tiles.transform::<Fours, 4, 6>(grid, codes, self.chunks()),
        }
    }

    /// Writes the sums of a chunk of outputs, by cell, given the weights as they were.
    #[inline(always)]
    pub(super) fn sums(
        &self,
        direct: &DirectWeights,
        grid: &Grid,
        instructions: Instructions,
        tiles: &mut Tiles,
        chunk: usize,
        sums: &mut [[i32; CHUNK]],
    ) {
        let rows = match tiles.size {
            TileSize::Threes => {
                self.threes.get_or_init(|| transformed::<Threes, 3, 5>(direct, self.inputs))
            }
            TileSize::Fours => {
                self.fours.get_or_init(|| transformed::<Fours, 4, 6>(direct, self.inputs))
            }
        };
        let of_tile = tiles.size.values();
        let rows = rows.chunks_exact(HALVES * self.pairs()).skip(chunk * of_tile).take(of_tile);
        for (value, weights) in rows.enumerate() {
            Product {
                value,
                of_tile,
                chunks: self.chunks(),
                values: &tiles.values,
                weights,
                products: &mut tiles.products,
            }
            .compute(instructions);
        }
        match tiles.size {
            TileSize::Threes => tiles.transform_back::<Threes, 3, 5>(grid, sums),
            TileSize::Fours => tiles.transform_back::<Fours, 4, 6>(grid, sums),
        }
    }
}

/// The transformed weights of a convolution with this number of inputs.
fn transformed<T: Tiling<SIDE, SPAN>, const SIDE: usize, const SPAN: usize>(
    direct: &DirectWeights,
    inputs: usize,
) -> Vec<HalfRow> {
    let pairs = inputs.div_ceil(2);
    let of_value = HALVES * pairs;
    let mut rows = vec![[0; HALF]; direct.chunks(WINDOW * WINDOW) * SPAN * SPAN * of_value];
    let mut windows = [[[0; CHUNK]; WINDOW]; WINDOW];
    let mut lines = [[[0; CHUNK]; SPAN]; WINDOW];
    let mut found = [[0; CHUNK]; SPAN];
    for (chunk, rows) in rows.chunks_exact_mut(SPAN * SPAN * of_value).enumerate() {
        for input in 0..inputs {
            for (tap, weights) in windows.as_flattened_mut().iter_mut().enumerate() {
                *weights = direct.of_input(chunk * WINDOW * WINDOW + tap, input);
            }
            for (window, line) in windows.iter().zip(&mut lines) {
                T::weights(window.each_ref(), line);
            }
            for column in 0..SPAN {
                T::weights(lines.each_ref().map(|line| &line[column]), &mut found);
                for (row, found) in found.iter().enumerate() {
                    let value = column * SPAN + row;
                    let halves: &[[i16; HALF]; HALVES] = bytemuck::cast_ref(found);
                    for (half, weights) in halves.iter().enumerate() {
                        let row = &mut rows[value * of_value + half * pairs + input / 2];
                        for (pair, weight) in row.iter_mut().zip(weights) {
                            *pair |= u32::from(weight.cast_unsigned()) << (16 * (input % 2));
                        }
                    }
                }
            }
        }
    }
    rows
}

impl Tiles {
    /// Whether Winograd's algorithm is faster with these instructions. With VNNI, direct
    /// convolutions are limited by arithmetic, and transformed ones seem to be by reading their
    /// weights, which are 5 to 8 times as large: they took 1.3 to 2.2 times as long
    /// (docs/networks-measured.md).
    pub(super) fn pay(instructions: Instructions) -> bool {
        !instructions.has_vnni()
    }

    /// The cells that a buffer needs before and after a board of this width, beside the margin for
    /// any window of 3x3. A tile may reach three rows of `width + 1` cells, and three cells, beyond
    /// the board. For wider windows, rows are longer, but the other margin grows by more.
    pub(super) fn margin(width: usize) -> usize {
        3 * (width + 2)
    }

    /// Memory for convolutions with up to this number of chunks of inputs.
    pub(super) fn new(grid: &Grid, chunks: usize) -> Self {
        let size = TileSize::of(grid);
        let (count, of_tile) = (grid.tiles(size.side()), size.values());
        Self {
            size,
            count,
            values: vec![[0; PAIRS]; count * chunks * of_tile],
            products: vec![[0; CHUNK]; count * of_tile],
        }
    }

    /// Transforms some chunks of codes.
    #[inline(always)]
    fn transform<T: Tiling<SIDE, SPAN>, const SIDE: usize, const SPAN: usize>(
        &mut self,
        grid: &Grid,
        codes: &Codes,
        chunks: usize,
    ) {
        let mut lines = [[[0; CHUNK]; SPAN]; SPAN];
        let bytes: &[[u8; CHUNK]] = bytemuck::cast_slice(&codes.cells);
        let values: &mut [[i16; CHUNK]] = bytemuck::cast_slice_mut(&mut self.values);
        let (values, _) = values.as_chunks_mut::<SPAN>();
        for (number, values) in values.chunks_exact_mut(chunks * SPAN).take(self.count).enumerate()
        {
            // The window begins a row above the tile and a cell to its left.
            let first = grid.tile(SIDE, number).cell - grid.stride() - 1;
            let cells = bytes.chunks_exact(codes.length);
            for (columns, cells) in values.chunks_exact_mut(SPAN).zip(cells) {
                for (row, line) in lines.iter_mut().enumerate() {
                    let start = first + row * grid.stride();
                    let Some(cells) = cells[start..].first_chunk::<SPAN>() else {
                        debug_assert!(false, "the margin holds every window");
                        return;
                    };
                    T::forwards(cells.each_ref(), line);
                }
                for (column, values) in columns.iter_mut().enumerate() {
                    T::forwards(lines.each_ref().map(|line| &line[column]), values);
                }
            }
        }
    }

    /// Makes the sums of all cells of the products.
    #[inline(always)]
    fn transform_back<T: Tiling<SIDE, SPAN>, const SIDE: usize, const SPAN: usize>(
        &self,
        grid: &Grid,
        sums: &mut [[i32; CHUNK]],
    ) {
        let mut columns = [[[0; CHUNK]; SIDE]; SPAN];
        let mut found = [[0; CHUNK]; SIDE];
        let (products, _) = self.products.as_chunks::<SPAN>();
        for (number, products) in products.chunks_exact(SPAN).enumerate() {
            for (products, column) in products.iter().zip(&mut columns) {
                T::backwards(products.each_ref(), column);
            }
            let tile = grid.tile(SIDE, number);
            for row in 0..tile.height {
                T::backwards(columns.each_ref().map(|column| &column[row]), &mut found);
                let first = tile.cell + row * grid.stride();
                for (sums, found) in sums[first..][..tile.width].iter_mut().zip(&found) {
                    for (sum, found) in sums.iter_mut().zip(found) {
                        *sum = ninth(*found) >> T::DOUBLINGS;
                    }
                }
            }
        }
    }
}

/// The number that, times 9, yields this one in 32 bits.
#[inline(always)]
fn ninth(product: i32) -> i32 {
    const INVERSE: i32 = 0x38E3_8E39;
    const { assert!(INVERSE.wrapping_mul(9) == 1) };
    product.wrapping_mul(INVERSE)
}
