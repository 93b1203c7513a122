//! The board before the first move: handicap stones and set-up positions.

use thiserror::Error;

use super::GameState;
use crate::board::{Board, DiagramError, Position};
use crate::rules::{HandicapError, Rules, handicap};
use crate::vocabulary::{AnySize, Color, Point, Vertex};

/// The reason why a position cannot be set up. A failed attempt leaves the game unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetUpError {
    /// A position can be set up only before the first move and on an empty board.
    #[error("board not empty")]
    NotEmpty,
    /// The player who moves first can be set only before the first move.
    #[error("moves have been played already")]
    MovesPlayed,
    /// The vertex is not on the board.
    #[error("{0} is not on the board")]
    Outside(Vertex),
    /// The vertex is given twice.
    #[error("{0} is repeated")]
    Repeated(Vertex),
    /// A chain would have no liberty.
    #[error("a chain of the position has no liberty")]
    NoLiberty,
}

impl GameState {
    /// Creates a game that starts from the position of a [diagram](Board::from_diagram), without
    /// komi.
    ///
    /// # Errors
    /// If the text is not a diagram, or a chain has no liberties.
    ///
    /// ```
    /// use engine::rules::{GameState, Rules};
    /// use engine::vocabulary::Color;
    ///
    /// let game = GameState::from_diagram(". X .\nX . O\n. O .", Rules::default(), Color::White)?;
    /// assert_eq!(game.legal_points(Color::White).len(), 4);
    /// # Ok::<(), engine::board::DiagramError>(())
    /// ```
    pub fn from_diagram(text: &str, rules: Rules, to_move: Color) -> Result<Self, DiagramError> {
        let board = Board::<AnySize>::from_diagram(text)?;
        let mut game = Self::new(board.size(), rules, 0.0);
        let stone = |at: Vertex| Some((board.color_at(Point::of::<AnySize>(at))?, at));
        let stones = board.size().vertices().filter_map(stone).collect();
        game.start_from(board, stones, to_move);
        Ok(game)
    }

    /// Places Black's handicap stones. White moves next.
    ///
    /// # Errors
    /// If the game has begun, a point is not on the board or is given twice, there are fewer than
    /// two stones, or no point would be left empty. In that case the game is unchanged.
    pub fn place_handicap(&mut self, stones: &[Vertex]) -> Result<(), HandicapError> {
        if self.has_begun() {
            return Err(HandicapError::NotEmpty);
        }
        handicap::check_free(self.size(), stones)?;
        let setup: Vec<_> = stones.iter().map(|&stone| (Color::Black, stone)).collect();
        let placed = self.set_up(&setup, Color::White);
        debug_assert_eq!(placed, Ok(()), "one colour and an empty point: each chain has a liberty");
        Ok(())
    }

    /// Sets up a position from a list of stones. The game and its history start from this position.
    ///
    /// # Errors
    /// If the game has begun, a point is not on the board or is given twice, or a chain would have
    /// no liberty. In that case the game is unchanged.
    pub fn set_up(&mut self, stones: &[(Color, Vertex)], to_move: Color) -> Result<(), SetUpError> {
        if self.has_begun() {
            return Err(SetUpError::NotEmpty);
        }
        let size = self.size();
        if let Some(&(_, outside)) = stones.iter().find(|(_, stone)| !size.contains(*stone)) {
            return Err(SetUpError::Outside(outside));
        }
        if let Some(vertex) = handicap::repeated(size, stones.iter().map(|&(_, stone)| stone)) {
            return Err(SetUpError::Repeated(vertex));
        }
        let board =
            Board::from_stones(size, stones.iter().copied()).map_err(|_| SetUpError::NoLiberty)?;
        self.start_from(board, stones.to_vec(), to_move);
        Ok(())
    }

    /// Sets the player who makes the first move.
    ///
    /// # Errors
    /// If moves have been played. In that case the game is unchanged.
    pub fn set_first_to_move(&mut self, color: Color) -> Result<(), SetUpError> {
        if !self.moves.is_empty() {
            return Err(SetUpError::MovesPlayed);
        }
        self.start.set_to_move(color);
        self.restart();
        Ok(())
    }

    /// Restarts from a board with these stones.
    fn start_from(&mut self, board: Board<AnySize>, stones: Vec<(Color, Vertex)>, to_move: Color) {
        self.start = Position::from_board(board, to_move);
        self.setup = stones;
        self.restart();
    }

    fn has_begun(&self) -> bool {
        !(self.moves.is_empty() && self.setup.is_empty())
    }
}
