//! The atomics used by the shared tree: the standard library's or, with `--cfg loom`, the model
//! checker's. Flags that only end a search are always the standard library's, because evaluators
//! read them too.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
pub(super) use std::sync::atomic::AtomicBool;
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
