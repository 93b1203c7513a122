//! What GNU Go's regression files set their positions up with.

use engine::vocabulary::Color;

use super::play::{play, play_for, undo};
use crate::args::Arguments;
use crate::command::Command;
use crate::error::CommandError;
use crate::session::Session;

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("black", "MOVE", "plays a move for Black", black),
    Command::new("white", "MOVE", "plays a move for White", white),
    Command::new("trymove", "COLOR MOVE", "plays a move until `popgo`", play),
    Command::new("popgo", "", "takes back the last `trymove`", undo),
    Command::new("increase_depths", "", "nothing: reading is bounded by time alone", nothing),
    Command::new("decrease_depths", "", "nothing: reading is bounded by time alone", nothing),
];

fn black(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    play_for(session, arguments, Color::Black)
}

fn white(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    play_for(session, arguments, Color::White)
}

fn nothing(_: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn tried_moves_are_taken_back() {
        let mut talk = Conversation::new(5);
        for mv in ["white A1", "black A2", "white E5", "black C3"] {
            talk.expect(mv, "=");
        }
        for bad in ["", "A2", "F6", "B1 B2"] {
            talk.fails(&format!("white {bad}"));
            talk.fails(&format!("black {bad}"));
        }
        talk.expect("trymove b B1", "=");
        talk.expect("list_stones w", "= E5");
        talk.expect("popgo", "=");
        talk.expect("list_stones w", "= E5 A1");
        assert_eq!(talk.fails("trymove w A2"), "illegal move");
        talk.fails("trymove w");
        talk.expect("increase_depths", "=");
        talk.expect("decrease_depths", "=");
        for _ in 0..4 {
            talk.expect("popgo", "=");
        }
        assert_eq!(talk.fails("popgo"), "cannot undo");
    }
}
