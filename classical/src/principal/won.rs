//! Scores of won games, which prefer quick wins.
//!
//! During a search, the length of a win is counted from the root, so that scores from different
//! depths can be compared. In the table it is counted from the stored position, which may occur at
//! any distance from a root. Only games with [`Selective::WIN`] are affected.

use super::selective::Selective;
use crate::game::Score;

/// The number of moves within which a win is recognised as such.
const LONGEST: Score = 1000;

/// Whether the score is that of a game won or lost by force, in a game that prefers quick wins.
pub(super) fn is_decisive<G: Selective>(score: Score) -> bool {
    G::WIN.is_some_and(|win| score.abs() > win - LONGEST)
}

/// A score counted from the root, given one counted from a position `ply` moves after it.
pub(super) fn from_root<G: Selective>(score: Score, ply: usize) -> Score {
    if is_decisive::<G>(score) { score - score.signum() * ply as Score } else { score }
}

/// A score counted from a position `ply` moves after the root, given one counted from the root.
pub(super) fn from_position<G: Selective>(score: Score, ply: usize) -> Score {
    if is_decisive::<G>(score) { score + score.signum() * ply as Score } else { score }
}

/// The number of moves to the end of the game if the score is that of a forced win or loss, and
/// negative for a loss of the player to move. It is `None` in games without [`Selective::WIN`].
pub fn moves_to_end<G: Selective>(score: Score) -> Option<i32> {
    let win = G::WIN.filter(|_| is_decisive::<G>(score))?;
    Some(score.signum() * (win - score.abs()))
}
