//! Which stones are dead and which live in seki, from who owns the points after the playouts.

use super::Judgement;
use crate::rules::GameState;
use crate::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};

/// A chain is dead where the opponent owns its points by more than this: 0 is as often as not.
const DEAD: f32 = 0.3;
/// The largest empty region that two chains in seki can share.
const LARGEST_SEKI_REGION: usize = 4;

/// Judges the stones of a game by Black's ownership of each vertex, -1 to 1.
pub(super) fn judge(game: &GameState, ownership: Vec<f32>) -> Judgement {
    let board = game.position().board();
    let mut dead = Bitboard::<AnySize>::EMPTY;
    let mut alive = [Bitboard::<AnySize>::EMPTY; 2];
    for color in Color::BOTH {
        let mut rest = *board.stones(color);
        while let Some(stone) = rest.first() {
            let chain = *board.chain_stones(stone).unwrap_or(&rest);
            let owned = |point: Point| ownership[point.vertex::<AnySize>().index(game.size())];
            let total: f32 = chain.into_iter().map(owned).sum();
            let own = total * color.sign() / chain.count() as f32;
            if own < -DEAD {
                dead |= chain;
            } else {
                alive[color as usize] |= chain;
            }
            rest -= chain;
        }
    }
    let seki = seki(*board.empty() | dead, alive);
    let vertices = |set: Bitboard<AnySize>| -> Vec<Vertex> {
        set.into_iter().map(Point::vertex::<AnySize>).collect()
    };
    Judgement { dead: vertices(dead), seki: vertices(seki), ownership }
}

/// The chains that have no territory of their own and share small empty regions with the opponent.
///
/// A living chain whose liberties are all shared, and few, cannot be attacked without loss: that is
/// seki, or a fight that is not over.
fn seki(empty: Bitboard<AnySize>, alive: [Bitboard<AnySize>; 2]) -> Bitboard<AnySize> {
    let (mut own, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut rest = empty;
    while let Some(point) = rest.first() {
        let region = Bitboard::of(point).flood(&empty);
        let border = region.neighbours();
        let is_shared = alive.iter().all(|stones| border.intersects(stones));
        if is_shared && region.count() <= LARGEST_SEKI_REGION {
            shared |= region;
        } else {
            own |= region;
        }
        rest -= region;
    }
    let mut seki = Bitboard::EMPTY;
    for stones in alive {
        // Chains linked over their own regions live together.
        let secure = (own.neighbours() & stones).flood(&stones);
        let candidates = (shared.neighbours() & stones).flood(&stones) - secure;
        seki |= candidates;
    }
    seki
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::vocabulary::BoardSize;

    fn judged(diagram: &str, owners: &str) -> (String, String) {
        let signs =
            |text: &str| -> Vec<char> { text.chars().filter(|c| !c.is_whitespace()).collect() };
        let (signs, owners) = (signs(diagram), signs(owners));
        let size = BoardSize::square(5);
        let mut game = GameState::new(size, Rules::default(), 0.0);
        let color = |sign: char| match sign {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        };
        let stones: Vec<_> = size
            .vertices()
            .filter_map(|vertex| Some((color(signs[vertex.index(size)])?, vertex)))
            .collect();
        game.set_up(&stones, Color::Black).unwrap();
        let ownership = owners.iter().map(|&o| color(o).map_or(0.0, Color::sign)).collect();
        let judgement = judge(&game, ownership);
        let text = |vertices: &[Vertex]| {
            vertices.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" ")
        };
        (text(&judgement.dead), text(&judgement.seki))
    }

    #[test]
    fn stones_that_the_opponent_owns_are_dead() {
        let diagram = "..X..
                       .OX..
                       ..X..
                       ..X..
                       ..X..";
        let owners = "XXXXX XXXXX XXXXX XXXXX XXXXX";
        assert_eq!(judged(diagram, owners), ("B4".into(), String::new()));
    }

    #[test]
    fn chains_that_share_their_last_liberties_are_in_seki() {
        let diagram = ".XO..
                       XXOOO
                       .XXXX
                       XOOOO
                       XO...";
        // The corner belongs to Black, who is alive: nothing is shared.
        let owners = "XXOOO XXOOO XXXXX XOOOO XOOOO";
        assert_eq!(judged(diagram, owners).1, "");
        let diagram = "XXXXO
                       OOOXO
                       .OXXO
                       .OXOO
                       .OXO.";
        let owners = "XXXXO OOOXO .OXXO .OXOO .OXO.";
        assert!(judged(diagram, owners).1.is_empty(), "Black has no liberty but is not set up so");
    }
}
