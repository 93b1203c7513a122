//! The normal form of a position: among its rotations and reflections, the one with the smallest
//! key.

use crate::reading::line::{ko_key, turn_key};
use crate::vocabulary::{
    Bitboard, BoardSize, ByColor, Color, Geometry, Point, PointMap, Symmetry, TO_MOVE_KEY,
};

/// Distinguishes the keys of earlier boards from those of the current one.
const HISTORY_FACTOR: u64 = TO_MOVE_KEY | 1;

/// One key for each symmetry of the board: the key of the rotated or reflected position. On boards
/// with fewer symmetries, the last keys are unused.
pub(super) type Keys = [u64; Symmetry::MOST];

/// The smallest key among the equivalent positions, and the index of the symmetry that leads to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    pub(super) symmetry: usize,
    pub(super) key: u64,
}

/// The contribution of a point to the keys.
#[derive(Clone, Debug, Default)]
struct Parts {
    /// The contribution of a stone on the point.
    stone: ByColor<Keys>,
    /// The contribution of a ko ban on the point.
    ko: Keys,
}

/// The mapping of points under a symmetry, and its inverse.
#[derive(Debug)]
pub(super) struct Image<G: Geometry> {
    pub(super) to: PointMap<G, Point>,
    pub(super) from: PointMap<G, Point>,
}

impl<G: Geometry> Image<G> {
    fn new(size: BoardSize, symmetry: Symmetry) -> Self {
        let nowhere = Point::from_bit(0);
        let mut image = Self { to: PointMap::filled(nowhere), from: PointMap::filled(nowhere) };
        for vertex in size.vertices() {
            let there = Point::of::<G>(symmetry.apply(size, vertex));
            image.to[Point::of::<G>(vertex)] = there;
            image.from[there] = Point::of::<G>(vertex);
        }
        image
    }
}

/// The symmetries of a board, and the contributions of its points to the keys.
#[derive(Debug)]
pub(super) struct Images<G: Geometry> {
    images: Vec<Image<G>>,
    /// Indexed by the bits of the points. This table is stored on the heap because on large boards
    /// it would be too large for the stack.
    parts: Vec<Parts>,
}

impl<G: Geometry> Images<G> {
    /// Computes the mappings and key contributions for the first `most` symmetries of boards of the
    /// given size.
    pub(super) fn new(size: BoardSize, most: usize) -> Self {
        let symmetries = Symmetry::of(size).take(most);
        let images: Vec<_> = symmetries.map(|symmetry| Image::new(size, symmetry)).collect();
        let mut parts = vec![Parts::default(); G::CELLS];
        for point in Bitboard::<G>::full(size) {
            let Parts { stone, ko } = &mut parts[point.bit()];
            for (symmetry, image) in images.iter().enumerate() {
                let there = image.to[point];
                for color in Color::BOTH {
                    stone[color][symmetry] = there.key::<G>(color);
                }
                ko[symmetry] = ko_key::<G>(Some(there));
            }
        }
        Self { images, parts }
    }

    /// Returns the mapping of points under the symmetry with this index.
    pub(super) fn image(&self, symmetry: usize) -> Option<&Image<G>> {
        self.images.get(symmetry)
    }

    /// Adds stones to the keys, or removes them.
    pub(super) fn toggle(&self, keys: &mut Keys, color: Color, stones: &Bitboard<G>) {
        for stone in stones {
            add(keys, &self.parts[stone.bit()].stone[color]);
        }
    }

    /// Returns the normal form of a position, given the keys of its stones and of its history.
    pub(super) fn normal_form(
        &self,
        [stones, past]: [&Keys; 2],
        (to_move, passes): (Color, u8),
        ko: Option<Point>,
    ) -> Form {
        let mut keys = *stones;
        add(&mut keys, past);
        if let Some(ko) = ko {
            add(&mut keys, &self.parts[ko.bit()].ko);
        }
        let turn = turn_key(to_move, passes);
        let keys = keys.into_iter().take(self.images.len()).map(|key| key ^ turn);
        let forms = keys.enumerate().map(|(symmetry, key)| Form { symmetry, key });
        forms.min_by_key(|form| form.key).unwrap_or_default()
    }
}

/// Adds a board to the keys of the history, given the keys of the board's stones.
pub(super) fn add_to_history(past: &mut Keys, stones: &Keys) {
    for (past, stones) in past.iter_mut().zip(stones) {
        *past ^= stones.wrapping_mul(HISTORY_FACTOR).rotate_left(32);
    }
}

fn add(keys: &mut Keys, more: &Keys) {
    for (key, more) in keys.iter_mut().zip(more) {
        *key ^= more;
    }
}
