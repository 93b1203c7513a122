//! Commands that set up the board, the komi and the handicap. The komi, the rules and the time
//! settings are kept when a new board is set up.

use engine::rules::{HandicapError, fixed_handicap};
use engine::vocabulary::BoardSize;
use protocol::{ArgumentError, Arguments, clip, parse_integer};

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;
use assembly::values::LARGEST_KOMI;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "boardsize",
        "SIZE [HEIGHT]",
        "sets the size of the board, 1 to 25, and clears it",
        boardsize,
    ),
    Command::new(
        "rectangular_boardsize",
        "WIDTH HEIGHT",
        "sets the width and height of the board, 1 to 25 each, and clears it",
        rectangular_boardsize,
    ),
    Command::new("clear_board", "", "clears the board and resets the clocks", clear_board),
    Command::new("komi", "POINTS", "sets the komi, at any time", komi),
    Command::new("get_komi", "", "shows the komi", get_komi),
    Command::new(
        "fixed_handicap",
        "STONES",
        "places handicap stones on the usual points and returns the points",
        fixed,
    ),
    Command::new(
        "place_free_handicap",
        "STONES",
        "places handicap stones on points of the program's choice and returns the points",
        place_free,
    ),
    Command::new(
        "set_free_handicap",
        "VERTEX VERTEX [VERTEX ...]",
        "places handicap stones on these points",
        set_free,
    ),
];

fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let expected = "a board size such as 9, 9 13 or 9:13";
    let word = arguments.word(expected)?;
    let given = arguments.clone().text();
    // Controllers that support rectangular boards write the size as W H or W:H.
    let (width, height) = match word.split_once(':') {
        Some((width, height)) => (parse_integer(width), parse_integer(height)),
        None if arguments.is_empty() => (parse_integer(word), parse_integer(word)),
        None => (parse_integer(word), parse_integer(arguments.word("a height")?)),
    };
    arguments.finish()?;
    let (Some(width), Some(height)) = (width, height) else {
        let found = clip(&line([word, given].into_iter().filter(|part| !part.is_empty())));
        return Err(ArgumentError::Malformed { found, expected }.into());
    };
    resize(session, width, height)
}

fn rectangular_boardsize(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let width = arguments.integer("a width (1 to 25)")?;
    let height = arguments.integer("a height (1 to 25)")?;
    arguments.finish()?;
    resize(session, width, height)
}

fn resize(session: &mut Session, width: i64, height: i64) -> Result<String, CommandError> {
    let size = usize::try_from(width)
        .ok()
        .zip(usize::try_from(height).ok())
        .and_then(|(width, height)| BoardSize::new(width, height).ok())
        .ok_or(CommandError::UnacceptableSize)?;
    session.game_mut().resize(size);
    session.begin_game();
    session.player().clock_mut().reset();
    Ok(String::new())
}

fn clear_board(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    session.game_mut().clear();
    session.begin_game();
    session.player().clock_mut().reset();
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let komi = arguments.number("a number such as 7.5", LARGEST_KOMI)?;
    arguments.finish()?;
    // Adding zero turns -0 into 0.
    session.game_mut().set_komi(komi + 0.0);
    Ok(String::new())
}

fn get_komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(format!("{:?}", session.game().komi()))
}

/// Reads the requested number of handicap stones. Whether this number is allowed is checked later.
fn stones(arguments: &mut Arguments<'_>) -> Result<usize, ArgumentError> {
    let number = arguments.integer("a number of stones")?;
    Ok(usize::try_from(number).unwrap_or_default())
}

fn fixed(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let stones = stones(arguments)?;
    arguments.finish()?;
    must_not_have_begun(session)?;
    let points = fixed_handicap(session.game().size(), stones)?;
    session.change(|game| game.place_handicap(&points))?;
    Ok(line(points))
}

fn place_free(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let stones = stones(arguments)?;
    arguments.finish()?;
    must_not_have_begun(session)?;
    let size = session.game().size();
    let most = size.area().saturating_sub(1);
    if !(2..=most).contains(&stones) {
        return Err(HandicapError::Count { stones, most, size }.into());
    }
    let points = session.player().choose_handicap(stones);
    session.change(|game| game.place_handicap(&points))?;
    Ok(line(points))
}

fn set_free(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let mut points = Vec::new();
    while !arguments.is_empty() {
        points.push(arguments.vertex()?);
    }
    session.change(|game| game.place_handicap(&points))?;
    Ok(String::new())
}

fn must_not_have_begun(session: &Session) -> Result<(), CommandError> {
    let game = session.game();
    if game.moves().is_empty() && game.setup().is_empty() {
        Ok(())
    } else {
        Err(HandicapError::NotEmpty.into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::test_player::Conversation;

    #[test]
    fn boards_have_1_to_25_lines_each_way() {
        let mut talk = Conversation::new(19);
        for good in ["9", "1", "25", "9 13", "7:25", "+9"] {
            talk.expect(&format!("boardsize {good}"), "=");
        }
        talk.expect("boardsize 5", "=");
        talk.expect("play b C3", "=");
        for bad in ["0", "26", "-1", "99999999999999999999", "9 26", "0:9"] {
            talk.expect(&format!("boardsize {bad}"), "? unacceptable size");
        }
        for bad in ["x", "", "9.5", "9 x", "9:", ":", "1e1", "nan"] {
            let error = talk.fails(&format!("boardsize {bad}"));
            let problem = "syntax error: boardsize: expected a board size such as 9, 9 13 or 9:13";
            assert!(error.starts_with(problem) && error.contains(bad), "{error}");
        }
        talk.fails("boardsize 9 9 9");
        talk.fails("boardsize 9:9 9");
        talk.expect("list_stones b", "= C3");
        talk.expect("rectangular_boardsize 9 13", "=");
        assert_eq!(talk.session.game().size().to_string(), "9x13");
        talk.fails("rectangular_boardsize 9");
        talk.expect("rectangular_boardsize 9 26", "? unacceptable size");
        talk.expect("list_stones b", "=");
    }

    #[test]
    fn komi_survives_a_new_board() {
        let mut talk = Conversation::new(19);
        for good in ["7.5", "-3", "0", "1000", ".5", "-0"] {
            talk.expect(&format!("komi {good}"), "=");
        }
        talk.expect("get_komi", "= 0.0");
        talk.expect("komi 5.5", "=");
        talk.expect("boardsize 9", "=");
        talk.expect("clear_board", "=");
        talk.expect("get_komi", "= 5.5");
        let expected = "? syntax error: komi: expected a number such as 7.5";
        talk.expect("komi abc", &format!("{expected}, got 'abc'"));
        talk.expect("komi", &format!("{expected}, but the line ends"));
        for bad in ["nan", "inf", "-inf", "1e999", "1e300", "7.5 x"] {
            let error = talk.fails(&format!("komi {bad}"));
            assert!(error.starts_with("syntax error: ") && error.contains("expected"), "{error}");
        }
        talk.expect("get_komi", "= 5.5");
    }

    #[test]
    fn fixed_handicap_has_its_points() {
        let mut talk = Conversation::new(19);
        let points = talk.ask("fixed_handicap 5");
        let points: HashSet<&str> = points.split(' ').collect();
        assert_eq!(points, HashSet::from(["D4", "Q16", "D16", "Q4", "K10"]));
        talk.expect("undo", "? cannot undo");
        talk.expect("fixed_handicap 2", "? board not empty");
        for (size, stones) in [(19, "10"), (8, "5"), (5, "2"), (19, "1"), (19, "-2"), (19, "x")] {
            talk.expect(&format!("boardsize {size}"), "=");
            talk.fails(&format!("fixed_handicap {stones}"));
            talk.expect("list_stones b", "=");
        }
        talk.expect("boardsize 19", "=");
        talk.expect("play B D4", "=");
        talk.expect("fixed_handicap 2", "? board not empty");
    }

    #[test]
    fn free_handicap_is_placed_as_a_whole() {
        let mut talk = Conversation::new(19);
        for bad in ["D4 Q16 D4", "D4", "", "D4 pass", "D4 x", "D4 Z25"] {
            talk.fails(&format!("set_free_handicap {bad}"));
            talk.expect("list_stones b", "=");
        }
        talk.expect("set_free_handicap D4 Q16", "=");
        talk.expect("undo", "? cannot undo");
        talk.expect("set_free_handicap D4 Q16", "? board not empty");
        talk.expect("clear_board", "=");
        let points = talk.ask("place_free_handicap 4");
        let points: HashSet<&str> = points.split(' ').collect();
        assert!((2..=4).contains(&points.len()) && !points.contains("pass"));
        talk.expect("place_free_handicap 4", "? board not empty");
        talk.expect("clear_board", "=");
        for bad in ["1", "0", "-4", "361", "99999999999999999999", "x", ""] {
            talk.fails(&format!("place_free_handicap {bad}"));
        }
    }
}
