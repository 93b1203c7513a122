//! A game in progress as the searches of `classical` see it: how it ends, what its positions are
//! worth, and which moves may be left out.

use classical::{Bounds, Game, Score, Scored, Selective};

use super::evaluation::Evaluation;
use super::exchange;
use super::piece::Kind;
use super::position::{Position, SPREAD};
use super::repetition::Verdict;
use super::square::{Move, POINTS, Square};

/// The score of a won game; a win in `n` moves is worth `WIN - n`.
pub const WIN: Score = 30_000;
/// The score of a repetition that the rules forbid to the opponent, if it does not end the game. It
/// is less than that of a mate, because the opponent may still turn away.
const FORBIDDEN: Score = WIN - 2000;
/// The greatest estimate.
const MOST_ESTIMATED: Score = WIN - 4000;
/// The most that a capture is likely to gain beside the value of what it captures.
const MOST_GAINED: Score = 150;

/// The most that the capture of such a piece is likely to gain.
fn most_gained(kind: Kind) -> Score {
    exchange::value(kind) + MOST_GAINED
}

impl<E: Evaluation> Scored for Position<E> {
    const WIN: Option<Score> = Some(WIN);

    fn bounds(&self) -> Bounds {
        if !self.has_move() {
            return Bounds::exactly(-WIN);
        }
        if self.history().is_too_quiet() {
            return Bounds::exactly(0);
        }
        Bounds { low: -WIN, high: WIN }
    }

    fn estimate(&self) -> Score {
        let board = self.board();
        // A side without attackers cannot win.
        let most = |side| if board.has_attackers(side) { MOST_ESTIMATED } else { 0 };
        self.evaluation().evaluate(board).clamp(-most(!board.mover()), most(board.mover()))
    }

    fn circle(&self) -> Score {
        0
    }

    /// A player who has repeated a position of the game once may still turn away.
    fn repeats_history(&self) -> bool {
        self.history().occurrences(self.board().key()).nth(1).is_some()
    }

    fn history_key(&self) -> u64 {
        self.history().sum_of_repeated().wrapping_mul(SPREAD)
    }

    /// A repetition that ends the game is worth as much as a mate, so that a player who is lost in
    /// any case does not hurry to the end.
    fn repetition(&self, path: &[Move]) -> Score {
        let mut cycles = self.history().occurrences(self.board().key());
        let began_before = cycles.next().is_some_and(|plies| path.len() < plies);
        let is_end = began_before && cycles.next().is_some();
        let (times, won) = if is_end { (2, WIN) } else { (1, FORBIDDEN) };
        match self.history().judge(self.board(), times) {
            Some(Verdict::Won) => won,
            Some(Verdict::Lost) => -won,
            Some(Verdict::Draw) | None => 0,
        }
    }

    fn repetition_bounds(&self) -> Bounds {
        Bounds { low: -WIN, high: WIN }
    }

    fn noisy_moves(&mut self, into: &mut Vec<Move>) {
        if self.is_checked() {
            return self.moves(into);
        }
        let from = into.len();
        self.captures(into);
        let mut at = 0;
        into.retain(|&mv| {
            at += 1;
            at <= from || !exchange::loses(self.board(), mv)
        });
    }

    fn may_stand_pat(&self) -> bool {
        !self.is_checked()
    }
}

impl<E: Evaluation> Selective for Position<E> {
    const ASPIRATION: Score = 30;
    const MARGIN: Option<Score> = Some(120);
    const LOSES_WITHOUT_MOVES: bool = true;
    const KEEPS_LEAVES: bool = false;
    const IS_LIKE_CHESS: bool = true;
    // A player can rarely do no better than to pass.
    const LEAST_VERIFIED: Option<u32> = Some(14);

    /// Looks for a legal move only if the player is not in check and has no strong piece. In check,
    /// the search notices anyway that there is no move, and a strong piece nearly always has one.
    fn quick_bounds(&self) -> Bounds {
        let side = self.board().mover();
        let strong = [Kind::Rook, Kind::Cannon, Kind::Horse];
        let is_strong = strong.into_iter().any(|kind| self.board().pieces(side, kind) != 0);
        match is_strong || self.is_checked() {
            // A mate counts even then.
            true if self.history().is_too_quiet() => self.bounds(),
            true => Bounds { low: -WIN, high: WIN },
            false => self.bounds(),
        }
    }

    fn try_null_move(&mut self) -> bool {
        let side = self.board().mover();
        let of = |kind| self.board().pieces(side, kind).count_ones();
        // With less, a player may be happy to pass.
        let strength = 2 * of(Kind::Rook) + of(Kind::Horse) + of(Kind::Cannon);
        if self.is_checked() || strength < 2 {
            return false;
        }
        self.pass();
        true
    }

    /// A capture that loses material waits for its turn as other moves do.
    fn is_quiet(&self, mv: Move) -> bool {
        self.board().piece_at(mv.to).is_none() || exchange::loses(self.board(), mv)
    }

    fn noisy_candidates(&mut self, wanted: Score, into: &mut Vec<Move>) {
        if self.is_checked() {
            return self.moves(into);
        }
        let enemy = !self.board().mover();
        let kinds = Kind::ALL.into_iter().filter(|&kind| most_gained(kind) > wanted);
        let worthwhile = kinds.fold(0, |all, kind| all | self.board().pieces(enemy, kind));
        if worthwhile != 0 {
            self.captures_among(worthwhile, into);
        }
    }

    fn may_gain(&self, mv: Move, wanted: Score) -> bool {
        let most = self.board().kind_at(mv.to).map_or(MOST_GAINED, most_gained);
        most > wanted && !exchange::loses(self.board(), mv)
    }

    fn is_forced(&self) -> bool {
        self.is_checked()
    }

    /// Checks are tried, and so are moves that take back the last one, which may repeat a position.
    fn is_negligible(&mut self, mv: Move) -> bool {
        let last = self.history().last_own_move();
        last.is_none_or(|last| mv.from != last.to || mv.to != last.from)
            && !self.board().gives_check(mv)
    }

    fn move_with(&self, index: usize) -> Option<Move> {
        let (from, to) = (index / POINTS, index % POINTS);
        let mv = Move { from: Square::from_index(from)?, to: Square::from_index(to)? };
        self.is_legal(mv).then_some(mv)
    }
}
