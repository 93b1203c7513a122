//! The error for a tree that does not fit into the system's memory.

use thiserror::Error;

/// The system has less memory for the tree than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "memory: {} MiB for the tree cannot be had; set {} or less",
    mebibytes(*.wanted),
    mebibytes(*.available)
)]
pub struct MemoryShortage {
    /// The requested memory, in bytes.
    pub wanted: usize,
    /// The memory available for a tree, in bytes: the requested memory, halved until the tree fits.
    pub available: usize,
}

/// Converts a number of bytes to whole MiB, at least 1, as used in settings.
fn mebibytes(bytes: usize) -> usize {
    (bytes >> 20).max(1)
}
