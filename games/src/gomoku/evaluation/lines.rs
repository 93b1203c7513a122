//! What the shapes of a whole line are worth in the evaluation of the texts.
//!
//! The stones of a player lie in segments between the opponent's stones and the ends of the line.
//! In each segment, the strongest shape is counted first, and its stones belong to no other. Where
//! it matters from which end one begins, the better sum counts.

use std::sync::LazyLock;

use crate::gomoku::shape::Shape;

/// The value of a shape.
pub(super) const fn value_of(shape: Shape) -> u16 {
    match shape {
        Shape::Dead | Shape::One | Shape::OpenOne => 0,
        Shape::Two => 2,
        Shape::FalseTwo => 4,
        Shape::Three => 5,
        Shape::OpenTwo => 8,
        Shape::Four => 12,
        Shape::FalseThree => 15,
        Shape::OpenThree => 40,
        Shape::OpenFour => 90,
        Shape::Five => 200,
    }
}

/// The longest segment.
const LONGEST: usize = 15;

/// The values of all segments, by `1 << length | stones`.
static SEGMENTS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut values = vec![0; 1 << (LONGEST + 1)];
    for length in 5..=LONGEST {
        for stones in 0..1_u16 << length {
            let mirrored = stones.reverse_bits() >> (16 - length);
            let value = segment_value(stones, length).max(segment_value(mirrored, length));
            if let Some(place) = values.get_mut(1 << length | usize::from(stones)) {
                *place = value;
            }
        }
    }
    values
});

/// Makes the table, so that this is done while no clock is running.
pub(super) fn prepare() {
    LazyLock::force(&SEGMENTS);
}

/// The value of a player's shapes in a line of this length. Stones have a bit for each point.
#[inline]
pub(super) fn line_value(own: u16, opponent: u16, length: usize) -> u16 {
    let mut free = !opponent & ((1_u32 << length) - 1) as u16;
    let mut sum = 0;
    while free != 0 && own != 0 {
        let begin = free.trailing_zeros();
        let length = (free >> begin).trailing_ones();
        let stones = usize::from(own >> begin) & ((1 << length) - 1);
        sum += SEGMENTS.get(1 << length | stones).copied().unwrap_or(0);
        free &= !((((1_u32 << length) - 1) << begin) as u16);
    }
    sum
}

/// The shapes that count, the strongest first, each with the width of the part of a segment that
/// shows it and a test of the stones in that part.
type Row = (Shape, u32, fn(u16) -> bool);
const SHAPES: [Row; 9] = [
    (Shape::Five, 5, |stones| stones == 0b11111),
    (Shape::OpenFour, 6, |stones| stones == 0b01_1110),
    (Shape::Four, 5, |stones| stones.count_ones() == 4),
    (Shape::OpenThree, 6, |stones| are_inside(stones, 3)),
    (Shape::FalseThree, 5, |stones| stones == 0b01110),
    (Shape::Three, 5, |stones| stones.count_ones() == 3),
    (Shape::OpenTwo, 6, |stones| are_inside(stones, 2)),
    (Shape::FalseTwo, 5, |stones| matches!(stones, 0b01100 | 0b01010 | 0b00110)),
    (Shape::Two, 5, |stones| stones.count_ones() == 2),
];

/// Whether so many stones are in a part of six points, and none at its ends.
fn are_inside(stones: u16, count: u32) -> bool {
    stones & 0b10_0001 == 0 && stones.count_ones() == count
}

fn segment_value(stones: u16, length: usize) -> u16 {
    let (mut sum, mut used) = (0, 0);
    for (shape, width, test) in SHAPES {
        let part = (1_u16 << width) - 1;
        for begin in 0..(length as u32 + 1).saturating_sub(width) {
            let here = stones >> begin & part;
            if used >> begin & part == 0 && test(here) {
                sum += value_of(shape);
                used |= here << begin;
            }
        }
        if shape == Shape::Five && used != 0 {
            // Six or more in a row are one five.
            used = with_neighbours(used, stones);
        }
    }
    sum
}

/// The stones of a set and all that are connected with them in a row.
fn with_neighbours(set: u16, stones: u16) -> u16 {
    (0..LONGEST).fold(set, |set, _| set | (set << 1 | set >> 1) & stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str) -> u16 {
        let bits = |letter| {
            let places = line.char_indices().filter(|&(_, other)| other == letter);
            places.fold(0, |bits, (at, _)| bits | 1 << at)
        };
        line_value(bits('X'), bits('O'), line.len())
    }

    #[test]
    fn lines_are_worth_their_shapes() {
        for (line, expected) in [
            ("...............", 0),
            ("....XX.........", 8),
            ("XX.............", 2),
            ("OXX............", 2),
            (".XX............", 8),
            ("O.XX..O........", 4),
            ("O.X.X.O........", 4),
            ("O..XX..O.......", 8),
            (".XXX.O.........", 15),
            (".XXX..O........", 40),
            ("XXX............", 5),
            ("X.XX...........", 5),
            (".X.XX..........", 40),
            (".XXXX.O........", 90),
            ("XXXX...........", 12),
            ("X.XXX..........", 12),
            ("XX.XX..........", 12),
            ("XXXXX..........", 200),
            ("XXXXXXX........", 200),
            ("XXXX.O.........", 12),
            ("XXXXO..........", 0),
            (".XXX.....XXX...", 80),
            (".XX..O..XX.....", 4 + 8),
            ("XX...........XX", 4),
        ] {
            assert_eq!(value(line), expected, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(value(&mirrored), expected, "{mirrored}");
        }
    }
}
