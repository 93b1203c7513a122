//! The commands that end a search and are still to be answered, where one thread reads them while
//! another searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

/// The commands that were read but not answered, and the end of the input. While there are any, no
/// search goes on.
pub(crate) struct Stops {
    waiting: Mutex<usize>,
    stop: Arc<AtomicBool>,
}

impl Stops {
    /// No command waits. `stop` is the flag that ends a search when it is raised.
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self { waiting: Mutex::new(0), stop }
    }

    /// Another command, or the end of the input, was read.
    pub(crate) fn come(&self) {
        *self.waiting.lock() += 1;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next of the commands is answered.
    pub(crate) fn answered(&self) {
        let mut waiting = self.waiting.lock();
        *waiting = waiting.saturating_sub(1);
        if *waiting == 0 {
            self.stop.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_may_go_on_once_all_commands_are_answered() {
        let flag = Arc::new(AtomicBool::new(false));
        let stops = Stops::new(Arc::clone(&flag));
        stops.come();
        stops.come();
        stops.answered();
        assert!(flag.load(Ordering::Relaxed), "one more waits");
        stops.answered();
        assert!(!flag.load(Ordering::Relaxed));
        stops.answered();
        stops.come();
        assert!(flag.load(Ordering::Relaxed), "an answer too many counts for nothing");
    }
}
