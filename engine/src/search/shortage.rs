//! The error of a tree that the system has no memory for.

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
    /// The memory that a tree can have, in bytes: the largest half, quarter and so on of the
    /// request that fits.
    pub available: usize,
}

/// A number of bytes in whole MiB, at least 1, as used in settings.
fn mebibytes(bytes: usize) -> usize {
    (bytes >> 20).max(1)
}
