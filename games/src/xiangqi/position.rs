//! A game in progress: a board, the plies before it, and an evaluation that follows the pieces.

use arrayvec::ArrayVec;
use classical::{Game, Score};

use super::board::Board;
use super::evaluation::Evaluation;
use super::exchange;
use super::fen::{self, Fen, FenError, START};
use super::history::{History, Past};
use super::piece::{Kind, index_of};
use super::repetition::Verdict;
use super::square::{Move, Set};

/// The plies without a capture from which on positions with different numbers are told apart.
const NEARLY_QUIET: u32 = 70;
/// A factor that spreads small numbers over all bits: 2^64 divided by the golden ratio.
pub(super) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// What tells a position with only some of its moves from the whole one.
const RESTRICTED: u64 = 0x6a09_e667_f3bc_c909;
/// The most captures in a position.
const MOST_CAPTURES: usize = 64;

/// The captures of a position, each with its place in their order.
type Captures = ArrayVec<(Score, Move), MOST_CAPTURES>;

/// A position of a game, with the positions before it.
#[derive(Clone, Debug)]
pub struct Position<E> {
    board: Board,
    history: History,
    /// The plies before the history.
    earlier: usize,
    /// The only moves to be considered after a history of this length, if there are such.
    only: Option<(usize, Vec<Move>)>,
    evaluation: E,
    /// The evaluations before the moves of the history.
    evaluations: Vec<E>,
}

impl<E: Evaluation> Position<E> {
    /// The position that a FEN describes, without a history.
    ///
    /// # Errors
    /// If the text is no position of a game.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let Fen { board, quiet, number } = fen::read(text)?;
        let earlier = 2 * (number - 1) + index_of(board.mover());
        Ok(Self { earlier, ..Self::from_board(board, quiet) })
    }

    fn from_board(board: Board, quiet: u32) -> Self {
        let history = History::new(board.checkers(board.mover()) != 0, quiet);
        let evaluation = E::of(&board);
        Self { board, history, earlier: 0, only: None, evaluation, evaluations: Vec::new() }
    }

    /// The same position with only these moves.
    pub(super) fn with_moves(self, only: &[Move]) -> Self {
        Self { only: Some((self.history.len(), only.to_vec())), ..self }
    }

    /// Whether only some moves are to be considered here.
    fn is_restricted(&self) -> bool {
        self.only.as_ref().is_some_and(|(length, _)| *length == self.history.len())
    }

    /// The same position without the positions before it, so that nothing is a repetition.
    pub fn without_history(&self) -> Self {
        Self { earlier: self.moves_played(), ..Self::from_board(self.board.clone(), 0) }
    }

    /// The position in a FEN.
    pub fn fen(&self) -> String {
        let moves = self.moves_played() / 2 + 1;
        format!("{} - - {} {moves}", fen::write(&self.board), self.history.quiet())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The plies before the position.
    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// The evaluation.
    pub(super) fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Whether the player to move is in check.
    pub fn is_checked(&self) -> bool {
        self.history.is_checked()
    }

    /// Whether the player is not in check and no capture seems to win material.
    pub(super) fn is_settled(&self) -> bool {
        let enemies = self.board.side(!self.board.mover());
        !self.is_checked()
            && !self.board.find_move(enemies, false, |_, mv| exchange::wins(&self.board, mv))
    }

    /// The number of moves of the game so far, as far as a FEN tells it.
    pub fn moves_played(&self) -> usize {
        self.earlier + self.history.len()
    }

    /// Whether the player to move has a legal move.
    pub fn has_move(&self) -> bool {
        self.board.find_move(Set::MAX, self.is_checked(), |_, _| true)
    }

    /// Whether the rules allow a move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv, self.is_checked())
    }

    /// The verdict of the rules on a position that has occurred twice before, or in which there has
    /// been no capture for too long.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        if self.history.is_too_quiet() {
            return Some(Verdict::Draw);
        }
        self.history.judge(&self.board, 2)
    }

    /// Gives the turn to the opponent, who must not be in check.
    pub(super) fn pass(&mut self) {
        self.evaluations.push(self.evaluation);
        self.history.add(None, None, self.board.key(), false);
        self.board.pass();
    }

    /// Appends the captures, those of valuable pieces by cheap ones first.
    pub(super) fn captures(&self, into: &mut Vec<Move>) {
        self.captures_among(self.board.side(!self.board.mover()), into);
    }

    /// The same for captures on some points, where there are enemies.
    pub(super) fn captures_among(&self, enemies: Set, into: &mut Vec<Move>) {
        let mut captures = Captures::new();
        self.board.find_move(enemies, self.is_checked(), |kind, mv| {
            self.add_capture(kind, mv, &mut captures);
            false
        });
        into.extend(in_order(&mut captures));
    }

    /// Adds a capture by this kind of piece, or returns `false` if the move is none.
    fn add_capture(&self, kind: Kind, mv: Move, to: &mut Captures) -> bool {
        let Some(victim) = self.board.kind_at(mv.to) else { return false };
        let place = exchange::value(kind) / 16 - 16 * exchange::value(victim);
        to.try_push((place, mv)).is_ok()
    }
}

/// The captures in their order.
fn in_order(captures: &mut Captures) -> impl Iterator<Item = Move> {
    captures.sort_by_key(|&(place, _)| place);
    captures.iter().map(|&(_, mv)| mv)
}

impl<E: Evaluation> Default for Position<E> {
    fn default() -> Self {
        let board = fen::read(START).map_or_else(|_| Board::empty(), |fen| fen.board);
        Self::from_board(board, 0)
    }
}

impl<E: Evaluation> Game for Position<E> {
    type Move = Move;

    fn moves(&mut self, into: &mut Vec<Move>) {
        let (mut captures, from) = (Captures::new(), into.len());
        self.board.find_move(Set::MAX, self.is_checked(), |kind, mv| {
            if !self.add_capture(kind, mv, &mut captures) {
                into.push(mv);
            }
            false
        });
        into.splice(from..from, in_order(&mut captures));
        if let Some((_, only)) = self.only.as_ref().filter(|_| self.is_restricted()) {
            into.retain(|mv| only.contains(mv));
        }
    }

    fn play(&mut self, mv: Move) {
        let key = self.board.key();
        let piece = self.board.piece_at(mv.from);
        let captured = self.board.make(mv);
        self.evaluations.push(self.evaluation);
        if let Some(piece) = piece {
            self.evaluation.moved(piece, mv.from, mv.to);
        }
        if let Some(piece) = captured {
            self.evaluation.taken(piece, mv.to);
        }
        self.history.add(Some(mv), captured, key, self.board.is_checked_by(mv));
    }

    fn undo(&mut self) {
        let Some(Past { mv, captured, .. }) = self.history.pop() else { return };
        match mv {
            Some(mv) => self.board.unmake(mv, captured),
            None => self.board.pass(),
        }
        self.evaluation = self.evaluations.pop().unwrap_or_else(|| E::of(&self.board));
    }

    /// What is found shortly before a draw does not hold earlier in the game.
    fn key(&self) -> u64 {
        let is_drawn_soon = self.history.quiet() >= NEARLY_QUIET;
        let quiet = if is_drawn_soon { self.history.quiet() } else { 0 };
        // Neither does what is found for some of the moves hold for all, or for others.
        let only = self.only.as_ref().filter(|_| self.is_restricted());
        let restricted = only.map_or(0, |(_, only)| {
            let of_move = |mv: &Move| (mv.index() as u64 + 1).wrapping_mul(SPREAD).rotate_left(29);
            only.iter().map(of_move).fold(RESTRICTED, |key, of_move| key ^ of_move)
        });
        self.board.key() ^ u64::from(quiet).wrapping_mul(SPREAD) ^ restricted
    }

    fn repeats(&self) -> Option<usize> {
        self.history.occurrences(self.board.key()).next()
    }

    fn index(mv: Move) -> usize {
        mv.index()
    }
}
