//! The flags with which other threads interrupt a running command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a running command to end immediately with the results obtained so far. Clones share the
/// same flags.
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    stop: Arc<AtomicBool>,
    by_signal: Arc<AtomicBool>,
}

impl Interrupts {
    /// Creates interrupts that raise `stop`, the flag that running commands check.
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        Self { stop, by_signal: Arc::default() }
    }

    /// Ends the running command. If no command is running, the next command ends as soon as it
    /// starts, unless the flag is [cleared](Self::clear) first.
    pub fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets the next command run.
    pub fn clear(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether the running command should end.
    pub fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Records that the controller will interrupt commands with SIGINT.
    pub fn expect_signals(&self) {
        self.by_signal.store(true, Ordering::Release);
    }

    /// Whether the controller has announced that it will interrupt commands with SIGINT.
    pub fn expects_signals(&self) -> bool {
        self.by_signal.load(Ordering::Acquire)
    }
}
