//! Games from files and folders: labelled games (`.jsonl.gz`) and game records (`.sgf`).

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::rules::GameState;
use engine::sgf;
use engine::vocabulary::Color;
use log::warn;
use walkdir::WalkDir;

use crate::labels::LabelledGame;

/// The end of the names of files with labelled games.
pub const LABELLED: &str = ".jsonl.gz";

/// A game from a file.
#[derive(Debug)]
pub enum FoundGame {
    /// A labelled game.
    Labelled(Box<LabelledGame>),
    /// A game record.
    Record(Box<GameState>),
}

/// Reads the games of files and of all labelled games and records in folders, and calls `take` with
/// each and the path of its file. Records that cannot be read are skipped with a warning. A file
/// that is named itself may have any name.
///
/// # Errors
/// If a file or folder cannot be read, or a line of a labelled file is not a game. The games before
/// it have been taken.
pub fn read(paths: &[PathBuf], mut take: impl FnMut(&Path, FoundGame)) -> io::Result<()> {
    for path in files(paths)? {
        let name = path.to_string_lossy();
        if name.ends_with(LABELLED) {
            let take = |game| take(&path, FoundGame::Labelled(Box::new(game)));
            LabelledGame::read_each(&path, take).map_err(|error| naming(&path, &error))?;
        } else if is_record(&path) || paths.contains(&path) {
            let text = fs::read(&path).map_err(|error| naming(&path, &error))?;
            match sgf::read(text, None) {
                Ok(game) => take(&path, FoundGame::Record(Box::new(game))),
                Err(error) => warn!("{}: {error}", path.display()),
            }
        }
    }
    Ok(())
}

/// Reads the game records of files and folders as [`read`] does, and calls `take` with each game
/// that has a winner, and with the winner. A file may hold several games.
///
/// # Errors
/// If a file or folder cannot be read.
pub fn read_results(paths: &[PathBuf], mut take: impl FnMut(GameState, Color)) -> io::Result<()> {
    for path in files(paths)? {
        if !is_record(&path) && !paths.contains(&path) {
            continue;
        }
        let text = sgf::decode(&fs::read(&path).map_err(|error| naming(&path, &error))?);
        for game in sgf::games(&text) {
            let [result] = sgf::properties(game, ["RE"]).unwrap_or_default();
            let winner = match result.unwrap_or_default().as_bytes() {
                [b'B' | b'b', b'+', ..] => Color::Black,
                [b'W' | b'w', b'+', ..] => Color::White,
                _ => continue,
            };
            match sgf::read(game, None) {
                Ok(game) => take(game, winner),
                Err(error) => warn!("{}: {error}", path.display()),
            }
        }
    }
    Ok(())
}

/// Whether the name of a file says that it holds game records.
pub fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

/// Returns the plain files in `paths`, as well as those inside the folders in `paths` and inside
/// their subfolders. The entries of each folder are sorted by name. Each file and folder is visited
/// only once, however many links lead to it.
fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for path in paths {
        let root = fs::canonicalize(path).map_err(|error| naming(path, &error))?;
        if !root.is_dir() && !root.is_file() {
            let problem = "expected a plain file or a folder";
            return Err(naming(path, &io::Error::new(io::ErrorKind::InvalidInput, problem)));
        }
        let entries = WalkDir::new(path).follow_links(true).sort_by_file_name();
        let mut walk = entries.into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                // The entry is a link to a folder above it.
                Err(error) if error.loop_ancestor().is_some() => continue,
                Err(error) => return Err(error.into()),
            };
            let is_new = seen.insert(fs::canonicalize(entry.path())?);
            if entry.file_type().is_dir() && !is_new {
                walk.skip_current_dir();
            } else if entry.file_type().is_file() && is_new {
                found.push(entry.into_path());
            }
        }
    }
    Ok(found)
}

/// Returns the same error, with the path of the file or folder in front of its message.
pub fn naming(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
