//! The atomics used by the shared tree: the standard library's or, with `--cfg loom`, the model
//! checker's.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
