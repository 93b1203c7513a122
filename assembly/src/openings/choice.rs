//! The book that a player uses, if any.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use books::{Book, Variety};

use super::{GoOpening, of_records, of_text};
use crate::file_choice::{AllLoaded, FileChoice, Source};

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
    /// How much less than the best a move may be worth that is played for variety, in the unit of
    /// the values of the book.
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
    /// Names the file, and the game of its book.
    pub fn check(self) -> Result<(), String> {
        self.checked_opening(0).map(drop)
    }

    /// The book from which a player of Go takes its moves, if there is one. A book of another game
    /// is named in the log and not used.
    pub fn opening(self, seed: u64) -> Option<GoOpening> {
        self.checked_opening(seed).unwrap_or_else(|problem| {
            log::warn!("{problem}");
            None
        })
    }

    fn checked_opening(self, seed: u64) -> Result<Option<GoOpening>, String> {
        // No book for Go is inside the program.
        let Source::File(loaded) = self.book.source() else { return Ok(None) };
        let opening = GoOpening::new(Arc::clone(&loaded.content), self.variety(seed));
        opening.map(Some).map_err(|problem| format!("{}: {problem}", loaded.path.display()))
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

/// Reads a book of any kind.
fn book(path: &Path) -> Result<Book, String> {
    let problem = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    if path.is_dir() || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf")) {
        return of_records(path).map_err(|error| error.to_string());
    }
    let bytes = fs::read(path).map_err(|error| problem(&error))?;
    // A text book has lines that begin with numbers.
    let is_text = bytes.first().is_some_and(|first| b"0123456789#\r\n".contains(first));
    if is_text {
        return of_text(&String::from_utf8_lossy(&bytes)).map_err(|error| problem(&error));
    }
    Book::from_bytes(&bytes).map_err(|error| problem(&error))
}

#[cfg(test)]
mod tests {
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
                "noise: expected a book, which begins with 'mengxi book', got 'noise'",
            ),
            ("empty.sgf", b"", "empty.sgf: expected records"),
        ] {
            let problem = BookChoice::read(&write(name, bytes)).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
        assert!(BookChoice::read("missing.book").unwrap_err().starts_with("missing.book: "));
        let mut other = (**read(&own).of_file().unwrap()).clone();
        other.about.game = "othello".to_owned();
        let other = read(&write("othello.book", &other.to_bytes()));
        assert!(OpeningChoice { book: other, margin: 0 }.opening(1).is_none());
    }
}
