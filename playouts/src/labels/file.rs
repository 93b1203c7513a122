//! Reads files of labelled games.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::LabelledGame;
use super::line::Line;

/// The longest line in bytes. The longest games on the largest boards have a few hundred thousand.
/// A small compressed file may hold much longer ones, to fill the memory.
const LONGEST_LINE: u64 = 1 << 25;

impl LabelledGame {
    /// Reads the games of a compressed file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a game.
    pub fn read(path: &Path) -> io::Result<Vec<Self>> {
        let mut input = BufReader::new(MultiGzDecoder::new(File::open(path)?));
        let (mut games, mut line) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if length == 0 {
                return Ok(games);
            }
            let game = Self::of_line(&line).map_err(|problem| {
                let problem = format!("line {}: {problem}", games.len() + 1);
                io::Error::new(io::ErrorKind::InvalidData, problem)
            });
            games.push(game?);
        }
    }

    fn of_line(line: &[u8]) -> Result<Self, String> {
        let line: Line = serde_json::from_slice(line)
            .map_err(|error| format!("a labelled game was expected: {error}"))?;
        line.try_into()
    }
}
