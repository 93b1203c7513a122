//! The record of a game: the moves so far and the position that they led to.

use clocks::Side;
use protocol::clip;
use thiserror::Error;

use crate::board_game::BoardGame;

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadMove {
    /// The text is no move of this game.
    #[error("expected {expected}, got '{found}'")]
    NoMove {
        /// The text.
        found: String,
        /// What a move looks like.
        expected: &'static str,
    },
    /// The rules forbid the move.
    #[error("illegal move")]
    Illegal,
    /// It is the other player's turn.
    #[error("it is {0}'s turn")]
    OtherTurn(&'static str),
}

/// The moves of a game so far and the position that they led to.
///
/// Once the game is over, players may still pass: that is how controllers which know nothing of
/// the game find out that it has ended.
#[derive(Clone, Debug)]
pub struct Record<G: BoardGame> {
    game: G,
    moves: Vec<(Side, String)>,
    /// How many of the moves are passes after the end.
    passes_after_end: usize,
}

impl<G: BoardGame> Default for Record<G> {
    fn default() -> Self {
        Self::from(G::default())
    }
}

impl<G: BoardGame> From<G> for Record<G> {
    /// A game that begins in this position.
    fn from(game: G) -> Self {
        Self { game, moves: Vec::new(), passes_after_end: 0 }
    }
}

impl<G: BoardGame> Record<G> {
    /// The player to move.
    pub fn mover(&self) -> Side {
        self.game.mover()
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The moves with their players, from the first on.
    pub fn moves(&self) -> &[(Side, String)] {
        &self.moves
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    /// All legal moves; none if the game is over.
    pub fn choices(&self) -> Vec<G::Move> {
        self.game.clone().legal_moves()
    }

    /// The names of all legal moves.
    pub fn legal_moves(&self) -> Vec<String> {
        self.choices().into_iter().map(|mv| self.game.write_move(mv)).collect()
    }

    /// The legal move with this name.
    ///
    /// # Errors
    /// If the text is no move, or the move is illegal.
    pub fn find(&self, text: &str) -> Result<G::Move, BadMove> {
        let no_move = || BadMove::NoMove { found: clip(text), expected: G::MOVES };
        let mv = self.game.read_move(text).ok_or_else(no_move)?;
        self.choices().into_iter().find(|&other| other == mv).ok_or(BadMove::Illegal)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is the other player's turn, the text is no move, or the move is illegal.
    pub fn play(&mut self, side: Side, text: &str) -> Result<(), BadMove> {
        if self.is_over() {
            if !text.eq_ignore_ascii_case("pass") {
                return Err(BadMove::Illegal);
            }
            self.passes_after_end += 1;
            self.moves.push((side, "pass".to_owned()));
            return Ok(());
        }
        if side != self.game.mover() {
            return Err(BadMove::OtherTurn(self.game.player_to_move()));
        }
        let mv = self.find(text)?;
        self.moves.push((side, self.game.write_move(mv)));
        self.game.play(mv);
        Ok(())
    }

    /// Takes back the last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        match self.passes_after_end.checked_sub(1) {
            Some(fewer) => self.passes_after_end = fewer,
            None => self.game.undo(),
        }
        true
    }
}
