//! The points of handicap stones that the player chooses itself.

use crate::rules::fixed_handicap;
use crate::vocabulary::{BoardSize, Vertex};

/// Returns up to `stones` points: as many points of the fixed handicap as possible, and then the
/// points farthest from all chosen points and from the edge. At least one point stays empty.
pub(super) fn handicap_points(size: BoardSize, stones: usize) -> Vec<Vertex> {
    let fixed = (2..=stones.min(9)).rev().find_map(|count| fixed_handicap(size, count).ok());
    let mut chosen = fixed.unwrap_or_default();
    while chosen.len() < stones.min(size.area().saturating_sub(1)) {
        let Some(next) = farthest(size, &chosen) else { break };
        chosen.push(next);
    }
    chosen
}

/// The empty vertex farthest from all `chosen` vertices and from the edge.
fn farthest(size: BoardSize, chosen: &[Vertex]) -> Option<Vertex> {
    let between = |a: u8, b: u8| u32::from(a.abs_diff(b));
    let room = |vertex: &Vertex| {
        let (column, row) = (vertex.column(), vertex.row());
        let edge = column.min(row).min(size.width() - 1 - column).min(size.height() - 1 - row);
        let stones = chosen
            .iter()
            .map(|stone| between(stone.column(), column) + between(stone.row(), row))
            .min();
        stones.unwrap_or(u32::MAX).min(2 * u32::from(edge) + 1)
    };
    let free = size.vertices().filter(|vertex| !chosen.contains(vertex));
    free.max_by_key(room)
}
