//! What has been learned so far, in a file, so that learning goes on where it was cut off.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::LearnSettings;
use crate::features::Feature;

/// The state after a round.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// What it was learned from; another file, seed or size is another thing to learn.
    pub(super) settings: LearnSettings,
    pub(super) games: usize,
    /// The features as a table has them.
    pub(super) features: Vec<String>,
    pub(super) weights: Vec<f32>,
    /// Rounds done.
    pub(super) rounds: u32,
}

impl Checkpoint {
    /// The state in a file, or `None` where there is no file yet.
    ///
    /// # Errors
    /// Where the file cannot be read, or holds something else or the state of another task.
    pub(super) fn load(
        path: &Path,
        settings: LearnSettings,
        games: usize,
    ) -> io::Result<Option<Self>> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let state: Self = serde_json::from_slice(&text)?;
        let is_whole = state.features.len() == state.weights.len()
            && state.features.iter().all(|text| Feature::read(text).is_some());
        if is_whole && (state.settings, state.games) == (settings, games) {
            return Ok(Some(state));
        }
        let problem = "it belongs to other games or other settings; remove it to begin anew";
        Err(io::Error::new(io::ErrorKind::InvalidData, problem))
    }

    /// Writes the state; a crash meanwhile leaves the old one.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> io::Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        fs::write(&new, serde_json::to_vec(self)?)?;
        fs::rename(new, path)
    }
}
