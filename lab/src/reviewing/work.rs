//! The positions that are still to be searched, and the search of each. The findings are kept in a
//! journal, from which a later run continues.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assembly::compose;
use assembly::parameters::ParameterValues;
use engine::vocabulary::BoardSize;
use parking_lot::Mutex;
use review::game::data::PositionReview;
use review::game::reviewer::Reviewer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::Record;
use super::run::Review;
use crate::interruption::Interruption;
use crate::long_tasks::{bar, naming, share_out};
use crate::matches::common;
use crate::run_log::RunLog;

/// The memory of a tree in bytes, unless `--memory` is less. It does not depend on the number of
/// threads, and so neither does what is found.
const MEMORY: usize = 64 << 20;

/// What was found in a position, as an entry in the journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Found {
    /// The game, counted from 0.
    pub(super) game: usize,
    /// The position, counted from 0.
    pub(super) position: usize,
    pub(super) found: PositionReview,
}

/// The positions of all games, and what was found in them.
pub(super) struct Work {
    /// The number of positions of each game.
    counts: Vec<usize>,
    found: BTreeMap<(usize, usize), PositionReview>,
    log: RunLog,
    journal: Option<PathBuf>,
}

impl Work {
    /// Continues from the journal if there is one, or begins one if there is a path for it.
    ///
    /// # Errors
    /// If the journal cannot be read or written, or belongs to another run.
    pub(super) fn open(journal: Option<&Path>, review: &Review<'_>) -> io::Result<Self> {
        let counts: Vec<usize> = review.records.iter().map(Record::positions).collect();
        let entry = |_, line: &Value| {
            let entry = Found::deserialize(line)
                .map_err(|error| format!("expected a searched position: {error}"))?;
            match counts.get(entry.game) {
                Some(count) if entry.position < *count => Ok(entry),
                _ => Err(format!("game {} has no position {}", entry.game, entry.position)),
            }
        };
        let (log, entries) = RunLog::open(journal, &review.origin(), entry)?;
        let found =
            entries.into_iter().map(|entry| ((entry.game, entry.position), entry.found)).collect();
        Ok(Self { counts, found, log, journal: journal.map(Path::to_owned) })
    }

    /// The number of positions that have been searched, and of all positions.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.found.len(), self.counts.iter().sum())
    }

    /// Whether all positions have been searched.
    pub(super) fn is_complete(&self) -> bool {
        let (found, all) = self.progress();
        found == all
    }

    /// Searches the missing positions until none is left or the run is interrupted.
    ///
    /// # Errors
    /// If the journal cannot be written, or threads cannot be started.
    pub(super) fn search(
        &mut self,
        review: &Review<'_>,
        interruption: &Interruption,
    ) -> io::Result<()> {
        let (done, all) = self.progress();
        let bar = bar(all as u64, "{pos}/{len} positions, {eta} left");
        bar.set_position(done as u64);
        bar.reset_eta();
        let counts = self.counts.iter().enumerate();
        let places = counts.flat_map(|(game, count)| (0..*count).map(move |place| (game, place)));
        let missing: Vec<_> = places.filter(|place| !self.found.contains_key(place)).collect();
        let shared = Mutex::new(self);
        let result = share_out(review.options, missing.into_iter(), |next| {
            let mut worker = Worker::new(review, interruption);
            while let Some((game, position)) = next() {
                let Some(found) = worker.search(game, position)? else { return Ok(()) };
                let entry = Found { game, position, found };
                let mut work = shared.lock();
                work.log.add(&entry)?;
                work.found.insert((game, position), entry.found);
                bar.inc(1);
            }
            Ok(())
        });
        bar.finish_and_clear();
        result
    }

    /// What was found in the positions of each game, up to the first missing position.
    pub(super) fn take(&mut self) -> Vec<Vec<PositionReview>> {
        let mut found = std::mem::take(&mut self.found);
        let counts = self.counts.iter().enumerate();
        counts
            .map(|(game, count)| {
                (0..*count).map_while(|place| found.remove(&(game, place))).collect()
            })
            .collect()
    }

    /// Removes the journal once the results have been written.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(super) fn finish(self) -> io::Result<()> {
        let Self { log, journal, .. } = self;
        drop(log);
        journal.map_or(Ok(()), |path| fs::remove_file(&path).map_err(|error| naming(&path, &error)))
    }
}

/// The search of one thread.
struct Worker<'a> {
    review: &'a Review<'a>,
    interruption: &'a Interruption,
    values: ParameterValues,
    /// The player that searches, and the size of board for which its tree was made.
    reviewer: Option<(BoardSize, Reviewer)>,
}

impl<'a> Worker<'a> {
    fn new(review: &'a Review<'a>, interruption: &'a Interruption) -> Self {
        let mut values = common(review.options);
        let search = &mut values.player.search;
        search.memory = search.memory.min(MEMORY);
        search.seed = review.seed();
        Self { review, interruption, values, reviewer: None }
    }

    /// Searches a position. Returns `None` if the run was interrupted.
    fn search(&mut self, game: usize, position: usize) -> io::Result<Option<PositionReview>> {
        let Some(record) = self.review.records.get(game) else { return Ok(None) };
        let size = record.game.size();
        let fitting = self.reviewer.take().filter(|(made_for, _)| *made_for == size);
        let reviewer = match fitting {
            Some(known) => known,
            None => (size, self.reviewer(record)?),
        };
        let (_, reviewer) = self.reviewer.insert(reviewer);
        Ok(reviewer.review(&record.game, position))
    }

    fn reviewer(&self, record: &Record) -> io::Result<Reviewer> {
        let player = compose::player_with(&self.values, record.game.clone());
        self.interruption.cover(&player.stop_signal());
        Reviewer::new(player, self.review.effort)
            .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))
    }
}
