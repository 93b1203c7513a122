//! Convolutions with a window of 3x3 by Winograd's algorithm F(2x2, 3x3), which needs 4/9 of the
//! multiplications (Lavin and Gray, Fast algorithms for convolutional neural networks, 2015,
//! section 4.1).
//!
//! The board is cut into squares of 2x2 cells. The 4x4 inputs that a square depends on are
//! transformed, the convolution becomes a product with one matrix for each of the 16 transformed
//! inputs, and the results are transformed back into the 4 outputs of the square.

use super::buffer::{Buffer, Space};
use super::product::{Product, WIDTH};
use crate::dispatch::Work;
use crate::grid::Grid;
use crate::model::Convolution;

/// The side of a square.
const SIDE: usize = 2;
/// The number of transformed values of a square: 4x4.
const VALUES: usize = 16;
/// The number of squares that are computed together, so that the transformed values stay in the
/// cache. A multiple of the cells of a tile with every instruction set.
const SQUARES: usize = 36;

/// A convolution with transformed weights.
pub(super) struct WinogradConvolution {
    inputs: usize,
    outputs: usize,
    /// For each block of outputs, for each of the [`VALUES`], for each input: [`WIDTH`] weights.
    weights: Vec<f32>,
}

/// The transformation of three weights in a row or column.
fn transformed([a, b, c]: [f32; 3]) -> [f32; 4] {
    [a, 0.5 * (a + b + c), 0.5 * (a - b + c), c]
}

/// The transformed weights of one input and one output.
fn transformed_window(window: [[f32; 3]; 3]) -> [[f32; 4]; 4] {
    let rows = window.map(transformed);
    let columns: [[f32; 4]; 4] =
        std::array::from_fn(|column| transformed(rows.map(|row| row[column])));
    std::array::from_fn(|row| columns.map(|column| column[row]))
}

impl WinogradConvolution {
    /// Transforms a convolution; `None` if its window is not 3x3.
    pub(super) fn new(convolution: &Convolution) -> Option<Self> {
        let Convolution { height: 3, width: 3, inputs, outputs, ref weights } = *convolution else {
            return None;
        };
        let mut packed = vec![0.0; outputs.div_ceil(WIDTH) * VALUES * inputs * WIDTH];
        for input in 0..inputs {
            for output in 0..outputs {
                let at =
                    |row, column| weights[((row * 3 + column) * inputs + input) * outputs + output];
                let window =
                    std::array::from_fn(|row| std::array::from_fn(|column| at(row, column)));
                for (value, weight) in transformed_window(window).into_iter().flatten().enumerate()
                {
                    let row = (output / WIDTH * VALUES + value) * inputs + input;
                    packed[row * WIDTH + output % WIDTH] = weight;
                }
            }
        }
        Some(Self { inputs, outputs, weights: packed })
    }

    /// Computes the outputs of all cells from `input`, and adds them to `output` if `adds`, or
    /// otherwise replaces it by them.
    pub(super) fn apply(&self, space: &mut Space, input: &Buffer, output: &mut Buffer, adds: bool) {
        let stride = self.inputs.next_multiple_of(WIDTH);
        let mut values = space.take_any(VALUES * SQUARES * stride);
        let mut products = space.take_any(VALUES * SQUARES * WIDTH);
        let (instructions, grid) = (space.instructions, space.grid);
        let count = grid.tiles(SIDE);
        for start in (0..count).step_by(SQUARES) {
            let squares = start..count.min(start + SQUARES);
            let cells = squares.len();
            instructions.run(Forwards {
                grid,
                squares: squares.clone(),
                input,
                values: &mut values,
            });
            let blocks = self.weights.chunks_exact(VALUES * self.inputs * WIDTH);
            for (block, weights) in blocks.enumerate() {
                for (value, weights) in weights.chunks_exact(self.inputs * WIDTH).enumerate() {
                    Product {
                        input: &values,
                        first_input: value * SQUARES * stride,
                        input_stride: stride,
                        inputs: self.inputs,
                        taps: &[0],
                        weights,
                        row: WIDTH,
                        block: 0,
                        output: &mut products,
                        first_output: value * SQUARES * WIDTH,
                        output_stride: WIDTH,
                        outputs: WIDTH,
                        cells,
                        adds: false,
                    }
                    .compute(instructions);
                }
                let squares = squares.clone();
                instructions.run(Backwards {
                    grid,
                    squares,
                    products: &products,
                    block,
                    output,
                    adds,
                });
            }
        }
        space.give_values([values, products]);
    }

    /// The number of output channels.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }
}

/// Some channels of a cell.
type Channels = [f32; WIDTH];

#[inline(always)]
fn add(a: &Channels, b: &Channels) -> Channels {
    let mut sum = *a;
    sum.iter_mut().zip(b).for_each(|(sum, b)| *sum += b);
    sum
}

#[inline(always)]
fn subtract(a: &Channels, b: &Channels) -> Channels {
    let mut difference = *a;
    difference.iter_mut().zip(b).for_each(|(difference, b)| *difference -= b);
    difference
}

/// Four elements at equal distances.
#[inline(always)]
fn four(from: &[Channels], start: usize, step: usize) -> [&Channels; 4] {
    [&from[start], &from[start + step], &from[start + 2 * step], &from[start + 3 * step]]
}

/// The transformation of four inputs in a row or column.
#[inline(always)]
fn forwards(inputs: [&Channels; 4]) -> [Channels; 4] {
    let [a, b, c, d] = inputs;
    [subtract(a, c), add(b, c), subtract(c, b), subtract(b, d)]
}

/// The transformation of four products in a row or column into two outputs.
#[inline(always)]
fn backwards(products: [&Channels; 4]) -> [Channels; 2] {
    let [a, b, c, d] = products;
    let (sum, difference) = (add(b, c), subtract(b, c));
    [add(a, &sum), subtract(&difference, d)]
}

/// Transforms the inputs of some squares into `values`.
struct Forwards<'a> {
    grid: Grid,
    squares: std::ops::Range<usize>,
    input: &'a Buffer,
    values: &'a mut [f32],
}

impl Work for Forwards<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { grid, squares, input, values } = self;
        let blocks = input.stride / WIDTH;
        let (cells, _) = input.values.as_chunks::<WIDTH>();
        let (values, _) = values.as_chunks_mut::<WIDTH>();
        let line = grid.stride() * blocks;
        for (number, square) in squares.enumerate() {
            // The window begins a row above the square and a cell to its left.
            let first = (grid.tile(SIDE, square).cell - grid.stride() - 1) * blocks;
            for block in 0..blocks {
                let start = first + block;
                let [a, b, c, d] = [
                    forwards(four(cells, start, blocks)),
                    forwards(four(cells, start + line, blocks)),
                    forwards(four(cells, start + 2 * line, blocks)),
                    forwards(four(cells, start + 3 * line, blocks)),
                ];
                for column in 0..4 {
                    let found = forwards([&a[column], &b[column], &c[column], &d[column]]);
                    for (row, found) in found.into_iter().enumerate() {
                        let value = row * 4 + column;
                        values[(value * SQUARES + number) * blocks + block] = found;
                    }
                }
            }
        }
    }
}

/// Transforms the products of some squares into one block of their outputs.
struct Backwards<'a> {
    grid: Grid,
    squares: std::ops::Range<usize>,
    products: &'a [f32],
    block: usize,
    output: &'a mut Buffer,
    adds: bool,
}

impl Work for Backwards<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { grid, squares, products, block, output, adds } = self;
        let blocks = output.stride / WIDTH;
        let (products, _) = products.as_chunks::<WIDTH>();
        let (cells, _) = output.values.as_chunks_mut::<WIDTH>();
        for (number, square) in squares.enumerate() {
            let square = grid.tile(SIDE, square);
            let [a, b, c, d] = [
                backwards(four(products, number, 4 * SQUARES)),
                backwards(four(products, number + SQUARES, 4 * SQUARES)),
                backwards(four(products, number + 2 * SQUARES, 4 * SQUARES)),
                backwards(four(products, number + 3 * SQUARES, 4 * SQUARES)),
            ];
            for row in 0..square.height {
                let found = backwards([&a[row], &b[row], &c[row], &d[row]]);
                for (column, found) in found.iter().enumerate().take(square.width) {
                    let cell = square.cell + row * grid.stride() + column;
                    let output = &mut cells[cell * blocks + block];
                    *output = if adds { add(output, found) } else { *found };
                }
            }
        }
    }
}
