//! `mengxi review`: searches each position of the given games, and says what each move was worth.
//!
//! | module | holds |
//! | --- | --- |
//! | `record` | the games of a file, as far as they can be followed |
//! | `run` | what all positions have in common, and what the result depends on |
//! | `work` | the positions that are still to be searched, and the search of each |
//! | `outputs` | the files that are written |
//!
//! Each thread searches one position at a time, with a tree of its own that is empty at the start,
//! so a review with `--visits` is the same on any number of threads. Only the program calls
//! [`write()`].

mod outputs;
mod record;
mod run;
#[cfg(test)]
mod tests;
mod work;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use assembly::options::Options;
use clap::Args;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use review::game::data::{GameReview, PositionReview};
use review::game::{reviewer, words};

use crate::interruption::Interruption;
use crate::long_tasks::{naming, pool};
use outputs::{Outputs, pages};
use record::Record;
use run::Review;
use work::Work;

/// The arguments of the task `review`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ReviewOptions {
    /// A file with one or more game records in SGF. --seconds or --visits limits the search of each
    /// position, 0.5 seconds by default; --threads is the number of positions searched at once.
    #[arg(value_name = "GAME")]
    pub record: PathBuf,

    /// Writes a page for web browsers. Each of several games has its own page, with a number.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Writes the record with comments, better variations and win rates.
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Writes all the data as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl ReviewOptions {
    /// Makes sure that no file is written over another one or over the record, of which games that
    /// cannot be read would be lost.
    fn check(&self, games: usize) -> io::Result<()> {
        let Self { record, html, sgf, json } = self;
        let pages = pages(html.as_deref(), games);
        let others = [Some(record), sgf.as_ref(), json.as_ref()].into_iter().flatten().cloned();
        let mut known = BTreeSet::new();
        for path in others.chain(pages) {
            if !known.insert(place(&path)) {
                let problem = "another file was expected: this one is the record or named twice";
                let problem = io::Error::new(io::ErrorKind::InvalidInput, problem);
                return Err(naming(&path, &problem));
            }
        }
        Ok(())
    }
}

/// The place of a file, whichever of its names is used, even if there is no such file yet.
fn place(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        let place = folder.ok().zip(path.file_name()).map(|(folder, name)| folder.join(name));
        place.unwrap_or_else(|| path.to_owned())
    })
}

/// Reviews the games. Writes the files that were asked for, and a summary of each game to `output`.
/// After an interruption, the positions searched so far are in a journal beside the first file,
/// from which the same command continues; if no file was asked for, the summaries cover only them.
///
/// # Errors
/// If no game can be read, the journal belongs to another run, or a file cannot be written.
pub fn write(
    asked: &ReviewOptions,
    options: &Options,
    interruption: &Interruption,
    output: &mut dyn Write,
) -> io::Result<()> {
    asked.check(1)?;
    let records = record::read(&asked.record)?;
    // Each of several games has a page of its own.
    asked.check(records.len())?;
    let review = Review::new(options, records);
    let ReviewOptions { html, sgf, json, .. } = asked;
    let outputs = Outputs::create([html, sgf, json].map(Option::as_deref), review.records.len())?;
    let mut work = Work::open(outputs.journal(), &review)?;
    work.search(&review, interruption)?;
    let is_complete = work.is_complete();
    let (found, all) = work.progress();
    let games = assess(&review, work.take(), interruption)?;
    if interruption.is_raised() && outputs.journal().is_some() {
        return writeln!(output, "{found} of {all} positions; the same command goes on with them");
    }
    // The files come first, because nobody may be reading the output any more.
    if is_complete {
        outputs.write(&review, &games)?;
        work.finish()?;
    } else {
        writeln!(output, "Interrupted after {found} of {all} positions.\n")?;
    }
    games.iter().try_for_each(|game| writeln!(output, "{}", game.summary()))
}

/// The reviews of the games from what was found in their positions.
fn assess(
    review: &Review<'_>,
    found: Vec<Vec<PositionReview>>,
    interruption: &Interruption,
) -> io::Result<Vec<GameReview>> {
    let pool = pool(review.options)?;
    let stop = interruption.flag();
    let games = review.records.iter().zip(found).map(|(record, positions)| {
        let mut game =
            GameReview::new(record.facts.clone(), &record.game, positions, record.unread.clone());
        let lossy: Vec<_> = game.lossy_moves().collect();
        let reasons: Vec<_> = pool.install(|| {
            lossy
                .into_par_iter()
                .map(|(number, is_costly)| {
                    let told = is_costly.then(|| reasons(record, &game, number, stop.flag()));
                    (number, told.unwrap_or_default())
                })
                .collect()
        });
        reasons.iter().for_each(|(number, reasons)| game.comment_on(*number, reasons));
        game
    });
    Ok(games.collect())
}

/// What the better move and the move that was played do to the stones around them.
fn reasons(record: &Record, review: &GameReview, number: usize, stop: &AtomicBool) -> Vec<String> {
    let played = number.checked_sub(1).and_then(|index| review.moves.get(index));
    let Some((played, better)) = played.and_then(|played| Some((played, played.better?))) else {
        return Vec::new();
    };
    let Some((game, color)) = reviewer::position(&record.game, number - 1) else {
        return Vec::new();
    };
    let mut position = game.position().clone();
    position.set_to_move(color);
    let moves = [better.0, played.mv.0].into_iter();
    moves.flat_map(|mv| words::reasons(&position, mv, stop)).collect()
}
