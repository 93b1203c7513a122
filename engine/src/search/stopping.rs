//! When the time of a search is over, and when it is no use to go on.

use std::time::{Duration, Instant};

use super::SearchLimits;
use super::tree::Tree;

/// With less time left than this for each MiB of it, a full tree is not made smaller any more:
/// about twice what that takes.
const LEAST_TIME_TO_SHRINK: Duration = Duration::from_millis(1);
/// A search may stop early once this much of its time is over.
const EARLIEST_STOP: f64 = 0.1;

/// Whether enough time is left to make a full tree smaller.
pub(super) fn may_shrink(limits: &SearchLimits, tree: &Tree) -> bool {
    let least = LEAST_TIME_TO_SHRINK.mul_f64(tree.bytes() as f64 / f64::from(1 << 20));
    limits.time.is_none_or(|time| time.remaining() > least)
}

/// Whether the time is over, or can no longer change which move is visited most.
pub(super) fn is_decided(limits: &SearchLimits, tree: &Tree, made: u64, started: Instant) -> bool {
    let Some(time) = limits.time else { return false };
    let remaining = time.remaining();
    if remaining.is_zero() {
        return true;
    }
    let elapsed = started.elapsed();
    if limits.playouts.is_some() || elapsed < time.soft.mul_f64(EARLIEST_STOP) || made < 1000 {
        return false;
    }
    let to_come = made as f64 / elapsed.as_secs_f64() * remaining.as_secs_f64();
    let (mut best, mut second) = (0, 0);
    for edge in tree.root_edges() {
        let visits = edge.stats.load().visits;
        if visits > best {
            (best, second) = (visits, best);
        } else {
            second = second.max(visits);
        }
    }
    f64::from(best - second) > to_come
}
