//! The file format of books.
//!
//! | part | content |
//! | --- | --- |
//! | name | `mengxi book`, a space, the version, a line feed |
//! | checksum | XXH3 (64 bits) of all that follows, little-endian |
//! | about | five texts (game, board, rules, komi, values) with lengths; the value of `decided` |
//! | count | the number of positions |
//! | position | key (8 bytes); effort; 1 + rest, or 0; 2 times the number of choices + solved |
//! | choice | code; value; weight; 4 times (1 + next, or 0) + 2 times closed + exact |
//!
//! Numbers take seven bits a byte, the lowest first, and the top bit is set in all but the last
//! byte (LEB128). Signed ones are folded: 0, -1, 1, -2 are 0, 1, 2, 3. Values that follow from
//! others are not in the file.

use std::collections::HashSet;

use classical::Score;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::book::{Book, Choice, Position, Subject, Value};

/// How a file begins, before the version.
const NAME: &[u8] = b"mengxi book ";
/// The version that is written and read.
const VERSION: &str = "1";
/// The bytes of the name with the version and the line feed, after which the checksum follows.
const HEAD: usize = NAME.len() + VERSION.len() + 1;
/// The bytes before the content that the checksum covers.
const BODY: usize = HEAD + 8;
/// The fewest bytes that a position takes: its key and three numbers.
const SMALLEST_POSITION: usize = 11;
/// The fewest bytes that a choice takes.
const SMALLEST_CHOICE: usize = 4;

/// Why a file is no usable book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookFileError {
    /// The file begins in another way.
    #[error("expected a book, which begins with 'mengxi book', got '{0}'")]
    NoBook(String),
    /// The version is another one.
    #[error("expected version {VERSION} of the format, got '{0}'")]
    Version(String),
    /// The content is not what was written.
    #[error("the file is damaged: expected the checksum {expected:016x}, got {found:016x}")]
    Damaged {
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the content.
        found: u64,
    },
    /// The file ends too early, or a number is out of range.
    #[error("the file is damaged at byte {at}: expected {expected}")]
    Content {
        /// The number of bytes before the place.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// Two positions have the same key.
    #[error("the file is damaged: the key {0:016x} occurs twice")]
    Repeated(u64),
    /// A position leads to itself.
    #[error("the file is damaged: its positions lead in a circle")]
    Circle,
}

impl Book {
    /// The content of a file that holds this book.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let Subject { game, board, rules, komi, values, decided } = &self.subject;
        for text in [game, board, rules, komi, values] {
            put(&mut body, text.len() as u64);
            body.extend_from_slice(text.as_bytes());
        }
        put(&mut body, folded(*decided));
        put(&mut body, self.positions().len() as u64);
        for position in self.positions() {
            body.extend_from_slice(&position.key.to_le_bytes());
            put(&mut body, position.effort.into());
            put(&mut body, position.rest.map_or(0, |rest| folded(rest) + 1));
            put(&mut body, 2 * position.choices.len() as u64 + u64::from(position.is_solved));
            for choice in &position.choices {
                let next = choice.next.map_or(0, |next| 4 * (next as u64 + 1));
                let flags = 2 * u64::from(choice.is_closed) + u64::from(choice.searched.is_exact);
                put(&mut body, choice.code.into());
                put(&mut body, folded(choice.searched.score));
                put(&mut body, choice.weight.into());
                put(&mut body, next + flags);
            }
        }
        let mut bytes = [NAME, VERSION.as_bytes(), b"\n"].concat();
        bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads the content of a file.
    ///
    /// # Errors
    /// If it is no book, or a damaged one: the error says what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookFileError> {
        let beginning = || {
            let text = String::from_utf8_lossy(bytes.get(..40).unwrap_or(bytes));
            text.lines().next().unwrap_or_default().escape_debug().to_string()
        };
        let rest = bytes.strip_prefix(NAME).ok_or_else(|| BookFileError::NoBook(beginning()))?;
        let rest = rest
            .strip_prefix(VERSION.as_bytes())
            .and_then(|rest| rest.strip_prefix(b"\n"))
            .ok_or_else(|| {
                BookFileError::Version(beginning().chars().skip(NAME.len()).collect())
            })?;
        let (checksum, body) = rest
            .split_first_chunk::<8>()
            .ok_or(BookFileError::Content { at: HEAD, expected: "a checksum of eight bytes" })?;
        let (expected, found) = (u64::from_le_bytes(*checksum), xxh3_64(body));
        if expected != found {
            return Err(BookFileError::Damaged { expected, found });
        }
        Reader { body, at: 0 }.book()
    }
}

/// Appends a number.
fn put(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// A signed number as an unsigned one, so that small ones stay small.
fn folded(number: Score) -> u64 {
    let number = i64::from(number);
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

/// The signed number that [`folded`] maps to this one.
fn unfolded(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// The unread part of the content.
struct Reader<'a> {
    body: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, expected: &'static str) -> BookFileError {
        error_at(self.at, expected)
    }

    fn left(&self) -> usize {
        self.body.len().saturating_sub(self.at)
    }

    fn take(&mut self, count: usize, expected: &'static str) -> Result<&'a [u8], BookFileError> {
        let taken = self.at.checked_add(count).and_then(|end| self.body.get(self.at..end));
        let taken = taken.ok_or_else(|| self.error(expected))?;
        self.at += count;
        Ok(taken)
    }

    /// A number of the type that is wanted.
    fn number<T: TryFrom<u64>>(&mut self, expected: &'static str) -> Result<T, BookFileError> {
        let start = self.at;
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1, expected)?.first().copied().unwrap_or_default();
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                break;
            }
            number |= part << shift;
            if byte < 0x80 {
                return T::try_from(number).map_err(|_| error_at(start, expected));
            }
        }
        Err(error_at(start, expected))
    }

    fn score(&mut self, expected: &'static str) -> Result<Score, BookFileError> {
        let at = self.at;
        let score = score_of(self.number(expected)?);
        score.ok_or_else(|| error_at(at, expected))
    }

    fn text(&mut self) -> Result<String, BookFileError> {
        let length = self.number("the length of a text")?;
        let bytes = self.take(length, "a text")?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.error("a text in UTF-8"))
    }

    /// Returns `count` if the unread part has room for that many items of at least `size` bytes
    /// each.
    fn checked_count(
        &self,
        count: usize,
        size: usize,
        expected: &'static str,
    ) -> Result<usize, BookFileError> {
        let fits = count.checked_mul(size).is_some_and(|bytes| bytes <= self.left());
        fits.then_some(count).ok_or_else(|| self.error(expected))
    }

    fn book(mut self) -> Result<Book, BookFileError> {
        let [game, board, rules, komi, values] =
            [self.text()?, self.text()?, self.text()?, self.text()?, self.text()?];
        let decided = self.score("the value of a decided game")?;
        let mut book = Book::new(Subject { game, board, rules, komi, values, decided });
        let count = self.number("a number of positions")?;
        let expected = "as many positions as announced";
        let count = self.checked_count(count, SMALLEST_POSITION, expected)?;
        for index in 0..count {
            let position = self.position(count)?;
            let key = position.key;
            if book.insert(position) != index {
                return Err(BookFileError::Repeated(key));
            }
        }
        if self.left() > 0 {
            return Err(self.error("the end of the file"));
        }
        book.settle().then_some(book).ok_or(BookFileError::Circle)
    }

    fn position(&mut self, positions: usize) -> Result<Position, BookFileError> {
        let key = self.take(8, "a key of eight bytes")?;
        let key = key.iter().rev().fold(0, |key, &byte| key << 8 | u64::from(byte));
        let effort = self.number("the effort of a search")?;
        let at = self.at;
        let expected = "the value of the other moves";
        let rest = match self.number::<u64>(expected)?.checked_sub(1) {
            None => None,
            Some(rest) => Some(score_of(rest).ok_or_else(|| error_at(at, expected))?),
        };
        let head: usize = self.number("a number of choices")?;
        let expected = "as many moves as announced";
        let count = self.checked_count(head / 2, SMALLEST_CHOICE, expected)?;
        let is_solved = head % 2 == 1;
        let mut choices: Vec<Choice> = Vec::with_capacity(count);
        let mut codes = HashSet::with_capacity(count);
        for _ in 0..count {
            let choice = self.choice(positions)?;
            if !codes.insert(choice.code) {
                return Err(self.error("each move once"));
            }
            choices.push(choice);
        }
        Ok(Position { key, effort, rest, is_solved, choices, value: Value::default() })
    }

    fn choice(&mut self, positions: usize) -> Result<Choice, BookFileError> {
        let code = self.number("the code of a move")?;
        let score = self.score("the value of a move")?;
        let weight = self.number("the weight of a move")?;
        let tail: usize = self.number("the position after a move")?;
        let next = (tail / 4).checked_sub(1);
        if next.is_some_and(|next| next >= positions) {
            return Err(self.error("a position after a move that exists"));
        }
        let searched = Value { score, is_exact: tail & 1 == 1 };
        Ok(Choice { is_closed: tail & 2 == 2, next, ..Choice::new(code, searched, weight) })
    }
}

/// The error at a place in the content.
fn error_at(at: usize, expected: &'static str) -> BookFileError {
    BookFileError::Content { at: BODY + at, expected }
}

/// The score that a number stands for. The smallest integer is no score, because it has no
/// negation.
fn score_of(number: u64) -> Option<Score> {
    Score::try_from(unfolded(number)).ok().filter(|&score| score != Score::MIN)
}
