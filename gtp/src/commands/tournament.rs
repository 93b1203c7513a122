//! Clocks. Time settings survive a new board and may change at any time.

use std::time::Duration;

use engine::time::{Clock, TimeSettings};

use crate::args::Arguments;
use crate::command::Command;
use crate::error::CommandError;
use crate::session::Session;

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN PERIOD STONES",
        "both players' time: MAIN seconds, then STONES moves in each PERIOD",
        time_settings,
    ),
    Command::new(
        "time_left",
        "COLOR SECONDS STONES",
        "what is left to a player: SECONDS for STONES moves, 0 in main time",
        time_left,
    ),
];

fn time_settings(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let mut read = || -> Result<_, CommandError> {
        Ok((arguments.seconds()?, arguments.seconds()?, stones(arguments)?))
    };
    let (main, period, stones) = read().map_err(CommandError::literal)?;
    arguments.finish()?;
    let settings = TimeSettings::from_protocol(main, period, stones);
    *session.player().clock_mut() = Clock::new(settings);
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let (color, seconds) = (arguments.color()?, arguments.seconds()?);
    let stones = stones(arguments)?;
    arguments.finish()?;
    // A player who has overrun has nothing left.
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    session.player().clock_mut().set_left(color, time, stones);
    Ok(String::new())
}

fn stones(arguments: &mut Arguments<'_>) -> Result<u32, CommandError> {
    Ok(arguments.count("a number of stones", 0..=u32::MAX)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::time::TimeSettings;
    use engine::vocabulary::Color;

    use crate::test_player::Conversation;

    fn settings(talk: &mut Conversation) -> TimeSettings {
        talk.session.player().clock_mut().settings()
    }

    fn left(talk: &mut Conversation, color: Color) -> Option<Duration> {
        talk.session.player().clock_mut().left(color)
    }

    #[test]
    fn every_time_system_of_the_protocol_is_understood() {
        let mut talk = Conversation::new(9);
        for good in ["300 0 0", "0 1 0", "1 1 0", "60 30 5", "60.5 30.25 5", "0 0 0", "-1 0 0"] {
            talk.expect(&format!("time_settings {good}"), "=");
        }
        talk.expect("time_settings 60 30 5", "=");
        for bad in ["1 2", "", "a 0 0", "1 2 x", "1 2 1.5"] {
            talk.expect(&format!("time_settings {bad}"), "? syntax error");
        }
        for bad in
            ["nan 0 0", "inf 0 0", "1e999 0 0", "1e10 0 0", "1 1 -1", "1 1 4294967296", "1 1 1 1"]
        {
            let error = talk.fails(&format!("time_settings {bad}"));
            assert!(error.contains("expected"), "{error}");
        }
        let seconds = Duration::from_secs;
        let expected = TimeSettings::Canadian { main: seconds(60), period: seconds(30), stones: 5 };
        assert_eq!(settings(&mut talk), expected);
    }

    #[test]
    fn clocks_are_set_and_a_new_board_fills_them() {
        let mut talk = Conversation::new(9);
        talk.expect("time_settings 60 0 0", "=");
        talk.expect("time_left b 0 0", "=");
        talk.expect("time_left WHITE 29.75 3", "=");
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::ZERO));
        assert_eq!(left(&mut talk, Color::White), Some(Duration::from_millis(29_750)));
        for bad in
            ["b nan 0", "b inf 0", "b -inf 0", "b 1e999 0", "x 1 0", "b 1", "b 1 x", "b 1 0 0"]
        {
            talk.fails(&format!("time_left {bad}"));
        }
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::ZERO));
        talk.expect("time_left b -0.3 0", "=");
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::ZERO));
        talk.expect("clear_board", "=");
        for color in Color::BOTH {
            assert_eq!(left(&mut talk, color), Some(Duration::from_secs(60)));
        }
    }

    #[test]
    fn time_left_without_settings_is_taken() {
        let mut talk = Conversation::new(9);
        talk.expect("time_left b 10 0", "=");
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::from_secs(10)));
    }
}
