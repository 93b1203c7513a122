//! Corrects evaluations by the errors found for the same local pattern elsewhere in the tree
//! (subtree value bias correction: Wu, `docs/KataGoMethods.md` of KataGo, 2021).
//!
//! A network misjudges the same local fight in all lines of play in which it occurs. Where the
//! values below a node contradict the node's own evaluation, the difference is noted under the
//! local pattern, and evaluations of other nodes with the pattern are moved by a part of it.

use crate::board::Position;
use crate::search::atomics::{AtomicU64, Ordering};
use crate::vocabulary::{AnySize, Color, Geometry, Point};

/// The number of places, a power of 2. Patterns that share a place disturb each other a little.
const PLACES: usize = 1 << 16;
/// The number of lines on each side of a move that belong to its local pattern.
const REACH: i32 = 2;

/// For each local pattern, the sum of weighted differences and the sum of their weights.
#[derive(Debug)]
pub(super) struct Biases(Box<[AtomicU64]>);

impl Biases {
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mean difference noted at a place, or 0 if there is none.
    pub(super) fn mean(&self, place: u32) -> f32 {
        let Some(entry) = self.0.get(place as usize) else { return 0.0 };
        let (sum, weight) = split(entry.load(Ordering::Relaxed));
        if weight > 1e-3 { sum / weight } else { 0.0 }
    }

    /// Adds to the sums at a place.
    pub(super) fn add(&self, place: u32, sum: f32, weight: f32) {
        let Some(entry) = self.0.get(place as usize) else { return };
        let more = |word: u64| {
            let (old_sum, old_weight) = split(word);
            Some(join(old_sum + sum, old_weight + weight))
        };
        // This cannot fail, because `more` always returns something.
        let _ = entry.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.0.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
    }
}

fn split(word: u64) -> (f32, f32) {
    (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
}

fn join(sum: f32, weight: f32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(weight.to_bits())
}

/// The place of the local pattern of the last move, at `point`: the move itself, the one before it,
/// and the stones around it, with those in atari marked.
pub(super) fn place(position: &Position<AnySize>, point: Point) -> u32 {
    let board = position.board();
    let mut hash = Mixer::default();
    let points = [Some(point), position.second_last(), position.ko()];
    points.into_iter().for_each(|at| hash.add(at.map_or(0, |at| at.bit() as u64)));
    hash.add(position.to_move() as u64);
    let stride = AnySize::STRIDE as i32;
    for row in -REACH..=REACH {
        for column in -REACH..=REACH {
            let bit = point.bit() as i32 + row * stride + column;
            let is_inside = (0..AnySize::CELLS as i32).contains(&bit);
            let at = is_inside.then(|| Point::from_bit(bit as usize));
            let state = at.map_or(3, |at| match board.color_at(at) {
                None if board.empty().contains(at) => 0,
                None => 3,
                Some(owner) => {
                    let is_in_atari = board.liberties_of(at) == 1;
                    let own = u64::from(owner == Color::Black);
                    1 + own + 4 * u64::from(is_in_atari)
                }
            });
            hash.add(state);
        }
    }
    hash.0 as u32 & (PLACES as u32 - 1)
}

/// Mixes small numbers into a hash.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn add(&mut self, number: u64) {
        // The constants are those of SplitMix64 (Steele, Lea and Flood, 2014).
        let mixed = (self.0 ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ mixed >> 27;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn the_mean_is_that_of_all_differences_at_the_place() {
        let biases = Biases::new();
        assert_eq!(biases.mean(7), 0.0);
        biases.add(7, 0.5, 1.0);
        biases.add(7, -0.125, 2.0);
        assert_eq!(biases.mean(7), 0.125);
        biases.add(7, -0.5, -1.0);
        assert_eq!((biases.mean(7), biases.mean(8)), (-0.0625, 0.0));
        biases.add(u32::MAX, 1.0, 1.0);
        biases.clear();
        assert_eq!(biases.mean(7), 0.0);
    }

    #[test]
    fn far_stones_do_not_change_a_local_pattern_and_near_ones_do() {
        let of = |diagram: &str| {
            let board = Board::<AnySize>::from_diagram(diagram).unwrap();
            let position = Position::from_board(board, Color::Black);
            place(&position, Point::of::<AnySize>("B2".parse().unwrap()))
        };
        let empty = ".......\n".repeat(7);
        let far = empty.replacen('.', "X", 1);
        let near = format!("{}.O.....\n.......\n.......\n", ".......\n".repeat(4));
        assert_eq!(of(&empty), of(&far));
        assert_ne!(of(&empty), of(&near));
    }
}
