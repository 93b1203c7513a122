//! The book that a player uses, if any.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use books::{Book, Variety};
use parking_lot::Mutex;

use super::{GoOpening, of_records, of_text};

/// The word for no book.
const NONE: &str = "none";
/// The word for the books inside the program.
const BUILT_IN: &str = "built-in";
/// The books for Go inside the program. Each has positions of one size and komi only.
const BOOKS: [&[u8]; 0] = [];

/// A book read from a file. It is never freed, because players are copied freely.
struct Loaded {
    path: PathBuf,
    changed: Option<SystemTime>,
    book: Arc<Book>,
}

/// All books that have been read.
static LOADED: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

/// The book that a player uses, or none. By default, it is one inside the program, if there is one
/// for the game.
#[derive(Clone, Copy, Default)]
pub struct BookChoice(Source);

/// Where a book comes from.
#[derive(Clone, Copy, Default)]
enum Source {
    Nowhere,
    #[default]
    Program,
    File(&'static Loaded),
}

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
        let Source::File(Loaded { path, book, .. }) = self.book.0 else { return Ok(()) };
        let opening = GoOpening::new(Arc::clone(book), self.variety(0));
        opening.map(drop).map_err(|problem| format!("{}: {problem}", path.display()))
    }

    /// Where a player of Go finds moves. A book of another game is named in the log and not used.
    pub fn opening(self, seed: u64) -> Vec<GoOpening> {
        let opening = |book: &Arc<Book>| GoOpening::new(Arc::clone(book), self.variety(seed));
        match self.book.0 {
            Source::Nowhere => Vec::new(),
            Source::Program => built_in().iter().filter_map(|book| opening(book).ok()).collect(),
            Source::File(Loaded { path, book, .. }) => match opening(book) {
                Ok(opening) => vec![opening],
                Err(problem) => {
                    log::warn!("{}: {problem}", path.display());
                    Vec::new()
                }
            },
        }
    }
}

/// The books for Go inside the program.
fn built_in() -> &'static [Arc<Book>] {
    static READ: OnceLock<Vec<Arc<Book>>> = OnceLock::new();
    READ.get_or_init(|| {
        let books = BOOKS.iter().filter_map(|bytes| Book::from_bytes(bytes).ok());
        books.map(Arc::new).collect()
    })
}

impl BookChoice {
    /// No book.
    pub const NONE: Self = Self(Source::Nowhere);

    /// The choice that this text names: `built-in`, `none`, or a file, which is read unless it has
    /// been read before and not changed since. The file may be a book of the program, a text book
    /// of Fuego or Pachi, a game record, or a folder of game records.
    ///
    /// # Errors
    /// Describes the problem with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        match text {
            NONE => return Ok(Self::NONE),
            BUILT_IN => return Ok(Self(Source::Program)),
            _ => {}
        }
        let path = Path::new(text);
        let changed = path.metadata().and_then(|about| about.modified()).ok();
        let mut all = LOADED.lock();
        // Games may be added to a folder without changing it.
        let is_file = path.is_file();
        let is_known = |one: &&&Loaded| is_file && one.path == path && one.changed == changed;
        if let Some(known) = all.iter().find(is_known) {
            return Ok(Self(Source::File(known)));
        }
        let book = Arc::new(book(path)?);
        let loaded: &'static Loaded =
            Box::leak(Box::new(Loaded { path: path.to_owned(), changed, book }));
        all.push(loaded);
        Ok(Self(Source::File(loaded)))
    }

    /// Whether the choice is left to the program.
    pub fn is_built_in(self) -> bool {
        matches!(self.0, Source::Program)
    }

    /// The book, if it was read from a file.
    pub fn of_file(self) -> Option<&'static Arc<Book>> {
        match self.0 {
            Source::File(loaded) => Some(&loaded.book),
            Source::Nowhere | Source::Program => None,
        }
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

impl PartialEq for BookChoice {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Source::File(one), Source::File(other)) => ptr::eq(one, other),
            (Source::Nowhere, Source::Nowhere) | (Source::Program, Source::Program) => true,
            _ => false,
        }
    }
}

/// The text that [`BookChoice::read`] takes.
impl fmt::Display for BookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Nowhere => f.write_str(NONE),
            Source::Program => f.write_str(BUILT_IN),
            Source::File(loaded) => loaded.path.display().fmt(f),
        }
    }
}

impl fmt::Debug for BookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
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
            let openings = OpeningChoice { book: choice, margin: 0 }.opening(1);
            assert_eq!(openings.len(), 1);
        }
        assert_eq!(read(&own), read(&own));
        assert_ne!(read(&own), read(&text));
        assert_eq!((read("none"), read("built-in")), (BookChoice::NONE, BookChoice::default()));
        assert!(OpeningChoice { book: BookChoice::NONE, margin: 0 }.opening(1).is_empty());
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
        assert!(OpeningChoice { book: other, margin: 0 }.opening(1).is_empty());
    }
}
