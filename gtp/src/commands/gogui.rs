//! What GoGui says and asks beside the game itself; its views of the position are in `views`.

use engine::vocabulary::Color;
use protocol::{Arguments, Session as _, clip};

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("gogui-title", "", "a line for the title of GoGui's window", title),
    Command::new("gogui-version", "VERSION", "takes note of GoGui's version", version),
    Command::new(
        "gogui-action_forward",
        "MOVES",
        "where the game stands after a step forward in GoGui, for its status line",
        step,
    ),
    Command::new("gogui-action_backward", "MOVES", "the same after a step back", step),
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

/// GoGui has already moved the board when it asks, so both directions have the same answer. It is
/// one that needs no search: the keys that step through a game are held down.
fn step(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.integer("a number of moves")?;
    arguments.finish()?;
    let game = session.game();
    let last = game.moves().last().map_or_else(
        || "Start".to_owned(),
        |(color, mv)| format!("Move {}: {color} {mv}", game.moves().len()),
    );
    let [black, white] = Color::BOTH.map(|color| game.prisoners(color));
    let next = if game.is_over() {
        "the game is over".to_owned()
    } else {
        format!("{} to play", game.to_move())
    };
    Ok(format!("TEXT {last}, {next}, prisoners of black {black}, of white {white}"))
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

    #[test]
    fn a_step_through_the_game_tells_where_it_stands() {
        let mut talk = Conversation::new(9);
        let prisoners = |black| format!("prisoners of black {black}, of white 0");
        let start = format!("= TEXT Start, black to play, {}", prisoners(0));
        talk.expect("gogui-action_backward 3", &start);
        for mv in ["b A2", "w A1", "b B1"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        let third = format!("= TEXT Move 3: black B1, white to play, {}", prisoners(1));
        talk.expect("gogui-action_forward 1", &third);
        for pass in ["w", "b"] {
            talk.expect(&format!("play {pass} pass"), "=");
        }
        let over = format!("= TEXT Move 5: black pass, the game is over, {}", prisoners(1));
        talk.expect("gogui-action_forward 2", &over);
        for bad in ["gogui-action_forward", "gogui-action_backward x", "gogui-action_forward 1 2"] {
            talk.fails(bad);
        }
    }
}
