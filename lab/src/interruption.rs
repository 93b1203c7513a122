//! A request to end a long task early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use engine::player::StopSignal;
use parking_lot::Mutex;

/// A request to end a task early. It can be raised from any thread, and then stays raised. All
/// clones represent the same request.
///
/// Raising the request also stops the searches of all players registered with `cover`. A task
/// therefore ends within a fraction of a second, however long its moves take.
#[derive(Clone, Debug, Default)]
pub struct Interruption(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Whether the request has been raised. This changes only from false to true, and only while
    /// `covered` is locked.
    is_raised: AtomicBool,
    /// The stop flags of the covered players. The pointers are weak, so that no flag is kept after
    /// its player is gone.
    covered: Mutex<Vec<Weak<AtomicBool>>>,
}

impl Interruption {
    /// Raises the request, which ends the task and stops the running searches of its players.
    pub fn raise(&self) {
        let covered = self.0.covered.lock();
        self.0.is_raised.store(true, Ordering::Release);
        for flag in covered.iter().filter_map(Weak::upgrade) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the task should end.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Acquire)
    }

    /// A flag that is set when the request is raised, for work that ends early by itself.
    pub(crate) fn flag(&self) -> StopSignal {
        let stop = StopSignal::default();
        self.cover(&stop);
        stop
    }

    /// Registers the stop signal of a player, so that raising the request also stops that player's
    /// searches. If the request has already been raised, they are stopped immediately.
    pub(crate) fn cover(&self, stop: &StopSignal) {
        let mut covered = self.0.covered.lock();
        covered.retain(|flag| flag.strong_count() > 0);
        covered.push(Arc::downgrade(&stop.shared()));
        if self.is_raised() {
            stop.raise();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_stopped_whether_they_come_before_or_after() {
        let interruption = Interruption::default();
        let (early, late) = (StopSignal::default(), StopSignal::default());
        interruption.cover(&early);
        interruption.cover(&StopSignal::default());
        assert!(!early.is_raised() && !interruption.is_raised());
        interruption.clone().raise();
        interruption.cover(&late);
        assert!(early.is_raised() && late.is_raised() && interruption.is_raised());
        assert_eq!(interruption.0.covered.lock().len(), 2, "the dropped signal is forgotten");
    }
}
