//! Words, numbers and weights from a file that may be hostile.

use std::io::{BufRead, ErrorKind};
use std::str::FromStr;

use super::error::FileError;

/// The maximum length of a word in bytes; names and numbers are much shorter.
const LONGEST_WORD: usize = 256;
/// The number of weights that are read at a time.
const CHUNK: usize = 1 << 14;

/// A file that is read from the beginning to the end.
pub(super) struct Source<R> {
    input: R,
    /// The number of weights that may still follow.
    budget: u64,
}

impl<R: BufRead> Source<R> {
    /// Reads from `input`, which may hold at most `budget` weights.
    pub(super) fn new(input: R, budget: u64) -> Self {
        Self { input, budget }
    }

    fn peek(&mut self) -> Result<Option<u8>, FileError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(FileError::Unreadable(error)),
            }
        }
    }

    fn skip_space(&mut self) -> Result<Option<u8>, FileError> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                return Ok(Some(byte));
            }
            self.input.consume(1);
        }
        Ok(None)
    }

    /// The next word; `what` names it in errors.
    pub(super) fn word(&mut self, what: &str) -> Result<String, FileError> {
        self.skip_space()?;
        let mut word = String::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if !byte.is_ascii_graphic() || word.len() >= LONGEST_WORD {
                return Err(FileError::wrong(what, "a word in plain text was expected"));
            }
            word.push(char::from(byte));
            self.input.consume(1);
        }
        if word.is_empty() {
            return Err(FileError::wrong(what, "the file ends here"));
        }
        Ok(word)
    }

    /// The next word as a number.
    pub(super) fn number<T: FromStr>(&mut self, what: &str) -> Result<T, FileError> {
        let word = self.word(what)?;
        word.parse()
            .map_err(|_| FileError::wrong(what, format!("'{word}' is not a number in range")))
    }

    /// A number from 1 to `most`.
    pub(super) fn count(&mut self, what: &str, most: usize) -> Result<usize, FileError> {
        let count = self.number(what)?;
        if !(1..=most).contains(&count) {
            return Err(FileError::wrong(what, format!("{count} is not between 1 and {most}")));
        }
        Ok(count)
    }

    /// A finite number above 0.
    pub(super) fn positive(&mut self, what: &str) -> Result<f32, FileError> {
        let number: f32 = self.number(what)?;
        if number > 0.0 && number.is_finite() {
            Ok(number)
        } else {
            Err(FileError::wrong(what, format!("{number} is not above 0")))
        }
    }

    /// 0 or 1.
    pub(super) fn flag(&mut self, what: &str) -> Result<bool, FileError> {
        match self.number::<i64>(what)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(FileError::wrong(what, format!("{other} is neither 0 nor 1"))),
        }
    }

    /// Options of later versions, which must be 0 because this program does not know them.
    pub(super) fn unused(&mut self, what: &str, count: usize) -> Result<(), FileError> {
        for _ in 0..count {
            let option: i64 = self.number(what)?;
            if option != 0 {
                return Err(FileError::wrong(what, format!("unknown option {option}")));
            }
        }
        Ok(())
    }

    /// The weights of a layer with this many on each axis, as text or as `@BIN@` and 32-bit floats,
    /// the lowest byte first.
    pub(super) fn weights(&mut self, layer: &str, axes: &[usize]) -> Result<Vec<f32>, FileError> {
        // In 64 bits also where memory is addressed by 32: the axes come from the file.
        let product = axes.iter().try_fold(1, |all: u64, &axis| all.checked_mul(axis as u64));
        let (count, rest) = product
            .and_then(|count| Some((count, self.budget.checked_sub(count)?)))
            .ok_or_else(|| {
                let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
                let axes = axes.join(" x ");
                FileError::wrong(layer, format!("{axes} weights are more than the file can hold"))
            })?;
        self.budget = rest;
        let count = count as usize;
        let weights = match self.skip_space()? {
            Some(b'@') => self.binary_weights(layer, count)?,
            _ => (0..count).map(|_| self.number(layer)).collect::<Result<Vec<f32>, _>>()?,
        };
        match weights.iter().find(|weight| !weight.is_finite()) {
            Some(weight) => Err(FileError::wrong(layer, format!("a weight is {weight}"))),
            None => Ok(weights),
        }
    }

    fn binary_weights(&mut self, layer: &str, count: usize) -> Result<Vec<f32>, FileError> {
        let mut mark = [0; 5];
        self.fill(layer, &mut mark)?;
        if &mark != b"@BIN@" {
            return Err(FileError::wrong(layer, "weights or '@BIN@' were expected"));
        }
        let mut weights = Vec::new();
        let mut bytes = vec![0; 4 * CHUNK.min(count)];
        while weights.len() < count {
            let chunk = &mut bytes[..4 * CHUNK.min(count - weights.len())];
            self.fill(layer, chunk)?;
            let (floats, _) = chunk.as_chunks::<4>();
            weights.extend(floats.iter().map(|float| f32::from_le_bytes(*float)));
        }
        Ok(weights)
    }

    fn fill(&mut self, layer: &str, bytes: &mut [u8]) -> Result<(), FileError> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => FileError::wrong(layer, "the file ends within the weights"),
            _ => FileError::Unreadable(error),
        })
    }
}
