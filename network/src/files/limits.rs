//! The limits of what a file may describe.

use std::ops::RangeInclusive;

/// The versions of KataGo's format whose inputs are of version 7.
pub(super) const VERSIONS: RangeInclusive<u32> = 8..=17;
/// The maximum number of channels of a layer.
pub(super) const MOST_CHANNELS: usize = 1 << 13;
/// The maximum number of blocks in a stack.
pub(super) const MOST_BLOCKS: usize = 1 << 10;
/// How many bottlenecks may lie within one another.
pub(super) const DEEPEST: usize = 4;
/// The largest window of a convolution, in cells.
pub(super) const WIDEST: usize = 9;
