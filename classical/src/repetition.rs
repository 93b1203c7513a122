//! The value of a repetition, for searches that know the moves since the root.

use super::game::{Score, Scored};
use super::won::from_root;

/// The score of the position, counted from the root, if it counts as a repetition of a position
/// since the root or of one in the game before. `path` contains the moves since the root.
pub(super) fn repetition<G: Scored>(game: &G, path: &[G::Move]) -> Option<Score> {
    let first = path.len().checked_sub(game.repeats()?);
    if first.is_none() && !game.repeats_history() {
        return None;
    }
    let since = path.get(first.unwrap_or(0)..).unwrap_or_default();
    Some(from_root::<G>(game.repetition(since), path.len()))
}
