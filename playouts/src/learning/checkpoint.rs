//! Saves the state of learning to a file, so that learning can continue where it was interrupted.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::vocabulary::BoardSize;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Game, LearnSettings};
use crate::features::Feature;
use crate::origin::{Origin, hexadecimal};

/// The origin of weights learned from `games` on boards of `size`. Learning never continues from a
/// checkpoint with a different origin.
pub(super) fn origin(size: BoardSize, games: &[Game], settings: LearnSettings) -> Origin {
    let LearnSettings { least, positions, rounds, seed } = settings;
    let mut hasher = Sha256::new();
    games.iter().for_each(|game| game.digest(&mut hasher));
    Origin::new("learn")
        .with("board size", size)
        .with("least", least)
        .with("positions", positions)
        .with("rounds", rounds)
        .with("seed", seed)
        .with("number of games", games.len())
        .with("digest of the games", hexadecimal(hasher))
}

/// The state of learning after a round.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// The input from which the weights are learned.
    pub(super) origin: Origin,
    /// The features, as written in a table.
    pub(super) features: Vec<String>,
    pub(super) weights: Vec<f32>,
    /// The number of completed rounds.
    pub(super) rounds: u32,
}

impl Checkpoint {
    /// Reads the state from a file, or returns `None` if there is no file yet.
    ///
    /// # Errors
    /// If the file cannot be read, is not a valid checkpoint, or belongs to a different run.
    pub(super) fn load(path: &Path, origin: &Origin) -> io::Result<Option<Self>> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let refuse = |problem: &str| {
            let problem = format!("{problem}; remove the file to begin anew");
            Err(io::Error::new(io::ErrorKind::InvalidData, problem))
        };
        let state: Self = match serde_json::from_slice(&text) {
            Ok(state) => state,
            Err(error) => return refuse(&format!("no checkpoint of this version: {error}")),
        };
        if let Err(differences) = origin.expect(&state.origin) {
            return refuse(&format!("it belongs to other learning: {differences}"));
        }
        let unknown = state.features.iter().find(|text| Feature::read(text).is_none());
        if let Some(unknown) = unknown {
            return refuse(&format!("expected a feature, got '{unknown}'"));
        }
        if state.features.len() != state.weights.len() {
            let (features, weights) = (state.features.len(), state.weights.len());
            return refuse(&format!("expected {features} weights, got {weights}"));
        }
        let unbounded = state.weights.iter().zip(&state.features).find(|(by, _)| !by.is_finite());
        if let Some((weight, feature)) = unbounded {
            return refuse(&format!("expected a finite weight of '{feature}', got {weight}"));
        }
        Ok(Some(state))
    }

    /// Writes the state. If a crash interrupts the write, the old file remains intact.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> io::Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        fs::write(&new, serde_json::to_vec(self)?)?;
        fs::rename(new, path)
    }
}
