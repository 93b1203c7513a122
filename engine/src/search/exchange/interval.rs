//! How often ranks tell one another what they have found.
//!
//! Until a rank knows what the others have found, its tree is worse than one tree of all
//! simulations: with playouts, ranks rush to the same move; with a network, they leave ghosts. What
//! harms a tree is the share of it that is unknown, so messages are the more frequent the smaller it
//! is.

use std::time::Duration;

/// The least and the largest time between two messages.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);
const LARGEST_INTERVAL: Duration = Duration::from_millis(100);
/// Between two messages, all ranks together make the number of visits to the root divided by this
/// number, where that time is possible.
const FRESH: f64 = 64.0;

/// The time between two messages, when the root has so many visits, and all ranks together make
/// `pace` visits a second if that is known.
pub(in crate::search) fn interval(visits: u64, pace: Option<f32>) -> Duration {
    let Some(pace) = pace else { return LEAST_INTERVAL };
    let fresh = Duration::try_from_secs_f64(visits as f64 / FRESH / f64::from(pace));
    fresh.unwrap_or(LARGEST_INTERVAL).clamp(LEAST_INTERVAL, LARGEST_INTERVAL)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_time_between_messages_grows_with_the_tree() {
        assert_eq!(interval(1 << 20, None), LEAST_INTERVAL, "no pace is known");
        let intervals =
            [0, 1 << 11, 1 << 12, u64::MAX].map(|visits| interval(visits, Some(1024.0)));
        let middle = [31_250, 62_500].map(Duration::from_micros);
        assert_eq!(intervals, [LEAST_INTERVAL, middle[0], middle[1], LARGEST_INTERVAL]);
        assert_eq!(interval(1, Some(0.0)), LARGEST_INTERVAL);
    }
}
