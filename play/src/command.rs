//! The commands that a player may type: how they are read, and the help that lists them.

use std::path::PathBuf;

use engine::player::Level;
use engine::vocabulary::{BoardSize, Color, Vertex};

use crate::options;

/// The commands, each with what it does. Together with its notes, this is the help.
const HELP: &[(&str, &str)] = &[
    ("e5", "play on the point E5"),
    ("pass", "pass; two passes end the game"),
    ("undo", "take back your last move"),
    ("hint", "show the best moves"),
    ("score", "count the board as it is now"),
    ("judge", "say who is ahead, and what is in doubt"),
    ("explain e5", "say what a move there is worth, or whether a stone lives"),
    ("review", "list the moves that have lost most"),
    ("level 8", "set how strong Mengxi plays, 1 to 20, or a rank: level 8k"),
    ("new 13 white", "begin another game; size, colour and handicap if you like"),
    ("resign", "give up"),
    ("done", "agree to the count, after both have passed"),
    ("resume", "play on instead"),
    ("bar", "show or hide Black's win rate"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a game from a file; without FILE, with the last one"),
    ("quit", "leave; the game is kept"),
];

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Play(Vertex),
    Pass,
    Undo,
    Hint,
    Score,
    Judge,
    Explain(Vertex),
    Review,
    /// Sets the level, or tells it.
    Level(Option<Level>),
    New(NewGame),
    Resign,
    Bar,
    Save(PathBuf),
    Load(Option<PathBuf>),
    /// Accepts the dead stones.
    Done,
    /// Plays on, although both players have passed.
    Resume,
    Help,
    Quit,
}

/// The wishes for a new game. A size or colour that is not given stays as it is. Without a
/// handicap, the game is even.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct NewGame {
    pub(crate) size: Option<BoardSize>,
    pub(crate) color: Option<Color>,
    pub(crate) handicap: Option<u8>,
}

/// The help, a line each.
pub(crate) fn help() -> Vec<String> {
    let width = HELP.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    HELP.iter().map(|(name, about)| format!("{name:width$}  {about}")).collect()
}

/// Reads a line that is not empty.
///
/// # Errors
/// A sentence that says what was wrong and what was expected.
pub(crate) fn read(line: &str, size: BoardSize) -> Result<Command, String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let (name, rest) = (word.to_ascii_lowercase(), rest.trim());
    let alone = |command: Command| match rest {
        "" => Ok(command),
        _ => Err(format!("'{name}' stands alone, without '{}'.", clipped(rest))),
    };
    match name.as_str() {
        "pass" => alone(Command::Pass),
        "undo" => alone(Command::Undo),
        "hint" => alone(Command::Hint),
        "score" => alone(Command::Score),
        "judge" => alone(Command::Judge),
        "explain" => point(rest, size).map(Command::Explain),
        "review" => alone(Command::Review),
        "level" => level(rest).map(Command::Level),
        "new" => new_game(rest).map(Command::New),
        "resign" => alone(Command::Resign),
        "bar" => alone(Command::Bar),
        "save" if rest.is_empty() => Err("Which file? Try: save game.sgf".to_owned()),
        "save" => Ok(Command::Save(rest.into())),
        "load" => Ok(Command::Load(Some(rest).filter(|rest| !rest.is_empty()).map(PathBuf::from))),
        "done" | "yes" | "y" => alone(Command::Done),
        "resume" => alone(Command::Resume),
        "help" | "?" => alone(Command::Help),
        "quit" | "exit" => alone(Command::Quit),
        "play" => point(rest, size).map(Command::Play),
        _ => point(line.trim(), size).map(Command::Play).map_err(|problem| match is_point(word) {
            true => problem,
            false => format!("'{}' is neither a point nor a command; try help.", clipped(word)),
        }),
    }
}

/// Whether a word looks like the name of a point on some board.
fn is_point(word: &str) -> bool {
    let mut signs = word.chars();
    let is_letter = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
    let rest = signs.as_str();
    is_letter && !rest.is_empty() && rest.chars().all(|sign| sign.is_ascii_digit())
}

fn point(text: &str, size: BoardSize) -> Result<Vertex, String> {
    let on_board = |vertex: &Vertex| size.contains(*vertex);
    let corner = Vertex::new(size.width() - 1, size.height() - 1);
    text.parse().ok().filter(on_board).ok_or_else(|| {
        let got =
            if text.is_empty() { String::new() } else { format!(", not '{}'", clipped(text)) };
        format!("A point from A1 to {corner} was expected{got}.")
    })
}

fn level(text: &str) -> Result<Option<Level>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let problem =
        || format!("A level from 1 to {} or a rank such as 8k was expected.", Level::FULL);
    text.parse().map(Some).map_err(|_| problem())
}

fn new_game(text: &str) -> Result<NewGame, String> {
    let mut game = NewGame::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if let Ok(color) = options::color(word) {
            game.color = Some(color);
        } else if word.eq_ignore_ascii_case("handicap") {
            let stones = words.next().and_then(|word| word.parse().ok());
            let stones = stones.filter(|stones| (2..=9).contains(stones));
            game.handicap = Some(stones.ok_or("handicap: 2 to 9 stones were expected.")?);
        } else {
            game.size = Some(board_size(word)?);
        }
    }
    Ok(game)
}

/// Reads the size of a board: a number of lines, or WIDTHxHEIGHT.
fn board_size(word: &str) -> Result<BoardSize, String> {
    let (width, height) = word.split_once('x').unwrap_or((word, word));
    let number = |text: &str| text.parse::<usize>().ok().filter(|&lines| lines >= 2);
    let size = number(width).zip(number(height));
    size.and_then(|(width, height)| BoardSize::new(width, height).ok()).ok_or_else(|| {
        let word = clipped(word);
        format!("new: a size from 2 to 25, black, white or handicap was expected, not '{word}'.")
    })
}

/// The beginning of a text, with its control characters replaced because a terminal obeys them.
pub(crate) fn clipped(text: &str) -> String {
    const MOST: usize = 40;
    let clean = text.chars().map(|sign| if sign.is_control() { '?' } else { sign });
    let mut clean: String = clean.take(MOST + 1).collect();
    if clean.chars().count() > MOST {
        clean.truncate(clean.char_indices().nth(MOST).map_or(clean.len(), |(at, _)| at));
        clean.push_str("...");
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(9)
    }

    fn vertex(text: &str) -> Vertex {
        text.parse().unwrap()
    }

    #[test]
    fn points_and_names_are_commands() {
        for (line, command) in [
            ("e5", Command::Play(vertex("E5"))),
            (" J9 ", Command::Play(vertex("J9"))),
            ("play a1", Command::Play(vertex("A1"))),
            ("PASS", Command::Pass),
            ("explain c3", Command::Explain(vertex("C3"))),
            ("level", Command::Level(None)),
            ("level 1", Command::Level(Some(Level::LOWEST))),
            ("level 9d", Command::Level(Some(Level::FULL))),
            ("save my game.sgf", Command::Save("my game.sgf".into())),
            ("load", Command::Load(None)),
            ("?", Command::Help),
        ] {
            assert_eq!(read(line, size()), Ok(command), "{line}");
        }
        let game = NewGame {
            size: BoardSize::new(13, 13).ok(),
            color: Some(Color::White),
            handicap: Some(3),
        };
        assert_eq!(read("new 13 white handicap 3", size()), Ok(Command::New(game)));
        assert_eq!(read("new", size()), Ok(Command::New(NewGame::default())));
    }

    #[test]
    fn a_bad_line_is_answered_with_what_was_expected() {
        for (line, expected) in [
            ("k5", "A point from A1 to J9 was expected, not 'k5'."),
            ("i5", "A point from A1 to J9 was expected, not 'i5'."),
            ("explain", "A point from A1 to J9 was expected."),
            ("go", "'go' is neither a point nor a command; try help."),
            ("\u{1b}[2J", "'?[2J' is neither a point nor a command; try help."),
            ("pass now", "'pass' stands alone, without 'now'."),
            ("level 99", "A level from 1 to 20 or a rank such as 8k was expected."),
            (
                "new 99",
                "new: a size from 2 to 25, black, white or handicap was expected, not '99'.",
            ),
            ("new handicap", "handicap: 2 to 9 stones were expected."),
            ("save", "Which file? Try: save game.sgf"),
        ] {
            assert_eq!(read(line, size()), Err(expected.to_owned()), "{line}");
        }
    }

    #[test]
    fn the_help_fits_on_a_screen() {
        let lines = help();
        assert!(lines.len() <= 20 && lines.iter().all(|line| line.len() <= 80), "{lines:#?}");
        for (name, _) in HELP {
            assert!(read(name, size()).is_ok(), "{name}");
        }
    }
}
