//! Writes a game as a record in FF\[4\].

use std::fmt::Write;

use crate::rules::{GameState, Rules};
use crate::vocabulary::{BoardSize, Color, Move, Vertex};

/// The number of moves on one line of text.
const MOVES_A_LINE: usize = 10;

/// The names of the players and the result, written at the head of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The name of the player of the black stones.
    pub black: Option<&'a str>,
    /// The name of the player of the white stones.
    pub white: Option<&'a str>,
    /// The result, such as `B+3.5`.
    pub result: Option<&'a str>,
}

/// Returns the record of a game: size, komi, rules if they are a preset, handicap and set-up
/// stones, moves, and the result if one is given, such as `B+3.5`.
///
/// The text ends with a line break and has no empty line. [`read`](super::read) converts it back
/// into the same game, and [`read_under`](super::read_under) does so if its rules are no preset.
/// Set-up stones are written row by row from the top left.
pub fn write(game: &GameState, result: Option<&str>) -> String {
    write_headed(game, Heading { result, ..Heading::default() })
}

/// Like [`write()`], with the names of the players as well.
pub fn write_headed(game: &GameState, heading: Heading<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_to(&mut text, game, heading);
    text
}

fn write_to(text: &mut String, game: &GameState, heading: Heading<'_>) -> std::fmt::Result {
    let size = game.size();
    write!(text, "(;FF[4]GM[1]CA[UTF-8]AP[Mengxi:{}]", env!("CARGO_PKG_VERSION"))?;
    if size.width() == size.height() {
        write!(text, "SZ[{}]", size.width())?;
    } else {
        write!(text, "SZ[{}:{}]", size.width(), size.height())?;
    }
    write!(text, "KM[{}]", game.komi())?;
    if let Some(name) = rules_name(game.rules()) {
        write!(text, "RU[{name}]")?;
    }
    for (name, value) in [("PB", heading.black), ("PW", heading.white), ("RE", heading.result)] {
        if let Some(value) = value {
            write!(text, "{name}[{}]", escaped(value))?;
        }
    }
    let mut setup = game.setup().to_vec();
    setup.sort_by_key(|(_, vertex)| vertex.index(size));
    if !setup.is_empty() && game.handicap() > 0 {
        write!(text, "HA[{}]", game.handicap())?;
    }
    for color in Color::BOTH {
        let mut stones = setup.iter().filter(|(stone, _)| *stone == color).peekable();
        if stones.peek().is_some() {
            write!(text, "A{}", color.letter())?;
        }
        for &(_, vertex) in stones {
            write!(text, "[{}]", Point(vertex, size))?;
        }
    }
    if !setup.is_empty() || game.first_to_move() != Color::Black {
        write!(text, "PL[{}]", game.first_to_move().letter())?;
    }
    write_moves(text, game)?;
    text.push_str(")\n");
    Ok(())
}

/// Writes the moves. A move that the rules forbid is marked with `KO`, which tells readers to play
/// the move without checking whether it is legal. The game may contain such moves if it was read
/// from the record of a game played under other rules.
fn write_moves(text: &mut String, game: &GameState) -> std::fmt::Result {
    let mut replayed = GameState::new(game.size(), game.rules(), game.komi());
    // The start position and the moves of an existing game are valid, so setting up and replaying
    // them cannot fail.
    let _ = replayed.set_up(game.setup(), game.first_to_move());
    for (index, &(color, mv)) in game.moves().iter().enumerate() {
        text.push_str(if index % MOVES_A_LINE == 0 { "\n;" } else { ";" });
        write!(text, "{}", Played(color, mv, game.size()))?;
        if replayed.check(color, mv).is_err() {
            text.push_str("KO[]");
        }
        let _ = replayed.play_as_recorded(color, mv);
    }
    Ok(())
}

/// The name by which records refer to these rules, or `None` if they are not a preset.
fn rules_name(rules: Rules) -> Option<&'static str> {
    rules.name().map(|name| match name {
        "chinese" => "Chinese",
        "tromp-taylor" => "Tromp-Taylor",
        "aga" => "AGA",
        "new-zealand" => "NZ",
        "japanese" => "Japanese",
        other => other,
    })
}

/// The value with backslashes and closing brackets escaped, and line breaks kept.
pub(super) fn escaped_text(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The value on one line, with backslashes and closing brackets escaped.
fn escaped(value: &str) -> String {
    escaped_text(&value.replace(|sign: char| sign.is_control(), " "))
}

/// A vertex as two letters: the column from the left and the row from the top.
pub fn letters(vertex: Vertex, size: BoardSize) -> [char; 2] {
    [vertex.column(), size.height() - 1 - vertex.row()].map(|place| char::from(b'a' + place))
}

/// A vertex written as its letters.
struct Point(Vertex, BoardSize);

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        letters(self.0, self.1).into_iter().try_for_each(|letter| f.write_char(letter))
    }
}

/// A move written as a property.
pub(super) struct Played(pub(super) Color, pub(super) Move, pub(super) BoardSize);

impl std::fmt::Display for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let &Self(color, mv, size) = self;
        match mv {
            Move::Pass => write!(f, "{}[]", color.letter()),
            Move::Play(at) => write!(f, "{}[{}]", color.letter(), Point(at, size)),
        }
    }
}
