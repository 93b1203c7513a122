//! The review of the game so far.

use assembly::compose;
use protocol::Arguments;
use review::game::quick;

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

fn review(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let seconds = match arguments.is_empty() {
        true => SECONDS,
        false => arguments.parsed("a number of seconds from 0 to 3600", |word| {
            word.parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
        })?,
    };
    arguments.finish()?;
    let game = session.game().clone();
    let player = compose::player_with(&session.parameter_values(), game.clone());
    let stop = session.stop_signal();
    quick::costliest_moves(player, &game, seconds, &stop).map_err(CommandError::Memory)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use crate::test_player::Conversation;

    #[test]
    fn the_moves_that_lost_most_are_listed_with_better_ones() {
        let mut talk = Conversation::new(5);
        assert_eq!(talk.ask("mengxi_review"), "No moves have been played.");
        for line in ["play b A1", "play w C3", "play b E1", "play w C2", "play b pass"] {
            talk.ask(line);
        }
        let started = Instant::now();
        let said = talk.ask("mengxi_review 0.3");
        assert!(started.elapsed().as_secs() < 10, "as long as it was asked for");
        // In the centre, Black would have owned the whole board; in the corner, Black gets nothing.
        assert!(said.contains("   1 Black A1 ") && said.contains("better C3"), "{said}");
        assert!(!said.contains("White C3"), "{said}");
        for bad in ["mengxi_review x", "mengxi_review -1", "mengxi_review 1 1"] {
            talk.fails(bad);
        }
    }
}
