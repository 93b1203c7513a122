//! The journal of a run: the finished games in a file beside the result, in the order in which they
//! were finished. A later run continues from it. When all games are there, they are written to the
//! result in the order of their numbers, and the journal is removed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use assembly::output_file::OutputFile;
use flate2::Compression;
use flate2::write::GzEncoder;
use playouts::Origin;
use serde::Deserialize;
use serde_json::Value;

use super::game::Entry;
use crate::long_tasks::naming;
use crate::run_log::{RunLog, journal_of};

/// An open journal.
pub(super) struct Journal {
    path: PathBuf,
    log: RunLog,
}

/// The games in a journal.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Their numbers.
    pub(super) finished: BTreeSet<u32>,
    /// The number of their labelled positions.
    pub(super) positions: usize,
}

/// The number of games and positions in a result.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) games: usize,
    pub(super) positions: usize,
}

impl Progress {
    pub(super) fn count(&mut self, entry: &Entry) {
        self.finished.insert(entry.game);
        self.positions += entry.labelled.as_ref().map_or(0, |game| game.labels.len());
    }

    /// Counts the entry in a line of the journal.
    fn count_line(&mut self, line: &Value) -> Result<(), String> {
        let entry = Entry::deserialize(line)
            .map_err(|error| format!("expected a finished game: {error}"))?;
        if self.finished.contains(&entry.game) {
            let number = entry.game;
            return Err(format!("expected each game once, but game {number} is repeated"));
        }
        self.count(&entry);
        Ok(())
    }
}

impl Journal {
    /// Opens the journal beside the result `out`, or begins one, and returns what is in it.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, or belongs to a run of another origin.
    pub(super) fn open(out: &Path, origin: &Origin) -> io::Result<(Self, Progress)> {
        let path = journal_of(out);
        let mut progress = Progress::default();
        let (log, _) = RunLog::open(Some(&path), origin, |_, line| progress.count_line(line))?;
        Ok((Self { path, log }, progress))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.log.add(entry)
    }

    /// Writes the first `count` games by number to `out`, and removes the journal.
    ///
    /// # Errors
    /// If the journal cannot be read or the result cannot be written. In that case the journal is
    /// kept.
    pub(super) fn finish(self, out: &Path, count: u32) -> io::Result<Written> {
        let Self { path, log } = self;
        let mut written = Written::default();
        let mut journal = File::open(&path).map_err(|error| naming(&path, &error))?;
        let places = places(&journal, count).map_err(|error| naming(&path, &error))?;
        let file = OutputFile::create(out).map_err(|error| naming(out, &error))?;
        file.write_with(|file| {
            let mut encoder = GzEncoder::new(BufWriter::new(file), Compression::best());
            for place in &places {
                let entry = place.read(&mut journal).map_err(|error| naming(&path, &error))?;
                let Some(game) = entry.labelled else { continue };
                serde_json::to_writer(&mut encoder, &game)?;
                encoder.write_all(b"\n")?;
                written.games += 1;
                written.positions += game.labels.len();
            }
            encoder.finish()?.flush()
        })
        .map_err(|error| naming(out, &error))?;
        // Some systems do not remove open files.
        drop((log, journal));
        fs::remove_file(&path).map_err(|error| naming(&path, &error))?;
        Ok(written)
    }
}

/// The place of a game's line in a journal.
struct Place {
    game: u32,
    start: u64,
    length: usize,
}

impl Place {
    fn read(&self, journal: &mut File) -> io::Result<Entry> {
        let mut line = vec![0; self.length];
        journal.seek(SeekFrom::Start(self.start))?;
        journal.read_exact(&mut line)?;
        Ok(serde_json::from_slice(&line)?)
    }
}

/// The places of the games with numbers below `count`, by number.
fn places(journal: &File, count: u32) -> io::Result<Vec<Place>> {
    /// As much of an entry as is needed here.
    #[derive(Deserialize)]
    struct Numbered {
        game: u32,
    }
    let mut input = BufReader::new(journal);
    let (mut places, mut line) = (Vec::new(), Vec::new());
    // The first line is the header.
    let mut start = input.read_until(b'\n', &mut line)? as u64;
    loop {
        line.clear();
        let length = input.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        let Numbered { game } = serde_json::from_slice(&line)?;
        places.extend((game < count).then_some(Place { game, start, length }));
        start += length as u64;
    }
    places.sort_by_key(|place| place.game);
    Ok(places)
}
