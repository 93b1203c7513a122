//! The commands specific to GoGui, except for those that play moves and those that display the
//! position, which are in `views`.

use protocol::{Arguments, Session as _, clip};

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("gogui-title", "", "shows a title for GoGui's window", title),
    Command::new("gogui-version", "VERSION", "accepts the version of GoGui", version),
];

fn title(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let game = session.game();
    let rules = game.rules().name().unwrap_or("other");
    Ok(format!("{}: {}, komi {:?}, {rules} rules", session.name(), game.size(), game.komi()))
}

fn version(_session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    log::info!("the controller is GoGui {}", clip(arguments.text()));
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn gogui_is_served() {
        let mut talk = Conversation::new(9);
        talk.expect("gogui-version 1.6.0+ 2025", "=");
        talk.expect("gogui-title", "= Mengxi: 9x9, komi 7.5, chinese rules");
        talk.expect("kata-set-rule suicide true", "=");
        talk.expect("gogui-title", "= Mengxi: 9x9, komi 7.5, other rules");
    }

    /// GoGui asks before it has synchronised the position, so any answer would describe the
    /// position that GoGui has just left.
    #[test]
    fn nothing_is_told_of_a_step_through_the_game() {
        let mut talk = Conversation::new(9);
        assert!(!talk.ask("list_commands").contains("gogui-action"));
    }
}
