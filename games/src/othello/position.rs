//! A game in progress as the searches of `classical` see it: a board, its history, and an
//! evaluation.

use classical::{Bounds, Game, Score, Scored};

use super::bitboard::{self, C_SQUARES, CORNERS, X_SQUARES};
use super::board::Board;
use super::diagram::{Color, Diagram};
use super::evaluation::Evaluation;
use super::square::Move;

/// The value of one disc: scores are in hundredths of a disc.
pub const DISC: Score = 100;

/// The greatest estimate, which is less than the value of winning every disc.
const MOST_ESTIMATED: Score = 63 * DISC;

/// Groups of squares in the order in which moves to them are tried first.
const PREFERENCE: [u64; 4] = [CORNERS, !(CORNERS | X_SQUARES | C_SQUARES), C_SQUARES, X_SQUARES];

/// A position of a game, with the positions before it. A pass is a move.
#[derive(Clone, Debug)]
pub struct Position<E> {
    diagram: Diagram,
    history: Vec<Board>,
    evaluation: E,
}

impl<E> Position<E> {
    /// The start of a game, with the evaluation for positions that are not over.
    pub fn new(evaluation: E) -> Self {
        Self::from_diagram(Diagram::START, evaluation)
    }

    /// A position without a history.
    pub fn from_diagram(diagram: Diagram, evaluation: E) -> Self {
        Self { diagram, history: Vec::new(), evaluation }
    }

    /// The board and the player to move.
    pub fn diagram(&self) -> Diagram {
        self.diagram
    }

    /// The board, from the perspective of the player to move.
    pub fn board(&self) -> Board {
        self.diagram.board
    }

    /// The player to move.
    pub fn to_move(&self) -> Color {
        self.diagram.to_move
    }
    /// The number of moves that can be taken back, passes included.
    pub fn moves_played(&self) -> usize {
        self.history.len()
    }

    /// Whether the rules allow the move. A pass is legal only if there is no other move, and no
    /// move is legal once the game is over.
    pub fn is_legal(&self, mv: Move) -> bool {
        let legal = self.board().legal_moves();
        match mv.square() {
            Some(square) => legal >> square & 1 == 1,
            None => legal == 0 && !self.board().is_over(),
        }
    }
}

impl<E: Evaluation> Game for Position<E> {
    type Move = Move;

    fn moves(&mut self, into: &mut Vec<Move>) {
        let legal = self.board().legal_moves();
        for group in PREFERENCE {
            into.extend(bitboard::squares(legal & group).filter_map(Move::to));
        }
        if legal == 0 && !self.board().is_over() {
            into.push(Move::PASS);
        }
    }

    fn play(&mut self, mv: Move) {
        let board = self.board();
        self.history.push(board);
        self.diagram.board = mv.square().map_or(board.pass(), |square| board.play(square));
        self.diagram.to_move = self.diagram.to_move.opponent();
    }

    fn undo(&mut self) {
        if let Some(board) = self.history.pop() {
            self.diagram.board = board;
            self.diagram.to_move = self.diagram.to_move.opponent();
        }
    }

    /// The key depends on whose discs are the player's, but not on their colour, because neither
    /// does the rest of the game.
    fn key(&self) -> u64 {
        self.board().hash()
    }

    fn key_after(&mut self, mv: Move) -> u64 {
        let board = self.board();
        mv.square().map_or(board.pass(), |square| board.play(square)).hash()
    }

    fn index(mv: Move) -> usize {
        mv.index()
    }
}

impl<E: Evaluation> Scored for Position<E> {
    fn bounds(&self) -> Bounds {
        if self.board().is_over() {
            return Bounds::exactly(DISC * self.board().disc_difference());
        }
        Bounds { low: -64 * DISC, high: 64 * DISC }
    }

    fn estimate(&self) -> Score {
        self.evaluation.evaluate(self.board()).clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
    }

    /// No position occurs twice, so this is never used.
    fn circle(&self) -> Score {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::evaluation::Simple;

    #[test]
    fn moves_are_made_and_taken_back() {
        let mut position = Position::new(Simple);
        let start = position.diagram();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
        let key = position.key_after(moves[0]);
        position.play(moves[0]);
        assert_eq!((position.key(), position.moves_played()), (key, 1));
        assert_eq!(position.to_move(), Color::White);
        position.undo();
        assert_eq!(position.diagram(), start);
        position.undo();
        assert_eq!(position.diagram(), start);
    }

    #[test]
    fn a_player_without_moves_passes_and_a_finished_game_has_none() {
        let row = |row: &str| format!("{row}{} X", "-".repeat(56));
        let mut moves = Vec::new();
        let mut position = Position::from_diagram(row("XXO-----").parse().unwrap(), Simple);
        position.moves(&mut moves);
        assert_eq!(moves, ["d1".parse().unwrap()]);
        assert!(position.is_legal(moves[0]) && !position.is_legal(Move::PASS));
        let white = row("XXO-----").replace(" X", " O");
        let mut position = Position::from_diagram(white.parse().unwrap(), Simple);
        moves.clear();
        position.moves(&mut moves);
        assert_eq!(moves, [Move::PASS]);
        assert!(position.is_legal(Move::PASS));
        position.play(Move::PASS);
        assert_eq!(position.diagram().to_string(), row("XXO-----"));
        let mut over = Position::from_diagram(row("XXXX---O").parse().unwrap(), Simple);
        moves.clear();
        over.moves(&mut moves);
        assert!(moves.is_empty() && !over.is_legal(Move::PASS));
        assert_eq!(over.bounds(), Bounds::exactly(6200));
    }

    #[test]
    fn only_a_finished_game_is_worth_every_disc() {
        #[derive(Clone, Default)]
        struct Certain;
        impl Evaluation for Certain {
            fn evaluate(&self, _: Board) -> Score {
                -1_000_000
            }
        }
        assert_eq!(Position::new(Certain).estimate(), -6300);
    }

    #[test]
    fn corners_come_first_and_diagonal_squares_last() {
        assert_eq!(PREFERENCE.iter().fold(0, |all, group| all | group), u64::MAX);
        assert_eq!(PREFERENCE.iter().map(|group| group.count_ones()).sum::<u32>(), 64);
    }
}
