//! Messages about the game from the KGS and CGOS servers. Messages from CGOS are logged. The end of
//! a game also ends pondering, but the position is kept because a server may resume the game. Every
//! message from CGOS is accepted, because the CGOS client would interpret a failure as a sign that
//! the program has ended.

use protocol::{Arguments, clip};

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("kgs-game_over", "", "accepts the end of the game; the board is kept", game_over),
    Command::new("cgos-opponent_name", "TEXT", "accepts the opponent's name", opponent_name),
    Command::new("cgos-opponent_rating", "TEXT", "accepts the opponent's rating", opponent_rating),
    Command::new(
        "cgos-gameover",
        "TEXT",
        "accepts the result of the game; the board is kept",
        cgos_game_over,
    ),
];

fn game_over(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    session.set_pondering(false);
    Ok(String::new())
}

fn opponent_name(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    log::info!("the opponent is {}", clip(arguments.text()));
    Ok(String::new())
}

fn opponent_rating(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    log::info!("the opponent's rating is {}", clip(arguments.text()));
    Ok(String::new())
}

fn cgos_game_over(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    log::info!("the game is over: {}", clip(arguments.text()));
    session.set_pondering(false);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use protocol::Session as _;

    use crate::test_player::Conversation;

    #[test]
    fn news_are_heard_and_the_board_stays() {
        let mut talk = Conversation::new(9);
        talk.expect("play b D4", "=");
        for news in [
            "cgos-opponent_name some \"one",
            "cgos-opponent_rating 2345?",
            "cgos-opponent_name",
            "cgos-gameover BForfeit",
            "cgos-gameover W+Resign by agreement",
            "kgs-game_over",
        ] {
            talk.expect(news, "=");
            talk.expect("list_stones b", "= D4");
        }
        talk.fails("kgs-game_over now");
    }

    #[test]
    fn the_end_of_a_game_ends_pondering() {
        for end in ["kgs-game_over", "cgos-gameover B+3.5", "stop"] {
            let mut talk = Conversation::new(9);
            let mut settings = *talk.session.player().settings();
            settings.ponder = true;
            talk.session.player().set_settings(settings).unwrap();
            talk.ask("genmove b");
            talk.expect("cgos-opponent_name someone", "=");
            talk.expect("gogui-play_sequence w A1", "=");
            assert!(talk.session.may_ponder());
            talk.expect(end, "=");
            assert!(!talk.session.may_ponder(), "{end}");
            talk.ask("genmove b");
            assert!(talk.session.may_ponder());
        }
    }
}
