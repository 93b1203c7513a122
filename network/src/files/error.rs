//! The reasons why a file cannot be used as a network.

use std::io;

use thiserror::Error;

use crate::integer::Unsupported;

/// The reason why a file cannot be used as a network.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be opened or read, or its compression is damaged.
    #[error("the network cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The content does not describe a network that can be evaluated.
    #[error("not a usable network: {layer}: {problem}")]
    Wrong {
        /// The name of the layer, or the part of the file.
        layer: String,
        /// The problem with it.
        problem: String,
    },
}

impl From<Unsupported> for FileError {
    fn from(problem: Unsupported) -> Self {
        Self::wrong("integers", problem.to_string())
    }
}

impl FileError {
    pub(super) fn wrong(layer: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Wrong { layer: layer.into(), problem: problem.into() }
    }
}
