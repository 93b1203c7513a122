//! The interface between a game and the protocols and players, beyond what a search needs: names,
//! notation, board and result.

use books::BookGame;
use classical::{Budget, Score, Selective};
use clocks::{Side, Stage};

/// A game that a [`Player`](crate::player::Player) plays and that the protocols show. Its default
/// is the position at the start. Black moves first and is [`Side::First`].
pub trait BoardGame: Selective + BookGame + Default + 'static {
    /// The name by which controllers know the game, in lower-case letters.
    const ID: &'static str;
    /// The number of columns and of rows of the board.
    const BOARD: (usize, usize);
    /// A description of a move for error messages, to follow the word "expected".
    const MOVES: &'static str;
    /// Whether the published counts of move sequences of the game include sequences that end early,
    /// as in Othello but not in chess.
    const COUNTS_EARLY_ENDS: bool = false;
    /// The unit of a score, in words.
    const UNIT: &'static str;
    /// What the players are called, the one who moves first before the other.
    const PLAYERS: [&'static str; 2] = ["Black", "White"];

    /// The score from which on a game counts as won for an opening book, which then goes no
    /// further.
    const DECIDED: Score;
    /// The loss that counts as much as a move of depth when an opening book grows.
    const PLY: Score;

    /// The opening book inside the program.
    const BOOK: Option<&'static [u8]> = None;

    /// Whether [`finish`](Self::finish) comes before the search with estimates, with the first part
    /// of a move's limits, rather than after it with the rest of them.
    const FINISHES_FIRST: bool = false;

    /// What is kept between two calls of [`finish`](Self::finish), such as a table of positions.
    type Endgame: Send;

    /// The most memory that [`finish`](Self::finish) has use for, in bytes.
    const MOST_MEMORY_OF_END: usize = 0;

    /// Creates what [`finish`](Self::finish) keeps, in at most `bytes` bytes.
    fn endgame(bytes: usize) -> Self::Endgame;

    /// Forgets what was kept, as before a new game.
    fn forget(endgame: &mut Self::Endgame) {
        let _ = endgame;
    }

    /// The player to move.
    fn mover(&self) -> Side;

    /// What the player to move is called.
    fn player_to_move(&self) -> &'static str {
        let [first, second] = Self::PLAYERS;
        if self.mover() == Side::First { first } else { second }
    }

    /// The owner of the piece at a column from the left and a row from the bottom, both from 0.
    fn piece_at(&self, column: usize, row: usize) -> Option<Side>;

    /// The letter of the piece at a column and a row, in a game with more than one kind of piece.
    fn letter_at(&self, column: usize, row: usize) -> Option<char> {
        let _ = (column, row);
        None
    }

    /// All legal moves; none if the game is over.
    fn legal_moves(&mut self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.result().is_none() {
            self.moves(&mut moves);
        }
        moves
    }

    /// The move with this name, in upper or lower case, whether or not it is legal here.
    fn read_move(&self, text: &str) -> Option<Self::Move>;

    /// The name of a move: points as in `D3`, or `pass`.
    fn write_move(&self, mv: Self::Move) -> String;

    /// The same position with only these moves, for a search that must choose among them. A game
    /// without such a limit stays as it is.
    #[must_use]
    fn restricted(&self, to: &[Self::Move]) -> Self {
        let _ = to;
        self.clone()
    }

    /// The points of a move in the order in which a player clicks on them: two if a piece moves.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.write_move(mv)]
    }

    /// The result, or `None` if the game is not over.
    fn result(&self) -> Option<Outcome>;

    /// How far the game has gone, for the allocation of time.
    fn stage(&self) -> Stage;

    /// A score in words, for the player to move, such as `+2.5`.
    fn write_score(&self, score: Score) -> String;

    /// Whether [`finish`](Self::finish) is likely to succeed within the budget. `depth` is the
    /// limit in depth of the search with estimates, if there is one.
    fn is_near_end(&self, depth: Option<u32>, budget: &Budget<'_>) -> bool {
        let _ = (depth, budget);
        false
    }

    /// Searches the rest of the game without estimates. The result is a best line, as far as it is
    /// known, with its score for the player to move, or `None` if the budget runs out. The line has
    /// at least one move.
    fn finish(
        &self,
        endgame: &mut Self::Endgame,
        budget: &mut Budget<'_>,
    ) -> Option<(Vec<Self::Move>, Score)> {
        let _ = (endgame, budget);
        None
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody has won.
    Draw,
    /// One player has won.
    Won {
        /// The winner.
        by: Side,
        /// By how much, in a game where that is counted.
        margin: Option<u32>,
    },
}

impl Outcome {
    /// The result as the Go Text Protocol writes it: `B+4`, `W+`, or `0`.
    pub fn in_short(self) -> String {
        match self {
            Self::Draw => "0".to_owned(),
            Self::Won { by, margin } => {
                let margin = margin.map(|margin| margin.to_string()).unwrap_or_default();
                format!("{}+{margin}", letter(by))
            }
        }
    }

    /// The result in a sentence, in a game of these [players](BoardGame::PLAYERS).
    pub fn in_words(self, [first, second]: [&str; 2]) -> String {
        let name = |side| if side == Side::First { first } else { second };
        match self {
            Self::Draw => "The game is a draw.".to_owned(),
            Self::Won { by, margin: Some(margin) } => format!("{} wins by {margin}.", name(by)),
            Self::Won { by, margin: None } => format!("{} wins.", name(by)),
        }
    }
}

/// `B` or `W`.
pub(crate) fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

/// `Black` or `White`.
pub(crate) fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_written_short_and_in_words() {
        let won = |by, margin| Outcome::Won { by, margin };
        for (outcome, short, words) in [
            (Outcome::Draw, "0", "The game is a draw."),
            (won(Side::First, Some(4)), "B+4", "Black wins by 4."),
            (won(Side::Second, None), "W+", "White wins."),
        ] {
            assert_eq!(
                (outcome.in_short().as_str(), outcome.in_words(["Black", "White"]).as_str()),
                (short, words)
            );
        }
    }
}
