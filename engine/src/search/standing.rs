//! Whether a move is proved to win or to lose, or forbidden by the rules.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU8, Ordering};

/// Nothing is proved.
const OPEN: u8 = 0;
/// The move is proved to win for its player.
const WON: u8 = 1;
/// The move is proved to lose for its player.
const LOST: u8 = 2;
/// The rules forbid the move.
const FORBIDDEN: u8 = 3;

/// Whether a move is proved or forbidden: [`OPEN`] until its result is proved, or it is found to be
/// forbidden.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct Standing(AtomicU8);

impl Standing {
    /// Whether the move has been found to be forbidden.
    #[inline(always)]
    pub(super) fn is_pruned(&self) -> bool {
        self.0.load(Ordering::Relaxed) == FORBIDDEN
    }

    /// Excludes the move from the search.
    pub(super) fn prune(&self) {
        self.0.store(FORBIDDEN, Ordering::Relaxed);
    }

    /// Whether the move is worth a simulation: neither forbidden nor proved to lose.
    #[inline(always)]
    pub(super) fn is_hopeful(&self) -> bool {
        self.0.load(Ordering::Relaxed) < LOST
    }

    /// Whether the move is proved to win (`true`) or to lose (`false`) for its player; `None` if
    /// neither is proved.
    pub(super) fn proved(&self) -> Option<bool> {
        match self.0.load(Ordering::Relaxed) {
            WON => Some(true),
            LOST => Some(false),
            _ => None,
        }
    }

    /// Records a proof that the move wins or loses for its player. If the move is already proved or
    /// forbidden, changes nothing and returns `false`.
    pub(super) fn prove(&self, wins: bool) -> bool {
        let known = if wins { WON } else { LOST };
        let order = Ordering::Relaxed;
        self.0.compare_exchange(OPEN, known, order, order).is_ok()
    }

    /// Forgets what was known.
    pub(super) fn clear(&self) {
        self.0.store(OPEN, Ordering::Relaxed);
    }

    /// Copies what is known about another move. Must not be called while a search is running.
    pub(super) fn copy_from(&self, other: &Self) {
        self.0.store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}
