//! The files that a review is written to.

use std::io;
use std::path::{Path, PathBuf};

use engine::sgf::SgfError;
use review::game::data::GameReview;
use review::game::{page, record};
use serde_json::json;

use super::run::Review;
use crate::long_tasks::ResultFile;
use crate::run_log::journal_of;

/// The version of the data in JSON.
const FORMAT: &str = "mengxi-review 1";
/// The program and its version.
const PROGRAM: &str = concat!("Mengxi ", env!("CARGO_PKG_VERSION"));

/// The files, which are created before the work begins so that one that cannot be written is
/// reported immediately.
pub(super) struct Outputs {
    /// A page for each game.
    html: Vec<ResultFile>,
    sgf: Option<ResultFile>,
    json: Option<ResultFile>,
    journal: Option<PathBuf>,
}

impl Outputs {
    /// Creates the files that are asked for: pages, record and data.
    ///
    /// # Errors
    /// If one of them cannot be created.
    pub(super) fn create([html, sgf, json]: [Option<&Path>; 3], games: usize) -> io::Result<Self> {
        let pages =
            pages(html, games).filter_map(|path| ResultFile::create(Some(&path)).transpose());
        Ok(Self {
            html: pages.collect::<io::Result<_>>()?,
            sgf: ResultFile::create(sgf)?,
            json: ResultFile::create(json)?,
            journal: [html, sgf, json].into_iter().flatten().next().map(journal_of),
        })
    }

    /// The path of the journal, beside the first file; `None` if no file was asked for.
    pub(super) fn journal(&self) -> Option<&Path> {
        self.journal.as_deref()
    }

    /// Writes the files.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub(super) fn write(self, review: &Review<'_>, games: &[GameReview]) -> io::Result<()> {
        let nowhere = &mut io::sink();
        for (file, game) in self.html.into_iter().zip(games) {
            let text = page::page(game, PROGRAM, review.effort);
            ResultFile::write(Some(file), nowhere, &text)?;
        }
        if let Some(file) = self.sgf {
            let pairs = review.records.iter().zip(games);
            let texts: Result<Vec<String>, SgfError> = pairs
                .map(|(known, game)| {
                    let text = record::annotate(&known.text, known.last_move, game, review.effort)?;
                    Ok(text + "\n")
                })
                .collect();
            let texts = texts.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            ResultFile::write(Some(file), nowhere, &texts.concat())?;
        }
        if let Some(file) = self.json {
            let data = json!({
                "format": FORMAT, "program": PROGRAM, "effort": review.effort, "games": games,
            });
            ResultFile::write(Some(file), nowhere, &format!("{data}\n"))?;
        }
        Ok(())
    }
}

/// The paths of the pages of all games, if pages are asked for.
pub(super) fn pages(html: Option<&Path>, games: usize) -> impl Iterator<Item = PathBuf> {
    html.into_iter().flat_map(move |path| (1..=games).map(move |at| numbered(path, at, games)))
}

/// The path of a game's page. If there are several games, the game's number precedes the extension.
fn numbered(path: &Path, number: usize, games: usize) -> PathBuf {
    if games == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}
