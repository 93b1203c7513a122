//! The plies of a game before a position: what is needed to take them back, and what repetitions
//! and draws depend on.

use super::board::Board;
use super::piece::Piece;
use super::repetition::{self, Ply, Verdict};
use super::square::Move;

/// The plies without a capture after which a game is drawn.
pub(super) const MOST_QUIET: u32 = 100;
/// The checks of a player within those plies that do not lengthen the game.
const FREE_CHECKS: u32 = 10;
/// The plies that a position needs at least to occur again.
const SHORTEST_CYCLE: usize = 4;

/// A move, or a null move, with what is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    pub(super) mv: Option<Move>,
    pub(super) captured: Option<Piece>,
    /// The key of the board before it.
    key: u64,
    before: Counts,
}

/// What changes with each ply beside the board.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    is_checked: bool,
    /// The plies since the last capture.
    quiet: u32,
    /// The plies since the beginning of the history or a null move.
    reversible: u32,
}

/// The plies before a position.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pasts: Vec<Past>,
    now: Counts,
}

impl History {
    /// The history of a position of which nothing is known but the number of plies since the last
    /// capture and whether the player to move is in check.
    pub(super) fn new(is_checked: bool, quiet: u32) -> Self {
        let quiet = quiet.min(MOST_QUIET);
        Self { pasts: Vec::new(), now: Counts { is_checked, quiet, reversible: 0 } }
    }

    /// The number of plies.
    pub(super) fn len(&self) -> usize {
        self.pasts.len()
    }

    /// Whether the player to move is in check.
    pub(super) fn is_checked(&self) -> bool {
        self.now.is_checked
    }

    /// The plies since the last capture.
    pub(super) fn quiet(&self) -> u32 {
        self.now.quiet
    }

    /// The last move of the player to move, if it is known.
    pub(super) fn last_own_move(&self) -> Option<Move> {
        self.pasts.iter().rev().nth(1).and_then(|past| past.mv)
    }

    /// Adds a move, or a null move, with what it has captured, the key of the board before it, and
    /// whether it gives check.
    pub(super) fn add(
        &mut self,
        mv: Option<Move>,
        captured: Option<Piece>,
        key: u64,
        is_checked: bool,
    ) {
        let before = self.now;
        self.pasts.push(Past { mv, captured, key, before });
        self.now = Counts {
            is_checked,
            quiet: if captured.is_some() { 0 } else { before.quiet + 1 },
            reversible: if mv.is_some() { before.reversible + 1 } else { 0 },
        };
    }

    /// Removes the last ply, and returns it.
    pub(super) fn pop(&mut self) -> Option<Past> {
        let past = self.pasts.pop()?;
        self.now = past.before;
        Some(past)
    }

    /// How many plies ago a position with this key has occurred, from the last time on.
    pub(super) fn occurrences(&self, key: u64) -> impl Iterator<Item = usize> {
        let occurred = move |plies: &usize| {
            let at = self.pasts.len().checked_sub(*plies);
            at.and_then(|at| self.pasts.get(at)).is_some_and(|past| past.key == key)
        };
        (SHORTEST_CYCLE..=self.end_of_cycles()).step_by(2).filter(occurred)
    }

    /// The sum of the keys of the positions that have occurred twice before this one, and would end
    /// the game the next time; 0 if there are none.
    pub(super) fn sum_of_repeated(&self) -> u64 {
        let pasts = self.pasts.iter().rev().take(self.end_of_cycles());
        let mut keys: Vec<u64> = pasts.map(|past| past.key).collect();
        keys.sort_unstable();
        let repeated = keys.windows(2).filter_map(|pair| match pair {
            [first, next] if first == next => Some(*first),
            _ => None,
        });
        repeated.fold(0, u64::wrapping_add)
    }

    /// The verdict of the rules on the position on the board, if it has occurred `times` before.
    pub(super) fn judge(&self, board: &Board, times: usize) -> Option<Verdict> {
        let since = self.occurrences(board.key()).nth(times - 1)?;
        let path: Vec<Ply> = self.plies(board).take(since + 3).collect();
        Some(repetition::judge(&path, since))
    }

    /// Whether there has been no capture for so long that the game is drawn. Checks beyond the
    /// first ones do not count.
    pub(super) fn is_too_quiet(&self) -> bool {
        let Counts { is_checked, quiet, reversible } = self.now;
        if quiet < MOST_QUIET {
            return false;
        }
        let mut lengthened = 0;
        if reversible >= 2 * FREE_CHECKS {
            let plies = self.end_of_cycles().next_multiple_of(2);
            let past = self.pasts.iter().rev().map(|past| past.before.is_checked);
            let checks: Vec<bool> = std::iter::once(is_checked).chain(past).take(plies).collect();
            let of = |parity| checks.iter().skip(parity).step_by(2).filter(|&&check| check).count();
            let most = of(0).max(of(1)) as u32;
            lengthened = 2 * most.saturating_sub(FREE_CHECKS);
        }
        quiet - lengthened.min(quiet) >= MOST_QUIET
    }

    /// The plies in which a position may have occurred before.
    fn end_of_cycles(&self) -> usize {
        self.now.quiet.min(self.now.reversible) as usize
    }

    /// The plies that led to this board, from the last one back. The last item is the state before
    /// the first of these plies.
    fn plies(&self, board: &Board) -> impl Iterator<Item = Ply> {
        let mut board = board.clone();
        let mut is_checked = self.now.is_checked;
        let mut pasts = self.pasts.iter().rev().take(self.now.reversible as usize);
        let mut is_at_end = false;
        std::iter::from_fn(move || {
            if is_at_end {
                return None;
            }
            let past = pasts.next().and_then(|past| Some((past.mv?, past)));
            let last = past.map(|(mv, past)| (mv, past.captured));
            let ply = Ply { board: board.clone(), is_checked, last };
            match past {
                Some((mv, past)) => {
                    board.unmake(mv, past.captured);
                    is_checked = past.before.is_checked;
                }
                None => is_at_end = true,
            }
            Some(ply)
        })
    }
}
