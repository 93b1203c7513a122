//! Zobrist keys: fixed random words from which the hash of a position is computed.
//!
//! A key depends only on the vertex and the colour, so that a position has the same hash in every
//! geometry.

use super::{BoardSize, Color, Vertex};

/// The key that is included in the hash of a situation if White is to move (situational superko).
pub const TO_MOVE_KEY: u64 = mix(0x6d65_6e67_7869_0001);

/// The key of a stone of `color` on `vertex`.
pub const fn stone_key(vertex: Vertex, color: Color) -> u64 {
    key(vertex.column() as u64, vertex.row() as u64, color)
}

const fn key(column: u64, row: u64, color: Color) -> u64 {
    mix((row * BoardSize::MAX as u64 + column) * 2 + color as u64)
}

const fn mix(counter: u64) -> u64 {
    mix_with(0, counter)
}

/// SplitMix64's output function (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014), used here to hash a word and a counter.
pub(crate) const fn mix_with(word: u64, counter: u64) -> u64 {
    let mut z = word ^ (counter + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The keys, by bit index, for a geometry with this stride. Guards have no keys.
pub(super) const fn table<const CELLS: usize>(stride: usize) -> [[u64; 2]; CELLS] {
    let mut table = [[0; 2]; CELLS];
    let mut row = 0;
    while row < stride - 1 {
        let mut column = 0;
        while column < stride - 1 {
            let bit = (row + 1) * stride + column + 1;
            table[bit] = [
                key(column as u64, row as u64, Color::Black),
                key(column as u64, row as u64, Color::White),
            ];
            column += 1;
        }
        row += 1;
    }
    table
}
