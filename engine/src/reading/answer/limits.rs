//! The limits on a reading.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits on the time, memory and other resources that a reading may use.
#[derive(Clone, Copy, Debug)]
pub struct ReadingLimits<'a> {
    /// The time limit.
    pub time: Duration,
    /// The memory for the transposition tables, in bytes.
    pub memory: usize,
    /// The number of threads that may read in parallel, at least 1.
    pub threads: usize,
    /// The maximum number of positions for each search.
    pub nodes: Option<u64>,
    /// A flag that stops the reading once it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl ReadingLimits<'_> {
    /// Returns limits with the given time and with `memory` bytes for the transposition tables.
    /// Only one thread is used, and the number of positions is not limited.
    pub const fn new(time: Duration, memory: usize) -> Self {
        Self { time, memory, threads: 1, nodes: None, stop: None }
    }
}
