//! The point of the move of an edge.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use super::atomics::{AtomicU16, Ordering};
use crate::vocabulary::Point;

/// A pass.
const PASS: u16 = 0;

/// The point of a move, or none for a pass. It is written once, before the edge is published.
#[derive(Debug, Default)]
#[cfg_attr(not(loom), derive(Zeroable))]
#[repr(transparent)]
pub(super) struct EdgePoint(AtomicU16);

impl EdgePoint {
    #[inline(always)]
    pub(super) fn get(&self) -> Option<Point> {
        match self.0.load(Ordering::Relaxed) {
            PASS => None,
            bit => Some(Point::from_bit(usize::from(bit))),
        }
    }

    pub(super) fn set(&self, point: Option<Point>) {
        self.0.store(point.map_or(PASS, |point| point.bit() as u16), Ordering::Relaxed);
    }
}
