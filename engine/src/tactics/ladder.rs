//! Ladders: a chain is put into atari again and again until it is captured or escapes.
//!
//! The search is depth-first and tries only the few relevant moves. The attacker takes liberties
//! from the chain. The defender extends, or captures a neighbouring chain of the attacker that is
//! in atari. Any other reply to an atari loses the chain immediately. The result for a chain in
//! atari is therefore exact, except for repetitions beyond simple ko and for the limits below. A
//! ladder that reaches one of these limits counts as failed.

use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The number of liberties at which a chain counts as having escaped.
const FREE: usize = 3;
/// The length of the longest ladder that is read, counting the moves of both players: enough to
/// cross the largest board once and come back.
const LONGEST: usize = 200;
/// The maximum number of moves tried for one query.
const MOST_TRIED: usize = 5_000;

/// Returns the move with which the opponent, moving next, captures the chain at `stone` in a
/// ladder. Returns `None` if there is no such move or the chain has more than two liberties. For a
/// chain with one liberty, this is the capturing move unless a ko bans it.
pub fn captured_in_ladder<G: Geometry>(position: &Position<G>, stone: Point) -> Option<Point> {
    let attacker = !position.board().color_at(stone)?;
    Reader::new(position, attacker, stone).capture(0)
}

/// Returns the move with which the owner of the chain at `stone`, moving next, saves the chain from
/// capture in a ladder. Returns `None` if there is no such move or no ladder threatens the chain.
/// For a chain with two liberties, ladder breakers elsewhere are not considered.
pub fn escape_from_ladder<G: Geometry>(position: &Position<G>, stone: Point) -> Option<Point> {
    let defender = position.board().color_at(stone)?;
    captured_in_ladder(position, stone)?;
    Reader::new(position, defender, stone).escape(0)
}

struct Reader<G: Geometry> {
    stone: Point,
    defender: Color,
    /// The starting position and one position for each move of the current line. Existing entries
    /// are overwritten without allocating.
    line: Vec<Position<G>>,
    tried: usize,
}

impl<G: Geometry> Reader<G> {
    fn new(position: &Position<G>, to_move: Color, stone: Point) -> Self {
        let mut start = position.clone();
        let defender = start.board().color_at(stone).unwrap_or(to_move);
        start.set_to_move(to_move);
        Self { stone, defender, line: vec![start], tried: 0 }
    }

    fn liberties(&self, depth: usize) -> Bitboard<G> {
        self.line[depth].board().chain_liberties(self.stone).copied().unwrap_or_default()
    }

    /// Whether no move may be tried in the position after the first `depth` moves of the line.
    fn is_at_limit(&self, depth: usize) -> bool {
        depth >= LONGEST || self.tried >= MOST_TRIED
    }

    /// Makes a move in the position after the first `depth` moves of the line. Returns whether the
    /// move is legal and within the limits.
    fn play(&mut self, depth: usize, point: Point) -> bool {
        if self.is_at_limit(depth) || !self.line[depth].is_legal(point) {
            return false;
        }
        self.tried += 1;
        if self.line.len() == depth + 1 {
            self.line.push(self.line[depth].clone());
        } else {
            let (played, next) = self.line.split_at_mut(depth + 1);
            next[0].clone_from(&played[depth]);
        }
        self.line[depth + 1].play(point);
        true
    }

    /// Returns the attacker's move that captures the chain after the first `depth` moves of the
    /// line.
    fn capture(&mut self, depth: usize) -> Option<Point> {
        let liberties = self.liberties(depth);
        let count = liberties.count();
        if count >= FREE {
            return None;
        }
        liberties.into_iter().find(|&liberty| {
            self.play(depth, liberty) && (count == 1 || self.escape(depth + 1).is_none())
        })
    }

    /// Returns the defender's move that saves the chain after the first `depth` moves of the line.
    /// At a limit, every legal move does.
    fn escape(&mut self, depth: usize) -> Option<Point> {
        let board = self.line[depth].board();
        let moves = last_liberties_around(board, self.defender, self.stone) | self.liberties(depth);
        moves.into_iter().find(|&point| match self.is_at_limit(depth) {
            true => self.line[depth].is_legal(point),
            false => self.play(depth, point) && self.capture(depth + 1).is_none(),
        })
    }
}

/// Returns the moves by `color` that capture chains next to the chain at `stone`.
fn last_liberties_around<G: Geometry>(board: &Board<G>, color: Color, stone: Point) -> Bitboard<G> {
    let mut found = Bitboard::EMPTY;
    let Some(chain) = board.chain_stones(stone) else { return found };
    for opponent in chain.neighbours() & *board.stones(!color) {
        if let Some(liberties) = board.chain_liberties(opponent)
            && liberties.count() == 1
        {
            found |= *liberties;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::AnySize;

    /// The capturing move and the saving move for the chain at `stone`, as text.
    fn ladder(diagram: &str, stone: &str) -> (String, String) {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let position = Position::from_board(board, Color::Black);
        let stone = Point::of::<AnySize>(stone.parse().unwrap());
        let text = |found: Option<Point>| {
            found.map_or("none".to_owned(), |point| point.vertex::<AnySize>().to_string())
        };
        (text(captured_in_ladder(&position, stone)), text(escape_from_ladder(&position, stone)))
    }

    fn pair(capture: &str, escape: &str) -> (String, String) {
        (capture.to_owned(), escape.to_owned())
    }

    #[test]
    fn a_ladder_runs_to_the_edge() {
        let diagram = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . X . . . .
                       . X O . . . .
                       . . X . . . .";
        assert_eq!(ladder(diagram, "C2"), pair("D2", "D2"), "in atari already");
        let diagram = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . X O . . .
                       . . . X X . .";
        assert_eq!(ladder(diagram, "D2"), pair("D3", "E2"));
        assert_eq!(ladder(diagram, "A7"), pair("none", "none"), "no stone there");
        assert_eq!(ladder(diagram, "C2"), pair("none", "none"), "three liberties");
    }

    #[test]
    fn a_ladder_that_reaches_a_limit_fails() {
        let diagram = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . X O . . .
                       . . . X X . .";
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let position = Position::from_board(board, Color::Black);
        let stone = Point::of::<AnySize>("D2".parse().unwrap());
        let reader = || Reader::new(&position, Color::Black, stone);
        let mut rested = reader();
        assert!(rested.capture(0).is_some() && rested.tried > 10);
        for left in 1..rested.tried {
            let mut tired = Reader { tried: MOST_TRIED - left, ..reader() };
            assert_eq!(tired.capture(0), None, "{left} moves left");
        }
    }

    #[test]
    fn a_stone_in_the_path_breaks_a_ladder() {
        let diagram = ". . . . . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . O .
                       . . . . . . .
                       . . X O . . .
                       . . . X X . .";
        assert_eq!(ladder(diagram, "D2"), pair("none", "none"));
    }

    #[test]
    fn a_chain_in_atari_is_taken_or_runs() {
        let diagram = ". . . . .
                       . . X . .
                       . X O . .
                       . . X . .
                       . . . . .";
        assert_eq!(ladder(diagram, "C3"), pair("D3", "D3"));
    }

    #[test]
    fn taking_a_chain_in_atari_saves() {
        let diagram = ". . . . .
                       . . . . .
                       . O X O .
                       . X O X .
                       . X . X .";
        assert_eq!(ladder(diagram, "C2"), pair("C1", "C4"));
    }

    #[test]
    fn a_ko_is_not_retaken_at_once() {
        let diagram = ". X O .
                       X . X O
                       . X O .
                       . . . .";
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let mut position = Position::from_board(board, Color::White);
        let point = |text: &str| Point::of::<AnySize>(text.parse().unwrap());
        position.play(point("B3"));
        assert_eq!(captured_in_ladder(&position, point("B3")), None);
        position.set_to_move(Color::White);
        assert_eq!(captured_in_ladder(&position, point("B3")), Some(point("C3")));
    }
}
