//! A game in progress as the searches of `classical` see it: a board, its history, and an
//! evaluation.

use arrayvec::ArrayVec;
use classical::{Bounds, Game, Score, Scored, Selective};

use super::board::Board;
use super::evaluation::Evaluation;
use super::exchange;
use super::fen::{self, Fen, FenError, START};
use super::piece::{Kind, Piece, index_of};
use super::repetition::{self, Ply, Verdict};
use super::square::{Move, POINTS, Set, Square};

/// The score of a won game; a win in `n` moves is worth `WIN - n`.
pub const WIN: Score = 30_000;
/// The score of a repetition that the rules forbid to the opponent. It is less than that of a mate,
/// because the opponent may still turn away.
const FORBIDDEN: Score = WIN - 2000;
/// The greatest estimate.
const MOST_ESTIMATED: Score = WIN - 4000;
/// The plies without a capture after which a game is drawn.
const MOST_QUIET: u32 = 100;
/// The plies without a capture from which on positions with different numbers are told apart.
const NEARLY_QUIET: u32 = 70;
/// A factor that spreads small numbers over all bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
/// What tells a position with only some of its moves from the whole one.
const RESTRICTED: u64 = 0x6a09_e667_f3bc_c909;
/// The checks of a player within those plies that do not lengthen the game.
const FREE_CHECKS: u32 = 10;
/// The most that a capture is likely to gain beside the value of what it captures.
const MOST_GAINED: Score = 150;
/// The most captures in a position.
const MOST_CAPTURES: usize = 64;

/// What is needed to take back a move, or a null move.
#[derive(Clone, Copy, Debug)]
struct Past {
    mv: Option<Move>,
    captured: Option<Piece>,
    key: u64,
    is_checked: bool,
    quiet: u32,
    reversible: u32,
}

/// A position of a game, with the positions before it.
#[derive(Clone, Debug)]
pub struct Position<E> {
    board: Board,
    is_checked: bool,
    /// The plies since the last capture.
    quiet: u32,
    /// The plies since the beginning of the history or a null move.
    reversible: u32,
    history: Vec<Past>,
    /// The plies before the history.
    earlier: usize,
    /// The only moves to be considered after a history of this length, if there are such.
    only: Option<(usize, Vec<Move>)>,
    evaluation: E,
}

impl<E: Evaluation> Position<E> {
    /// The position that a FEN describes, without a history.
    ///
    /// # Errors
    /// If the text is no position of a game.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let Fen { board, quiet, number } = fen::read(text)?;
        let earlier = 2 * (number - 1) + index_of(board.mover());
        Ok(Self { earlier, ..Self::from_board(board, quiet.min(MOST_QUIET)) })
    }

    fn from_board(board: Board, quiet: u32) -> Self {
        let is_checked = board.checkers(board.mover()) != 0;
        let (history, evaluation) = (Vec::new(), E::of(&board));
        Self {
            board,
            is_checked,
            quiet,
            reversible: 0,
            history,
            earlier: 0,
            only: None,
            evaluation,
        }
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
        format!("{} - - {} {moves}", fen::write(&self.board), self.quiet)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The evaluation.
    #[cfg(test)]
    pub(super) fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Whether the player to move is in check.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Whether the player is not in check and no capture seems to win material.
    pub(super) fn is_settled(&self) -> bool {
        let enemies = self.board.side(!self.board.mover());
        !self.is_checked
            && !self.board.find_move(enemies, false, |_, mv| exchange::wins(&self.board, mv))
    }

    /// The number of moves of the game so far, as far as a FEN tells it.
    pub fn moves_played(&self) -> usize {
        self.earlier + self.history.len()
    }

    /// Whether the player to move has a legal move.
    pub fn has_move(&self) -> bool {
        self.board.find_move(Set::MAX, self.is_checked, |_, _| true)
    }

    /// Whether the rules allow a move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv, self.is_checked)
    }

    /// The verdict of the rules on a position that has occurred twice before, or in which there has
    /// been no capture for too long.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        if self.is_too_quiet() {
            return Some(Verdict::Draw);
        }
        repetition::judge(self.plies(), self.end_of_cycles(), 2)
    }

    /// The plies in which a position may have occurred before.
    fn end_of_cycles(&self) -> usize {
        self.quiet.min(self.reversible) as usize
    }

    /// The plies from the last one back. The state before the first one is the last of them.
    fn plies(&self) -> impl Iterator<Item = Ply> {
        let mut board = self.board.clone();
        let mut is_checked = self.is_checked;
        let mut pasts = self.history.iter().rev().take(self.reversible as usize);
        let mut is_at_end = false;
        std::iter::from_fn(move || {
            if is_at_end {
                return None;
            }
            let after = board.clone();
            let past =
                pasts.next().and_then(|past| Some((past.mv?, past.captured, past.is_checked)));
            let ply = Ply {
                board: after,
                is_checked,
                last: past.map(|(mv, captured, _)| (mv, captured)),
            };
            match past {
                Some((mv, captured, was_checked)) => {
                    board.unmake(mv, captured);
                    is_checked = was_checked;
                }
                None => is_at_end = true,
            }
            Some(ply)
        })
    }

    /// Whether there has been no capture for so long that the game is drawn. Checks beyond the
    /// first ones do not count.
    fn is_too_quiet(&self) -> bool {
        if self.quiet < MOST_QUIET {
            return false;
        }
        let mut lengthened = 0;
        if self.reversible >= 20 {
            let plies = self.end_of_cycles().next_multiple_of(2);
            let past = self.history.iter().rev().map(|past| past.is_checked);
            let checks: Vec<bool> =
                std::iter::once(self.is_checked).chain(past).take(plies).collect();
            let of = |parity| checks.iter().skip(parity).step_by(2).filter(|&&check| check).count();
            let most = of(0).max(of(1)) as u32;
            lengthened = 2 * most.saturating_sub(FREE_CHECKS);
        }
        self.quiet - lengthened.min(self.quiet) >= MOST_QUIET
    }

    /// Appends the captures, those of valuable pieces by cheap ones first.
    fn captures(&self, into: &mut Vec<Move>) {
        let mut found = ArrayVec::<(i32, Move), MOST_CAPTURES>::new();
        let enemies = self.board.side(!self.board.mover());
        self.board.find_move(enemies, self.is_checked, |kind, mv| {
            let victim = self.board.kind_at(mv.to).map_or(0, exchange::value);
            let rank = exchange::value(kind) / 16 - 16 * victim;
            found.try_push((rank, mv)).is_err()
        });
        found.sort_by_key(|&(rank, _)| rank);
        into.extend(found.into_iter().map(|(_, mv)| mv));
    }

    fn quiet_moves(&self, into: &mut Vec<Move>) {
        let empty = !self.board.occupied().set;
        self.board.find_move(empty, self.is_checked, |_, mv| {
            into.push(mv);
            false
        });
    }

    fn remember(&mut self, mv: Option<Move>, captured: Option<Piece>, key: u64) {
        let Self { is_checked, quiet, reversible, .. } = *self;
        self.history.push(Past { mv, captured, key, is_checked, quiet, reversible });
    }
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
        self.captures(into);
        self.quiet_moves(into);
        if let Some((_, only)) = self.only.as_ref().filter(|_| self.is_restricted()) {
            into.retain(|mv| only.contains(mv));
        }
    }

    fn play(&mut self, mv: Move) {
        let key = self.board.key();
        let piece = self.board.piece_at(mv.from);
        let captured = self.board.make(mv);
        if let Some(piece) = piece {
            self.evaluation.moved(piece, mv.from, mv.to);
        }
        if let Some(piece) = captured {
            self.evaluation.taken(piece, mv.to);
        }
        self.remember(Some(mv), captured, key);
        self.is_checked = self.board.checkers(self.board.mover()) != 0;
        self.quiet = if captured.is_some() { 0 } else { self.quiet + 1 };
        self.reversible += 1;
    }

    fn undo(&mut self) {
        let Some(past) = self.history.pop() else { return };
        match past.mv {
            Some(mv) => {
                if let Some(piece) = self.board.piece_at(mv.to) {
                    self.evaluation.moved(piece, mv.to, mv.from);
                }
                if let Some(piece) = past.captured {
                    self.evaluation.put(piece, mv.to);
                }
                self.board.unmake(mv, past.captured);
            }
            None => self.board.pass(),
        }
        Past { is_checked: self.is_checked, quiet: self.quiet, reversible: self.reversible, .. } =
            past;
    }

    /// What is found shortly before a draw does not hold earlier in the game.
    fn key(&self) -> u64 {
        let is_drawn_soon = self.quiet >= NEARLY_QUIET;
        let quiet = if is_drawn_soon { self.quiet } else { 0 };
        // Neither does what is found for some of the moves hold for all.
        let restricted = if self.is_restricted() { RESTRICTED } else { 0 };
        self.board.key() ^ u64::from(quiet).wrapping_mul(SPREAD) ^ restricted
    }

    fn repeats(&self) -> Option<usize> {
        let end = self.end_of_cycles();
        let earlier = |plies: &usize| {
            let at = self.history.len().checked_sub(*plies);
            at.and_then(|at| self.history.get(at)).is_some_and(|past| past.key == self.board.key())
        };
        (4..=end).step_by(2).find(earlier)
    }

    fn index(mv: Move) -> usize {
        mv.index()
    }
}

impl<E: Evaluation> Scored for Position<E> {
    fn bounds(&self) -> Bounds {
        if !self.has_move() {
            return Bounds::exactly(-WIN);
        }
        if self.is_too_quiet() {
            return Bounds::exactly(0);
        }
        Bounds { low: -WIN, high: WIN }
    }

    fn estimate(&self) -> Score {
        if !self.board.has_attackers() {
            return 0;
        }
        self.evaluation.evaluate(&self.board).clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
    }

    fn circle(&self) -> Score {
        0
    }

    /// A player who has repeated a position of the game once may still turn away.
    fn repeats_history(&self) -> bool {
        repetition::judge(self.plies(), self.end_of_cycles(), 2).is_some()
    }

    fn repetition(&self, _: &[Move]) -> Score {
        match repetition::judge(self.plies(), self.end_of_cycles(), 1) {
            Some(Verdict::Won) => FORBIDDEN,
            Some(Verdict::Lost) => -FORBIDDEN,
            Some(Verdict::Draw) | None => 0,
        }
    }

    fn repetition_bounds(&self) -> Bounds {
        Bounds { low: -FORBIDDEN, high: FORBIDDEN }
    }

    fn noisy_moves(&mut self, into: &mut Vec<Move>) {
        if self.is_checked {
            return self.moves(into);
        }
        let from = into.len();
        self.captures(into);
        let mut at = 0;
        into.retain(|&mv| {
            at += 1;
            at <= from || !exchange::loses(&self.board, mv)
        });
    }

    fn may_stand_pat(&self) -> bool {
        !self.is_checked
    }
}

impl<E: Evaluation> Selective for Position<E> {
    const WIN: Option<Score> = Some(WIN);
    const ASPIRATION: Score = 30;
    const MARGIN: Option<Score> = Some(120);
    const KEEPS_LEAVES: bool = false;
    const IS_LIKE_CHESS: bool = true;
    // A player can rarely do no better than to pass.
    const LEAST_VERIFIED: Option<u32> = Some(14);

    fn try_null_move(&mut self) -> bool {
        let side = self.board.mover();
        let of = |kind| self.board.pieces(side, kind).count_ones();
        // With less, a player may be happy to pass.
        let strength = 2 * of(Kind::Rook) + of(Kind::Horse) + of(Kind::Cannon);
        if self.is_checked || strength < 2 {
            return false;
        }
        self.remember(None, None, self.board.key());
        self.board.pass();
        (self.is_checked, self.quiet, self.reversible) = (false, self.quiet + 1, 0);
        true
    }

    /// A capture that loses material waits for its turn as other moves do.
    fn is_quiet(&self, mv: Move) -> bool {
        self.board.piece_at(mv.to).is_none() || exchange::loses(&self.board, mv)
    }

    fn noisy_candidates(&mut self, into: &mut Vec<Move>) {
        if self.is_checked {
            return self.moves(into);
        }
        self.captures(into);
    }

    fn may_gain(&self, mv: Move, wanted: Score) -> bool {
        let most = self.board.kind_at(mv.to).map_or(0, exchange::value) + MOST_GAINED;
        most > wanted && !exchange::loses(&self.board, mv)
    }

    fn is_forced(&self) -> bool {
        self.is_checked
    }

    /// Checks are tried, and so are moves that take back the last one, which may repeat a position.
    fn is_negligible(&mut self, mv: Move) -> bool {
        let last = self.history.iter().rev().nth(1).and_then(|past| past.mv);
        last.is_none_or(|last| mv.from != last.to || mv.to != last.from)
            && !self.board.gives_check(mv)
    }

    fn move_with(&self, index: usize) -> Option<Move> {
        let (from, to) = (index / POINTS, index % POINTS);
        let mv = Move { from: Square::from_index(from)?, to: Square::from_index(to)? };
        self.is_legal(mv).then_some(mv)
    }
}
