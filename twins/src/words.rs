//! The words of a line of a test case, read one at a time. The cases of rules use them, and so do
//! the claims about exact reading in the crate `tests`.

use std::str::{FromStr, SplitWhitespace};

use engine::vocabulary::{Color, Vertex};

/// The words of a line that have not been read yet.
#[derive(Clone, Debug)]
pub struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    /// The words of a line.
    pub fn of(line: &'a str) -> Self {
        Self(line.split_whitespace())
    }

    /// The next word.
    ///
    /// # Errors
    /// If there is none.
    pub fn word(&mut self) -> Result<&'a str, String> {
        self.next().ok_or_else(|| "a word is missing".to_owned())
    }

    /// The next word as a value, such as a number.
    ///
    /// # Errors
    /// If there is none, or it is no such value.
    pub fn read<T: FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("cannot read '{word}'"))
    }

    /// The next word as a point.
    ///
    /// # Errors
    /// If there is none, or it is no point.
    pub fn vertex(&mut self) -> Result<Vertex, String> {
        read_vertex(self.word()?)
    }

    /// The next word as a colour, `black` or `white`.
    ///
    /// # Errors
    /// If there is none, or it is no colour.
    pub fn color(&mut self) -> Result<Color, String> {
        match self.word()? {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            other => Err(format!("'{other}' is no colour")),
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}

/// Reads a point.
///
/// # Errors
/// If the word is no point.
pub fn read_vertex(word: &str) -> Result<Vertex, String> {
    word.parse().map_err(|error: <Vertex as FromStr>::Err| error.to_string())
}
