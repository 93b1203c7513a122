//! The normal form of a position: of those that are turned or mirrored into each other the one with the
//! least key stands for all.

use crate::reading::line::{ko_key, turn_key};
use crate::vocabulary::{
    Bitboard, BoardSize, ByColor, Color, Geometry, Point, PointMap, Symmetry, TO_MOVE_KEY,
};

/// Tells the keys of boards in the past from those of the present one.
const PAST_FACTOR: u64 = TO_MOVE_KEY | 1;

/// A key for each symmetry of the board: that of the position turned or mirrored by it. Where the
/// board has fewer symmetries, the last keys stay as they are.
pub(super) type Keys = [u64; Symmetry::MOST];

/// The least of the keys by which the positions alike are known, and the number of its symmetry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    pub(super) symmetry: usize,
    pub(super) key: u64,
}

/// What a point adds to the keys.
#[derive(Clone, Debug, Default)]
struct Parts {
    /// With a stone on it.
    stone: ByColor<Keys>,
    /// Where a ko bans it.
    ko: Keys,
}

/// Where a symmetry puts the points of a board, and whence they came.
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

/// The symmetries of a board, and what its points add to the keys.
#[derive(Debug)]
pub(super) struct Images<G: Geometry> {
    images: Vec<Image<G>>,
    /// By the bits of the points: far too much for the stack on large boards.
    parts: Vec<Parts>,
}

impl<G: Geometry> Images<G> {
    /// The first `most` symmetries of boards of a size.
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

    /// The symmetry of this number.
    pub(super) fn image(&self, symmetry: usize) -> Option<&Image<G>> {
        self.images.get(symmetry)
    }

    /// Puts stones into the keys, or takes them out.
    pub(super) fn toggle(&self, keys: &mut Keys, color: Color, stones: &Bitboard<G>) {
        for stone in stones {
            add(keys, &self.parts[stone.bit()].stone[color]);
        }
    }

    /// The normal form of a position with the keys of its stones and of its past.
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

/// Puts the board with these stones into the keys of the past.
pub(super) fn remember(past: &mut Keys, stones: &Keys) {
    for (past, stones) in past.iter_mut().zip(stones) {
        *past ^= stones.wrapping_mul(PAST_FACTOR).rotate_left(32);
    }
}

fn add(keys: &mut Keys, more: &Keys) {
    for (key, more) in keys.iter_mut().zip(more) {
        *key ^= more;
    }
}
