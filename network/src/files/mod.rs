//! Reads networks from files, which may come from anywhere: sizes are checked before memory is
//! taken, weights must be finite, and an error names the layer and what is wrong with it.

mod katago;
mod source;
mod tensors;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use thiserror::Error;

use crate::integer::Unsupported;
use crate::model::{IntegerConvolution, Model};
use source::Source;

pub use tensors::write;

/// Why a file cannot be used as a network.
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
        /// What is wrong with it.
        problem: String,
    },
}

impl From<Unsupported> for FileError {
    fn from(problem: Unsupported) -> Self {
        Self::wrong("integers", problem.to_string())
    }
}

impl FileError {
    fn wrong(layer: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Wrong { layer: layer.into(), problem: problem.into() }
    }
}

/// The largest file in bytes.
const LARGEST_FILE: u64 = 1 << 30;
/// The number of weights per byte of a file. Trained weights hardly compress: four bytes make one
/// weight. A file that claims much more would fill the memory with a few repeated bytes.
const WEIGHTS_PER_BYTE: u64 = 4;
/// The number of weights that even the smallest file may hold.
const FEW_WEIGHTS: u64 = 1 << 16;

/// The maximum number of channels of a layer.
const MOST_CHANNELS: usize = 1 << 13;
/// The maximum number of blocks in a stack.
const MOST_BLOCKS: usize = 1 << 10;
/// How many bottlenecks may lie within one another.
const DEEPEST: usize = 4;
/// The largest window of a convolution, in cells.
const WIDEST: usize = 9;

/// A network in floats or in integers.
#[derive(Clone, Debug)]
pub enum AnyModel {
    /// In floats.
    Float(Model),
    /// In integers.
    Integer(Model<IntegerConvolution>),
}

/// Reads a network from a file in KataGo's format, compressed by gzip or not, or in this project's.
///
/// # Errors
/// If the file cannot be read, or does not describe a network that can be evaluated.
pub fn read_file(path: &Path) -> Result<AnyModel, FileError> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file").into());
    }
    if metadata.len() > LARGEST_FILE {
        return Err(FileError::wrong("the file", format!("larger than {LARGEST_FILE} bytes")));
    }
    read(BufReader::with_capacity(1 << 16, file), metadata.len())
}

/// Reads a network from the bytes of a file.
///
/// # Errors
/// As for [`read_file`].
pub fn read_bytes(bytes: &[u8]) -> Result<AnyModel, FileError> {
    read(bytes, bytes.len() as u64)
}

fn read(mut input: impl BufRead, length: u64) -> Result<AnyModel, FileError> {
    let budget = length.saturating_mul(WEIGHTS_PER_BYTE).saturating_add(FEW_WEIGHTS);
    let start = input.fill_buf()?;
    if tensors::is_ours(start) {
        let mut bytes = Vec::new();
        input.take(length).read_to_end(&mut bytes)?;
        tensors::read(&bytes)
    } else if start.starts_with(&[0x1f, 0x8b]) {
        let unpacked = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input));
        // Words are short, so the rest of what is unpacked is weights, at 16 characters at most.
        let source = Source::new(unpacked.take(budget.saturating_mul(16)), budget);
        katago::read(source).map(AnyModel::Float)
    } else {
        katago::read(Source::new(input, budget)).map(AnyModel::Float)
    }
}
