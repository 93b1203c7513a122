//! Sets of squares as the bits of a `u64`, and the rules of Othello on them.
//!
//! The bit of a square is `row * 8 + column`, counted from the top left corner, which is a1. Every
//! function takes the discs of the player in question (`own`) and those of the other one
//! (`opponent`), which must be disjoint. The search calls these functions for each position, so
//! they have no branches that depend on the position and work without any special instructions.

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonal to the corners: b2, g2, b7 and g7.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The squares beside the corners on the edges, such as b1 and a2.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;

/// The columns that a step to either side cannot leave: all but a and h.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
pub(super) const COLUMN_A: u64 = 0x0101_0101_0101_0101;
pub(super) const COLUMN_H: u64 = COLUMN_A << 7;

/// The squares from a square to the edge in a direction, without the square itself. The first four
/// directions go to higher bits (right, down, down right, down left), the others are opposite.
type Rays = [u64; 8];

static RAYS: [Rays; 64] = all_rays();
static NEIGHBOURS: [u64; 64] = all_neighbours();

#[expect(clippy::indexing_slicing, reason = "evaluated only by the compiler")]
const fn all_rays() -> [Rays; 64] {
    const STEPS: [(i32, i32); 8] =
        [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
    let mut rays = [[0; 8]; 64];
    let mut at = 0;
    while at < 64 * 8 {
        let (square, direction) = (at / 8, at % 8);
        let (down, right) = STEPS[direction];
        let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
        while 0 <= row && row < 8 && 0 <= column && column < 8 {
            rays[square][direction] |= 1 << (row * 8 + column);
            row += down;
            column += right;
        }
        at += 1;
    }
    rays
}

#[expect(clippy::indexing_slicing, reason = "evaluated only by the compiler")]
const fn all_neighbours() -> [u64; 64] {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        sets[square] = neighbours(1 << square);
        square += 1;
    }
    sets
}

/// The squares that touch a square of `set`, including those of `set` that touch each other.
#[inline]
#[must_use]
pub const fn neighbours(set: u64) -> u64 {
    let sides = (set & !COLUMN_H) << 1 | (set & !COLUMN_A) >> 1;
    let rows = set | sides;
    sides | rows << 8 | rows >> 8
}

/// The squares that touch one square; only the lowest six bits of its number count.
#[inline]
#[must_use]
pub fn neighbours_of(square: u8) -> u64 {
    NEIGHBOURS.get(usize::from(square & 63)).copied().unwrap_or_default()
}

/// The discs of `discs` with an empty neighbour.
#[inline]
#[must_use]
pub const fn frontier(discs: u64, empties: u64) -> u64 {
    discs & neighbours(empties)
}

/// The squares to which `own` may move.
#[inline]
#[must_use]
pub const fn legal_moves(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let moves = ends::<1>(own, inner)
        | ends::<7>(own, inner)
        | ends::<8>(own, opponent)
        | ends::<9>(own, inner);
    moves & !(own | opponent)
}

/// The squares behind unbroken rows of `through` that begin beside a disc of `own`, in the
/// direction of a step of `STEP` bits and in the opposite one. The steps double, so that three of
/// them reach the six discs that the longest row can have.
#[inline]
const fn ends<const STEP: u32>(own: u64, through: u64) -> u64 {
    let mut up = through & own << STEP;
    let mut down = through & own >> STEP;
    up |= through & up << STEP;
    down |= through & down >> STEP;
    let pairs_up = through & through << STEP;
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up |= pairs_up & up << (2 * STEP);
    down |= pairs_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The discs of `opponent` that turn over if `own` moves to an empty square; none if the move is
/// illegal. Only the lowest six bits of the square's number count.
#[inline]
#[must_use]
pub fn flips(own: u64, opponent: u64, square: u8) -> u64 {
    let Some([right, down, down_right, down_left, left, up, up_left, up_right]) =
        RAYS.get(usize::from(square & 63))
    else {
        return 0;
    };
    flips_to_higher(own, opponent, *right)
        | flips_to_higher(own, opponent, *down)
        | flips_to_higher(own, opponent, *down_right)
        | flips_to_higher(own, opponent, *down_left)
        | flips_to_lower(own, opponent, *left)
        | flips_to_lower(own, opponent, *up)
        | flips_to_lower(own, opponent, *up_left)
        | flips_to_lower(own, opponent, *up_right)
}

/// The flips on a ray to higher bits: adding one carries through the discs of the opponent to the
/// first other square of the ray.
#[inline]
const fn flips_to_higher(own: u64, opponent: u64, ray: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub((end != 0) as u64) & ray
}

/// The flips on a ray to lower bits. The first square that is not the opponent's is the highest
/// bit; if there is none, bit 0 stands in for it, and is not an own disc of the ray.
#[inline]
const fn flips_to_lower(own: u64, opponent: u64, ray: u64) -> u64 {
    let others = ray & !opponent;
    let end = (1 << 63 >> (others | 1).leading_zeros()) & own & ray;
    (end << 1).wrapping_neg() & ray
}

/// The numbers of the squares in a set, from the lowest.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The squares of the quadrants (four by four squares) that hold an odd number of squares of `set`.
#[inline]
#[must_use]
pub const fn odd_quadrants(set: u64) -> u64 {
    // Fold each row of a quadrant into its lowest bit, then the four rows into the first.
    let rows = set ^ set >> 1;
    let rows = rows ^ rows >> 2;
    let pairs = rows ^ rows >> 8;
    let odd = (pairs ^ pairs >> 16) & 0x0000_0011_0000_0011;
    odd.wrapping_mul(0x0f0f_0f0f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stop_at_the_edges() {
        assert_eq!(neighbours(1), 0x302);
        assert_eq!(neighbours(1 << 63), 0x40c0_0000_0000_0000);
        assert_eq!(neighbours(1 << 27), 0x001c_141c_0000);
        assert_eq!(neighbours_of(27), 0x001c_141c_0000);
        assert_eq!(neighbours(0b11), 0x707);
    }

    #[test]
    fn only_discs_beside_empty_squares_are_on_the_frontier() {
        assert_eq!(frontier(0x303, !0x303), 0x302);
    }

    #[test]
    fn a_row_that_fills_the_edge_is_flipped_whole() {
        assert_eq!(flips(1, 0x7e, 7), 0x7e);
        assert_eq!(flips(0x80, 0x7e, 0), 0x7e);
        assert_eq!(flips(0, 0x7f, 7), 0);
        assert_eq!(flips(1 << 63, INNER_COLUMNS & !0xff & !(0xff << 56), 0), 0x40_2010_0804_0200);
        assert_eq!(legal_moves(1, 0x7e), 0x80);
    }

    #[test]
    fn quadrants_are_odd_or_even() {
        assert_eq!(odd_quadrants(0), 0);
        assert_eq!(odd_quadrants(1 << 9), 0x0f0f_0f0f);
        assert_eq!(odd_quadrants(1 << 9 | 1 << 27), 0);
        assert_eq!(odd_quadrants(1 << 4 | 1 << 63 | 1 << 32), 0xffff_ffff_f0f0_f0f0);
    }

    #[test]
    fn squares_come_in_order() {
        assert_eq!(squares(CORNERS).collect::<Vec<_>>(), [0, 7, 56, 63]);
    }
}
