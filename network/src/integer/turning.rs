//! Rotary positions of queries and keys, with the channels of a pair half a chunk apart.

use super::buffers::Values;
use super::kernel::CHUNK;
use crate::grid::{Grid, LONGEST};
use crate::rotation::Turns;

/// The rotation of the pairs of a head.
#[derive(Clone, Copy)]
struct Turn {
    /// The cosines of the angles.
    cos: [f32; CHUNK],
    /// The sines, those of the first half with the other sign: what the other channel of the pair
    /// is multiplied by.
    sin: [f32; CHUNK],
}

/// The rotations of all key heads, for each row and for each column.
pub(super) struct Turning {
    rows: Vec<Vec<Turn>>,
    columns: Vec<Vec<Turn>>,
}

impl Turning {
    /// The rotations of this number of key heads.
    pub(super) fn new(turns: &Turns, key_heads: usize) -> Self {
        let pairs = turns.pairs / key_heads;
        let of_head = |steps: &[[f32; 2]], head: usize| {
            let of_step =
                |step: usize| Turn::new(&steps[step * turns.pairs + head * pairs..][..pairs]);
            (0..LONGEST).map(of_step).collect()
        };
        // Without any rotation, there is nothing to be turned.
        let heads = if pairs == 0 { 0 } else { key_heads };
        Self {
            rows: (0..heads).map(|head| of_head(&turns.by_row, head)).collect(),
            columns: (0..heads).map(|head| of_head(&turns.by_column, head)).collect(),
        }
    }

    /// Turns the channels of all cells, which belong to this key head.
    #[inline(always)]
    pub(super) fn turn_all(&self, grid: &Grid, key_head: usize, channels: &mut Values) {
        let turns = self.rows.get(key_head).zip(self.columns.get(key_head));
        let Some((rows, columns)) = turns else { return };
        for (cells, by_row) in grid.rows().zip(rows) {
            for (cell, by_column) in cells.zip(columns) {
                let channels = channels.at_mut(0, cell);
                *channels = turned(channels, by_row, by_column);
            }
        }
    }
}

impl Turn {
    /// The rotation of these pairs, of which the cosines and the sines are given.
    fn new(pairs: &[[f32; 2]]) -> Self {
        let mut turn = Self { cos: [1.0; CHUNK], sin: [0.0; CHUNK] };
        for (pair, [cos, sin]) in pairs.iter().enumerate() {
            let other = pair + CHUNK / 2;
            (turn.cos[pair], turn.cos[other]) = (*cos, *cos);
            (turn.sin[pair], turn.sin[other]) = (-sin, *sin);
        }
        turn
    }
}

/// Channels turned twice.
#[inline(always)]
fn turned(channels: &[f32; CHUNK], first: &Turn, second: &Turn) -> [f32; CHUNK] {
    let mut others = [0.0; CHUNK];
    let (low, high) = channels.split_at(CHUNK / 2);
    others[..CHUNK / 2].copy_from_slice(high);
    others[CHUNK / 2..].copy_from_slice(low);
    let mut result = [0.0; CHUNK];
    for at in 0..CHUNK {
        // Both sines are negated in the first half, so that their product is not.
        let cos = first.cos[at] * second.cos[at] - first.sin[at] * second.sin[at];
        let sin = first.sin[at] * second.cos[at] + first.cos[at] * second.sin[at];
        result[at] = channels[at] * cos + others[at] * sin;
    }
    result
}
