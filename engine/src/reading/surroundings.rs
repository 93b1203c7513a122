//! The chains that belong to a group, and the stones around it.

use crate::board::Board;
use crate::tactics::liberties_after;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The maximum number of liberties at which a chain in or around a group counts as easy to capture.
pub(super) const WEAK: usize = 2;
/// The size, in points, of the largest region in which enclosed stones count as caught.
const LARGEST_CAGE: usize = 14;
/// The distance from a group, in steps, within which the liberties of surrounding chains do not
/// count as outside liberties.
const INSIDE: usize = 2;
/// The number of points that stones need around them to count as alive, and the maximum distance of
/// these points in steps.
const LIVING_ROOM: (usize, usize) = (12, 3);

/// Returns the given stones together with all chains tied to them, either by two shared liberties
/// or by an opposing chain in atari that lies between them.
pub(super) fn tied<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    stones: Bitboard<G>,
) -> Bitboard<G> {
    tied_by(board, owner, stones, *board.stones(!owner))
}

/// Returns one stone of each group of `owner`. A group is a set of chains that are tied to each
/// other.
pub(crate) fn groups_of<G: Geometry>(
    board: &Board<G>,
    owner: Color,
) -> impl Iterator<Item = Point> {
    let mut rest = *board.stones(owner);
    std::iter::from_fn(move || {
        let stone = rest.first()?;
        rest -= tied(board, owner, board.chain_stones(stone).copied().unwrap_or_default());
        Some(stone)
    })
}

/// The same as [`tied`], but only the opponent's chains in `others` can tie chains together.
pub(super) fn tied_by<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    stones: Bitboard<G>,
    others: Bitboard<G>,
) -> Bitboard<G> {
    let own = *board.stones(owner);
    let mut group = stones;
    loop {
        let liberties = group.neighbours() & *board.empty();
        let shares_two_liberties = |&chain: &Point| {
            board.chain_liberties(chain).is_some_and(|its| (*its & liberties).count() > 1)
        };
        let near = board.chains_of((liberties.neighbours() & own) - group);
        let joined = chains(board, near.filter(shares_two_liberties));
        let around = board.chains_of(group.neighbours() & others);
        let caught = chains(board, around.filter(|&chain| board.liberties_of(chain) == 1));
        let wider = group | joined | (caught.neighbours() & own).flood(&own);
        if wider == group {
            return group;
        }
        group = wider;
    }
}

/// Returns the stones of all given chains that are in atari and lost: their owner cannot save them
/// with the next move. Such a chain cannot capture a neighbouring chain, and extending the chain
/// leaves it in atari.
pub(super) fn lost_in_atari<G: Geometry>(board: &Board<G>, stones: Bitboard<G>) -> Bitboard<G> {
    let is_lost = |&chain: &Point| {
        let (Some(owner), Some(stones), Some(liberties)) =
            (board.color_at(chain), board.chain_stones(chain), board.chain_liberties(chain))
        else {
            return false;
        };
        let extended = |liberty| liberties_after(board, owner, liberty).count() <= 1;
        liberties.count() == 1
            && liberties.into_iter().all(extended)
            && board
                .chains_of(stones.neighbours() & *board.stones(!owner))
                .all(|around| board.liberties_of(around) > 1)
    };
    chains(board, board.chains_of(stones).filter(is_lost))
}

/// Returns the chains of `owner` outside the group that have room to live beyond the `wall` around
/// the group, together with all chains tied to them.
pub(super) fn living<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    group: Bitboard<G>,
    wall: Bitboard<G>,
) -> Bitboard<G> {
    let (points, steps) = LIVING_ROOM;
    let free = *board.empty() - wall.neighbours();
    let mut living = Bitboard::EMPTY;
    for chain in board.chains_of(*board.stones(owner) - group) {
        let other = tied(board, owner, board.chain_stones(chain).copied().unwrap_or_default());
        if !other.intersects(&group) && (grown(other, steps, free) - other).count() >= points {
            living |= other;
        }
    }
    living
}

/// Returns a group together with all nearby chains of its owner, except those in `others`.
pub(super) fn with_near_chains<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    group: Bitboard<G>,
    others: Bitboard<G>,
) -> Bitboard<G> {
    let own = *board.stones(owner) - others;
    let mut group = group;
    loop {
        let near = grown(group, INSIDE, *board.empty()).neighbours() & (own - group);
        if near.is_empty() {
            return group;
        }
        group |= near.flood(&own);
    }
}

/// Returns the opponent's chains that a group cannot easily capture. Such a chain has more than
/// [`WEAK`] liberties, some of them away from the group, and is not enclosed even if the owner of
/// the group occupies all of the group's liberties.
pub(super) fn wall_around<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    group: Bitboard<G>,
) -> Bitboard<G> {
    let inside = grown(group, INSIDE, *board.empty());
    // The owner of the group may block paths through the group's liberties.
    let free = (*board.empty() - group.neighbours()) | *board.stones(!owner);
    let is_strong = |&chain: &Point| {
        let liberties = board.chain_liberties(chain).copied().unwrap_or_default();
        liberties.count() > WEAK
            && !(liberties - inside).is_empty()
            && Bitboard::of(chain).flood(&free).count() > LARGEST_CAGE
    };
    chains(board, board.chains_of(*board.stones(!owner)).filter(is_strong))
}

/// Returns `from` together with all points that can be reached from it in at most `steps` steps
/// through `within`.
pub(super) fn grown<G: Geometry>(
    from: Bitboard<G>,
    steps: usize,
    within: Bitboard<G>,
) -> Bitboard<G> {
    (0..steps).fold(from, |reached, _| reached | (reached.neighbours() & within))
}

/// Returns all stones of the given chains.
pub(super) fn chains<G: Geometry>(
    board: &Board<G>,
    stones: impl Iterator<Item = Point>,
) -> Bitboard<G> {
    stones.filter_map(|stone| board.chain_stones(stone)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::AnySize;

    /// Whether the white chain at A1 is lost.
    fn is_lost(diagram: &str) -> bool {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let lost = lost_in_atari(&board, *board.stones(Color::White));
        lost.contains(Point::of::<AnySize>("A1".parse().unwrap()))
    }

    #[test]
    fn a_chain_in_atari_is_lost_that_neither_extends_nor_captures() {
        assert!(is_lost(". . . . .\nX X X . .\nO O . X ."), "no liberty more");
        assert!(is_lost(". . X . .\nX X . X .\nO O . X ."), "one liberty again");
        assert!(!is_lost(". . . . .\nX X . . .\nO O . . ."), "two liberties more");
        assert!(!is_lost("O O . . .\nX X . X .\nO O . X ."), "it captures from outside");
        assert!(!is_lost(". . . . .\n. X X . .\nO O . X ."), "two liberties now");
    }
}
