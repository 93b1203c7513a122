//! The atomics of the shared tree: those of the standard library, or with `--cfg loom` those of the
//! model checker.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
