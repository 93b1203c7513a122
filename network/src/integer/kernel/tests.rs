//! Compares the kernels of all instruction sets with plain sums of products.

use engine::vocabulary::Random;

use crate::grid::LONGEST;
use crate::model::{LARGEST_SIGNED, LARGEST_WEIGHT};

use super::*;

/// Random inputs and weights for a window of three by three cells.
struct Case {
    codes: Vec<[u32; WORDS]>,
    weights: Vec<WeightRow>,
    length: usize,
    words: usize,
    stride: usize,
    width: usize,
}

impl Case {
    /// With weights up to the largest one, either way.
    fn random(width: usize, channels: usize, weight: i8, random: &mut Random) -> Self {
        let (stride, words) = (width + 1, channels.div_ceil(4));
        let length = 3 * stride + 2;
        let chunks = channels.div_ceil(CHUNK);
        let mut bytes = |limits: &[u8]| {
            let extreme = random.below(4) == 0;
            u32::from_le_bytes(std::array::from_fn(|_| {
                if extreme {
                    limits[random.below(limits.len())]
                } else {
                    let (from, to) = (limits[0].cast_signed(), limits[1].cast_signed());
                    let span = usize::from(to.abs_diff(from)) + 1;
                    from.wrapping_add(random.below(span) as i8).cast_unsigned()
                }
            }))
        };
        let weight = weight.cast_unsigned();
        Self {
            codes: (0..length * chunks)
                .map(|_| std::array::from_fn(|_| bytes(&[0, 127])))
                .collect(),
            weights: (0..9 * words)
                .map(|_| std::array::from_fn(|_| bytes(&[weight.wrapping_neg(), weight])))
                .collect(),
            length,
            words,
            stride,
            width,
        }
    }

    fn taps(&self) -> [isize; 9] {
        let row = self.stride as isize;
        [-row - 1, -row, 1 - row, -1, 0, 1, row - 1, row, row + 1]
    }

    fn sums(&self, instructions: Instructions, signed: bool) -> Vec<[i32; CHUNK]> {
        let mut sums = vec![[i32::MIN; CHUNK]; self.width];
        let row = Row {
            codes: &self.codes,
            length: self.length,
            words: self.words,
            first: self.stride + 1,
            taps: &self.taps(),
            weights: &self.weights,
            sums: &mut sums,
        };
        if signed {
            row.compute_signed(instructions)
        } else {
            row.compute(instructions)
        }
        sums
    }

    /// The sum of an output in a cell, product by product.
    fn sum(&self, cell: usize, output: usize) -> i64 {
        let byte = |word: u32, at: usize| word.to_le_bytes()[at];
        let mut sum = 0;
        for (tap, distance) in self.taps().into_iter().enumerate() {
            let at = (self.stride + 1 + cell).wrapping_add_signed(distance);
            for channel in 0..4 * self.words {
                let word = channel / 4;
                let code = self.codes[word / WORDS * self.length + at][word % WORDS];
                let weight = self.weights[tap * self.words + word][output];
                let weight = byte(weight, channel % 4).cast_signed();
                sum += i64::from(byte(code, channel % 4)) * i64::from(weight);
            }
        }
        sum
    }
}

#[test]
fn all_instruction_sets_yield_the_sums_of_products() {
    let mut random = Random::new(1, 0);
    for width in 2..=LONGEST {
        for (channels, signed) in
            [22, 32, 64, 100].into_iter().flat_map(|count| [(count, false), (count, true)])
        {
            let weight = if signed { LARGEST_SIGNED } else { LARGEST_WEIGHT };
            let case = Case::random(width, channels, weight, &mut random);
            for instructions in Instructions::available() {
                let sums = case.sums(instructions, signed);
                for (cell, sums) in sums.iter().enumerate() {
                    for (output, sum) in sums.iter().enumerate() {
                        assert_eq!(
                            i64::from(*sum),
                            case.sum(cell, output),
                            "{} width {width}, {channels} channels, cell {cell}, {output}",
                            instructions.name()
                        );
                    }
                }
            }
        }
    }
}
