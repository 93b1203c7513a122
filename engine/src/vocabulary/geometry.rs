//! The classes of boards for which the code is compiled: 9x9, 13x13, 19x19, any other size, and
//! small and medium sizes for exact reading.
//!
//! A bitboard numbers the points row by row from the bottom left, with a guard column to the left
//! of the board and a guard row both below and above it. The neighbours of a point are therefore at
//! fixed offsets even at the edge, nothing wraps around, and the eight points around any point form
//! the same pattern of bits.

use std::fmt::Debug;
use std::hash::Hash;

use super::{BoardSize, zobrist};

/// A class of boards that fixes the number of words and the stride of its bitboards at compile
/// time.
pub trait Geometry:
    Copy + Clone + Debug + Default + PartialEq + Eq + Hash + Send + Sync + 'static
{
    /// The words of a bitboard: `[u64; WORDS]`.
    type Words: Copy + Debug + AsRef<[u64]> + AsMut<[u64]> + Send + Sync;

    /// A value for each bit of a bitboard: `[T; CELLS]`.
    type Cells<T: Copy + Debug + PartialEq + Send + Sync>: Copy
        + Debug
        + PartialEq
        + AsRef<[T]>
        + AsMut<[T]>
        + Send
        + Sync;

    /// The number of words. It is a power of two, so that a masked index needs no bounds check.
    const WORDS: usize;

    /// The offset from a point to the one above it: the width of the widest board plus one guard.
    const STRIDE: usize;

    /// The only size in this class, or `None` if the size is known only at run time.
    const FIXED: Option<BoardSize>;

    /// The empty bitboard.
    const NO_WORDS: Self::Words;

    /// The Zobrist keys of stones, indexed by point and colour.
    const KEYS: &'static [[u64; 2]];

    /// The number of bits in a bitboard.
    const CELLS: usize = Self::WORDS * 64;

    /// Whether boards of this size belong to this class.
    fn holds(size: BoardSize) -> bool {
        let side = usize::from(size.width().max(size.height()));
        Self::FIXED.is_none_or(|fixed| fixed == size) && side < Self::STRIDE
    }

    /// A table with the same value for each bit.
    fn cells<T: Copy + Debug + PartialEq + Send + Sync>(value: T) -> Self::Cells<T>;
}

macro_rules! geometry {
    ($(#[$doc:meta])* $name:ident, words $words:literal, stride $stride:literal, $fixed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Geometry for $name {
            type Words = [u64; $words];
            type Cells<T: Copy + Debug + PartialEq + Send + Sync> = [T; $words * 64];

            const WORDS: usize = $words;
            const STRIDE: usize = $stride;
            const FIXED: Option<BoardSize> = $fixed;
            const NO_WORDS: Self::Words = [0; $words];
            const KEYS: &'static [[u64; 2]] = &zobrist::table::<{ $words * 64 }>($stride);

            #[inline(always)]
            fn cells<T: Copy + Debug + PartialEq + Send + Sync>(value: T) -> Self::Cells<T> {
                [value; $words * 64]
            }
        }
    };
}

geometry!(
    /// Boards of any width and height up to 7: one word. The guard row above a board of height 7 is
    /// the same as the one below it, because the indices wrap around.
    Small, words 1, stride 8, None
);
geometry!(
    /// Boards of any width and height up to 9: two words. For 9x9, this class is slower than
    /// [`Nine`], because its size is not fixed at compile time.
    Medium, words 2, stride 10, None
);
geometry!(
    /// Boards of 9x9 points: two words.
    Nine, words 2, stride 10, Some(BoardSize::square(9))
);
geometry!(
    /// Boards of 13x13 points: four words.
    Thirteen, words 4, stride 14, Some(BoardSize::square(13))
);
geometry!(
    /// Boards of 19x19 points: eight words.
    Nineteen, words 8, stride 20, Some(BoardSize::square(19))
);
geometry!(
    /// Boards of any width and height up to 25: sixteen words.
    AnySize, words 16, stride 26, None
);

/// A computation that is generic over the geometry.
pub trait InGeometry {
    /// The result.
    type Output;

    /// Runs the computation.
    fn run<G: Geometry>(self) -> Self::Output;
}

/// Runs the computation in one of the four geometries for which the search for moves is compiled.
/// Using only four keeps compilation short, but small boards are slower than with
/// [`in_geometry_of`].
pub fn in_search_geometry_of<T: InGeometry>(size: BoardSize, task: T) -> T::Output {
    if Nine::holds(size) {
        task.run::<Nine>()
    } else if Thirteen::holds(size) {
        task.run::<Thirteen>()
    } else if Nineteen::holds(size) {
        task.run::<Nineteen>()
    } else {
        task.run::<AnySize>()
    }
}

/// Runs the computation in the smallest geometry that supports boards of this size.
pub fn in_geometry_of<T: InGeometry>(size: BoardSize, task: T) -> T::Output {
    if Small::holds(size) {
        task.run::<Small>()
    } else if Medium::holds(size) && !Nine::holds(size) {
        task.run::<Medium>()
    } else {
        in_search_geometry_of(size, task)
    }
}
