//! Reads the arguments of a command one after another, and converts each of them to the type that
//! the command expects.
//!
//! Arguments are separated by spaces; an argument in double quotes may contain spaces. Case is
//! preserved. Arguments specific to one game are read with [`Arguments::parsed`].

use std::ops::RangeInclusive;

use thiserror::Error;

/// The maximum length of an argument quoted in an error message, in characters.
const LONGEST_QUOTE: usize = 40;

/// The longest accepted time in seconds, about 30 years. Anything longer is considered a mistake.
const LONGEST_TIME: f64 = 1e9;

/// A problem with the arguments of a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// There are not enough arguments.
    #[error("expected {expected}, but the line ends")]
    Missing {
        /// What was expected next.
        expected: &'static str,
    },
    /// An argument is not of the expected kind.
    #[error("expected {expected}, got '{found}'")]
    Malformed {
        /// The argument.
        found: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// A number is too small, too large, or not finite.
    #[error("expected {expected}, got '{found}'")]
    OutOfRange {
        /// The argument.
        found: String,
        /// The range.
        expected: String,
    },
    /// There are too many arguments.
    #[error("expected no more arguments, got '{found}'")]
    Surplus {
        /// The first surplus argument.
        found: String,
    },
    /// A quotation is not closed.
    #[error("expected a closing quotation mark after {0}")]
    OpenQuotation(String),
}

/// The arguments that have not been read yet.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    /// Creates a reader for the text that follows a command's name.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.trim_matches(' ') }
    }

    /// Returns everything that has not been read yet, unchanged.
    pub fn text(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Everything that has not been read yet as one argument, such as a file name with spaces. It
    /// may stand in quotation marks, but need not.
    ///
    /// # Errors
    /// If there is no further argument.
    pub fn rest(&mut self, expected: &'static str) -> Result<&'a str, ArgumentError> {
        let text = self.text();
        if text.is_empty() {
            return Err(ArgumentError::Missing { expected });
        }
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Ok(quoted.unwrap_or(text))
    }

    /// The next argument, or `None` at the end of the line.
    ///
    /// # Errors
    /// If a quotation is not closed.
    pub fn next_word(&mut self) -> Result<Option<&'a str>, ArgumentError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (word, rest) = match self.rest.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| ArgumentError::OpenQuotation(clip(self.rest)))?,
            None => self.rest.split_once(' ').unwrap_or((self.rest, "")),
        };
        self.rest = rest.trim_start_matches(' ');
        Ok(Some(word))
    }

    /// The next argument.
    ///
    /// # Errors
    /// If there is no further argument, or a quotation is not closed.
    pub fn word(&mut self, expected: &'static str) -> Result<&'a str, ArgumentError> {
        self.next_word()?.ok_or(ArgumentError::Missing { expected })
    }

    /// The next argument, converted by `parse`, which returns `None` if the argument is not as
    /// expected.
    ///
    /// # Errors
    /// If there is no further argument, a quotation is not closed, or `parse` returns `None`.
    pub fn parsed<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ArgumentError> {
        let word = self.word(expected)?;
        parse(word).ok_or_else(|| ArgumentError::Malformed { found: clip(word), expected })
    }

    /// Reads a whole number of any size. A number that does not fit into an `i64` becomes the
    /// nearest one that does.
    ///
    /// # Errors
    /// If the next argument is missing or is not a whole number.
    pub fn integer(&mut self, expected: &'static str) -> Result<i64, ArgumentError> {
        self.parsed(expected, parse_integer)
    }

    /// Reads a whole number within `range`.
    ///
    /// # Errors
    /// If the next argument is missing or is not a whole number within `range`.
    pub fn count(
        &mut self,
        expected: &'static str,
        range: RangeInclusive<u32>,
    ) -> Result<u32, ArgumentError> {
        let word = self.clone().next_word()?.unwrap_or_default();
        let number = self.integer(expected)?;
        u32::try_from(number).ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let expected = format!("{expected} from {} to {}", range.start(), range.end());
            ArgumentError::OutOfRange { found: clip(word), expected }
        })
    }

    /// Reads a finite number from -`limit` to `limit`.
    ///
    /// # Errors
    /// If the next argument is missing or is not a finite number within these limits.
    pub fn number(&mut self, expected: &'static str, limit: f64) -> Result<f64, ArgumentError> {
        let word = self.clone().next_word()?.unwrap_or_default();
        let number = self.parsed(expected, |word| word.parse::<f64>().ok())?;
        if number.is_finite() && number.abs() <= limit {
            Ok(number)
        } else {
            let expected = format!("{expected}, from -{limit} to {limit}");
            Err(ArgumentError::OutOfRange { found: clip(word), expected })
        }
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// If the next argument is missing or is neither of the two.
    pub fn switch(&mut self) -> Result<bool, ArgumentError> {
        self.parsed("true or false", |word| word.to_ascii_lowercase().parse().ok())
    }

    /// Reads a time in seconds, which may be fractional or negative: some controllers report a
    /// negative time when a player has run out of time.
    ///
    /// # Errors
    /// If the next argument is missing or is not an acceptable number of seconds.
    pub fn seconds(&mut self) -> Result<f64, ArgumentError> {
        self.number("a number of seconds", LONGEST_TIME)
    }

    /// Whether all arguments have been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Checks that there are no more arguments. Every handler calls this before changing anything.
    ///
    /// # Errors
    /// If there is another argument.
    pub fn finish(&mut self) -> Result<(), ArgumentError> {
        match self.next_word()? {
            None => Ok(()),
            Some(word) => Err(ArgumentError::Surplus { found: clip(word) }),
        }
    }
}

/// Reads a whole number. A number that does not fit into an `i64` becomes the nearest one that
/// does.
pub fn parse_integer(word: &str) -> Option<i64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// Returns the beginning of a text, short enough to be quoted in an error message.
pub fn clip(text: &str) -> String {
    let mut clipped: String = text.chars().take(LONGEST_QUOTE).collect();
    if clipped.len() < text.len() {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_quoted_in_part() {
        assert_eq!(clip("D4"), "D4");
        assert_eq!(clip(&"é".repeat(50)), format!("{}…", "é".repeat(LONGEST_QUOTE)));
    }

    #[test]
    fn words_are_cut_at_spaces_outside_quotations() {
        let mut arguments = Arguments::new("  a  \"b c\"  d ");
        for expected in ["a", "b c", "d"] {
            assert_eq!(arguments.word("x"), Ok(expected));
        }
        assert_eq!(arguments.word("x"), Err(ArgumentError::Missing { expected: "x" }));
        assert!(Arguments::new("\"open").next_word().is_err());
        assert_eq!(Arguments::new("\"\"").next_word(), Ok(Some("")));
    }

    #[test]
    fn the_rest_of_a_line_is_one_argument() {
        for (text, expected) in [
            ("book_of_mine.dat", "book_of_mine.dat"),
            ("my book.dat ", "my book.dat"),
            ("\"my book.dat\"", "my book.dat"),
            ("\"my\" book", "\"my\" book"),
            ("\"", "\""),
        ] {
            let mut arguments = Arguments::new(text);
            assert_eq!(arguments.rest("a file"), Ok(expected));
            assert_eq!(arguments.finish(), Ok(()));
        }
        let missing = ArgumentError::Missing { expected: "a file" };
        assert_eq!(Arguments::new(" ").rest("a file"), Err(missing));
    }

    #[test]
    fn numbers_are_bounded() {
        let number = |text: &str| Arguments::new(text).number("a number", 100.0);
        assert_eq!(number("7.5"), Ok(7.5));
        assert_eq!(number("-3"), Ok(-3.0));
        assert_eq!(number("1e1"), Ok(10.0));
        for bad in ["nan", "inf", "-inf", "1e999", "101", "-100.5"] {
            assert!(matches!(number(bad), Err(ArgumentError::OutOfRange { .. })), "{bad}");
        }
        for bad in ["a", "7,5", "0x10", "--1", "\"\""] {
            assert!(matches!(number(bad), Err(ArgumentError::Malformed { .. })), "{bad}");
        }
        assert_eq!(Arguments::new("99999999999999999999").integer("x"), Ok(i64::MAX));
        assert_eq!(Arguments::new("-5").integer("x"), Ok(-5));
        assert!(Arguments::new("1.5").integer("x").is_err());
        assert_eq!(Arguments::new("5").count("stones", 0..=5), Ok(5));
        assert!(Arguments::new("6").count("stones", 0..=5).is_err());
        assert!(Arguments::new("-1").count("stones", 0..=5).is_err());
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        let error = Arguments::new("nan").seconds().unwrap_err().to_string();
        assert!(error.contains("'nan'") && error.contains("seconds"), "{error}");
        let error = Arguments::new(&"é".repeat(1000)).switch().unwrap_err().to_string();
        assert!(error.chars().count() < 120, "{error}");
    }
}
