//! The review of the game so far.

use assembly::compose;
use engine::rules::GameState;
use protocol::Arguments;
use review::game::data::{Effort, GameFacts, GameReview, PositionReview};
use review::game::reviewer::Reviewer;

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The row of the command table for the command in this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "mengxi_review",
    "[SECONDS]",
    "lists the moves that have lost most so far and what was better, searching for SECONDS (10)",
    review,
)];

/// The duration of a review in seconds, unless another one is asked for.
const SECONDS: f64 = 10.0;
/// The longest review in seconds.
const MOST_SECONDS: f64 = 3600.0;
/// The maximum time for a position in seconds. An interrupt takes effect within this time.
const MOST_EACH: f64 = 1.0;
/// The maximum memory of the search tree in bytes. A short search needs no more.
const MEMORY: usize = 64 << 20;

fn review(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let seconds = match arguments.is_empty() {
        true => SECONDS,
        false => arguments.parsed("a number of seconds from 0 to 3600", |word| {
            word.parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
        })?,
    };
    arguments.finish()?;
    let game = session.game().clone();
    if game.moves().is_empty() {
        return Ok("No moves have been played.".to_owned());
    }
    let each = seconds / (game.moves().len() + 1) as f64;
    let effort = Effort::Seconds(each.min(MOST_EACH));
    let positions = positions(session, &game, effort)?;
    let review = GameReview::new(GameFacts::default(), &game, positions, None);
    let mut said = match review.costliest_moves().trim_end() {
        "" => "No move has lost much.".to_owned(),
        lines => lines.to_owned(),
    };
    if review.moves.len() < game.moves().len() {
        said = format!(
            "Interrupted after {} moves.
{said}",
            review.moves.len()
        );
    }
    Ok(said)
}

/// Searches each position. After an interrupt, only the positions searched before it are returned.
fn positions(
    session: &Session,
    game: &GameState,
    effort: Effort,
) -> Result<Vec<PositionReview>, CommandError> {
    let mut values = session.parameter_values();
    values.player.search.memory = values.player.search.memory.min(MEMORY);
    let player = compose::player_with(&values, game.clone());
    let mut reviewer = Reviewer::new(player, effort).map_err(CommandError::Memory)?;
    let (stop, stops) = (session.stop_signal(), reviewer.stop_signal());
    let mut positions = Vec::new();
    for number in 0..=game.moves().len() {
        if stop.is_raised() {
            stops.raise();
        }
        let Some(found) = reviewer.review(game, number) else { break };
        positions.push(found);
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use crate::test_player::Conversation;

    #[test]
    fn the_moves_that_lost_most_are_listed_with_better_ones() {
        let mut talk = Conversation::new(5);
        assert_eq!(talk.ask("mengxi_review"), "No moves have been played.");
        for line in ["play b C3", "play w A1", "play b C2", "play w pass", "play b pass"] {
            talk.ask(line);
        }
        let started = Instant::now();
        let said = talk.ask("mengxi_review 0.3");
        assert!(started.elapsed().as_secs() < 10, "as long as it was asked for");
        // White's move in the corner loses points whatever the figures are.
        assert!(said.contains("   2 White A1 "), "{said}");
        assert!(!said.contains("Black C3"), "{said}");
        for bad in ["mengxi_review x", "mengxi_review -1", "mengxi_review 1 1"] {
            talk.fails(bad);
        }
    }
}
