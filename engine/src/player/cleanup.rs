//! Captures dead stones before the end of the game, where the rules or the server would otherwise
//! count them as alive.

use crate::board::Board;
use crate::rules::GameState;
use crate::vocabulary::{AnySize, Bitboard, Color, Move, Point, Vertex};

/// Returns the legal moves with which `color` captures `dead` stones of the opponent or makes
/// progress towards capturing them. The moves closest to a capture come first.
///
/// The liberties of dead chains are listed first, starting with the chains that have the fewest
/// liberties. They are followed by the empty points next to these liberties, for cases where a
/// liberty cannot be filled yet. Unless it captures something, a move is left out if it fills an
/// eye of `color` or leaves its own chain in atari.
pub(super) fn moves_against(game: &GameState, color: Color, dead: &[Vertex]) -> Vec<Vertex> {
    let board = game.position().board();
    let mut chains: Vec<Bitboard<AnySize>> = Vec::new();
    for &vertex in dead {
        let point = Point::of::<AnySize>(vertex);
        if board.stones(!color).contains(point)
            && let Some(&liberties) = board.chain_liberties(point)
            && !chains.contains(&liberties)
        {
            chains.push(liberties);
        }
    }
    chains.sort_by_key(Bitboard::count);
    let around = chains.iter().map(|liberties| liberties.neighbours() & *board.empty());
    let mut found: Vec<Vertex> = Vec::new();
    for point in chains.iter().copied().chain(around).flatten() {
        let vertex = point.vertex::<AnySize>();
        let is_new = !found.contains(&vertex);
        if is_new && is_sound(board, color, point) && game.check(color, Move::Play(vertex)).is_ok()
        {
            found.push(vertex);
        }
    }
    found
}

/// Whether a stone at the empty `point` captures something, or leaves its chain with at least two
/// liberties and does not fill an eye of its own colour.
fn is_sound(board: &Board<AnySize>, color: Color, point: Point) -> bool {
    if board.captures(color, point) {
        return true;
    }
    if board.is_suicide(color, point) || board.is_true_eye(color, point) {
        return false;
    }
    let mut after = board.clone();
    after.play(color, point);
    after.chain_liberties(point).is_some_and(|liberties| liberties.count() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn moves(diagram: &str, dead: &str) -> String {
        let game = GameState::from_diagram(diagram, Rules::default(), Color::Black).unwrap();
        let dead: Vec<Vertex> = dead.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let found = moves_against(&game, Color::Black, &dead);
        found.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn captures_come_before_approaches() {
        let diagram = "..XO.
                       OXXXX
                       .X..O
                       XXX..
                       .....";
        assert_eq!(moves(diagram, ""), "");
        assert_eq!(moves(diagram, "D5").split(' ').next(), Some("E5"));
        assert_eq!(moves(diagram, "E3 D5").split(' ').next(), Some("E5"), "fewest liberties first");
        assert!(moves(diagram, "E3").starts_with("E2 D3"), "{}", moves(diagram, "E3"));
        assert_eq!(moves(diagram, "C3 B4"), "", "no stones, or the player's own");
    }

    #[test]
    fn a_liberty_that_would_be_atari_is_approached() {
        // A black stone would have no liberties at A1 and one liberty at C1.
        let diagram = "XXXXX
                       .X.X.
                       XXXXX
                       OOOX.
                       .O..X";
        assert_eq!(moves(diagram, "A2"), "D1");
    }
}
