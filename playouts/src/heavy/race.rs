//! Capturing races: if the player's chain cannot gain enough liberties, fills the liberties of its
//! rival.

use engine::board::{Board, Position};
use engine::tactics::liberties_after;
use engine::vocabulary::{Bitboard, Color, Geometry, Point};

use super::proposed::{Proposed, add};
use super::self_atari::is_bad_self_atari;

/// The maximum number of liberties of a chain in a race.
const MOST_LIBERTIES: usize = 4;

/// For each of the player's chains next to the last move, proposes the liberties of adjacent
/// opposing chains that have no more liberties than the player's chain. The player to move wins
/// such a race.
#[inline(always)]
pub(crate) fn answers<G: Geometry>(position: &Position<G>, last: Point, proposed: &mut Proposed) {
    let (board, color) = (position.board(), position.to_move());
    let mut seen = Bitboard::EMPTY;
    for own in board.stones(color).window(last).adjacent() {
        let count = board.liberties_of(own);
        if seen.contains(own) || !(2..=MOST_LIBERTIES).contains(&count) {
            continue;
        }
        let (Some(stones), Some(liberties)) = (board.chain_stones(own), board.chain_liberties(own))
        else {
            continue;
        };
        seen |= *stones;
        if !gets_room(board, color, liberties, count) {
            let others = stones.neighbours() & *board.stones(!color);
            rivals(position, others, count, liberties, proposed);
        }
    }
}

/// Whether playing on one of `liberties` would give a chain of `color` at least two more liberties.
/// `count` is the current number of liberties.
#[inline(always)]
fn gets_room<G: Geometry>(
    board: &Board<G>,
    color: Color,
    liberties: &Bitboard<G>,
    count: usize,
) -> bool {
    for point in liberties {
        if liberties_after(board, color, point).count() > count + 1 {
            return true;
        }
    }
    false
}

/// Proposes the liberties of each chain in `stones` that has at most `count` liberties. `liberties`
/// contains the liberties of the player's own chain. A liberty that the two chains share is
/// proposed only if the opposing chain has no others, because filling shared liberties before the
/// others would put the player's chain into atari first.
#[inline(always)]
fn rivals<G: Geometry>(
    position: &Position<G>,
    mut stones: Bitboard<G>,
    count: usize,
    liberties: &Bitboard<G>,
    proposed: &mut Proposed,
) {
    let board = position.board();
    while let Some(other) = stones.first() {
        let (Some(chain), Some(targets)) =
            (board.chain_stones(other), board.chain_liberties(other))
        else {
            return;
        };
        stones -= *chain;
        if board.liberties_of(other) > count {
            continue;
        }
        let outside = *targets - *liberties;
        for point in if outside.is_empty() { *targets } else { outside } {
            add(proposed, approach(position, point));
        }
    }
}

/// Returns the liberty itself if it can safely be filled. If a stone there would be in atari,
/// returns the point that connects that stone or gains a liberty for it: an approach move.
#[inline(always)]
fn approach<G: Geometry>(position: &Position<G>, liberty: Point) -> Point {
    if is_bad_self_atari(position, liberty)
        && let Some(point) = liberties_after(position.board(), position.to_move(), liberty).first()
    {
        return point;
    }
    liberty
}
