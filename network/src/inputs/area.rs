//! The current area as KataGo counts it for its networks (`cpp/game/board.cpp`).

use engine::board::Board;
use engine::vocabulary::{Bitboard, ByColor, Color, Geometry};

/// The points of each player if the game ended now: unconditionally safe stones and territory
/// first, then regions with stones of one player only, then the stones as they stand.
pub(super) fn current_area<G: Geometry>(board: &Board<G>, suicide: bool) -> ByColor<Bitboard<G>> {
    let mut area: ByColor<Bitboard<G>> = ByColor::default();
    let mut regions = Vec::new();
    for color in Color::BOTH {
        if !board.stones(color).is_empty() {
            split(*board.empty() | *board.stones(!color), &mut regions);
            claim(board, color, suicide, &regions, &mut area);
        }
    }
    let stones = |color: Color| *board.stones(color) - area[!color];
    ByColor::new(
        area[Color::Black] | stones(Color::Black),
        area[Color::White] | stones(Color::White),
    )
}

/// Replaces `regions` by the connected parts of a set.
fn split<G: Geometry>(set: Bitboard<G>, regions: &mut Vec<Bitboard<G>>) {
    regions.clear();
    let mut rest = set;
    while let Some(point) = rest.first() {
        let region = Bitboard::of(point).flood(&rest);
        rest -= region;
        regions.push(region);
    }
}

/// Adds what is the area of `color`, whose stones divide the board into these regions.
fn claim<G: Geometry>(
    board: &Board<G>,
    color: Color,
    suicide: bool,
    regions: &[Bitboard<G>],
    area: &mut ByColor<Bitboard<G>>,
) {
    let own = *board.stones(color);
    let next_to_own = own.neighbours();
    let safe = safe_stones(board, color, suicide, regions);
    take(area, color, safe);
    for region in regions {
        let is_enclosed = (region.neighbours() & (own - safe)).is_empty();
        let has_rivals = region.intersects(board.stones(!color));
        let inside = (*region - next_to_own).count();
        if is_enclosed && (inside <= 1 || !has_rivals) {
            take(area, color, *region);
        } else if !has_rivals {
            let free = *region - area[!color];
            area[color] |= free;
        }
    }
}

/// The unconditionally safe stones of `color`, as [`engine::tactics::safe_area`] finds them, given
/// the regions. Most boards have none, and need no more than the first lines.
fn safe_stones<G: Geometry>(
    board: &Board<G>,
    color: Color,
    suicide: bool,
    regions: &[Bitboard<G>],
) -> Bitboard<G> {
    let own = *board.stones(color);
    let next_to_own = own.neighbours();
    // The points of a region in which the opponent might get room to live.
    let room = |region: &Bitboard<G>| if suicide { *region } else { *region & *board.empty() };
    let mut vital: Vec<_> = regions
        .iter()
        .map(|region| (room(region), region.neighbours() & own))
        .filter(|(room, _)| (*room - next_to_own).is_empty())
        .collect();
    if vital.len() < 2 {
        return Bitboard::EMPTY;
    }
    let stones_of = |stone| board.chain_stones(stone).copied();
    let mut chains: Vec<_> = board.chains_of(own).filter_map(stones_of).collect();
    loop {
        let mut lost = Bitboard::EMPTY;
        chains.retain(|chain| {
            let around = chain.neighbours();
            let eyes = vital.iter().filter(|(room, _)| (*room - around).is_empty());
            let is_safe = eyes.take(2).count() == 2;
            if !is_safe {
                lost |= *chain;
            }
            is_safe
        });
        if lost.is_empty() {
            return chains.into_iter().collect();
        }
        vital.retain(|(_, walls)| !walls.intersects(&lost));
    }
}

fn take<G: Geometry>(area: &mut ByColor<Bitboard<G>>, color: Color, points: Bitboard<G>) {
    area[color] |= points;
    area[!color] -= points;
}
