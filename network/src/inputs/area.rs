//! The current area as KataGo counts it for its networks (`cpp/game/board.cpp`).

use engine::board::Board;
use engine::tactics::{parts, safe_area};
use engine::vocabulary::{Bitboard, ByColor, Color, Geometry};

/// The points of each player if the game ended now: unconditionally safe stones and territory first,
/// then regions with stones of one player only, then the stones as they stand.
pub(super) fn current_area<G: Geometry>(board: &Board<G>, suicide: bool) -> ByColor<Bitboard<G>> {
    let mut area: ByColor<Bitboard<G>> = ByColor::default();
    for color in Color::BOTH {
        claim(board, color, suicide, &mut area);
    }
    let stones = |color: Color| *board.stones(color) - area[!color];
    ByColor::new(
        area[Color::Black] | stones(Color::Black),
        area[Color::White] | stones(Color::White),
    )
}

/// Adds what is the area of `color`.
fn claim<G: Geometry>(
    board: &Board<G>,
    color: Color,
    suicide: bool,
    area: &mut ByColor<Bitboard<G>>,
) {
    let own = *board.stones(color);
    if own.is_empty() {
        return;
    }
    let safe = safe_area(board, color, suicide).stones;
    take(area, color, safe);
    let next_to_own = own.neighbours();
    for region in parts(*board.empty() | *board.stones(!color)) {
        let is_enclosed = (board.around(region) & own - safe).is_empty();
        let has_rivals = region.intersects(board.stones(!color));
        let inside = (region - next_to_own).count();
        if is_enclosed && (inside <= 1 || !has_rivals) {
            take(area, color, region);
        } else if !has_rivals {
            let free = region - area[!color];
            area[color] |= free;
        }
    }
}

fn take<G: Geometry>(area: &mut ByColor<Bitboard<G>>, color: Color, points: Bitboard<G>) {
    area[color] |= points;
    area[!color] -= points;
}
