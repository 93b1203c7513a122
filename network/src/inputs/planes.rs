//! The inputs as arrays of numbers.

use engine::vocabulary::{Bitboard, BoardSize, Geometry, Symmetry, Vertex};
use thiserror::Error;

/// The number of planes.
pub const PLANES: usize = 22;
/// The number of global inputs.
pub const GLOBALS: usize = 19;
/// The longest side of a board that networks are made for.
pub const LONGEST: u8 = 19;
/// The shortest side.
const SHORTEST: u8 = 2;

/// A board that networks cannot evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("networks evaluate boards from 2x2 to 19x19, not {0}")]
pub struct WrongSize(pub BoardSize);

/// The inputs of a position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// The size of the board.
    pub size: BoardSize,
    /// The planes: all of a point side by side, the points row by row from the top left.
    pub planes: Vec<f32>,
    /// The global inputs.
    pub globals: [f32; GLOBALS],
    /// Whether the rules let the player play on a point. Not an input, but needed to read the
    /// policy.
    pub legal: Vec<bool>,
}

/// The planes by their numbers.
pub(super) mod plane {
    pub(in super::super) const BOARD: usize = 0;
    pub(in super::super) const OWN: usize = 1;
    pub(in super::super) const RIVAL: usize = 2;
    /// One to three liberties.
    pub(in super::super) const LIBERTIES: usize = 3;
    pub(in super::super) const BANNED: usize = 6;
    /// The last five moves.
    pub(in super::super) const PAST: usize = 9;
    /// Chains that ladders capture now, before the last move and before the one before.
    pub(in super::super) const LADDERS: usize = 14;
    pub(in super::super) const LADDER_MOVES: usize = 17;
    pub(in super::super) const AREA: usize = 18;
}

/// The number of global inputs that tell of past moves, which come first.
const PAST_GLOBALS: usize = 5;

/// Clears the planes of past moves and of past ladders.
pub(crate) fn forget_past(planes: &mut [f32]) {
    let (points, _) = planes.as_chunks_mut::<PLANES>();
    for point in points {
        point[plane::PAST..plane::LADDERS].fill(0.0);
        point[plane::LADDERS + 1..plane::LADDER_MOVES].fill(0.0);
    }
}

impl Inputs {
    /// The inputs of an empty board, without any rules.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn blank(size: BoardSize) -> Result<Self, WrongSize> {
        let sides = [size.width(), size.height()];
        if sides.iter().any(|side| !(SHORTEST..=LONGEST).contains(side)) {
            return Err(WrongSize(size));
        }
        let mut inputs = Self {
            size,
            planes: vec![0.0; size.area() * PLANES],
            globals: [0.0; GLOBALS],
            legal: vec![false; size.area()],
        };
        inputs.clear();
        Ok(inputs)
    }

    /// Empties everything but the plane of the board itself.
    pub(super) fn clear(&mut self) {
        let (points, _) = self.planes.as_chunks_mut::<PLANES>();
        let mut empty = [0.0; PLANES];
        empty[plane::BOARD] = 1.0;
        points.fill(empty);
        self.globals = [0.0; GLOBALS];
        self.legal.fill(false);
    }

    pub(super) fn set(&mut self, vertex: Vertex, plane: usize) {
        self.planes[vertex.index(self.size) * PLANES + plane] = 1.0;
    }

    pub(super) fn set_all<G: Geometry>(&mut self, points: Bitboard<G>, plane: usize) {
        for point in points {
            self.planes[index(self.size, point.bit(), G::STRIDE) * PLANES + plane] = 1.0;
        }
    }

    pub(super) fn allow<G: Geometry>(&mut self, points: Bitboard<G>) {
        for point in points {
            self.legal[index(self.size, point.bit(), G::STRIDE)] = true;
        }
    }

    /// The global inputs that do not tell of past moves.
    pub(crate) fn present(&self) -> &[f32] {
        &self.globals[PAST_GLOBALS..]
    }

    /// Forbids the player to play on a point.
    pub(super) fn forbid(&mut self, vertex: Vertex) {
        self.legal[vertex.index(self.size)] = false;
    }

    /// Whether the rules may end a game without a result.
    pub(crate) fn can_be_void(&self) -> bool {
        let (has_superko, is_territory) = (self.globals[6] != 0.0, self.globals[9] != 0.0);
        !has_superko || is_territory
    }

    /// The planes of a symmetric position, in which each point has the planes of the point that the
    /// symmetry leads from.
    pub fn turned(&self, symmetry: Symmetry) -> Vec<f32> {
        let mut planes = Vec::new();
        self.turn_into(symmetry, &mut planes);
        planes
    }

    /// Writes the planes of a symmetric position, as [`turned`](Self::turned), over other planes.
    pub(crate) fn turn_into(&self, symmetry: Symmetry, planes: &mut Vec<f32>) {
        planes.resize(self.planes.len(), 0.0);
        let (from, _) = self.planes.as_chunks::<PLANES>();
        let (to, _) = planes.as_chunks_mut::<PLANES>();
        for (vertex, point) in self.size.vertices().zip(from) {
            to[symmetry.apply(self.size, vertex).index(self.size)] = *point;
        }
    }
}

/// The index of a point, row by row from the top left, from its bit in a geometry of this stride.
fn index(size: BoardSize, bit: usize, stride: usize) -> usize {
    let (row, column) = (bit / stride - 1, bit % stride - 1);
    (usize::from(size.height()) - 1 - row) * usize::from(size.width()) + column
}

#[cfg(test)]
mod tests {
    use engine::vocabulary::{AnySize, Nine, Point};

    use super::*;

    #[test]
    fn points_have_the_index_of_their_vertex() {
        for size in [BoardSize::square(9), BoardSize::new(7, 19).unwrap()] {
            for vertex in size.vertices() {
                let any = index(size, Point::of::<AnySize>(vertex).bit(), AnySize::STRIDE);
                assert_eq!(any, vertex.index(size));
                if Nine::holds(size) {
                    let bit = Point::of::<Nine>(vertex).bit();
                    assert_eq!(index(size, bit, Nine::STRIDE), any);
                }
            }
        }
    }

    #[test]
    fn boards_that_are_too_small_or_too_large_are_named() {
        for (width, height) in [(1, 5), (19, 1), (20, 19), (9, 25)] {
            let error = Inputs::blank(BoardSize::new(width, height).unwrap()).unwrap_err();
            assert!(error.to_string().contains(&format!("not {width}x{height}")), "{error}");
        }
        assert!(Inputs::blank(BoardSize::square(2)).is_ok());
    }
}
