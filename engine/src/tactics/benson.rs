//! Unconditional life by Benson's algorithm (Life in the game of Go, Information Sciences, 1976):
//! the stones and points that a player keeps even without making another move.

use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry};

/// The stones and the territory that permanently belong to one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SafeArea<G: Geometry> {
    /// The chains that the opponent can never capture, even if their owner always passes.
    pub stones: Bitboard<G>,
    /// The points of the regions that are enclosed only by these chains and in which the opponent
    /// can never live. The opponent's stones there are dead.
    pub territory: Bitboard<G>,
}

impl<G: Geometry> SafeArea<G> {
    /// The stones and the territory together.
    pub fn points(&self) -> Bitboard<G> {
        self.stones | self.territory
    }
}

/// Returns the unconditionally safe area of `color`. Other stones may also be safe, but not
/// unconditionally.
///
/// The chains of `color` divide the rest of the board into regions. A region is vital to a chain if
/// all of the region's empty points are liberties of the chain. The opponent then runs out of moves
/// in the region before filling the last of these points. A chain is safe if it has two vital
/// regions, each enclosed only by safe chains.
///
/// This definition of a vital region assumes that suicide is forbidden. If `suicide` of several
/// stones is allowed, it can make room for a new eye. All points of a vital region, including those
/// under the opponent's stones, must then be next to the chain. The suicide of a single stone
/// changes nothing.
pub fn safe_area<G: Geometry>(board: &Board<G>, color: Color, suicide: bool) -> SafeArea<G> {
    safe_among(board, color, *board.stones(color), board.all(), suicide)
}

/// Like [`safe_area`], but considers only the chains in `own` and the regions inside `within` that
/// are enclosed by these chains alone. `own` must consist of whole chains of `color`.
pub fn safe_among<G: Geometry>(
    board: &Board<G>,
    color: Color,
    own: Bitboard<G>,
    within: Bitboard<G>,
    suicide: bool,
) -> SafeArea<G> {
    let others = *board.empty() | *board.stones(!color);
    let strangers = *board.stones(color) - own;
    let regions = parts_within(others, within).filter(|region| {
        let around = region.neighbours();
        around.intersects(&own) && !around.intersects(&strangers)
    });
    // The points of a region that might give the opponent room to live unless the chain touches
    // them.
    let room = |region: &Bitboard<G>| if suicide { *region } else { *region & *board.empty() };
    let around = own.neighbours();
    if regions.clone().filter(|region| (room(region) - around).is_empty()).nth(1).is_none() {
        // On most boards, this quick test shows that no chain has two vital regions.
        return SafeArea::default();
    }
    let (mut chains, mut regions): (Vec<_>, Vec<_>) = (parts(own).collect(), regions.collect());
    loop {
        let is_safe = |chain: &Bitboard<G>| {
            let around = chain.neighbours();
            let is_vital = |region: &&Bitboard<G>| (room(region) - around).is_empty();
            regions.iter().filter(is_vital).nth(1).is_some()
        };
        let (safe, unsafe_now): (Vec<_>, Vec<_>) = chains.into_iter().partition(is_safe);
        chains = safe;
        if unsafe_now.is_empty() {
            break;
        }
        let lost: Bitboard<G> = unsafe_now.into_iter().collect();
        regions.retain(|region| !region.neighbours().intersects(&lost));
    }
    let stones: Bitboard<G> = chains.into_iter().collect();
    let around = stones.neighbours();
    regions.retain(|region| (room(region) - around).is_empty());
    SafeArea { stones, territory: regions.into_iter().collect() }
}

/// Returns the connected components of a set that lie entirely inside `within`.
pub fn parts_within<G: Geometry>(
    set: Bitboard<G>,
    within: Bitboard<G>,
) -> impl Iterator<Item = Bitboard<G>> + Clone {
    let beyond = (set - within).neighbours();
    parts(set & within).filter(move |part| !part.intersects(&beyond))
}

/// Returns the connected components of a set.
pub fn parts<G: Geometry>(set: Bitboard<G>) -> impl Iterator<Item = Bitboard<G>> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let part = Bitboard::of(rest.first()?).flood(&rest);
        rest -= part;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{AnySize, Point};

    /// The board with `x` and `o` on the safe points of Black and White respectively, and `.`
    /// elsewhere.
    fn safe(diagram: &str, suicide: bool) -> String {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let [black, white] = Color::BOTH.map(|color| safe_area(&board, color, suicide).points());
        let sign = |vertex| {
            let point = Point::of::<AnySize>(vertex);
            match (black.contains(point), white.contains(point)) {
                (true, false) => 'x',
                (false, true) => 'o',
                (false, false) => '.',
                (true, true) => '!',
            }
        };
        let signs: Vec<char> = board.size().vertices().map(sign).collect();
        let rows = signs.chunks(usize::from(board.size().width()));
        rows.map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn two_eyes_live() {
        let diagram = ".X.XO
                       XXXXO
                       OOOOO
                       .....
                       .....";
        assert_eq!(safe(diagram, false), "xxxx. xxxx. ..... ..... .....");
    }

    #[test]
    fn one_eye_does_not_live() {
        let diagram = ".XXXO
                       XXXXO
                       OOOO.
                       .....
                       .....";
        assert_eq!(safe(diagram, false), "..... ..... ..... ..... .....");
        assert_eq!(safe(".....\n.....\n.....", true), "..... ..... .....");
    }

    #[test]
    fn chains_live_together_by_the_eyes_that_they_share() {
        let diagram = "X.X.X
                       .XXX.
                       XX.XX
                       OOOOO
                       .....";
        // The corner chains have no eye of their own, but share two with the other chains.
        assert_eq!(safe(diagram, false), "xxxxx xxxxx xx.xx ..... .....");
        // On the right, the corner point is no longer next to a black stone.
        let entered = "X.XO.
                       .XXX.
                       XX.XX
                       OOOOO
                       .....";
        assert_eq!(safe(entered, false), "xxx.. xxxx. xx.xx ..... .....");
    }

    #[test]
    fn dead_stones_in_a_small_eye_are_territory() {
        let diagram = ".XOO.X
                       XX..XX
                       .XXXX.
                       XXOOXX
                       OOO.OO";
        let found = safe(diagram, false);
        assert_eq!(found, "xxxxxx xxxxxx xxxxxx xx..xx ......", "{found}");
    }

    #[test]
    fn a_large_territory_may_hold_life() {
        let diagram = ".X.X...
                       XXXX...
                       ...X...
                       ...X...
                       ...X...
                       XXXX...";
        // White can make two eyes around the centre point if Black never answers.
        let found = "xxxx... xxxx... ...x... ...x... ...x... xxxx...";
        assert_eq!(safe(diagram, false), found);
    }

    #[test]
    fn suicide_makes_room_for_an_eye() {
        // White's stone is not next to any black stone. Once a suicide has removed it together with
        // other stones, its point can become a white eye.
        let diagram = "XXXXX.X
                       X...XXX
                       X.O.XXX
                       X...XXX
                       XXXXX.X";
        let all = "xxxxxxx xxxxxxx xxxxxxx xxxxxxx xxxxxxx";
        assert_eq!(safe(diagram, false), all);
        let walls = "xxxxxxx x...xxx x...xxx x...xxx xxxxxxx";
        assert_eq!(safe(diagram, true), walls);
    }
}
