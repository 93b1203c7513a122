//! Reads lines of input, and keeps only a limited number of bytes of each line.

use std::io::{self, BufRead, Read};

/// A line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputLine {
    /// Its bytes, without the line feed.
    pub bytes: Vec<u8>,
    /// Whether the line was too long, so that its end is missing.
    pub is_cut: bool,
}

/// Reads the next line and keeps its first `most` bytes; the rest of a longer line is discarded.
/// Returns `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read(input: &mut impl BufRead, most: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_whole = bytes.pop_if(|last| *last == b'\n').is_some();
    let is_cut = !is_whole && bytes.len() > most;
    if is_cut {
        bytes.truncate(most);
        input.skip_until(b'\n')?;
    }
    Ok(Some(InputLine { bytes, is_cut }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_line_is_no_line_of_its_own() {
        for (text, expected) in [
            ("", &[][..]),
            ("1234\n\n12", &[("1234", false), ("", false), ("12", false)]),
            ("12345\n1", &[("1234", true), ("1", false)]),
            ("1234resign\nx\n", &[("1234", true), ("x", false)]),
            ("1234", &[("1234", false)]),
            ("12345", &[("1234", true)]),
        ] {
            let mut input = io::BufReader::with_capacity(3, text.as_bytes());
            let mut found = Vec::new();
            while let Some(InputLine { bytes, is_cut }) = read(&mut input, 4).unwrap() {
                found.push((String::from_utf8(bytes).unwrap(), is_cut));
            }
            let found: Vec<_> =
                found.iter().map(|(line, is_cut)| (line.as_str(), *is_cut)).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
