//! A floating-point number that threads share.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use crate::search::atomics::{AtomicU32, Ordering};

/// A floating-point number that threads share, without any order among different numbers.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct Float(AtomicU32);

impl Float {
    #[inline(always)]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }
}
