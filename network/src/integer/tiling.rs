//! The transformations of Winograd's algorithm for tiles of 3x3 and of 4x4 cells, in whole numbers.
//!
//! The points of the polynomials are 0, 1, -1, 2 and infinity, and for tiles of 4x4 also -2. As
//! usually written, the transformation of the weights has fractions in its rows. Here each row is
//! multiplied by its denominator. The transformation back scales its columns to match, so that
//! every sum comes out times the same factor: 6 for tiles of 3x3 and 24 for 4x4, in each direction.

use std::num::Wrapping;

use super::kernel::CHUNK;

/// The side of the window of a convolution.
pub(super) const WINDOW: usize = 3;

/// The transformations in a row or column of tiles with a side of `SIDE` cells, which depend on
/// `SPAN` cells.
///
/// A code has 7 bits and a weight 8 with its sign. After the transformations in both directions,
/// codes are at most 8,636 and weights 6,223, so that both fit into 16 bits.
pub(super) trait Tiling<const SIDE: usize, const SPAN: usize> {
    /// How often the transformation back in both directions doubles the sums; it also multiplies
    /// them by 9.
    const DOUBLINGS: u32;

    /// Transforms weights. Must be marked `#[inline(always)]`, like the other functions.
    fn weights(weights: [&[i16; CHUNK]; WINDOW], values: &mut [[i16; CHUNK]; SPAN]);

    /// Transforms codes.
    fn forwards<T: Copy>(codes: [&[T; CHUNK]; SPAN], values: &mut [[i16; CHUNK]; SPAN])
    where
        i16: From<T>;

    /// Transforms products back to sums, which wrap.
    fn backwards(products: [&[i32; CHUNK]; SPAN], sums: &mut [[i32; CHUNK]; SIDE]);
}

/// Tiles of 3x3 cells.
pub(super) struct Threes;

/// Tiles of 4x4 cells.
pub(super) struct Fours;

impl Tiling<3, 5> for Threes {
    const DOUBLINGS: u32 = 2;

    #[inline(always)]
    fn weights([a, b, c]: [&[i16; CHUNK]; WINDOW], values: &mut [[i16; CHUNK]; 5]) {
        for at in 0..CHUNK {
            let [a, b, c] = [a[at], b[at], c[at]];
            values[0][at] = a;
            values[1][at] = -(a + b + c);
            values[2][at] = b - a - c;
            values[3][at] = a + 2 * b + 4 * c;
            values[4][at] = c;
        }
    }

    #[inline(always)]
    fn forwards<T: Copy>(codes: [&[T; CHUNK]; 5], values: &mut [[i16; CHUNK]; 5])
    where
        i16: From<T>,
    {
        let [a, b, c, d, e] = codes;
        for at in 0..CHUNK {
            let [a, b, c, d, e] = [a[at], b[at], c[at], d[at], e[at]].map(i16::from);
            let rise = d - b;
            values[0][at] = 2 * (a - c) + rise;
            values[1][at] = rise - b - c;
            values[2][at] = rise + 3 * (b - c);
            values[3][at] = rise;
            values[4][at] = e - c - 2 * rise;
        }
    }

    #[inline(always)]
    fn backwards(products: [&[i32; CHUNK]; 5], sums: &mut [[i32; CHUNK]; 3]) {
        let [a, b, c, d, e] = products;
        let [two, three] = [Wrapping(2), Wrapping(3)];
        for at in 0..CHUNK {
            let [a, b, c, d, e] = [a[at], b[at], c[at], d[at], e[at]].map(Wrapping);
            let b = three * b;
            sums[0][at] = (three * a + b + c + d).0;
            sums[1][at] = (b - c + two * d).0;
            sums[2][at] = (b + c + two * (two * d + three * e)).0;
        }
    }
}

impl Tiling<4, 6> for Fours {
    const DOUBLINGS: u32 = 6;

    #[inline(always)]
    fn weights([a, b, c]: [&[i16; CHUNK]; WINDOW], values: &mut [[i16; CHUNK]; 6]) {
        for at in 0..CHUNK {
            let [a, b, c] = [a[at], b[at], c[at]];
            values[0][at] = a;
            values[1][at] = -(a + b + c);
            values[2][at] = b - a - c;
            values[3][at] = a + 2 * b + 4 * c;
            values[4][at] = a - 2 * b + 4 * c;
            values[5][at] = c;
        }
    }

    #[inline(always)]
    fn forwards<T: Copy>(codes: [&[T; CHUNK]; 6], values: &mut [[i16; CHUNK]; 6])
    where
        i16: From<T>,
    {
        let [a, b, c, d, e, f] = codes;
        for at in 0..CHUNK {
            let [a, b, c, d, e, f] = [a[at], b[at], c[at], d[at], e[at], f[at]].map(i16::from);
            let [even, odd] = [e - 4 * c, d - 4 * b];
            let [even_rise, odd_rise] = [e - c, 2 * (d - b)];
            values[0][at] = 4 * a - c + even;
            values[1][at] = even + odd;
            values[2][at] = even - odd;
            values[3][at] = even_rise + odd_rise;
            values[4][at] = even_rise - odd_rise;
            values[5][at] = 4 * b - 5 * d + f;
        }
    }

    #[inline(always)]
    fn backwards(products: [&[i32; CHUNK]; 6], sums: &mut [[i32; CHUNK]; 4]) {
        let [a, b, c, d, e, f] = products;
        let [two, four, six] = [Wrapping(2), Wrapping(4), Wrapping(6)];
        for at in 0..CHUNK {
            let [a, b, c, d, e, f] = [a[at], b[at], c[at], d[at], e[at], f[at]].map(Wrapping);
            let [near, near_rise] = [four * (b + c), four * (b - c)];
            let [far, far_rise] = [d + e, two * (d - e)];
            sums[0][at] = (six * a + near + far).0;
            sums[1][at] = (near_rise + far_rise).0;
            sums[2][at] = (near + four * far).0;
            sums[3][at] = (near_rise + four * (far_rise + six * f)).0;
        }
    }
}
