//! Scores of won games, which prefer quick wins.
//!
//! During a search, the length of a win is counted from the root, so that scores from different
//! depths can be compared. In a table it is counted from the stored position, which may occur at
//! any distance from a root. Only games with [`Scored::WIN`] are affected.

use super::game::{Bounds, Score, Scored};

/// The number of moves within which a win is recognised as such.
const LONGEST: Score = 1000;

/// Whether the score is that of a game won or lost by force, in a game that prefers quick wins.
pub(super) fn is_decisive<G: Scored>(score: Score) -> bool {
    G::WIN.is_some_and(|win| score.abs() > win - LONGEST)
}

/// A score counted from the root, given one counted from a position `ply` moves after it.
pub(super) fn from_root<G: Scored>(score: Score, ply: usize) -> Score {
    if is_decisive::<G>(score) { score - score.signum() * ply as Score } else { score }
}

/// A score counted from a position `ply` moves after the root, given one counted from the root.
pub(super) fn from_position<G: Scored>(score: Score, ply: usize) -> Score {
    if is_decisive::<G>(score) { score + score.signum() * ply as Score } else { score }
}

/// The bounds of the position, `ply` moves after the root and counted from it.
pub(super) fn bounds_from_root<G: Scored>(game: &G, ply: usize) -> Bounds {
    let Bounds { low, high } = game.bounds();
    Bounds { low: from_root::<G>(low, ply), high: from_root::<G>(high, ply) }
}

/// The number of moves to the end of the game if the score is that of a forced win or loss, and
/// negative for a loss of the player to move. It is `None` in games without [`Scored::WIN`].
pub fn moves_to_end<G: Scored>(score: Score) -> Option<i32> {
    let win = G::WIN.filter(|_| is_decisive::<G>(score))?;
    Some(score.signum() * (win - score.abs()))
}
