//! Convolutions of codes, and what becomes of their sums.

use super::buffers::{Codes, Linear, Values, ZERO, chunks};
use super::direct::DirectWeights;
use super::kernel::{CHUNK, WORDS};
use super::winograd::{Tiles, WinogradWeights};
use crate::dispatch::Instructions;
use crate::grid::{Grid, Taps, Window};
use crate::model::{Activation, IntegerConvolution, Norm};

/// A convolution with its weights in the order in which the loops read them.
pub(super) struct PackedConvolution {
    window: Window,
    outputs: usize,
    direct: DirectWeights,
    /// For instructions with which Winograd's algorithm pays; `None` if the convolution has another
    /// window or too many inputs. Both ways yield the same sums.
    winograd: Option<WinogradWeights>,
    /// The values of the sums.
    scales: Vec<f32>,
    /// The sums of the weights of each output times [`ZERO`], by which sums of signed codes are too
    /// large; none with a window of more than one cell, whose inputs are never signed.
    excess: Vec<[i32; CHUNK]>,
}

/// Receives the sums of each cell of the board, for each chunk of outputs.
pub(super) trait Sink {
    /// Takes the sums of a chunk in a cell, those of signed codes times the step of the cell. Must
    /// be marked `#[inline(always)]`.
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]);
}

impl PackedConvolution {
    /// Packs a convolution.
    pub(super) fn new(model: &IntegerConvolution) -> Self {
        Self {
            window: (model.width, model.height),
            outputs: model.outputs,
            direct: DirectWeights::new(model),
            winograd: WinogradWeights::new(model),
            scales: model.scales.clone(),
            excess: if (model.width, model.height) == (1, 1) { excess(model) } else { Vec::new() },
        }
    }

    /// The number of output channels.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The width and height of the window.
    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// The factors that make values of sums, and no terms.
    pub(super) fn linear(&self) -> Vec<Linear> {
        Linear::chunks(&self.scales, &vec![0.0; self.outputs])
    }

    /// The factors and terms from sums to the normalised values.
    pub(super) fn linear_then(&self, norm: &Norm) -> Vec<Linear> {
        let factors: Vec<f32> =
            self.scales.iter().zip(&norm.scale).map(|(value, scale)| value * scale).collect();
        Linear::chunks(&factors, &norm.bias)
    }

    /// Passes the sums of all cells to `sink`.
    #[inline(always)]
    pub(super) fn apply(&self, board: &mut Board, codes: &Codes, sink: &mut impl Sink) {
        let Board { grid, instructions, tiles, sums, .. } = board;
        let Some((weights, tiles)) = self.winograd.as_ref().zip(tiles.as_mut()) else {
            (0..chunks(self.outputs)).for_each(|chunk| self.apply_chunk(board, codes, chunk, sink));
            return;
        };
        weights.begin(grid, tiles, codes);
        for chunk in 0..chunks(self.outputs) {
            weights.sums(&self.direct, grid, *instructions, tiles, chunk, sums);
            for cell in grid.rows().flatten() {
                sink.take(chunk, cell, &sums[cell].map(|sum| sum as f32));
            }
        }
    }

    /// Passes the sums of a chunk of outputs in all cells to `sink`, those of signed codes with
    /// the steps of their cells.
    #[inline(always)]
    pub(super) fn apply_chunk(
        &self,
        board: &mut Board,
        codes: &Codes,
        chunk: usize,
        sink: &mut impl Sink,
    ) {
        let Board { grid, instructions, taps, sums, .. } = board;
        let taps = taps.of(self.window);
        for cells in grid.rows() {
            // Row by row, so that the sums are still in the nearest cache.
            let row = self.direct.row(chunk, codes, cells.start, taps, &mut sums[cells.clone()]);
            match codes.steps() {
                None => {
                    row.compute(*instructions);
                    for cell in cells {
                        sink.take(chunk, cell, &sums[cell].map(|sum| sum as f32));
                    }
                }
                Some(steps) => {
                    row.compute_signed(*instructions);
                    for cell in cells {
                        let values = scaled(&sums[cell], &self.excess[chunk], steps[cell]);
                        sink.take(chunk, cell, &values);
                    }
                }
            }
        }
    }
}

/// Sums without their excess, times a step.
#[inline(always)]
fn scaled(sums: &[i32; CHUNK], excess: &[i32; CHUNK], step: f32) -> [f32; CHUNK] {
    let mut values = [0.0; CHUNK];
    for at in 0..CHUNK {
        values[at] = (sums[at] - excess[at]) as f32 * step;
    }
    values
}

/// How much too large the sums of each output become if its inputs are signed codes.
fn excess(model: &IntegerConvolution) -> Vec<[i32; CHUNK]> {
    let mut excess = vec![[0; CHUNK]; chunks(model.outputs)];
    for weights in model.weights.chunks_exact(model.outputs) {
        for (output, weight) in weights.iter().enumerate() {
            excess[output / CHUNK][output % CHUNK] += i32::from(*weight) * ZERO;
        }
    }
    excess
}

#[inline(always)]
fn apply_to_each(values: &mut [f32; CHUNK], activation: Activation) {
    for value in values {
        *value = activation.of(*value);
    }
}

/// The board of an evaluation, and the instructions to use.
pub(super) struct Board {
    pub(super) grid: Grid,
    pub(super) instructions: Instructions,
    /// The distances of the cells of windows.
    pub(super) taps: Taps,
    /// The memory of Winograd's algorithm, if it is to be used.
    pub(super) tiles: Option<Tiles>,
    /// The sums of a chunk of outputs, by cell.
    pub(super) sums: Vec<[i32; CHUNK]>,
}

/// Makes the codes for the next convolution.
pub(super) struct ToCodes<'a> {
    /// From sums to codes.
    pub(super) linear: &'a [Linear],
    /// The codes.
    pub(super) codes: &'a mut Codes,
}

impl Sink for ToCodes<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        self.codes.set(chunk, cell, &self.linear[chunk].apply(sums));
    }
}

/// Keeps the values.
pub(super) struct ToValues<'a> {
    /// From sums to values.
    pub(super) linear: &'a [Linear],
    /// The activation after it.
    pub(super) activation: Activation,
    /// The values.
    pub(super) values: &'a mut Values,
}

impl Sink for ToValues<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        let values = self.linear[chunk].apply(sums);
        *self.values.at_mut(chunk, cell) = activated(self.activation, values);
    }
}

/// The activations of some values. The choice stays outside the loop, so that the compiler can
/// vectorise it.
#[inline(always)]
pub(super) fn activated(activation: Activation, mut values: [f32; CHUNK]) -> [f32; CHUNK] {
    match activation {
        Activation::Identity => {}
        Activation::Relu => apply_to_each(&mut values, Activation::Relu),
        Activation::Mish => apply_to_each(&mut values, Activation::Mish),
        Activation::Silu => apply_to_each(&mut values, Activation::Silu),
    }
    values
}

/// Adds the values to the trunk, and makes the codes for the next block.
pub(super) struct ToTrunk<'a> {
    /// From sums to values.
    pub(super) linear: &'a [Linear],
    /// Whether the trunk begins with these values.
    pub(super) begins: bool,
    /// The trunk.
    pub(super) trunk: &'a mut Values,
    /// From the trunk to the codes of the next block, if it begins with a convolution.
    pub(super) next: Option<&'a [Linear]>,
    /// The codes.
    pub(super) codes: &'a mut Codes,
}

impl Sink for ToTrunk<'_> {
    #[inline(always)]
    fn take(&mut self, chunk: usize, cell: usize, sums: &[f32; CHUNK]) {
        let mut values = self.linear[chunk].apply(sums);
        let trunk = self.trunk.at_mut(chunk, cell);
        if !self.begins {
            for (value, trunk) in values.iter_mut().zip(trunk.iter()) {
                *value += trunk;
            }
        }
        *trunk = values;
        if let Some(next) = self.next {
            self.codes.set(chunk, cell, &next[chunk].apply(&values));
        }
    }
}

const _: () = assert!(CHUNK == 4 * WORDS);

#[cfg(test)]
mod tests {
    use engine::vocabulary::Random;

    use super::*;
    use crate::model::{LARGEST_CODE, LARGEST_WEIGHT};

    /// A convolution with a window of 3x3. Half of the weights are the largest or smallest.
    fn convolution(inputs: usize, outputs: usize, random: &mut Random) -> IntegerConvolution {
        let mut weight = |_| {
            let any = random.below(255) as i16 - i16::from(LARGEST_WEIGHT);
            match random.below(4) {
                0 => LARGEST_WEIGHT,
                1 => -LARGEST_WEIGHT,
                _ => any as i8,
            }
        };
        let weights = (0..9 * inputs * outputs).map(&mut weight).collect();
        let scales = vec![1.0; outputs];
        IntegerConvolution { height: 3, width: 3, inputs, outputs, weights, scales }
    }

    /// A board with random codes, of which half are the largest or 0.
    fn board(
        (width, height): (usize, usize),
        inputs: usize,
        random: &mut Random,
    ) -> (Board, Codes) {
        let windows = [(3, 3)];
        let reach = 1 + random.below(2);
        let grid = Grid::new(width, height, reach, Tiles::margin(width));
        let mut codes = Codes::new(&grid, inputs);
        for cell in grid.rows().flatten() {
            for chunk in 0..codes.chunks() {
                let code = |_| match random.below(4) {
                    0 => 0.0,
                    1 => LARGEST_CODE,
                    _ => random.below(128) as f32,
                };
                codes.set(chunk, cell, &std::array::from_fn(code));
            }
        }
        let board = Board {
            taps: Taps::new(&grid, &windows),
            tiles: None,
            sums: vec![[0; CHUNK]; grid.length()],
            grid,
            instructions: Instructions::best(),
        };
        (board, codes)
    }

    /// The sums of each output in each cell of the board.
    fn sums(convolution: &PackedConvolution, board: &mut Board, codes: &Codes) -> Vec<f32> {
        struct Collected(Vec<f32>);
        impl Sink for Collected {
            fn take(&mut self, _chunk: usize, _cell: usize, sums: &[f32; CHUNK]) {
                self.0.extend(sums);
            }
        }
        let mut collected = Collected(Vec::new());
        convolution.apply(board, codes, &mut collected);
        collected.0
    }

    /// The sums of both ways, the direct one first.
    fn both(convolution: &PackedConvolution, board: &mut Board, codes: &Codes) -> [Vec<f32>; 2] {
        board.tiles = None;
        let direct = sums(convolution, board, codes);
        board.tiles = Some(Tiles::new(&board.grid, codes.chunks()));
        [direct, sums(convolution, board, codes)]
    }

    #[test]
    fn winograds_algorithm_yields_the_sums_of_the_direct_way() {
        let mut random = Random::new(2, 0);
        let sides = [2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 19];
        let sizes = sides.into_iter().flat_map(|side| [(side, side), (side, 7), (3, side)]);
        for (inputs, outputs) in [(1, 1), (22, 64), (64, 40), (97, 3)] {
            let packed = PackedConvolution::new(&convolution(inputs, outputs, &mut random));
            assert!(packed.winograd.is_some());
            for size in sizes.clone() {
                let (mut board, codes) = board(size, inputs, &mut random);
                for instructions in Instructions::available() {
                    board.instructions = instructions;
                    let [direct, winograd] = both(&packed, &mut board, &codes);
                    let name = instructions.name();
                    assert!(
                        direct == winograd,
                        "{name}, {size:?}, {inputs} inputs, {outputs} outputs"
                    );
                }
            }
        }
    }

    #[test]
    fn winograds_algorithm_has_room_for_the_largest_sums() {
        let most = 231;
        let mut random = Random::new(3, 0);
        for weight in [LARGEST_WEIGHT, -LARGEST_WEIGHT] {
            let mut model = convolution(most, 1, &mut random);
            model.weights.fill(weight);
            let packed = PackedConvolution::new(&model);
            assert!(packed.winograd.is_some());
            for size in [(9, 9), (8, 8)] {
                let (mut board, mut codes) = board(size, most, &mut random);
                for cell in board.grid.rows().flatten() {
                    for chunk in 0..codes.chunks() {
                        codes.set(chunk, cell, &[LARGEST_CODE; CHUNK]);
                    }
                }
                let [direct, winograd] = both(&packed, &mut board, &codes);
                assert_eq!(direct, winograd);
            }
        }
        let model = convolution(most + 1, 1, &mut random);
        assert!(WinogradWeights::new(&model).is_none(), "one input too many");
    }
}
