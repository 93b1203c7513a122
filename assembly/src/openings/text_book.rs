//! The text books of Fuego and Pachi.
//!
//! Each line is a position: the size of the board, the moves that lead to it, `|`, and the moves to
//! play next. Further columns, which Fuego may add, are not read. Lines with a number of handicap
//! stones after the size, such as `19/2`, which Pachi may add, are skipped.
//!
//! These books have no values, so they can be used with any komi and any rules. Fuego chooses at
//! random among the moves of a position. Here, that happens only if a margin is set; otherwise, a
//! move that is listed most often is played.

use books::Book;
use classical::Game;
use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Move, Vertex};
use thiserror::Error;

use super::go_game::{GoGame, subject_of_moves};

/// The start of a line that is no position.
const COMMENT: char = '#';

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextBookError {
    /// A line is no position.
    #[error("line {line}: expected {expected}, got '{found}'")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What was expected.
        expected: &'static str,
        /// The text in its place.
        found: String,
    },
    /// No line is a position.
    #[error("expected lines such as '9 E5 | C4', but there are none")]
    Empty,
}

/// A position of a text book.
struct Line {
    game: GameState,
    /// The moves to play next.
    answers: Vec<Vertex>,
}

/// The book of a text.
///
/// # Errors
/// Names the line that is no position.
pub fn of_text(text: &str) -> Result<Book, TextBookError> {
    let mut book = Book::new(subject_of_moves("moves of a text book, without values"));
    for line in positions(text) {
        let Line { game, answers } = line?;
        let game = GoGame::without_komi(game);
        for answer in answers {
            book.count(&game, answer, 1);
        }
    }
    if book.is_empty() { Err(TextBookError::Empty) } else { Ok(book) }
}

/// The lines of a text book for a size of the board: the moves to each position, and each answer.
///
/// # Errors
/// Names the line that is no position.
pub(super) fn lines_of_text(
    text: &str,
    size: BoardSize,
) -> Result<Vec<Vec<Vertex>>, TextBookError> {
    let mut lines = Vec::new();
    for line in positions(text) {
        let Line { game, answers } = line?;
        if game.size() != size {
            continue;
        }
        let moves: Vec<Vertex> = game.moves().iter().filter_map(|(_, mv)| mv.vertex()).collect();
        let with = |answer| moves.iter().copied().chain([answer]).collect();
        lines.extend(answers.into_iter().map(with));
    }
    Ok(lines)
}

/// The positions of a text.
fn positions(text: &str) -> impl Iterator<Item = Result<Line, TextBookError>> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(COMMENT));
    lines.filter_map(|(number, line)| position(number, line).transpose())
}

/// The position of a line; `None` if it has handicap stones.
fn position(number: usize, line: &str) -> Result<Option<Line>, TextBookError> {
    let problem = |expected, found: &str| TextBookError::Line {
        line: number,
        expected,
        found: found.chars().take(40).collect(),
    };
    let (head, answers) = line.split_once('|').ok_or_else(|| problem("a '|'", line))?;
    let mut words = head.split_whitespace();
    let size = words.next().unwrap_or_default();
    let (side, handicap) = size.split_once('/').unwrap_or((size, "0"));
    let side: Option<usize> = side.parse().ok();
    let size = side.and_then(|side| BoardSize::new(side, side).ok());
    let size = size.ok_or_else(|| problem("the size of a board", head.trim()))?;
    if handicap != "0" {
        return Ok(None);
    }
    let mut game = GoGame::without_komi(GameState::new(size, Rules::default(), 0.0));
    let point = |game: &GoGame, word: &str| {
        let vertex: Option<Vertex> = word.parse().ok();
        let color = game.game().to_move();
        vertex
            .filter(|&vertex| game.game().check(color, Move::Play(vertex)).is_ok())
            .ok_or_else(|| problem("a legal move such as E5", word))
    };
    for word in words {
        let vertex = point(&game, word)?;
        game.play(vertex);
    }
    let answers = answers.split('|').next().unwrap_or_default().split_whitespace();
    let answers = answers.map(|word| point(&game, word)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Line { game: game.game().clone(), answers }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# an opening\n9 | E5 C3\n\n9 E5 | C4 | G7\n19/2 D4 Q16 | C16\n19 Q16 | D4\n";

    #[test]
    fn positions_of_all_sizes_are_read_and_folded() {
        let book = of_text(TEXT).unwrap();
        assert_eq!(book.positions().len(), 3);
        let start =
            GoGame::without_komi(GameState::new(BoardSize::square(9), Rules::default(), 7.5));
        let moves = book.moves(&start);
        let names: Vec<String> = moves.iter().map(|found| found.mv.to_string()).collect();
        let corners = ["C3", "C7", "G3", "G7"];
        assert_eq!(names.iter().filter(|name| *name == "E5").count(), 1, "{names:?}");
        assert_eq!(names.iter().filter(|name| corners.contains(&name.as_str())).count(), 1);
        assert_eq!((moves[0].weight, moves[1].weight), (1, 1));
        let nine = lines_of_text(TEXT, BoardSize::square(9)).unwrap();
        let names: Vec<Vec<String>> =
            nine.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect();
        assert_eq!(names, [vec!["E5"], vec!["C3"], vec!["E5", "C4"]]);
        assert_eq!(of_text("9 E5 | C4\n9 E5 | C4").unwrap().positions()[0].choices[0].weight, 2);
    }

    #[test]
    fn lines_that_are_no_positions_are_named() {
        for (text, expected) in [
            ("9 | E5\n9 E5 C4", "line 2: expected a '|', got '9 E5 C4'"),
            ("x | E5", "line 1: expected the size of a board, got 'x'"),
            ("99 | E5", "line 1: expected the size of a board, got '99'"),
            ("9 E5 E5 | C4", "line 1: expected a legal move such as E5, got 'E5'"),
            ("9 K1 | C4", "line 1: expected a legal move such as E5, got 'K1'"),
            ("9 E5 | pass", "line 1: expected a legal move such as E5, got 'pass'"),
            ("\n# nothing\n", "expected lines such as '9 E5 | C4', but there are none"),
        ] {
            assert_eq!(of_text(text).unwrap_err().to_string(), expected);
        }
    }
}
