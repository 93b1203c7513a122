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
        let mut games = Vec::new();
        Self::read_each(path, |game| games.push(game))?;
        Ok(games)
    }

    /// Calls `take` with each game of a compressed file, of which there may be more than fit into
    /// the memory.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a game. The games before it have been taken.
    pub fn read_each(path: &Path, mut take: impl FnMut(Self)) -> io::Result<()> {
        let mut input = BufReader::new(MultiGzDecoder::new(File::open(path)?));
        let mut line = Vec::new();
        for number in 1_usize.. {
            line.clear();
            let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            let game = Self::of_line(&line).map_err(|problem| {
                let problem = format!("line {number}: {problem}");
                io::Error::new(io::ErrorKind::InvalidData, problem)
            });
            take(game?);
        }
        Ok(())
    }

    fn of_line(line: &[u8]) -> Result<Self, String> {
        let line: Line = serde_json::from_slice(line)
            .map_err(|error| format!("a labelled game was expected: {error}"))?;
        line.try_into()
    }
}
