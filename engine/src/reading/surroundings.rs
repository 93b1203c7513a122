//! What belongs to a group, and what stands around it.

use crate::board::Board;
use crate::tactics::liberties_after;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// With at most so many liberties, a chain around a group may be captured.
pub(super) const WEAK: usize = 2;
/// The largest part of the board enclosed by one player of which the other one's stones are caught.
const LARGEST_CAGE: usize = 14;
/// How many steps from a group are no liberties outside.
const INSIDE: usize = 2;
/// How many points stones need around them to be taken for alive, and up to how many steps away.
const LIVING_ROOM: (usize, usize) = (12, 3);

/// The stones of the chains that are tied to some: by two common liberties, or by a chain of the
/// opponent in atari.
pub(super) fn tied<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    stones: Bitboard<G>,
) -> Bitboard<G> {
    tied_by(board, owner, stones, *board.stones(!owner))
}

/// A stone of each group of `owner`: of the chains that are tied to each other.
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

/// The same as [`tied`] with ties by no other chains of the opponent than these.
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
        let has_two_in_common = |&chain: &Point| {
            board.chain_liberties(chain).is_some_and(|its| (*its & liberties).count() > 1)
        };
        let near = board.chains_of((liberties.neighbours() & own) - group);
        let joined = chains(board, near.filter(has_two_in_common));
        let around = board.chains_of(group.neighbours() & others);
        let caught = chains(board, around.filter(|&chain| board.liberties_of(chain) == 1));
        let wider = group | joined | (caught.neighbours() & own).flood(&own);
        if wider == group {
            return group;
        }
        group = wider;
    }
}

/// The stones of those of some chains in atari that their owner cannot save by its next move: it has no
/// stone around them to capture, and with another liberty they would be in atari again.
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

/// The chains of `owner` other than those of a group that have room to live outside the `wall` around
/// it, with all that is tied to them.
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

/// A group with all chains of its owner that are near one of it, but for those of `others`.
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

/// The chains of the opponent that cannot be captured easily from a group: with some liberties, not
/// all of them near the group, and not enclosed but for the group's liberties.
pub(super) fn wall_around<G: Geometry>(
    board: &Board<G>,
    owner: Color,
    group: Bitboard<G>,
) -> Bitboard<G> {
    let inside = grown(group, INSIDE, *board.empty());
    // The owner may close the ways through its liberties.
    let free = (*board.empty() - group.neighbours()) | *board.stones(!owner);
    let stands = |&chain: &Point| {
        let liberties = board.chain_liberties(chain).copied().unwrap_or_default();
        liberties.count() > WEAK
            && !(liberties - inside).is_empty()
            && Bitboard::of(chain).flood(&free).count() > LARGEST_CAGE
    };
    chains(board, board.chains_of(*board.stones(!owner)).filter(stands))
}

/// The points up to so many steps through `within` from some on, these included.
pub(super) fn grown<G: Geometry>(
    from: Bitboard<G>,
    steps: usize,
    within: Bitboard<G>,
) -> Bitboard<G> {
    (0..steps).fold(from, |reached, _| reached | (reached.neighbours() & within))
}

/// All stones of some chains.
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
