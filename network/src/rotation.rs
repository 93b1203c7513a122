//! Rotary positions: how attention knows where queries and keys are.

use crate::grid::LONGEST;
use crate::model::{Attention, Rotation};

/// The rotations of all pairs of channels of all key heads: for each step to the right or down, for
/// each pair, the cosine and the sine of its angle. The angles of the column and the row add up.
pub(crate) struct Turns {
    /// The number of pairs of all key heads.
    pub(crate) pairs: usize,
    pub(crate) by_column: Vec<[f32; 2]>,
    pub(crate) by_row: Vec<[f32; 2]>,
}

impl Turns {
    /// The rotations with these angles for a step to the right and a step down, by pair.
    fn new(angles: &[[f32; 2]]) -> Self {
        let steps = |axis: usize| {
            let steps = (0..LONGEST).map(|step| step as f32);
            steps
                .flat_map(|step| angles.iter().map(move |pair| cos_sin(step * pair[axis])))
                .collect()
        };
        Self { pairs: angles.len(), by_column: steps(0), by_row: steps(1) }
    }

    /// The rotations of an attention block.
    pub(crate) fn of<C>(attention: &Attention<C>) -> Self {
        let pairs = attention.key_length / 2;
        match &attention.rotation {
            Rotation::None => Self::new(&[]),
            Rotation::Learned(angles) => Self::new(angles.as_chunks().0),
            // The first half of the pairs turns by the row, the others by the column.
            Rotation::Fixed(base) => {
                let half = pairs / 2;
                let angle =
                    |number: usize| libm::powf(*base, -((2 * number) as f32) / pairs as f32);
                let of_pair = |pair: usize| match pair.checked_sub(half) {
                    None => [0.0, angle(pair)],
                    Some(pair) => [angle(pair), 0.0],
                };
                let of_head = (0..pairs).map(of_pair);
                let angles: Vec<_> =
                    (0..attention.key_heads).flat_map(|_| of_head.clone()).collect();
                Self::new(&angles)
            }
        }
    }
}

fn cos_sin(angle: f32) -> [f32; 2] {
    let (sin, cos) = libm::sincosf(angle);
    [cos, sin]
}
