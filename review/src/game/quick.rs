//! A quick review of a game in progress, within a given time.

use engine::player::{MemoryShortage, Player, StopSignal};
use engine::rules::GameState;

use super::data::{Effort, GameFacts, GameReview};
use super::reviewer::Reviewer;
use crate::words::counted;

/// The maximum memory of the search tree in bytes. A short search needs no more.
const MEMORY: usize = 64 << 20;

/// The maximum time for a position in seconds. A stop signal takes effect within this time.
const MOST_EACH: f64 = 1.0;

/// Searches all positions of `game` with `player`, for at most about `seconds` in total, and
/// lists the costliest moves, one per line, each with a better move. If `stop` is raised, only the
/// moves reached so far are judged.
///
/// # Errors
/// If there is not enough memory for the search tree.
pub fn costliest_moves(
    mut player: Box<dyn Player>,
    game: &GameState,
    seconds: f64,
    stop: &StopSignal,
) -> Result<String, MemoryShortage> {
    let moves = game.moves().len();
    if moves == 0 {
        return Ok("No moves have been played.".to_owned());
    }
    let mut settings = *player.settings();
    settings.search.memory = settings.search.memory.min(MEMORY);
    player.set_settings(settings)?;
    let each = (seconds / (moves + 1) as f64).min(MOST_EACH);
    let mut reviewer = Reviewer::new(player, Effort::Seconds(each))?;
    let searched = (0..=moves).map_while(|number| {
        if stop.is_raised() {
            reviewer.stop_signal().raise();
        }
        reviewer.review(game, number)
    });
    let positions = searched.collect();
    let review = GameReview::new(GameFacts::default(), game, positions, None);
    let judged = review.moves.len();
    if judged == 0 {
        return Ok("Interrupted before a move could be judged.".to_owned());
    }
    let said = match review.costliest_moves().trim_end() {
        "" => "No move has lost much.".to_owned(),
        lines => lines.to_owned(),
    };
    let is_whole = judged == moves;
    let judged = counted(judged as f64, "move");
    Ok(if is_whole { said } else { format!("Interrupted after {judged}.\n{said}") })
}
