//! Commands for the clocks. The time settings are kept when a new board is set up, and may be
//! changed at any time.

use std::time::Duration;

use clocks::TimeSettings;
use protocol::{ArgumentError, Arguments, clip};

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN PERIOD STONES",
        "sets the time control: MAIN seconds, then STONES moves in each PERIOD",
        time_settings,
    ),
    Command::new(
        "kgs-time_settings",
        "SYSTEM [NUMBER ...]",
        "sets the time control by KGS's name and its numbers",
        kgs_time_settings,
    ),
    Command::new(
        "kata-time_settings",
        "SYSTEM [NUMBER ...]",
        "sets the time control by KataGo's name and its numbers",
        kata_time_settings,
    ),
    Command::new(
        "kata-list_time_settings",
        "",
        "lists the time controls of `kata-time_settings`, on one line",
        kata_list_time_settings,
    ),
    Command::new(
        "time_left",
        "COLOR SECONDS STONES",
        "sets a player's remaining time: SECONDS for STONES moves or byo-yomi periods; 0 STONES in main time",
        time_left,
    ),
];

/// A time control: its name and a function that reads its numeric arguments.
struct System {
    name: &'static str,
    read: fn(&mut Arguments<'_>) -> Result<TimeSettings, CommandError>,
}

/// The time controls of KGS.
const KGS_SYSTEMS: &[System] = &[
    System { name: "none", read: |_| Ok(TimeSettings::Unlimited) },
    System { name: "absolute", read: |arguments| Ok(TimeSettings::absolute(arguments.seconds()?)) },
    System { name: "canadian", read: canadian },
    System {
        name: "byoyomi",
        read: |arguments| {
            let (main, period) = (arguments.seconds()?, arguments.seconds()?);
            Ok(TimeSettings::byoyomi(main, period, count(arguments, "a number of periods")?))
        },
    },
];

/// The additional time controls of KataGo.
const FISCHER_SYSTEMS: &[System] = &[
    System {
        name: "fischer",
        read: |arguments| {
            let (main, increment) = (arguments.seconds()?, arguments.seconds()?);
            Ok(TimeSettings::fischer(main, increment, -1.0, -1.0))
        },
    },
    System {
        name: "fischer-capped",
        read: |arguments| {
            let (main, increment) = (arguments.seconds()?, arguments.seconds()?);
            let (cap, longest_move) = (arguments.seconds()?, arguments.seconds()?);
            Ok(TimeSettings::fischer(main, increment, cap, longest_move))
        },
    },
];

fn time_settings(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let settings = canadian(arguments)?;
    arguments.finish()?;
    session.player().clock_mut().set_settings(settings);
    Ok(String::new())
}

fn kgs_time_settings(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let expected = "none, absolute, canadian or byoyomi";
    set_by_name(session, arguments, KGS_SYSTEMS.iter(), expected)
}

fn kata_time_settings(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let expected = "a time system that kata-list_time_settings names";
    set_by_name(session, arguments, KGS_SYSTEMS.iter().chain(FISCHER_SYSTEMS), expected)
}

fn kata_list_time_settings(
    _: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let names: Vec<_> = KGS_SYSTEMS.iter().chain(FISCHER_SYSTEMS).map(|known| known.name).collect();
    Ok(names.join(" "))
}

/// Reads the name and the numeric arguments of a time control, and applies that time control.
fn set_by_name(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    mut systems: impl Iterator<Item = &'static System>,
    expected: &'static str,
) -> Result<String, CommandError> {
    let system = arguments.parsed(expected, |word| systems.find(|known| known.name == word))?;
    let settings = (system.read)(arguments)?;
    arguments.finish()?;
    session.player().clock_mut().set_settings(settings);
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let (color, seconds) = (arguments.color()?, arguments.seconds()?);
    let clock = session.player().clock_mut();
    let is_fischer = matches!(clock.settings(), TimeSettings::Fischer { .. });
    let count = if is_fischer { no_count(arguments)? } else { stones(arguments)? };
    arguments.finish()?;
    // A negative time means that the player has exceeded the time limit and has no time left.
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    clock.set_left(color, time, count);
    Ok(String::new())
}

fn canadian(arguments: &mut Arguments<'_>) -> Result<TimeSettings, CommandError> {
    let (main, period) = (arguments.seconds()?, arguments.seconds()?);
    Ok(TimeSettings::canadian(main, period, stones(arguments)?))
}

fn stones(arguments: &mut Arguments<'_>) -> Result<u32, CommandError> {
    count(arguments, "a number of stones")
}

fn count(arguments: &mut Arguments<'_>, expected: &'static str) -> Result<u32, CommandError> {
    Ok(arguments.count(expected, 0..=u32::MAX)?)
}

/// Reads the count for a time control without periods. The count must be 0 or missing.
fn no_count(arguments: &mut Arguments<'_>) -> Result<u32, CommandError> {
    match arguments.next_word()? {
        None | Some("0") => Ok(0),
        Some(word) => {
            let expected = "0 or nothing, as Fischer time has no periods".to_owned();
            Err(ArgumentError::OutOfRange { found: clip(word), expected }.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clocks::TimeSettings;
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
        for (bad, problem) in [
            ("60", "MAIN PERIOD STONES, got 1 argument"),
            ("1 2", "MAIN PERIOD STONES, got 2 arguments"),
            ("", "MAIN PERIOD STONES, got 0 arguments"),
            ("a 0 0", "a number of seconds, got 'a'"),
            ("1 2 x", "a number of stones, got 'x'"),
            ("1 2 1.5", "a number of stones, got '1.5'"),
        ] {
            let answer = format!("? syntax error: time_settings: expected {problem}");
            talk.expect(&format!("time_settings {bad}"), &answer);
        }
        for bad in
            ["nan 0 0", "inf 0 0", "1e999 0 0", "1e10 0 0", "1 1 -1", "1 1 4294967296", "1 1 1 1"]
        {
            let error = talk.fails(&format!("time_settings {bad}"));
            assert!(error.contains("expected"), "{error}");
        }
        assert_eq!(settings(&mut talk), TimeSettings::canadian(60.0, 30.0, 5));
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

    #[test]
    fn settings_by_name_are_those_of_kgs() {
        let mut talk = Conversation::new(9);
        for (line, expected) in [
            ("absolute 60", TimeSettings::absolute(60.0)),
            ("canadian 60 30.5 5", TimeSettings::canadian(60.0, 30.5, 5)),
            ("byoyomi 60.25 30 5", TimeSettings::byoyomi(60.25, 30.0, 5)),
            ("none", TimeSettings::Unlimited),
        ] {
            for command in ["kgs-time_settings", "kata-time_settings"] {
                talk.expect(&format!("{command} {line}"), "=");
                assert_eq!(settings(&mut talk), expected, "{command} {line}");
            }
        }
        talk.expect("kgs-time_settings byoyomi 60 30 5", "=");
        for bad in
            ["", "foo", "none 1", "absolute", "absolute x", "byoyomi 60 30", "byoyomi 60 30 1.5"]
        {
            for command in ["kgs-time_settings", "kata-time_settings"] {
                let error = talk.fails(&format!("{command} {bad}"));
                assert!(error.contains("expected"), "{command} {bad}: {error}");
            }
        }
        let error = talk.fails("kgs-time_settings fischer 60 5");
        assert!(error.contains("'fischer'") && error.contains("byoyomi"), "{error}");
        assert_eq!(settings(&mut talk), TimeSettings::byoyomi(60.0, 30.0, 5), "no failure counts");
    }

    #[test]
    fn fischer_time_has_no_periods() {
        let mut talk = Conversation::new(9);
        let names = "= none absolute canadian byoyomi fischer fischer-capped";
        talk.expect("kata-list_time_settings", names);
        talk.expect("kata-time_settings fischer-capped 300 10 600 -1", "=");
        assert_eq!(settings(&mut talk), TimeSettings::fischer(300.0, 10.0, 600.0, -1.0));
        talk.fails("kata-time_settings fischer-capped 300 10 600");
        talk.expect("kata-time_settings fischer 60 5.5", "=");
        assert_eq!(settings(&mut talk), TimeSettings::fischer(60.0, 5.5, -1.0, -1.0));
        talk.expect("time_left b 12.5 0", "=");
        talk.expect("time_left w -0.2", "=");
        let error = talk.fails("time_left b 30 5");
        assert!(error.contains("'5'") && error.contains("0 or nothing"), "{error}");
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::from_millis(12_500)));
        assert_eq!(left(&mut talk, Color::White), Some(Duration::ZERO));
    }

    #[test]
    fn settings_repeated_before_each_move_leave_the_clocks_as_they_are() {
        let mut talk = Conversation::new(9);
        for line in [
            "time_settings 300 30 5",
            "kgs-time_settings byoyomi 300 30 5",
            "kata-time_settings fischer-capped 300 10 600 -1",
        ] {
            talk.expect(line, "=");
            talk.expect("time_left b 7.5 0", "=");
            talk.expect(line, "=");
            assert_eq!(left(&mut talk, Color::Black), Some(Duration::from_millis(7500)), "{line}");
            assert_eq!(left(&mut talk, Color::White), Some(Duration::from_secs(300)), "{line}");
        }
    }

    #[test]
    fn settings_may_change_within_a_game() {
        let mut talk = Conversation::new(9);
        talk.expect("time_settings 60 0 0", "=");
        talk.ask("genmove b");
        talk.expect("kgs-time_settings byoyomi 0 10 3", "=");
        assert_eq!(left(&mut talk, Color::Black), Some(Duration::from_secs(10)));
        talk.expect("time_left b 8 2", "=");
        assert_eq!(talk.session.player().clock_mut().count(Color::Black), 2, "periods");
    }
}
