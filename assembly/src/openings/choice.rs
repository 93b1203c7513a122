//! The book that a player uses, if any.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use books::{Book, BookFileError, Variety};
use engine::vocabulary::{BoardSize, Vertex};
use playouts::game_files;

use super::records::lines_of_records;
use super::text_book::lines_of_text;
use super::{GoOpening, of_records, of_text};
use crate::file_choice::{AllLoaded, FileChoice};
use crate::input_file;

/// The kinds of books, in words.
const KINDS: &str = "a book made by the program, a text book, a game record (.sgf) or a folder";

/// The largest file of a book in bytes, if it is no game record.
const LARGEST_FILE: u64 = 1 << 30;

/// All books that have been read.
static LOADED: AllLoaded<Book> = AllLoaded::new();

/// The book that a player uses, or none. By default, it is one inside the program, if there is one
/// for the game.
pub type BookChoice = FileChoice<Book>;

/// The book that a player uses, and the choice among its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpeningChoice {
    /// The book.
    pub book: BookChoice,
    /// The maximum amount by which a move played for variety may be worth less than the best move,
    /// in the unit of the book's values.
    pub margin: u32,
}

impl OpeningChoice {
    /// How a move is chosen among several.
    pub fn variety(self, seed: u64) -> Variety {
        Variety { margin: self.margin.try_into().unwrap_or(i32::MAX), seed }
    }

    /// Checks that the book is one for Go.
    ///
    /// # Errors
    /// Names the game of the book.
    pub fn check(self) -> Result<(), String> {
        self.checked_opening(0).map(drop)
    }

    /// The book from which a player of Go takes its moves, if there is one. A book of another game
    /// is named in the log and not used.
    pub fn opening(self, seed: u64) -> Option<GoOpening> {
        self.checked_opening(seed).unwrap_or_else(|problem| {
            log::warn!("{}: {problem}", self.book);
            None
        })
    }

    fn checked_opening(self, seed: u64) -> Result<Option<GoOpening>, String> {
        // No book for Go is inside the program.
        let Some(book) = self.book.of_file() else { return Ok(None) };
        GoOpening::new(Arc::clone(book), self.variety(seed)).map(Some)
    }
}

impl BookChoice {
    /// The choice that this text names: `built-in`, `none`, or a file, which is read unless it has
    /// been read before and not changed since. The file may be a book of the program, a text book
    /// of Fuego or Pachi, a game record, or a folder of game records.
    ///
    /// # Errors
    /// Describes the problem with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::named(text, &LOADED, book)
    }
}

/// What a file or a folder holds.
enum Content {
    /// Game records.
    Records,
    /// A text book.
    Text(String),
    /// Anything else, which should be a book of the program.
    Other(Vec<u8>),
}

/// Reads the content at `path` and determines its kind. Game records are not read yet.
fn content(path: &Path) -> io::Result<Content> {
    if path.is_dir() || game_files::is_record(path) {
        return Ok(Content::Records);
    }
    let bytes = input_file::read(path, LARGEST_FILE)?;
    // A text book has lines that begin with numbers.
    let is_text = bytes.first().is_some_and(|first| b"0123456789#\r\n".contains(first));
    Ok(match is_text {
        true => Content::Text(String::from_utf8_lossy(&bytes).into_owned()),
        false => Content::Other(bytes),
    })
}

/// Reads a book of any kind.
fn book(path: &Path) -> Result<Book, String> {
    let problem = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    match content(path).map_err(|error| problem(&error))? {
        Content::Records => of_records(path).map_err(|error| error.to_string()),
        Content::Text(text) => of_text(&text).map_err(|error| problem(&error)),
        Content::Other(bytes) => Book::from_bytes(&bytes).map_err(|error| match error {
            BookFileError::NoBook(found) => problem(&format!("expected {KINDS}, got '{found}'")),
            other => problem(&other),
        }),
    }
}

/// The lines of a text book, of a game record or of the records in a folder, for a size of the
/// board.
///
/// # Errors
/// Describes the problem with the file, or that it has no lines for this size.
pub fn lines(path: &Path, size: BoardSize) -> Result<Vec<Vec<Vertex>>, String> {
    let problem = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let lines = match content(path).map_err(|error| problem(&error))? {
        Content::Records => lines_of_records(path, size).map_err(|error| error.to_string())?,
        Content::Text(text) => lines_of_text(&text, size).map_err(|error| problem(&error))?,
        Content::Other(_) => return Err(problem(&"expected a text book or game records")),
    };
    if lines.is_empty() {
        return Err(problem(&format!("expected positions on {size}, but there are none")));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn books_of_all_kinds_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let text = write("book.dat", b"9 | E5 C4\n");
        let records = folder.path().join("games");
        fs::create_dir(&records).unwrap();
        fs::write(records.join("a.sgf"), "(;SZ[9]RE[B+1];B[ee];W[cc])").unwrap();
        let read = |text: &str| BookChoice::read(text).unwrap();
        let own = write("own", &read(&text).of_file().unwrap().to_bytes());
        for (name, positions) in [(&text, 1), (&records.to_str().unwrap().to_owned(), 1), (&own, 1)]
        {
            let choice = read(name);
            assert_eq!(choice.of_file().unwrap().positions().len(), positions, "{name}");
            assert_eq!(choice.to_string(), *name);
            assert!(OpeningChoice { book: choice, margin: 0 }.opening(1).is_some());
        }
        assert_eq!(read(&own), read(&own));
        assert_ne!(read(&own), read(&text));
        assert_eq!((read("none"), read("built-in")), (BookChoice::NONE, BookChoice::default()));
        assert!(OpeningChoice { book: BookChoice::NONE, margin: 0 }.opening(1).is_none());
        for (name, bytes, expected) in [
            ("bad.dat", &b"9 E5 C4\n"[..], "bad.dat: line 1: expected a '|'"),
            (
                "noise",
                b"noise",
                "noise: expected a book made by the program, a text book, a game record (.sgf) or a \
                 folder, got 'noise'",
            ),
            ("empty.sgf", b"", "empty.sgf: expected records"),
        ] {
            let problem = BookChoice::read(&write(name, bytes)).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
        assert!(BookChoice::read("missing.book").unwrap_err().starts_with("missing.book: "));
        #[cfg(unix)]
        {
            let problem = BookChoice::read("/dev/zero").unwrap_err();
            assert_eq!(problem, "/dev/zero: a plain file was expected");
        }
        let mut other = (**read(&own).of_file().unwrap()).clone();
        other.subject.game = "othello".to_owned();
        let other = read(&write("othello.book", &other.to_bytes()));
        let other = OpeningChoice { book: other, margin: 0 };
        assert!(other.opening(1).is_none());
        assert_eq!(other.check().unwrap_err(), "expected a book of go, got one of othello");
    }
}
